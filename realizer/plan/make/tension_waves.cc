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

constexpr Seconds kAccentSwells{0.1};

// A spasm comes and goes in half of its time each.
constexpr Seconds kSpasm{0.1};
constexpr Seconds kSpasmHalf = kSpasm / 2;

constexpr Seconds kSpasmsEvery{0.5};  // in the mean
constexpr Seconds kSpasmStep{0.01};   // times are drawn so finely
constexpr Seconds kSpasmsRarer{16};   // where it lasts longer, they are rarer, and steps longer

TensionChange changed_to(Tension tension, const TensionChange& in_force, Seconds at, Seconds over) {
  tension.rest_error_m = std::clamp(tension.rest_error_m, kRestErrorMin_m, kRestErrorMax_m);
  TensionChange change = in_force;
  change.at = at;
  change.over = over;
  change.tension = tension;
  return change;
}

/// Stiffer by a burst of this strength.
TensionChange burst_of(const TensionChange& in_force, double strength, Seconds at, Seconds over) {
  Tension tension = *in_force.tension;
  tension.rest_error_m /= std::pow(kSwells, strength);
  return changed_to(tension, in_force, at, over);
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

TensionChange accent(const TensionChange& in_force, double accents, Seconds from, Seconds to) {
  const Seconds swells = std::min(to - from, kAccentSwells);
  return burst_of(in_force, accents, to - swells, swells);
}

std::vector<Seconds> spasm_times(Seconds from, Seconds to, Random random) {
  const double scale = std::max((to - from) / kSpasmsRarer, 1.0);
  const Seconds step = scale * kSpasmStep;
  // The mean from the end of one to the next. Steps need no library's logarithm.
  const double chance = step / (scale * kSpasmsEvery - kSpasm);
  std::vector<Seconds> times;
  for (Seconds at = from; at + kSpasm <= to;) {
    if (random.number(0, 1) < chance) {
      times.push_back(at);
      at += kSpasm;
    } else {
      at += step;
    }
  }
  return times;
}

std::vector<TensionChange> with_spasms(std::vector<TensionChange> said, double spasms,
                                       std::span<const Seconds> times) {
  std::vector<TensionChange> bursts;
  for (const Seconds at : times) {
    const auto next = std::ranges::upper_bound(said, at, {}, &TensionChange::at);
    if (next == said.begin() || !(next - 1)->tension) continue;
    TensionChange back = *(next - 1);
    bursts.push_back(burst_of(back, spasms, at, kSpasmHalf));
    const Seconds peak = at + kSpasmHalf;
    if (next != said.end() && next->at <= peak) continue;
    // What was still coming comes as late as without it.
    back.over = std::max(back.at + back.over - peak, kSpasmHalf);
    back.at = peak;
    bursts.push_back(back);
  }
  said.insert(said.end(), bursts.begin(), bursts.end());
  std::ranges::stable_sort(said, {}, &TensionChange::at);
  return said;
}

}  // namespace kine::plan
