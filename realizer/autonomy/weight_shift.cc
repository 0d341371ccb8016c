#include <algorithm>
#include <cmath>

#include "realizer/autonomy/body_moves.h"
#include "realizer/autonomy/producer.h"
#include "realizer/autonomy/turns.h"
#include "realizer/math/units.h"

namespace kine::autonomy {
namespace {

using enum plan::LifeParameter;

/// How a body stands on one leg: positive on the left one.
struct Stand {
  double aside_m = 0;  // of the hips
  double roll_rad = 0;
  double yaw_rad = 0;
};

// A shift takes from 1.2 to 2.5 s.
constexpr double kShiftShortest_s = 1.2;
constexpr double kShiftLongest_s = 2.5;

// From shift to shift, as shares of the mean of 120 s: from 60 to 200 s.
constexpr double kSoonestShift = 0.5;
constexpr double kLatestShift = 200.0 / 120;

/// It stays in pieces, so that a rate that falls to none is heard soon.
constexpr Seconds kPiece{5};

/// The leg that carries is nearly straight, and the free one bends: the hips sink by what the hip
/// over the straight leg rises, by what a leg that slants loses, and by a little, so that no knee
/// snaps on the way.
double sunk_m(const Stand& stand) {
  constexpr double kHipJoint_m = 0.085;  // from the middle
  constexpr double kLeg_m = 0.8;
  constexpr double kSoft = 0.02;
  return kHipJoint_m * std::abs(stand.roll_rad) + stand.aside_m * stand.aside_m / (2 * kLeg_m) +
         kSoft * std::abs(stand.aside_m);
}

/// The free hip drops and comes forward. The spine bends back, past the upright, and turns back.
body::BodyOffsets offsets_on(const Stand& stand) {
  constexpr double kBentBack = 1.7;
  constexpr double kTurnedBack = 0.8;
  return {.pelvis_m = {stand.aside_m, -sunk_m(stand), 0},
          .pelvis_rad = {0, stand.yaw_rad, stand.roll_rad},
          .spine_rad = body::shared_by_trunk(
              {0, -kTurnedBack * stand.yaw_rad, -kBentBack * stand.roll_rad})};
}

/// On the other leg than now; on any, where it stands on both.
Stand other_leg(const Stand& now, double amplitude, Random& random) {
  const bool was_left = now.aside_m == 0 ? random.number(-1, 1) > 0 : now.aside_m > 0;
  const double sign = was_left ? -amplitude : amplitude;
  Stand other;
  other.aside_m = sign * random.number(0.025, 0.045);
  other.roll_rad = sign * random.number(2, 3) * kDegree;
  other.yaw_rad = sign * random.number(1, 2.5) * kDegree;
  return other;
}

class WeightShift final : public Producer {
 public:
  std::string_view name() const override { return "weight"; }
  plan::LifeParameter rate() const override { return WeightRate; }

  Answer advance_to(Now now, Memory& memory) const override {
    const double mean_s = 60 / now.parameters[WeightRate];
    const double amplitude = now.parameters[WeightAmplitude];
    const Stand from{memory.where[0], memory.where[1], memory.where[2]};
    if (amplitude == 0) return go_back(now, from, memory);
    if (!memory.begun) {
      memory.begun = true;
      // Characters that enter together do not shift together.
      memory.due =
          later(now.tick, now.rate, Seconds(mean_s * now.random.number(0.1, kLatestShift)));
    }
    Seconds arrives = now.rate.step();
    Stand to = from;
    if (now.tick >= memory.due) {
      const double until_next_s = mean_s * now.random.number(kSoonestShift, kLatestShift);
      arrives = Seconds(now.random.number(kShiftShortest_s, kShiftLongest_s));
      memory.due = later(now.tick, now.rate, std::max(Seconds(until_next_s), arrives));
      to = other_leg(from, amplitude, now.random);
    }
    return go(now, from, to, arrives, memory);
  }

 private:
  static Answer go_back(const Now& now, const Stand& from, Memory& memory) {
    memory.begun = false;
    memory.due = {};
    return go(now, from, {}, Seconds(kShiftLongest_s), memory);
  }

  static Answer go(const Now& now, const Stand& from, const Stand& to, Seconds arrives,
                   Memory& memory) {
    memory.next = later(now.tick, now.rate, std::max(kPiece, arrives));
    if (memory.due > now.tick) memory.next = std::min(memory.next, memory.due);
    memory.where = {to.aside_m, to.roll_rad, to.yaw_rad};
    if (from.aside_m == 0 && to.aside_m == 0) return {};
    return make_body_move({.from = offsets_on(from),
                           .to = offsets_on(to),
                           .arrives = arrives,
                           .end = now.rate.between(now.tick, memory.next)});
  }
};

}  // namespace

const Producer& weight_shift() {
  static const WeightShift producer;
  return producer;
}

}  // namespace kine::autonomy
