#include <array>
#include <numbers>

#include "realizer/autonomy/producer.h"
#include "realizer/autonomy/turns.h"
#include "realizer/math/units.h"

namespace kine::autonomy {
namespace {

using enum plan::LifeParameter;
using enum body::Joint;

// How far the trunk leans and turns at most, about x, y and z: nobody stands like a post. All of it
// is above the legs, so that the feet stay where they are.
constexpr Vec3 kLeanMax_rad = {0.7 * kDegree, 0.8 * kDegree, 1.1 * kDegree};

// The head keeps itself upright, not quite.
constexpr double kRighted = 0.7;

/// The lean shared out over the trunk.
std::vector<Turn> leaning(const Vec3& lean_rad) {
  return {{Spine, 0.6 * lean_rad},
          {Chest, 0.2 * lean_rad},
          {UpperChest, 0.2 * lean_rad},
          {Neck, (-0.5 * kRighted) * lean_rad},
          {Head, (-0.5 * kRighted) * lean_rad}};
}

class Sway final : public Producer {
 public:
  std::string_view name() const override { return "sway"; }
  plan::LifeParameter rate() const override { return SwayRate; }

  Answer advance_to(Now now, Memory& memory) const override {
    const double length_s = 60 / now.parameters[SwayRate] * now.random.number(0.6, 1.4);
    const double amplitude = now.parameters[SwayAmplitude];
    const Vec3 from{memory.where[0], memory.where[1], memory.where[2]};
    const auto within = [&](double max) { return amplitude * now.random.number(-max, max); };
    const double x = within(kLeanMax_rad.x);
    const double y = within(kLeanMax_rad.y);
    const double z = within(kLeanMax_rad.z);
    memory.next = later(now.tick, now.rate, Seconds(length_s));
    memory.where = {x, y, z};
    const Seconds whole = now.rate.between(now.tick, memory.next);
    const std::array<Stop, 2> stops = {{{Seconds(0), leaning(from)}, {whole, leaning({x, y, z})}}};
    return make_turns(stops, whole);
  }
};

}  // namespace

const Producer& sway() {
  static const Sway producer;
  return producer;
}

}  // namespace kine::autonomy
