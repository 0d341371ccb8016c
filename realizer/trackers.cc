#include "realizer/trackers.h"

#include "realizer/dynamics/change_frame.h"

namespace kine {
namespace {

using body::Side;
using dynamics::FrameOf;

constexpr std::array kSides = {Side::Left, Side::Right};

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

bool has_none(const CharacterTension& tension) { return !tension.arms[0] && !tension.arms[1]; }

}  // namespace

void change(const plan::TensionChange& change, Tick tick, TickRate rate, TensionMemory& memory) {
  if (memory.empty()) {
    if (!change.tension) return;
    memory.emplace_back();
  }
  for (std::size_t i = 0; i < kSides.size(); ++i) {
    if (!plan::contains(change.arms, kSides[i])) continue;
    dynamics::change({.tension = change.tension,
                      .over = change.over,
                      .swings = change.lag == plan::Lag::MakeUp,
                      .frame = frame_of(change.frame)},
                     tick, rate, memory.front().arms[i]);
  }
}

Trackers::Trackers(TickRate rate) : rate_(rate), lanes_(std::make_unique<Lanes>()) {}

void Trackers::take_up(Tick tick, const body::Body& body, const body::Placement& placement,
                       TensionMemory& memory, Frame& frame) {
  CharacterTension& tension = memory.front();
  // Who is put somewhere else, or was not looked at for a while, begins at rest.
  const bool goes_on = tension.last.index + 1 == tick.index && tension.placement == placement;
  tension.last = tick;
  tension.placement = placement;
  dynamics::FollowJob::Character character{.parent_from_joint = &frame.parent_from_joint,
                                           .hips_m = &frame.hips_m};
  for (std::size_t i = 0; i < kSides.size(); ++i) {
    std::optional<dynamics::ArmTension>& arm = tension.arms[i];
    dynamics::bring_to(tick, rate_, body, kSides[i], arm);
    if (!arm) continue;
    if (!goes_on) dynamics::begin_anew(arm->tracked);
    if (static_cast<float>(arm->frame) != arm->tracked.frame) {
      dynamics::change_frame({body, frame.parent_from_joint, frame.hips_m}, kSides[i], rate_.step(),
                             arm->frame, arm->tracked);
    }
    character.arms[i] = &arm->tracked;
  }
  if (has_none(tension)) {
    memory.clear();
    return;
  }
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
