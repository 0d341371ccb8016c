#include "realizer/tick/filters/physical_torso.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/dynamics/physical/eyes.h"
#include "realizer/tick/filters/muscle_tensions.h"
#include "realizer/tick/filters/wanted.h"

namespace kine {
namespace {

using dynamics::physical::Torso;

/// Muscles let go of a pose in this time, and take over what mass trackers did.
constexpr Seconds kLetGo{0.3};

// A body that fell rests for a moment, goes over to the stance from which it gets up, and rolls on
// its back for that where it fell on its face.
constexpr Seconds kRests{0.5};
constexpr Seconds kFallsAtMost{5};
constexpr Seconds kLiesStill{0.5};
constexpr Seconds kRollsOver{1.2};

/// In this time a foot comes beside the one that stepped.
constexpr Seconds kStepsTogether{0.5};

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

/// The farther a pose is from the wanted one, the longer muscles take to let go of it.
Seconds lets_go_in(const dynamics::Rotations& wanted, const dynamics::Rotations& shown) {
  constexpr double kEasily_rad_s = 1;
  double farthest_rad = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i] == wanted[i]) continue;
    farthest_rad =
        std::max(farthest_rad, angle_between(rotation_in(wanted, i), rotation_in(shown, i)));
  }
  return std::max(kLetGo, Seconds(farthest_rad / kEasily_rad_s));
}

/// The first of the blocks that play and ask for muscles; null where none does.
const PlayingBlock* find_asking(const CharacterState& state) {
  const auto asks = [](const PlayingBlock& each) { return each.block->muscles != nullptr; };
  const auto found = std::ranges::find_if(state.blocks, asks);
  return found == state.blocks.end() ? nullptr : &*found;
}

/// Whether a tension of one of them predicts.
bool predict(const dynamics::physical::JointTensions& tensions) {
  return std::ranges::any_of(tensions, &dynamics::physical::JointTension::predicts);
}

/// Where movements of joints come from and lead to.
dynamics::physical::JointWays ways_of(const TickContext& context, const Filtered& character) {
  dynamics::physical::JointWays ways;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (!plan::muscles().contains(body::joint_at(i))) continue;
    const auto movement = movement_of(context, character.row, body::joint_at(i), character.tick);
    if (movement) ways[i] = {movement->from, movement->to, movement->share};
  }
  return ways;
}

bool moves_legs(const ActiveSegment& active) {
  return active.contents.solved == pose::Solved::Ground;
}

/// Whether legs are free to carry the body: nothing walks, turns or sits.
bool stands_free(const CharacterState& state) {
  return std::ranges::none_of(state.segments, moves_legs) && state.stance == pose::Bends{};
}

/// It gets up from where it fell: nobody asked for that.
bool gets_up(const CharacterState& state) {
  return std::ranges::any_of(state.segments, [](const ActiveSegment& active) {
    return moves_legs(active) && active.block >= kFirstProducedBlock && !is_unheard(active.block);
  });
}

void warn(const TickContext& context, const Filtered& character, std::string message) {
  const PlayingBlock* const asking = find_asking(character.row.state);
  if (asking == nullptr) return;
  say(context, character.row, *asking, character.tick, FeedbackKind::Warning, asking->block->id);
  context.said.feedback.back().message = std::move(message);
}

/// As it was shown in the last tick, and where, so that its speed is known.
void see_last(const Scene& scene, CharacterId id, PhysicalBody& body) {
  scene.for_each_frame([&](const Frame& frame, const body::Body&) {
    if (frame.character != id) return;
    dynamics::Rotations rotations = frame.parent_from_joint;
    std::array<float, 3> hips_m = frame.hips_m;
    body.wanted.advance_to({&rotations, &hips_m});
    body.placement = {.position_m = {frame.root[0], frame.root[1], frame.root[2]},
                      .heading_rad = 2 * std::atan2(double{frame.root[4]}, double{frame.root[6]})};
  });
}

/// No person turns a joint faster: a pose that a script begins with is there in one tick.
bool has_jumped(const dynamics::WantedMotion& wanted, Seconds step) {
  constexpr double kFast_rad_s = 20;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (length(wanted.velocity_rad_s(body::joint_at(i), step)) > kFast_rad_s) return true;
  }
  return false;
}

}  // namespace

