#include "server/session_log/row_player.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/prepare/look_targets.h"
#include "server/base/limits.h"
#include "server/session_log/session_rows.h"

namespace kine::server {
namespace {

/// Inputs between two rows of ticks.
constexpr std::size_t kInputsWaitingMax = kMailboxInputsMax * kTicksPerRow;

/// Characters that were given an id and did not come after all, in a row.
constexpr std::uint32_t kIdsLeftOutMax = 100'000;

Error unsound_row(std::string what) { return {ErrorCode::OutOfRange, std::move(what)}; }

bool is_fade(Seconds fade) { return fade >= Seconds{0} && fade <= kBlockLengthMax; }

}  // namespace

RowPlayer::RowPlayer(const HeadRow& head, LoggedPreparations& preparations, ReplayedScene scene,
                     Options options)
    : preparations_(preparations),
      scene_(std::move(scene)),
      options_(std::move(options)),
      body_language_(head.body_language.value_or("")),
      last_id_(static_cast<std::uint32_t>(head.characters.size())) {}

Result<Done> RowPlayer::take(LogLine line, std::uint64_t number) {
  stamp_ = std::move(line.stamp);
  line_ = number;
  return std::visit([&](auto& row) { return take(row); }, line.row);
}

void RowPlayer::go_on_behind(Tick tick, BlockId block, ClientId client) {
  replayed_.last = tick;
  replayed_.last_block = block;
  replayed_.last_client = client;
}

Result<Done> RowPlayer::take(TicksRow& row) {
  for (const std::string& hash : row.hashes) {
    const Tick tick{row.first.index++};
    if (replayed_.last && tick <= *replayed_.last) return unsound_row("a tick that was already");
    if (options_.ticks_without_row == TicksWithoutRow::AreRun) {
      if (auto done = run_before(tick); !done) return done.error();
    }
    const auto output = run(tick);
    if (!output) return output.error();
    compare(**output, hash);
    if (replayed_.differs && options_.at_difference == AtDifference::Stop) return Done{};
  }
  return Done{};
}

Result<Done> RowPlayer::take(ResumeRow& row) {
  replayed_.last_client = std::max(replayed_.last_client, row.client);
  if (scene_.on_named) scene_.on_named(row);
  return Done{};
}

template <class Row>
requires std::constructible_from<InputRow, Row> Result<Done> RowPlayer::take(Row& row) {
  if (waiting_.size() == kInputsWaitingMax) {
    return Error{ErrorCode::LimitExceeded,
                 "past inputs_waiting_max of " + std::to_string(kInputsWaitingMax)};
  }
  waiting_.push_back({.tick = stamp_.tick, .line = line_, .row = std::move(row)});
  return Done{};
}

/// The ticks of inputs that wait; those before `end`, or all.
Result<Done> RowPlayer::run_before(std::optional<Tick> end) {
  while (!waiting_.empty() && (!end || waiting_.front().tick < *end)) {
    const auto output = run(waiting_.front().tick);
    if (!output) return output.error();
  }
  return Done{};
}

/// What waits for this tick.
Result<std::vector<Input>> RowPlayer::inputs_of(Tick tick) {
  std::vector<Input> inputs;
  while (!waiting_.empty() && waiting_.front().tick <= tick) {
    const Waiting& waiting = waiting_.front();
    auto done = waiting.tick == tick
                    ? std::visit([&](const auto& row) { return put(row, inputs); }, waiting.row)
                    : unsound_row("its tick is in no row of ticks");
    if (!done) {
      Error error = done.error();
      if (error.where.line == 0) error.where = {static_cast<std::uint32_t>(waiting.line), 1};
      error.message = "at tick " + std::to_string(tick.index) + ": " + error.message;
      return error;
    }
    waiting_.pop_front();
  }
  return inputs;
}

Result<std::shared_ptr<TickOutput>> RowPlayer::run(Tick tick) {
  const auto inputs = inputs_of(tick);
  if (!inputs) return inputs.error();
  auto output = scene_.shards.advance_to(tick, *inputs, {});
  replayed_.last = tick;
  take_in(*output);
  if (scene_.after_tick) scene_.after_tick(*inputs, output);
  return output;
}

void RowPlayer::compare(const TickOutput& output, const std::string& hash) {
  ++replayed_.ticks;
  if (hash_of_frames(output) == hash) {
    ++replayed_.equal;
  } else if (!replayed_.differs) {
    replayed_.differs = Replayed::Difference{.tick = output.tick, .line = line_};
  }
}

void RowPlayer::take_in(const TickOutput& output) {
  std::map<BlockId, std::uint64_t> replanned;
  for (const Replanned& each : output.replanned) {
    preparations_.go_on(each.id, output.tick, replanned[each.id]++, each.block);
  }
  for (const Feedback& feedback : output.feedback) {
    if (!is_last_word(feedback)) continue;
    live_.erase(feedback.block);
    preparations_.forget(feedback.block);
  }
}

Result<Done> RowPlayer::put(const PlayRow& row, std::vector<Input>& inputs) {
  if (!live_.insert(row.id).second) {
    return unsound_row("block '" + std::to_string(row.id.value) + "' plays already");
  }
  const auto block = preparations_.play(row.block, row.id);
  if (!block) return block.error();
  if (!scene_.targets.expect((*block)->targets)) {
    return Error{ErrorCode::LimitExceeded, past("set_targets_max", kSetTargetsMax)};
  }
  const PlayBlock play{.character = row.character,
                       .id = row.id,
                       .client = row.client,
                       .block = *block,
                       .zero = row.zero,
                       .planned_zero = row.planned_zero};
  if (scene_.before_play) {
    scene_.before_play(play, preparations_.script_of(row.block), replayed_.last.value_or(Tick{}));
  }
  inputs.emplace_back(play);
  ++replayed_.blocks;
  replayed_.last_block = std::max(replayed_.last_block, row.id);
  replayed_.last_client = std::max(replayed_.last_client, row.client);
  return Done{};
}

Result<Done> RowPlayer::put(const Interrupt& row, std::vector<Input>& inputs) {
  if (!is_fade(row.fade)) return unsound_row("a fade that is none");
  inputs.emplace_back(row);
  return Done{};
}

Result<Done> RowPlayer::put(const SetTarget& row, std::vector<Input>& inputs) {
  const std::string reason = reason_not_to_set(row.name, {});
  if (!reason.empty()) return unsound_row(reason);
  for (const double each : {row.point_m.x, row.point_m.y, row.point_m.z}) {
    if (!(std::abs(each) <= kPositionMax_m)) return unsound_row("a target too far away");
  }
  if (!is_fade(row.over)) return unsound_row("a way of a target that is none");
  if (!scene_.targets.add(row.name, row.point_m)) {
    return Error{ErrorCode::LimitExceeded, past("set_targets_max", kSetTargetsMax)};
  }
  inputs.emplace_back(row);
  return Done{};
}

Result<Done> RowPlayer::put(const SetTension& row, std::vector<Input>& inputs) {
  const plan::TensionChange& change = row.change;
  const bool is_sound = change.arms != plan::ArmSet::None && is_fade(change.over) &&
                        is_fade(change.at) && (!change.tension || valid(*change.tension)) &&
                        (change.tension || change.over > Seconds{0});
  if (!is_sound) return unsound_row("a tension that nobody can set");
  inputs.emplace_back(row);
  return Done{};
}

Result<Done> RowPlayer::put(const SetFace& row, std::vector<Input>& inputs) {
  constexpr float kMost = 1.5F;
  const bool is_sound =
      is_fade(row.change.over) &&
      std::ranges::all_of(row.change.channels, [](float w) { return w >= 0 && w <= kMost; });
  if (!is_sound) return unsound_row("a face that nobody can set");
  inputs.emplace_back(row);
  return Done{};
}

Result<Done> RowPlayer::put(const SetPosture& row, std::vector<Input>& inputs) {
  const bool is_sound = is_fade(row.change.over) && body::valid(row.change.offsets);
  if (!is_sound) return unsound_row("a posture that nobody can set");
  inputs.emplace_back(row);
  return Done{};
}

Result<Done> RowPlayer::put(const DynamicsRow& row, std::vector<Input>& inputs) {
  SetDynamics set{.character = row.character, .muscles = {}};
  if (row.dynamics != script::Dynamics::None) {
    const auto entry = scene_.roster.find(row.character);
    if (!entry) return unsound_row("no character is '" + std::to_string(row.character.value) + "'");
    auto muscles = scene_.muscle_models.model_of(entry->cast->body, row.dynamics);
    if (!muscles) return muscles.error();
    set.muscles = *std::move(muscles);
  }
  inputs.emplace_back(std::move(set));
  return Done{};
}

Result<Done> RowPlayer::put(const PushJoint& row, std::vector<Input>& inputs) {
  if (!valid(row.push)) return unsound_row("a push that nobody can give");
  inputs.emplace_back(row);
  return Done{};
}

Result<Done> RowPlayer::put(const SetLoad& row, std::vector<Input>& inputs) {
  if (!valid(row.load)) return unsound_row("a load that nobody can set");
  inputs.emplace_back(row);
  return Done{};
}

Result<Done> RowPlayer::put(const JoinRow& row, std::vector<Input>& inputs) {
  const auto cast = preparations_.cast(row.cast);
  if (!cast) return cast.error();
  if (row.character.value <= last_id_ || row.character.value - last_id_ > kIdsLeftOutMax) {
    return unsound_row("no next character is '" + std::to_string(row.character.value) + "'");
  }
  for (;;) {
    const auto entry = scene_.roster.join(*cast, kCharactersMax);
    if (!entry) return entry.error();
    last_id_ = (*entry)->id.value;
    if ((*entry)->id == row.character) break;
    scene_.roster.take_back((*entry)->id);
    if (last_id_ > row.character.value) return unsound_row("the character was there already");
  }
  inputs.emplace_back(Join{.character = row.character, .cast = *cast, .life = row.life});
  return Done{};
}

Result<Done> RowPlayer::put(const Leave& row, std::vector<Input>& inputs) {
  const auto entry = scene_.roster.find(row.character);
  if (!entry) return unsound_row("no character is '" + std::to_string(row.character.value) + "'");
  const auto leaving = scene_.roster.leave(entry->cast->name);
  if (!leaving) return leaving.error();
  if ((*leaving)->id != row.character) return unsound_row("another character leaves");
  inputs.emplace_back(row);
  return Done{};
}

Result<Done> RowPlayer::put(const HearRow& row, std::vector<Input>& inputs) {
  if (options_.repertoire == nullptr || options_.repertoire->name != body_language_) {
    return unsound_row("the session had the body language " + quoted(body_language_) +
                       "; name its file with --model");
  }
  const bool is_sound =
      row.heard.symbol < gesture::kSymbols && row.heard.context < gesture::kContexts &&
      std::isfinite(row.heard.known_s) && std::isfinite(row.heard.next_peak_s.value_or(0));
  if (!is_sound) {
    return unsound_row("a symbol, a context or a time that nobody can hear");
  }
  inputs.emplace_back(HearSpeech{
      .character = row.character, .repertoire = options_.repertoire, .heard = row.heard});
  return Done{};
}

/// One that came too late does nothing.
Result<Done> RowPlayer::put(const ReplanRow& row, std::vector<Input>& inputs) {
  if (!live_.contains(row.id) || !row.before || !row.next) return Done{};
  auto before = preparations_.find(*row.before);
  const auto next = preparations_.play(*row.next, row.id);
  if (!next) return next.error();
  if (!before) return unsound_row("no row before it has its block");
  inputs.emplace_back(Replan{.character = row.character,
                             .id = row.id,
                             .from = row.from,
                             .before = std::move(before),
                             .next = *next});
  return Done{};
}

}  // namespace kine::server
