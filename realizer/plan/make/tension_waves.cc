#include "realizer/plan/make/tension_waves.h"

#include <algorithm>
#include <cmath>

#include "realizer/plan/tension/tension_manners.h"

namespace kine::plan {
namespace {

constexpr double kSwells = 4;      // at 1 by so much the spring is stiffer, and slacker
constexpr double kEbbsTo_m = 0.2;  // the rest error of an arm that is as good as limp
constexpr Seconds kEbbs{0.5};

/// Of a longer movement waves are longer: each of them is a change that is looked at again.
constexpr double kWavesMost = 8;

/// In less time a tension would change by a jerk.
constexpr Seconds kShortest{0.2};

TensionChange changed_to(Tension tension, const TensionChange& in_force, Seconds at, Seconds over) {
  tension.rest_error_m = std::clamp(tension.rest_error_m, kRestErrorMin_m, kRestErrorMax_m);
  TensionChange change = in_force;
  change.at = at;
  change.over = over;
  change.tension = tension;
  return change;
}

}  // namespace

std::vector<TensionChange> tension_waves(const TensionChange& in_force, double waves, Seconds from,
                                         Seconds to) {
  const Seconds length = to - from;
  if (length < 2.0 * kShortest) return {};
  const double turns = std::min(std::floor(length / (2.0 * kShortest)), kWavesMost);
  const Seconds half = length / (2 * turns);
  const double swell = std::pow(kSwells, waves);
  std::vector<TensionChange> changes;
  for (int i = 0; i < static_cast<int>(2 * turns); ++i) {
    Tension tension = *in_force.tension;
    tension.rest_error_m *= i % 2 == 0 ? 1 / swell : swell;
    // What the tension itself takes to come, it takes.
    const Seconds over = i == 0 && in_force.at == from ? std::max(half, in_force.over) : half;
    changes.push_back(changed_to(tension, in_force, from + i * half, over));
  }
  return changes;
}

std::vector<TensionChange> ebb(const TensionChange& in_force, Seconds at, Seconds hold) {
  if (hold < kShortest) return {};
  Tension tension = *in_force.tension;
  tension.rest_error_m = std::max(tension.rest_error_m, kEbbsTo_m);
  return {changed_to(tension, in_force, at, std::min(hold, kEbbs))};
}

}  // namespace kine::plan
