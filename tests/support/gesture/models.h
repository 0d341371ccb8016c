// Models of a section for tests: drawn at random, or with one answer.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "realizer/core/random.h"
#include "realizer/gesture/motion_model.h"

namespace kine::test {

/// A completion that is `probability` within 1e-8 for any fraction up to 40.
inline gesture::Completion constant_completion(double probability) {
  constexpr double kFlat = 1e-9;
  return {.slope = kFlat, .half = std::log(probability / (1 - probability)) / kFlat};
}

template <typename Numbers>
void draw_distribution(Random& random, Numbers& numbers) {
  double sum = 0;
  for (double& each : numbers) sum += each = random.number(0.05, 1);
  for (double& each : numbers) each /= sum;
}

inline void draw_emission(Random& random, gesture::Emission& emission) {
  draw_distribution(random, emission.symbols);
  draw_distribution(random, emission.contexts);
}

/// All its tables are drawn; its shares sum to 1, and each completion is constant.
inline gesture::MotionModel random_model(std::size_t motions, std::uint64_t seed) {
  Random random({.seed = seed});
  std::vector<double> shares(2 * motions);
  draw_distribution(random, shares);
  gesture::MotionModel model{std::vector<gesture::Motion>(motions)};
  for (std::size_t i = 0; i < motions; ++i) {
    gesture::Motion& motion = model.motions[i];
    motion.length_s = random.number(0.4, 1.5);
    motion.completion = constant_completion(random.number(0.2, 0.8));
    motion.next.resize(motions);
    draw_distribution(random, motion.next);
    std::vector<double> from_start(motions + 1);
    draw_distribution(random, from_start);
    motion.continues = from_start.back();
    from_start.pop_back();
    motion.switches = from_start;
    draw_emission(random, motion.start);
    draw_emission(random, motion.going_on);
    motion.start_share = shares[i];
    motion.going_on_share = shares[motions + i];
  }
  return model;
}

}  // namespace kine::test
