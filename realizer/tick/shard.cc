#include "realizer/tick/shard.h"

#include <algorithm>
#include <utility>

#include "realizer/cast/builtins.h"
#include "realizer/pose/character_kernels.h"
#include "realizer/tick/arm_clocks.h"
#include "realizer/tick/begin.h"
#include "realizer/tick/body_language.h"
#include "realizer/tick/entrance.h"
#include "realizer/tick/give_way.h"
#include "realizer/tick/interruption.h"
#include "realizer/tick/kinds/ground_kind.h"
#include "realizer/tick/kinds/kinds.h"
#include "realizer/tick/live_body.h"
#include "realizer/tick/produce.h"
#include "realizer/tick/publish.h"
#include "realizer/tick/replanning.h"
#include "realizer/tick/row_memory.h"
#include "realizer/tick/sample.h"
#include "realizer/tick/schedule.h"
#include "realizer/tick/solving/on_top.h"

namespace kine {
namespace {

/// Of the characters of a scene: those of the shard itself.
constexpr std::size_t kOwnGroup = 0;

/// Sync points of the blocks that are handed in: all of them may be due at once.
std::size_t sync_points_of(std::span<const Input> inputs) {
  constexpr std::size_t kRoomMax = 1 << 16;
  std::size_t points = 0;
  for (const Input& input : inputs) {
    const auto* const play = std::get_if<PlayBlock>(&input);
    if (play != nullptr && play->block) points += play->block->sync_points.size();
  }
  return std::min(points, kRoomMax);
}

/// Of the goal that is missed by most.
double miss_m(const Frame& frame, const body::Body& body,
              std::span<const motion::JointGoal> goals) {
  double most_m = 0;
  for (const motion::JointGoal& goal : goals) {
    const Vec3 at_m = find_in_character(frame, body, goal.joint, goal.offset_m);
    most_m = std::max(most_m, length(at_m - goal.at_m));
  }
  return most_m;
}

}  // namespace

Shard::Shard(TickRate rate, ShardNumber number, std::size_t physical_max)
    : Shard(rate, number, standard_filters(rate, physical_max)) {}

Shard::Shard(TickRate rate, ShardNumber number, FilterTable filters)
    : rate_(rate),
      number_(number),
      groups_(number.shards, kOwnGroup),
      filters_(std::move(filters)) {
  const std::size_t own = scene_.add_group();
  KINE_ASSERT(own == kOwnGroup);
}

void Shard::add_character(CharacterId id, std::shared_ptr<const Cast> cast,
                          const autonomy::LifeOptions& life) {
  scene_.add(kOwnGroup, id, cast);
  add_row(id, std::move(cast), life);
  Frame& frame = frames_.emplace_back();
  write_rows(*rows_.back().base, frame);
  publish(rows_.back(), Tick{}, frame);
  frames_before_.push_back(frame);
  presences_.push_back(presence_of(rows_.back()));
  presences_before_.push_back(presences_.back());
}

void Shard::advance_to(Tick tick, std::span<const Input> inputs) {
  begin_tick();
  for (const Input& input : inputs) {
    if (const auto* const join = std::get_if<Join>(&input)) welcome(tick, *join);
  }
  take_in(tick, inputs);
  scene_.advance(rate_.step());
  for (std::size_t i = 0; i < rows_.size(); ++i) move(i, tick);
  filters_.finish(context());
  measure_misses();
  pose::finish_streams();
  for (const Input& input : inputs) {
    if (const auto* const leave = std::get_if<Leave>(&input)) let_go(tick, leave->character);
  }
  std::erase_if(said_.feedback, [](const Feedback& each) { return is_unheard(each.block); });
}

/// Steps 2 to 8 of a tick (ARCHITECTURE.md, "A tick"), for one character.
void Shard::move(std::size_t index, Tick tick) {
  const TickContext context = this->context();
  CharacterRow& row = rows_[index];
  Frame& frame = frames_[index];
  std::array<Stretch, 5> ahead;

  end_pushes(tick, rate_, row.state);
  perform_speech(context, row, tick);
  keep_time(context, row, tick);  // 2
  schedule(context, row, tick);
  give_way(context, row, tick);
  plan_clocks(context, row, tick);

  produce(context, builtins().producers, row, tick);  // 3
  if (row.state.face || row.own_base) put_on_base(row, tick);

  sample_and_blend(context, row, tick, look_ahead(index, rows_, frames_, ahead), scratch_);  // 4, 5
  sample_relative(context, row.state, tick, scratch_);

  solve_pose({context, row, tick, scratch_});  // 6
  if (!row.state.segments.empty()) {
    autonomy::notice_turn(scratch_.pose, rate_.step(), row.state.life);
  }

  const dynamics::ShownPose shown = write_rows(lay_on_top(scratch_), frame);
  row.state.poses.push(scratch_.pose);
  filters_.add(context, row, tick, shown);  // 7

  publish(row, tick, frame);  // 8
  show_presence(index);
}

/// What the others see of the last tick stays as it is.
void Shard::begin_tick() {
  said_.clear();
  std::swap(frames_, frames_before_);
  std::swap(presences_, presences_before_);
  scene_.see(kOwnGroup, frames_before_, presences_before_);
  frames_.resize(rows_.size());
  presences_.resize(rows_.size());
}

/// Step 1: the mailbox, in the order of arrival.
void Shard::take_in(Tick tick, std::span<const Input> inputs) {
  // Memory that grows in steps is touched twice, and its first touch is what a burst costs.
  said_.feedback.reserve(sync_points_of(inputs));
  for (const Input& input : inputs) take(tick, input);
}

void Shard::take(Tick tick, const Input& input) {
  const TickContext context = this->context();
  const auto with_row = [&](CharacterId id, const auto& act) {
    if (CharacterRow* const row = find_row(id)) act(*row);
  };
  if (const auto* const play = std::get_if<PlayBlock>(&input)) {
    with_row(play->character, [&](CharacterRow& row) { enter(context, row, tick, *play); });
  } else if (const auto* const what = std::get_if<Interrupt>(&input)) {
    with_row(what->character, [&](CharacterRow& row) {
      interrupt(context, row, tick, *what);
      if (!what->block) end_body_language(context, row, tick, what->fade);
    });
  } else if (const auto* const planned = std::get_if<Replan>(&input)) {
    with_row(planned->character, [&](CharacterRow& row) { replan(row, tick, *planned); });
  } else if (const auto* const tension = std::get_if<SetTension>(&input)) {
    with_row(tension->character,
             [&](CharacterRow& row) { set_tension(context, row, tick, *tension); });
  } else if (const auto* const face = std::get_if<SetFace>(&input)) {
    with_row(face->character, [&](CharacterRow& row) {
      row.state.face =
          changed(row.state.face, face->change.channels, face->change.over, tick, rate_);
    });
  } else if (const auto* const posture = std::get_if<SetPosture>(&input)) {
    with_row(posture->character, [&](CharacterRow& row) {
      const PostureChange& change = posture->change;
      std::vector<LivePosture>& held = row.state.posture;
      const auto before = held.empty() ? std::nullopt : std::optional(held.front());
      held.assign(1, changed(before, change.offsets, change.over, tick, rate_));
      row.state.idle_amount = change.idle_amount;
    });
  } else if (const auto* const dynamics = std::get_if<SetDynamics>(&input)) {
    with_row(dynamics->character, [&](CharacterRow& row) { set_dynamics(*dynamics, row.state); });
  } else if (const auto* const push = std::get_if<PushJoint>(&input)) {
    with_row(push->character,
             [&](CharacterRow& row) { push_joint(*push, tick, rate_, row.state); });
  } else if (const auto* const load = std::get_if<SetLoad>(&input)) {
    with_row(load->character, [&](CharacterRow& row) { set_load(*load, row.state); });
  } else if (const auto* const heard = std::get_if<HearSpeech>(&input)) {
    with_row(heard->character, [&](CharacterRow& row) { hear_speech(*heard, tick, row.state); });
  } else if (const auto* const set = std::get_if<SetTarget>(&input)) {
    set_target(tick, *set);
  }  // Join came before all others, and Leave comes behind them.
}

void Shard::set_target(Tick tick, const SetTarget& set) {
  const std::size_t known = scene_.set_points().size();
  scene_.set(set.name, set.point_m, tick, set.over);
  if (scene_.set_points().size() != known) find_places_again();
}

/// The state alone says which, so that a rewind brings back the face as well.
void Shard::put_on_base(CharacterRow& row, Tick tick) {
  const std::optional<autonomy::Carriage>& carriage = row.state.life.carriage;
  const body::Body& body = *row.cast->body;
  if (!row.state.face && !carriage) {
    row.base = base_of(body);
    row.own_base.reset();
    return;
  }
  if (!row.own_base) {
    row.own_base = std::make_unique<pose::Pose>(*base_of(body));
    if (carriage) hang_arms(*carriage, body, *row.own_base);
    row.base = row.own_base.get();
  }
  const FaceWeights weights = row.state.face ? row.state.face->at(tick, rate_) : FaceWeights{};
  std::ranges::copy(weights, row.own_base->channels.begin());
}

/// Most stand where they stood: what is seen of them is written where it changes.
void Shard::show_presence(std::size_t index) {
  CharacterRow& row = rows_[index];
  if (find_ground(row.state) != nullptr) row.presences_to_write = kPresencesKept;
  if (row.presences_to_write == 0) return;
  --row.presences_to_write;
  presences_[index] = presence_of(row);
}

/// How far muscles let poses stay from what they are to reach, as the frames of this tick show it.
void Shard::measure_misses() {
  for (const PoseDue& due : said_.poses_due) {
    Feedback& feedback = said_.feedback[due.feedback];
    const CharacterRow* const row = find_row(feedback.character);
    const Frame& frame = frames_[static_cast<std::size_t>(row - rows_.data())];
    feedback.miss_m = miss_m(frame, *row->cast->body, due.block->sync_points[due.point].goals);
  }
}

/// Somebody has come or gone, so that everybody stands elsewhere in the row.
void Shard::show_presences_anew() {
  for (CharacterRow& row : rows_) row.presences_to_write = kPresencesKept;
}

CharacterRow* Shard::find_row(CharacterId id) {
  const auto found = std::ranges::lower_bound(places_, id, {}, &Place::id);
  return found == places_.end() || found->id != id ? nullptr : &rows_[found->row];
}

}  // namespace kine
