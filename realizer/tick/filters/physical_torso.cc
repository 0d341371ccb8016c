#include "realizer/tick/filters/physical_torso.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/tick/filters/wanted.h"

namespace kine {
namespace {

using dynamics::physical::Torso;
using dynamics::physical::TorsoTensions;

/// What does not say how tense it is, is as firm as the stroke of a neutral arm.
constexpr Tension kUsualTension{.rest_error_m = 0.01, .zeta = 0.7};

/// Muscles let go of a pose in this time.
constexpr Seconds kLetGo{0.3};

TorsoTensions tensions_at(const TickContext& context, const CharacterState& state, Tick tick) {
  TorsoTensions tensions{.trunk = kUsualTension, .arms = {kUsualTension, kUsualTension}};
  for (const body::Side side : body::kSides) {
    const auto asked = tensions_of(context, state, body::arm_chain(side).upper_arm, tick);
    if (!asked) continue;
    Tension& tension = tensions.arms[static_cast<std::size_t>(side)];
    tension.rest_error_m =
        std::lerp(asked->from.rest_error_m, asked->to.rest_error_m, asked->share);
    tension.zeta = std::lerp(asked->from.zeta, asked->to.zeta, asked->share);
  }
  return tensions;
}

Quat rotation_in(const dynamics::Rotations& rotations, std::size_t joint) {
  const auto& [x, y, z, w] = rotations[joint];
  return normalized({x, y, z, w});
}

/// The share of the way from the wanted pose to that of the muscles.
void ease(const dynamics::Rotations& wanted, double share, dynamics::Rotations& shown) {
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i] == wanted[i]) continue;
    const Quat q = slerp(rotation_in(wanted, i), rotation_in(shown, i), share);
    shown[i] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                static_cast<float>(q.w)};
  }
}

}  // namespace

bool PhysicalTorso::wants(const CharacterState& state) const {
  return !state.physical.empty() || wants_muscles(state);
}

Torso* PhysicalTorso::torso_of(const std::shared_ptr<const body::Body>& body) {
  const auto known = std::ranges::find(torsos_, body, &Made::body);
  if (known != torsos_.end()) return known->torso.get();
  std::erase_if(torsos_, [](const Made& each) { return each.body.use_count() == 1; });
  auto made = Torso::make(*body);
  torsos_.push_back({body, made ? *std::move(made) : nullptr});
  return torsos_.back().torso.get();
}

/// It begins anew where it was not there in the last tick.
PhysicalBody& PhysicalTorso::take_up(const Filtered& character) {
  PhysicalMemory& memory = character.row.state.physical;
  const bool goes_on = !memory.empty() && memory.front().last.index + 1 == character.tick.index;
  if (!goes_on) memory.assign(1, {.placement = character.row.state.placement});
  memory.front().wanted.advance_to(character.shown);
  memory.front().last = character.tick;
  return memory.front();
}

bool PhysicalTorso::is_full(Tick tick) {
  if (tick != tick_) {
    before_ = tick_.index + 1 == tick.index ? moved_ : 0;
    moved_ = 0;
    tick_ = tick;
  }
  return std::max(before_, moved_) >= kPhysicalMax;
}

void PhysicalTorso::refuse(const TickContext& context, const Filtered& character) {
  CharacterState& state = character.row.state;
  state.physical.assign(1, {.refused = true});
  const auto asks = [](const PlayingBlock& each) {
    return each.block->dynamics != script::Dynamics::None;
  };
  const auto asking = std::ranges::find_if(state.blocks, asks);
  if (asking == state.blocks.end()) return;
  say(context, character.row, *asking, character.tick, FeedbackKind::Warning, asking->block->id);
  context.said.feedback.back().message =
      std::to_string(kPhysicalMax) +
      " characters move by their muscles already, so this one moves as planned";
}

void PhysicalTorso::add(const TickContext& context, const Filtered& character) {
  CharacterState& state = character.row.state;
  Torso* const torso = torso_of(character.row.cast->body);
  if (torso == nullptr) return;
  const bool full = is_full(character.tick);
  const bool is_new = state.physical.empty();
  if (is_new && full) return refuse(context, character);
  if (!is_new && state.physical.front().refused) {
    if (!wants_muscles(state)) state.physical.clear();
    return;
  }
  ++moved_;
  PhysicalBody& body = take_up(character);
  const dynamics::physical::TorsoTick tick{.wanted = body.wanted,
                                           .from = std::exchange(body.placement, state.placement),
                                           .to = state.placement,
                                           .tensions = tensions_at(context, state, character.tick),
                                           .step = rate_.step()};
  if (is_new) return;  // as it is wanted

  if (!body.torso) {
    body.torso = torso->begin(tick);
  } else if (!torso->advance(tick, *body.torso)) {
    body.torso->engine.velocities.fill(0);  // numbers went wrong: from the last good pose, at rest
    body.torso->engine.warm_start.fill(0);
  }
  const dynamics::Rotations wanted = *character.shown.parent_from_joint;
  torso->show(*body.torso, character.shown);
  const double let_go = rate_.step() / kLetGo;
  body.share = wants_muscles(state) ? std::min(body.share + let_go, 1.0)
                                    : std::max(body.share - let_go, 0.0);
  if (body.share == 1) return;
  const double eased = body.share * body.share * (3 - 2 * body.share);
  ease(wanted, eased, *character.shown.parent_from_joint);
  if (body.share == 0) state.physical.clear();
}

bool PhysicalTorso::rests(const CharacterState& state, const dynamics::Memory*) const {
  return state.physical.empty();
}

}  // namespace kine
