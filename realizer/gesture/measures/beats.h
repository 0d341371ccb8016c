// Whether hands stop on syllables: beats of the motion against nuclei of the speech.
//
//   speeds --find_beats--> beats;  beats, nuclei --compute_beat_alignment--> a z-score
//
// The mean alone says nothing: syllables are so dense that any motion has one near. So it is
// compared with the same beats at other times.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "realizer/core/random.h"

namespace kine::gesture {

/// When a hand comes to rest after a movement: speed has a minimum below 35 % of the largest one
/// before it, which is above 0.15 m/s. `speeds_m_s`: at a steady rate.
std::vector<double> find_beats(std::span<const double> speeds_m_s, double rate_hz);

/// How near each of `times_s` is to one of `others_s`, in the mean: exp(-d^2 / 2 sigma^2), sigma
/// 0.1 s. Both ascend. 0 where either is empty.
double mean_nearness(std::span<const double> times_s, std::span<const double> others_s);

struct BeatAlignment {
  double nearness = 0;  // of beats to nuclei, and of nuclei to beats: the mean of both
  double z = 0;         // how many standard deviations above that of beats at other times
};

/// All beats are put later by a random time, 3 s at least, and round from the end to the beginning;
/// so often. Pre: length_s above 6; shifts above 1.
BeatAlignment compute_beat_alignment(std::span<const double> beats_s,
                                     std::span<const double> nuclei_s, double length_s,
                                     Random& random, std::size_t shifts = 200);

/// A stroke's end, less the time of the nucleus nearest to it: negative where it is earlier. Pre:
/// there are nuclei, ascending.
std::vector<double> leads_of(std::span<const double> stroke_ends_s,
                             std::span<const double> nuclei_s);

}  // namespace kine::gesture
