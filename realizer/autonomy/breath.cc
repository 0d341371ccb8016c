#include <array>
#include <numbers>

#include "realizer/autonomy/producer.h"
#include "realizer/autonomy/turns.h"
#include "realizer/math/units.h"

namespace kine::autonomy {
namespace {

using enum plan::LifeParameter;
using enum body::Joint;

// Of a breath, the part that draws air; the rest lets it go, at last with a pause.
constexpr double kInhaled = 0.38;
constexpr double kExhaled = 0.9;

/// A breath of amplitude 1, drawn in: the chest opens and rises, the shoulders with it, and neck
/// and upper arms stay where they were. Degrees about the joints' own axes.
const std::vector<Turn>& drawn_in() {
  static const std::vector<Turn> turns = {
      {Spine, {0.25, 0, 0}},        {Chest, {-0.9, 0, 0}},         {UpperChest, {-0.7, 0, 0}},
      {Neck, {0.9, 0, 0}},          {Head, {0.35, 0, 0}},          {LeftShoulder, {0, 0, 1.2}},
      {LeftUpperArm, {0, 0, -1.0}}, {RightShoulder, {0, 0, -1.2}}, {RightUpperArm, {0, 0, 1.0}},
  };
  return turns;
}

std::vector<Turn> scaled(double amplitude) {
  std::vector<Turn> turns = drawn_in();
  for (Turn& turn : turns) turn.turn_rad = (amplitude * kDegree) * turn.turn_rad;
  return turns;
}

class Breath final : public Producer {
 public:
  std::string_view name() const override { return "breath"; }
  plan::LifeParameter rate() const override { return BreathRate; }

  Answer advance_to(Now now, Memory& memory) const override {
    constexpr double kVaries = 0.12;  // no breath is quite like the one before
    const double length_s =
        60 / now.parameters[BreathRate] * now.random.number(1 - kVaries, 1 + kVaries);
    const double amplitude =
        now.parameters[BreathAmplitude] * now.random.number(1 - kVaries, 1 + kVaries);
    memory.next = later(now.tick, now.rate, Seconds(length_s));
    const std::array<Stop, 3> stops = {{{Seconds(0), scaled(0)},
                                        {Seconds(kInhaled * length_s), scaled(amplitude)},
                                        {Seconds(kExhaled * length_s), scaled(0)}}};
    return make_turns(stops, now.rate.between(now.tick, memory.next));
  }
};

}  // namespace

const Producer& breath() {
  static const Breath producer;
  return producer;
}

}  // namespace kine::autonomy
