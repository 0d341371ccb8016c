#include "realizer/tick/filters/mass_trackers.h"

#include <algorithm>
#include <cmath>

#include "realizer/dynamics/change_frame.h"

namespace kine {
namespace {

bool has_no_arm(const CharacterTension& tension) {
  return std::ranges::none_of(tension.arms, [](const auto& arm) { return arm.has_value(); });
}

/// No arm has tension, and their clocks are back and have nothing to come.
bool has_none(Seconds time, const CharacterTension& tension) {
  return has_no_arm(tension) && tension.plan_at == kNever &&
         std::ranges::all_of(tension.times, [&](const ArmTime& each) {
           return each.ahead[0] == Seconds{0} && each.clock.is_with_its_body(time);
         });
}

/// An arm that is put somewhere else, or was not looked at for a while, begins at rest.
bool goes_on_to(Tick tick, const body::Placement& placement, CharacterTension& tension) {
  const bool goes_on = tension.last.index + 1 == tick.index && tension.placement == placement;
  tension.last = tick;
  tension.placement = placement;
  return goes_on;
}

/// Too slow for anybody to see that it moves.
bool stands_still(const dynamics::TrackedArm& arm) {
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

MassTrackers::MassTrackers(TickRate rate) : rate_(rate), lanes_(std::make_unique<Lanes>()) {}

void MassTrackers::add(const TickContext&, const Filtered& character) {
  const body::Body& body = *character.row.cast->body;
  CharacterState& state = character.row.state;
  CharacterTension& tension = state.tension.front();
  const auto shown = static_cast<float>(trackers_shown(state));
  const bool goes_on = goes_on_to(character.tick, state.placement, tension) && shown > 0;
  dynamics::FollowJob::Character followed{.shown = character.shown};
  for (std::size_t i = 0; i < body::kSides.size(); ++i) {
    std::optional<dynamics::ArmTension>& arm = tension.arms[i];
    dynamics::bring_to(character.tick, rate_, body, body::kSides[i], arm);
    if (!arm) continue;
    if (!goes_on) dynamics::begin_anew(arm->tracked);
    if (static_cast<float>(arm->frame) != arm->tracked.frame) {
      dynamics::change_frame(body, character.shown, body::kSides[i], rate_.step(), arm->frame,
                             arm->tracked);
    }
    arm->tracked.share *= shown;
    followed.arms[i] = &arm->tracked;
  }
  if (has_none(rate_.time_of(character.tick), tension)) {
    state.tension.clear();
  } else if (!has_no_arm(tension) && shown > 0) {
    take_up(body, followed);
  }
}

void MassTrackers::take_up(const body::Body& body,
                           const dynamics::FollowJob::Character& character) {
  if (lanes_->bodies[count_] != &body) {
    lanes_->bodies[count_] = &body;
    dynamics::put(body, count_, lanes_->bones);
  }
  lanes_->characters[count_++] = character;
}

void MassTrackers::finish() {
  if (count_ == 0) return;
  dynamics::FollowJob{std::span(lanes_->characters.data(), count_), &lanes_->bones, rate_.step(),
                      &lanes_->scratch}
      .run();
  count_ = 0;
}

bool MassTrackers::rests(const CharacterState& state, const dynamics::Memory*) const {
  if (state.tension.empty()) return true;
  const CharacterTension& tension = state.tension.front();
  if (rate_.between(tension.last_busy, tension.last) >= kSwingMax) return true;
  return std::ranges::all_of(tension.arms,
                             [](const auto& arm) { return !arm || stands_still(arm->tracked); });
}

}  // namespace kine
