#include "realizer/gesture/measures/beats.h"

#include <algorithm>
#include <cmath>

#include "realizer/core/assert.h"

namespace kine::gesture {
namespace {

constexpr double kFast_m_s = 0.15;
constexpr double kSlowShare = 0.35;
constexpr double kSigma_s = 0.1;
constexpr double kShiftLeast_s = 3;

double nearest_to(double time_s, std::span<const double> others_s) {
  const auto above = std::ranges::lower_bound(others_s, time_s);
  if (above == others_s.begin()) return *above;
  if (above == others_s.end()) return others_s.back();
  const double below_s = *(above - 1);
  return time_s - below_s <= *above - time_s ? below_s : *above;
}

double both_ways(std::span<const double> beats_s, std::span<const double> nuclei_s) {
  return (mean_nearness(beats_s, nuclei_s) + mean_nearness(nuclei_s, beats_s)) / 2;
}

std::vector<double> shifted(std::span<const double> times_s, double by_s, double length_s) {
  std::vector<double> later;
  for (const double time_s : times_s) later.push_back(std::fmod(time_s + by_s, length_s));
  std::ranges::sort(later);
  return later;
}

}  // namespace

std::vector<double> find_beats(std::span<const double> speeds_m_s, double rate_hz) {
  std::vector<double> beats;
  double largest = 0;  // since the beat before
  for (std::size_t i = 1; i + 1 < speeds_m_s.size(); ++i) {
    const double speed = speeds_m_s[i];
    largest = std::max(largest, speed);
    const bool is_minimum = speed <= speeds_m_s[i - 1] && speed < speeds_m_s[i + 1];
    const bool is_rest = speed == speeds_m_s[i + 1] && speed < speeds_m_s[i - 1];
    if (largest <= kFast_m_s || speed >= kSlowShare * largest) continue;
    if (!is_minimum && !is_rest) continue;
    beats.push_back(static_cast<double>(i) / rate_hz);
    largest = 0;
  }
  return beats;
}

double mean_nearness(std::span<const double> times_s, std::span<const double> others_s) {
  if (times_s.empty() || others_s.empty()) return 0;
  double sum = 0;
  for (const double time_s : times_s) {
    const double away = (nearest_to(time_s, others_s) - time_s) / kSigma_s;
    sum += std::exp(-away * away / 2);
  }
  return sum / static_cast<double>(times_s.size());
}

BeatAlignment compute_beat_alignment(std::span<const double> beats_s,
                                     std::span<const double> nuclei_s, double length_s,
                                     Random& random, std::size_t shifts) {
  KINE_ASSERT(length_s > 2 * kShiftLeast_s && shifts > 1);
  BeatAlignment alignment{.nearness = both_ways(beats_s, nuclei_s)};
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < shifts; ++i) {
    const double by_s = random.number(kShiftLeast_s, length_s - kShiftLeast_s);
    const double nearness = both_ways(shifted(beats_s, by_s, length_s), nuclei_s);
    sum += nearness;
    squares += nearness * nearness;
  }
  const auto count = static_cast<double>(shifts);
  const double mean = sum / count;
  const double deviation = std::sqrt(std::max(squares / count - mean * mean, 0.0));
  if (deviation > 0) alignment.z = (alignment.nearness - mean) / deviation;
  return alignment;
}

std::vector<double> leads_of(std::span<const double> stroke_ends_s,
                             std::span<const double> nuclei_s) {
  KINE_ASSERT(!nuclei_s.empty());
  std::vector<double> leads;
  for (const double end_s : stroke_ends_s) leads.push_back(end_s - nearest_to(end_s, nuclei_s));
  return leads;
}

}  // namespace kine::gesture
