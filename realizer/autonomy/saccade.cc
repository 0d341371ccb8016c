#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "realizer/autonomy/producer.h"
#include "realizer/autonomy/turns.h"
#include "realizer/math/units.h"

namespace kine::autonomy {
namespace {

using enum plan::LifeParameter;
using enum body::Joint;

// How far the eyes stray from where they look, and how long they rest there: log-normal about the
// mean that the rate gives, within these.
constexpr double kSmallest_rad = 1 * kDegree;
constexpr double kLargest_rad = 4 * kDegree;
constexpr double kFixationMin_s = 0.5;
constexpr double kFixationSpread = 0.45;

// The longer a saccade the longer it takes, by the main sequence of eye movements.
constexpr double kLeast_s = 0.025;
constexpr double kPerDegree_s = 0.0025;

// Eyes that look at something stray less, and less often.
constexpr double kHeld = 0.5;

std::vector<Turn> eyes_at(double yaw_rad, double pitch_rad) {
  return {{LeftEye, {pitch_rad, yaw_rad, 0}}, {RightEye, {pitch_rad, yaw_rad, 0}}};
}

class Saccade final : public Producer {
 public:
  std::string_view name() const override { return "saccade"; }
  plan::LifeParameter rate() const override { return SaccadeRate; }

  Answer advance_to(Now now, Memory& memory) const override {
    const double held = now.looks_at_something ? kHeld : 1;
    const double mean_s = 60 / now.parameters[SaccadeRate] / held;
    const double rests_s =
        std::max(kFixationMin_s, mean_s * std::exp(kFixationSpread * now.random.normal() -
                                                   kFixationSpread * kFixationSpread / 2));

    const double size =
        held * now.parameters[SaccadeAmplitude] * now.random.number(kSmallest_rad, kLargest_rad);
    const double direction = now.random.number(0, 2 * std::numbers::pi);
    const double yaw = size * std::cos(direction);
    const double pitch = size * std::sin(direction) / 2;  // eyes wander sideways more than up
    const double way = std::hypot(yaw - memory.where[0], pitch - memory.where[1]);
    const double move_s = kLeast_s + kPerDegree_s * way / kDegree;

    memory.next = later(now.tick, now.rate, Seconds(move_s + rests_s));
    const std::array<Stop, 2> stops = {{{Seconds(0), eyes_at(memory.where[0], memory.where[1])},
                                        {Seconds(move_s), eyes_at(yaw, pitch)}}};
    memory.where = {yaw, pitch, 0};
    return make_turns(stops, now.rate.between(now.tick, memory.next));
  }
};

}  // namespace

const Producer& saccade() {
  static const Saccade producer;
  return producer;
}

}  // namespace kine::autonomy