bool PhysicalTorso::wants(const CharacterState& state) const {
  return !state.physical.empty() || knows_muscles(state);
}

Torso& PhysicalTorso::torso_of(const CharacterRow& row) {
  const std::shared_ptr<const body::Body>& body = row.cast->body;
  const auto& model = row.state.physical.front().model;
  const auto fits = [&](const Made& each) {
    return each.body == body && each.stands == model->figure.stands;
  };
  const auto known = std::ranges::find_if(torsos_, fits);
  if (known != torsos_.end()) return *known->torso;
  std::erase_if(torsos_, [](const Made& each) { return each.body.use_count() == 1; });
  torsos_.push_back({body, model->figure.stands, std::make_unique<Torso>(model)});
  return *torsos_.back().torso;
}

/// It begins anew where it was not there in the last tick.
PhysicalBody& PhysicalTorso::take_up(const Scene& scene, const Filtered& character,
                                     const AskedMuscles& asked) {
  PhysicalMemory& memory = character.row.state.physical;
  const bool goes_on = !memory.empty() && memory.front().last.index + 1 == character.tick.index;
  if (!goes_on) {
    const CharacterState& state = character.row.state;
    auto model = memory.empty() ? asked.model : memory.front().model;
    memory.assign(1, {.model = std::move(model), .placement = state.placement});
    see_last(scene, character.row.id, memory.front());
  }
  PhysicalBody& body = memory.front();
  const bool gets_legs = asked.stands && !body.model->figure.stands;
  if (gets_legs) body.model = asked.model;  // its joints begin with those of a torso
  body.wanted.advance_to(character.shown);
  if (!goes_on && has_jumped(body.wanted, rate_.step())) {
    body.wanted = {};
    body.wanted.advance_to(character.shown);
    body.placement = character.row.state.placement;
  }
  body.last = character.tick;
  return body;
}

bool PhysicalTorso::is_full(Tick tick) {
  if (tick != tick_) {
    before_ = tick_.index + 1 == tick.index ? moved_ : 0;
    moved_ = 0;
    tick_ = tick;
  }
  return std::max(before_, moved_) >= most_;
}

void PhysicalTorso::refuse(const TickContext& context, const Filtered& character) {
  character.row.state.physical.assign(1, {.refused = true});
  warn(context, character,
       std::to_string(most_) +
           " characters move by their muscles already, so this one moves as planned");
}

void PhysicalTorso::add(const TickContext& context, const Filtered& character) {
  CharacterState& state = character.row.state;
  const AskedMuscles asked = asked_muscles(state, character.tick, rate_);
  const bool is_new = state.physical.empty();
  if (is_new && asked.model == nullptr) return;
  const bool full = is_full(character.tick);
  if (is_new && full) return refuse(context, character);
  if (!is_new && state.physical.front().refused) {
    if (asked.model == nullptr) state.physical.clear();
    return;
  }
  ++moved_;
  PhysicalBody& body = take_up(context.scene, character, asked);
  Torso& torso = torso_of(character.row);
  forces_.find(state, character.tick, rate_);
  forces_.add_touch(context.scene, character.row.id);
  hear(state, character.tick, rate_, is_new ? News::SinceStart : News::OfTick, body.heard);
  auto tensions = tensions_at(context, state, character.tick, body.heard);
  if (forces_.expects()) ease_bracing(tensions);
  if (forces_.braces()) brace(tensions);
  std::optional<dynamics::physical::JointWays> ways;
  if (predict(tensions.to)) ways = ways_of(context, character);
  const bool fell = body.torso && body.torso->fall.has_begun();
  const bool carries_on = body.torso && body.torso->is_unsettled();
  const bool stands = (asked.stands || carries_on) && stands_free(state) && !body.steps_together;
  const dynamics::physical::TorsoTick tick{
      .wanted = body.wanted,
      .from = std::exchange(body.placement, state.placement),
      .to = state.placement,
      .tensions = tensions.to,
      .left_tensions = &tensions.from,
      .step = rate_.step(),
      .ways = ways ? &*ways : nullptr,
      .pushes = forces_.pushes(),
      .loads = forces_.loads(),
      .may_sleep = !ways && forces_.pushes().empty() && forces_.loads() == body.loads,
      .stands = stands,
      .leaves_after = fell ? kLiesStill : Seconds{0},
      .leaves_over = fell                  ? kRollsOver
                     : body.steps_together ? kStepsTogether
                                           : kLetGo};
  body.loads = tick.loads;
  if (!body.torso) {
    body.torso = torso.begin(tick);
    return;  // as it is wanted
  }

  if (forces_.leaves_out() && !std::exchange(body.told_of_pushes, true)) {
    warn(
        context, character,
        "more than " + std::to_string(kPushesAtOnceMax) + " pushes at once: the others do nothing");
  }
  const bool comes_back = fell || (body.torso && body.torso->leaving) || gets_up(state);
  const bool lends_legs = asked.stands && !stands_free(state) && !comes_back;
  if (lends_legs && !std::exchange(body.told_of_legs, true)) {
    warn(context, character,
         "a walk, a turn or a stance has its legs, so muscles move only what is above them");
  }
  advance(context, character, torso, body, tick);
  lie_where_it_fell(body);
  stand_where_it_stepped(body);
  show(character, torso, asked.model != nullptr, body);
  if (body.share == 0) state.physical.clear();
}

