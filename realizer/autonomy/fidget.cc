#include <algorithm>
#include <array>
#include <span>

#include "realizer/autonomy/producer.h"
#include "realizer/autonomy/turns.h"
#include "realizer/math/units.h"

namespace kine::autonomy {
namespace {

using enum plan::LifeParameter;
using enum body::Joint;

// From fidget to fidget, as shares of the mean: 30 to 60 s of 44 s.
constexpr double kSoonestFidget = 0.675;
constexpr double kLatestFidget = 1.35;

// How far the joint that turns most does, in degrees.
constexpr double kLeast_deg = 1.2;
constexpr double kMost_deg = 2.6;

/// What may be settled anew, in shares; arms that hang stay as they hang.
const std::array<std::vector<Turn>, 6>& fidgets() {
  static const std::array<std::vector<Turn>, 6> turns = {{
      {{LeftShoulder, {0, 0, 1}},  // both shoulders are drawn up
       {LeftUpperArm, {0, 0, -0.8}},
       {RightShoulder, {0, 0, -1}},
       {RightUpperArm, {0, 0, 0.8}}},
      {{LeftShoulder, {0, -0.8, 0.6}}, {LeftUpperArm, {0, 0.6, -0.5}}, {Neck, {0, 0, -0.3}}},
      {{RightShoulder, {0, 0.8, -0.6}}, {RightUpperArm, {0, -0.6, 0.5}}, {Neck, {0, 0, 0.3}}},
      {{Spine, {-0.8, 0, 0}}, {Chest, {-0.6, 0, 0}}, {Neck, {0.8, 0, 0}}, {Head, {0.5, 0, 0}}},
      {{Spine, {0, 1, 0}}, {Chest, {0, 0.6, 0}}, {Neck, {0, -0.6, 0}}, {Head, {0, -0.8, 0}}},
      {{Neck, {0.2, 0.3, 0.5}}, {Head, {0.2, 0.4, 0.8}}},
  }};
  return turns;
}

/// The last two look the same from the other side.
constexpr std::size_t kFirstOfEitherSide = 4;

std::vector<Turn> settled_by(double most_rad, std::span<const Turn> shares) {
  std::vector<Turn> turns(shares.begin(), shares.end());
  for (Turn& turn : turns) turn.turn_rad = most_rad * turn.turn_rad;
  return turns;
}

class Fidget final : public Producer {
 public:
  std::string_view name() const override { return "fidget"; }
  plan::LifeParameter rate() const override { return FidgetRate; }

  Answer advance_to(Now now, Memory& memory) const override {
    const double mean_s = 60 / now.parameters[FidgetRate];
    if (!memory.begun) {
      memory.begun = true;
      memory.next =
          later(now.tick, now.rate, Seconds(mean_s * now.random.number(0.1, kLatestFidget)));
      return {};
    }
    const Seconds there(now.random.number(1, 1.4));
    const Seconds leaves = there + Seconds(now.random.number(0.2, 0.8));
    const Seconds back = leaves + Seconds(now.random.number(1, 1.6));
    const Seconds until_next(mean_s * now.random.number(kSoonestFidget, kLatestFidget));
    memory.next = later(now.tick, now.rate, std::max(back, until_next));

    const auto& all = fidgets();
    const auto which = static_cast<std::size_t>(now.random.bits() % all.size());
    const double side = which >= kFirstOfEitherSide && now.random.number(-1, 1) < 0 ? -1 : 1;
    const double most_rad =
        now.parameters[FidgetAmplitude] * side * now.random.number(kLeast_deg, kMost_deg) * kDegree;
    const std::vector<Turn> settled = settled_by(most_rad, all[which]);
    const std::vector<Turn> rest = settled_by(0, all[which]);
    const std::array<Stop, 4> stops = {
        {{Seconds(0), rest}, {there, settled}, {leaves, settled}, {back, rest}}};
    return make_turns(stops, back);
  }
};

}  // namespace

const Producer& fidget() {
  static const Fidget producer;
  return producer;
}

}  // namespace kine::autonomy
