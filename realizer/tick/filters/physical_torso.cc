#include "realizer/tick/filters/physical_torso.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/dynamics/physical/eyes.h"
#include "realizer/tick/filters/asked_muscles.h"
#include "realizer/tick/filters/muscle_tensions.h"
#include "realizer/tick/filters/wanted.h"

namespace kine {
namespace {

using dynamics::physical::Torso;

/// Muscles let go of a pose in this time, and take over what mass trackers did.
constexpr Seconds kLetGo{0.3};

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

/// The first of the blocks that play and ask for muscles; null where none does.
const PlayingBlock* find_asking(const CharacterState& state) {
  const auto asks = [](const PlayingBlock& each) { return each.block->muscles != nullptr; };
  const auto found = std::ranges::find_if(state.blocks, asks);
  return found == state.blocks.end() ? nullptr : &*found;
}

void warn(const TickContext& context, const Filtered& character, std::string message) {
  const PlayingBlock* const asking = find_asking(character.row.state);
  if (asking == nullptr) return;
  say(context, character.row, *asking, character.tick, FeedbackKind::Warning, asking->block->id);
  context.said.feedback.back().message = std::move(message);
}

}  // namespace

bool PhysicalTorso::wants(const CharacterState& state) const {
  return !state.physical.empty() || wants_muscles(state);
}

Torso& PhysicalTorso::torso_of(const CharacterRow& row) {
  const std::shared_ptr<const body::Body>& body = row.cast->body;
  const auto known = std::ranges::find(torsos_, body, &Made::body);
  if (known != torsos_.end()) return *known->torso;
  std::erase_if(torsos_, [](const Made& each) { return each.body.use_count() == 1; });
  torsos_.push_back({body, std::make_unique<Torso>(row.state.physical.front().model)});
  return *torsos_.back().torso;
}

/// It begins anew where it was not there in the last tick.
PhysicalBody& PhysicalTorso::take_up(const Filtered& character) {
  PhysicalMemory& memory = character.row.state.physical;
  const bool goes_on = !memory.empty() && memory.front().last.index + 1 == character.tick.index;
  if (!goes_on) {
    const CharacterState& state = character.row.state;
    auto model = memory.empty() ? asked_muscles(state) : memory.front().model;
    memory.assign(1, {.model = std::move(model), .placement = state.placement});
  }
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
  character.row.state.physical.assign(1, {.refused = true});
  warn(context, character,
       std::to_string(kPhysicalMax) +
           " characters move by their muscles already, so this one moves as planned");
}

void PhysicalTorso::add(const TickContext& context, const Filtered& character) {
  CharacterState& state = character.row.state;
  const bool full = is_full(character.tick);
  const bool is_new = state.physical.empty();
  if (is_new && full) return refuse(context, character);
  if (!is_new && state.physical.front().refused) {
    if (!wants_muscles(state)) state.physical.clear();
    return;
  }
  ++moved_;
  PhysicalBody& body = take_up(character);
  Torso& torso = torso_of(character.row);
  forces_.find(state, character.tick, rate_);
  hear(state, character.tick, rate_, is_new ? News::SinceStart : News::OfTick, body.heard);
  auto tensions = tensions_at(context, state, character.tick, body.heard);
  if (forces_.expects()) ease_bracing(tensions);
  if (forces_.braces()) brace(tensions);
  const dynamics::physical::TorsoTick tick{.wanted = body.wanted,
                                           .from = std::exchange(body.placement, state.placement),
                                           .to = state.placement,
                                           .tensions = tensions,
                                           .step = rate_.step(),
                                           .pushes = forces_.pushes(),
                                           .loads = forces_.loads()};
  body.loads = tick.loads;
  if (is_new) return;  // as it is wanted

  if (forces_.leaves_out() && !std::exchange(body.told_of_pushes, true)) {
    warn(
        context, character,
        "more than " + std::to_string(kPushesAtOnceMax) + " pushes at once: the others do nothing");
  }
  advance(context, character, torso, body, tick);
  show(character, torso, body);
  if (body.share == 0) state.physical.clear();
}

void PhysicalTorso::advance(const TickContext& context, const Filtered& character, Torso& torso,
                            PhysicalBody& body, const dynamics::physical::TorsoTick& tick) {
  if (!body.torso) {
    body.torso = torso.begin(tick);
  } else if (!torso.advance(tick, *body.torso)) {
    body.torso->engine.velocities.fill(0);  // from the last good pose, at rest
    body.torso->engine.warm_start.fill(0);
    if (std::exchange(body.told_of_numbers, true)) return;
    warn(context, character,
         "the numbers of its muscles went wrong, so they go on from the last good pose: weaker "
         "pushes, or fewer of them, may help");
  }
}

void PhysicalTorso::show(const Filtered& character, const Torso& torso, PhysicalBody& body) {
  dynamics::Rotations& shown = *character.shown.parent_from_joint;
  const dynamics::Rotations wanted = shown;
  torso.show(*body.torso, character.shown);
  const double step = rate_.step() / kLetGo;
  const double change = wants_muscles(character.row.state) ? step : -step;
  body.share = std::clamp(body.share + change, 0.0, 1.0);
  body.taken_over = std::clamp(body.taken_over + change, 0.0, 1.0);
  if (body.share < 1) {
    const double eased = body.share * body.share * (3 - 2 * body.share);
    ease(wanted, eased, shown);
  }
  dynamics::physical::keep_gaze(*character.row.cast->body, wanted, shown);
}

bool PhysicalTorso::rests(const CharacterState& state, const dynamics::Memory*) const {
  return state.physical.empty() || muscles_stay(state);
}

}  // namespace kine
