#include "realizer/tick/state/tension_memory.h"

#include <algorithm>

namespace kine {

using dynamics::FrameOf;

FrameOf frame_of(plan::TensionFrame frame) {
  switch (frame) {
    case plan::TensionFrame::Hips:
      return FrameOf::Hips;
    case plan::TensionFrame::World:
      return FrameOf::World;
    case plan::TensionFrame::Chest:
      break;
  }
  return FrameOf::Chest;
}

void change(const plan::TensionChange& change, const Instant& at, TickRate rate,
            TensionMemory& memory) {
  if (memory.empty()) {
    if (!change.tension && !change.from) return;
    memory.emplace_back();
  }
  for (std::size_t i = 0; i < body::kSides.size(); ++i) {
    if (!plan::contains(change.arms, body::kSides[i])) continue;
    dynamics::ArmChange change_of_arm{.tension = change.from,
                                      .swings = change.lag == plan::Lag::MakeUp,
                                      .frame = frame_of(change.frame)};
    if (change.from) dynamics::change(change_of_arm, at, rate, memory.front().arms[i]);
    change_of_arm.tension = change.tension;
    const bool has_one = memory.front().arms[i].has_value();
    change_of_arm.over = has_one ? std::max(change.over, dynamics::kLeastEase) : change.over;
    dynamics::change(change_of_arm, at, rate, memory.front().arms[i]);
  }
}

bool makes_up_lag(const std::optional<dynamics::ArmTension>& arm) {
  return arm && arm->share.to == 1 && arm->to.swings == 1;
}

void advance_clocks(Tick tick, TickRate rate, CharacterTension& tension) {
  const bool goes_on = tension.timed.index + 1 == tick.index;
  tension.timed = tick;
  const Seconds now = rate.time_of(tick);
  for (ArmTime& time : tension.times) {
    if (goes_on) {
      time.ahead = {time.ahead[0], time.ahead[0], time.ahead[1]};
    } else {
      time.ahead[1] = time.clock.ahead_at(now - rate.step());
      time.ahead[2] = time.clock.ahead_at(now - 2 * rate.step());
    }
    time.clock.bring_to(now);
    time.ahead[0] = time.clock.ahead_at(now);
  }
}

}  // namespace kine