void PhysicalTorso::advance(const TickContext& context, const Filtered& character, Torso& torso,
                            PhysicalBody& body, const dynamics::physical::TorsoTick& tick) {
  if (!torso.advance(tick, *body.torso)) {
    body.torso->engine.velocities.fill(0);  // from the last good pose, at rest
    body.torso->engine.warm_start.fill(0);
    if (std::exchange(body.told_of_numbers, true)) return;
    warn(context, character,
         "the numbers of its muscles went wrong, so they go on from the last good pose: weaker "
         "pushes, or fewer of them, may help");
  }
}

/// Once it has lain still for a while, it gets up from there.
void PhysicalTorso::lie_where_it_fell(PhysicalBody& body) {
  const dynamics::physical::Fall& fall = body.torso->fall;
  const bool lies = fall.resting_s > kRests.count() || fall.since_s > kFallsAtMost.count();
  if (lies && !body.gets_up) body.moves_place = true;
  body.gets_up = lies;
}

/// Once it has come to a stand, the foot that stepped last stays, and the other one comes to it.
void PhysicalTorso::stand_where_it_stepped(PhysicalBody& body) {
  using dynamics::physical::Stepping;
  const bool is_done = body.torso->stepping.phase == Stepping::Phase::Done;
  const bool has_come = !body.moves_place && !body.torso->leaving;
  if (body.steps_together && has_come) body.steps_together = false;
  if (!is_done || body.steps_together) return;
  body.steps_together = body.moves_place = true;
}

void PhysicalTorso::show(const Filtered& character, const Torso& torso, bool is_asked_for,
                         PhysicalBody& body) {
  dynamics::Rotations& shown = *character.shown.parent_from_joint;
  dynamics::Rotations wanted = shown;
  std::array<float, 3> wanted_hips_m = *character.shown.hips_m;
  torso.show(*body.torso, character.row.state.placement, character.shown);
  const bool is_on_its_way = body.torso->is_unsettled() || body.torso->leaving;
  const bool holds = is_asked_for || is_on_its_way;
  const double change = holds ? rate_.step() / kLetGo : -(rate_.step() / lets_go_in(wanted, shown));
  body.share = std::clamp(body.share + change, 0.0, 1.0);
  body.taken_over = std::clamp(body.taken_over + change, 0.0, 1.0);
  if (body.share < 1) {
    const double eased = body.share * body.share * (3 - 2 * body.share);
    ease(wanted, eased, shown);
    for (std::size_t i = 0; i < wanted_hips_m.size(); ++i) {
      float& now = (*character.shown.hips_m)[i];
      now = std::lerp(wanted_hips_m[i], now, static_cast<float>(eased));
    }
  }
  dynamics::physical::keep_gaze(*character.row.cast->body, {&wanted, &wanted_hips_m},
                                body.torso->planned_share(), character.shown);
}

bool PhysicalTorso::rests(const CharacterState& state, const dynamics::Memory*) const {
  if (state.physical.empty()) return true;
  const auto& torso = state.physical.front().torso;
  const bool is_on_its_way = torso && (torso->is_unsettled() || torso->leaving);
  return muscles_stay(state) && !is_on_its_way;
}

}  // namespace kine
