#include <algorithm>
#include <array>
#include <cmath>

#include "realizer/autonomy/producer.h"
#include "realizer/autonomy/turns.h"

namespace kine::autonomy {
namespace {

using enum plan::LifeParameter;

// A lid falls faster than it rises.
constexpr double kClose_s = 0.070;
constexpr double kClosed_s = 0.040;
constexpr double kOpen_s = 0.130;
constexpr double kWhole_s = kClose_s + kClosed_s + kOpen_s;

// From the end of a blink to the next; no two come as one.
constexpr double kPauseMin_s = 0.3;

// Pauses are log-normal: many short ones, some long.
constexpr double kPauseSpread = 0.6;

/// Steps of a ramp that begins and ends at rest.
constexpr int kRampSteps = 5;

void add_ramp(double from_s, double length_s, double from, double to, pose::ChannelKeys& keys) {
  for (int i = 0; i <= kRampSteps; ++i) {
    const double h = static_cast<double>(i) / kRampSteps;
    keys.times_s.push_back(static_cast<float>(from_s + h * length_s));
    keys.values.push_back(static_cast<float>(from + (to - from) * h * h * (3 - 2 * h)));
  }
}

class Blink final : public Producer {
 public:
  std::string_view name() const override { return "blink"; }
  plan::LifeParameter rate() const override { return BlinkRate; }
  bool goes_with_turns() const override { return true; }

  Answer advance_to(Now now, Memory& memory) const override {
    const double mean_s = 60 / now.parameters[BlinkRate] - kWhole_s;
    const double pause_s = std::max(
        kPauseMin_s,
        mean_s * std::exp(kPauseSpread * now.random.normal() - kPauseSpread * kPauseSpread / 2));
    // The first comes after a pause, so that not all characters begin with one.
    const bool first = !memory.begun;
    memory.begun = true;
    const Seconds length(first ? 0 : kWhole_s);
    memory.next = later(now.tick, now.rate, length + Seconds(pause_s));
    if (first) return {};

    const double amount = now.parameters[BlinkAmount];
    pose::Keys keys;
    for (const char* lid : {"eyeBlinkLeft", "eyeBlinkRight"}) {
      pose::ChannelKeys ramp{.channel = *body::find_channel(lid), .times_s = {}, .values = {}};
      add_ramp(0, kClose_s, 0, amount, ramp);
      add_ramp(kClose_s + kClosed_s, kOpen_s, amount, 0, ramp);
      keys.channels.push_back(std::move(ramp));
    }
    return make_relative(std::move(keys), length);
  }
};

}  // namespace

const Producer& blink() {
  static const Blink producer;
  return producer;
}

}  // namespace kine::autonomy
