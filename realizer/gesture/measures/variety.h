// How varied motion is: which motions came how often, and where hands went.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "realizer/math/vec3.h"

namespace kine::gesture {

/// How much of the time each motion was seen; they sum to 1, unless there was no time.
struct TimedMotion {
  std::size_t motion = 0;
  double length_s = 0;
};
std::vector<double> occupancy(std::span<const TimedMotion> sequence, std::size_t motions);

/// exp of the entropy: as many motions, seen equally often, would be as varied.
double effective_count(std::span<const double> shares);

/// Kullback and Leibler's divergence of `shares` from `truth`, in nats; each share is a
/// thousandth of a motion's even share at least.
double compute_divergence(std::span<const double> shares, std::span<const double> truth);

/// The most often that one motion came in a row.
std::size_t longest_repeat(std::span<const TimedMotion> sequence);

/// Dice's overlap of where hands have been, in cubes of 5 cm: 1 is the same places.
double compute_coverage_dice(std::span<const Vec3> one, std::span<const Vec3> other);

}  // namespace kine::gesture
