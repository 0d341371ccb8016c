#include "realizer/tick/state/trackers.h"

#include <algorithm>
#include <cmath>

#include "realizer/dynamics/change_frame.h"

namespace kine {
namespace {

using body::Side;
using dynamics::FrameOf;

bool has_no_arm(const CharacterTension& tension) {
  return std::ranges::none_of(tension.arms, [](const auto& arm) { return arm.has_value(); });
}

/// Nothing is left of it: no arm has tension, and their clocks are back and have nothing to come.
bool has_none(Seconds time, const CharacterTension& tension) {
  return has_no_arm(tension) && tension.plan_at == kNever &&
         std::ranges::all_of(tension.times, [&](const ArmTime& each) {
           return each.ahead[0] == Seconds{0} && each.clock.is_with_its_body(time);
         });
}

/// Nobody sees that it moves any more.
bool rests(const dynamics::TrackedArm& arm) {
  constexpr float kStill_m_s = 0.002F;
  constexpr float kStill_rad_s = 0.01F;
  const auto size = [](const dynamics::TrackedArm::Three& v) {
    return std::hypot(v[0], v[1], v[2]);
  };
  return size(arm.velocity_m_s) < kStill_m_s && size(arm.hand_velocity_rad_s) < kStill_rad_s;
}

/// Longer than this nobody waits for an arm that swings.
constexpr Seconds kSwingMax{5};

}  // namespace

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

void change(const plan::TensionChange& change, Tick tick, TickRate rate, TensionMemory& memory) {
  if (memory.empty()) {
    if (!change.tension) return;
    memory.emplace_back();
  }
  for (std::size_t i = 0; i < body::kSides.size(); ++i) {
    if (!plan::contains(change.arms, body::kSides[i])) continue;
    dynamics::change({.tension = change.tension,
                      .over = change.over,
                      .swings = change.lag == plan::Lag::MakeUp,
                      .frame = frame_of(change.frame)},
                     tick, rate, memory.front().arms[i]);
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

bool rests(TickRate rate, const CharacterTension& tension) {
  if (rate.between(tension.last_busy, tension.last) >= kSwingMax) return true;
  return std::ranges::all_of(tension.arms,
                             [](const auto& arm) { return !arm || rests(arm->tracked); });
}

Trackers::Trackers(TickRate rate) : rate_(rate), lanes_(std::make_unique<Lanes>()) {}

void Trackers::take_up(Tick tick, const body::Body& body, const body::Placement& placement,
                       TensionMemory& memory, Frame& frame) {
  CharacterTension& tension = memory.front();
  // An arm that is put somewhere else, or was not looked at for a while, begins at rest.
  const bool goes_on = tension.last.index + 1 == tick.index && tension.placement == placement;
  tension.last = tick;
  tension.placement = placement;
  dynamics::FollowJob::Character character{.parent_from_joint = &frame.parent_from_joint,
                                           .hips_m = &frame.hips_m};
  for (std::size_t i = 0; i < body::kSides.size(); ++i) {
    std::optional<dynamics::ArmTension>& arm = tension.arms[i];
    dynamics::bring_to(tick, rate_, body, body::kSides[i], arm);
    if (!arm) continue;
    if (!goes_on) dynamics::begin_anew(arm->tracked);
    if (static_cast<float>(arm->frame) != arm->tracked.frame) {
      dynamics::change_frame({body, frame.parent_from_joint, frame.hips_m}, body::kSides[i],
                             rate_.step(), arm->frame, arm->tracked);
    }
    character.arms[i] = &arm->tracked;
  }
  if (has_none(rate_.time_of(tick), tension)) {
    memory.clear();
    return;
  }
  if (has_no_arm(tension)) return;
  if (lanes_->bodies[count_] != &body) {
    lanes_->bodies[count_] = &body;
    dynamics::put(body, count_, lanes_->bones);
  }
  lanes_->characters[count_++] = character;
  if (count_ == pose::kLanes) finish();
}

void Trackers::finish() {
  if (count_ == 0) return;
  dynamics::FollowJob{std::span(lanes_->characters.data(), count_), &lanes_->bones, rate_.step(),
                      &lanes_->scratch}
      .run();
  count_ = 0;
}

}  // namespace kine
