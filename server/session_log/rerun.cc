#include "server/session_log/rerun.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/prepare/look_targets.h"
#include "server/base/limits.h"
#include "server/scene/casts.h"
#include "server/scene/muscle_models.h"
#include "server/scene/roster.h"
#include "server/scene/set_targets.h"
#include "server/session_log/log_reader.h"
#include "server/session_log/logged_preparations.h"
#include "server/session_log/session_rows.h"
#include "server/ticks/shard_threads.h"

namespace kine::server {
namespace {

constexpr std::uint32_t kLoggedRateMax_hz = 1'000;

/// Inputs between two rows of ticks.
constexpr std::size_t kInputsWaitingMax = kMailboxInputsMax * kTicksPerRow;

/// Characters that were given an id and did not come after all, in a row.
constexpr std::uint32_t kIdsLeftOutMax = 100'000;

Error wrong_row(std::string what) { return {ErrorCode::OutOfRange, std::move(what)}; }

bool is_fade(Seconds fade) { return fade >= Seconds{0} && fade <= kBlockLengthMax; }

/// That of the operator there is all that scripts could name.
Result<Done> check_stock(const HeadRow& head, const pose::Clips& clips, const Stock& stock) {
  for (const LoggedClip& clip : head.clips) {
    const auto found = clips.find(clip.name);
    if (found == clips.end() || found->second->length() != clip.length) {
      return wrong_row("the session had the clip " + quoted(clip.name) +
                       "; name its folder with --clips");
    }
  }
  for (const std::string& gesture : head.gestures) {
    if (stock.own_gestures().contains(gesture)) continue;
    return wrong_row("the session had the gesture " + quoted(gesture) +
                     "; name its folder with --lexicon");
  }
  return Done{};
}

Result<std::vector<std::shared_ptr<const Cast>>> casts_of(
    const HeadRow& head, const ClipFolder& clips, const std::shared_ptr<const Stock>& stock) {
  std::vector<CharacterSpec> specs;
  for (const LoggedCast& cast : head.characters) {
    if (cast.cast != specs.size() + 1) {
      return wrong_row("characters in another order than counted");
    }
    specs.push_back({.name = cast.name, .body = cast.body, .placement = cast.place});
  }
  if (specs.empty() || specs.size() > kCharactersMax)
    return wrong_row("no characters, or too many");
  auto casts = make_casts(specs, clips, stock);
  if (!casts) return casts.error();
  for (const CharacterSpec& spec : specs) {
    // Looks at the name and the place.
    const auto sound = make_cast(spec, *casts->front(), body_known_by(*casts->front()), stock);
    if (!sound) return sound.error();
  }
  const auto checked = check_stock(head, *casts->front()->clips, *stock);
  if (!checked) return checked.error();
  return casts;
}

/// The server of a log, in counted time.
class Rerun {
 public:
  Rerun(const HeadRow& head, std::vector<std::shared_ptr<const Cast>> casts,
        std::shared_ptr<const Stock> stock, const RerunOptions& options, RerunReport& report)
      : rate_(head.tick_rate_hz),
        roster_(casts),
        preparations_(std::move(casts), std::move(stock), rate_, head.life.seed),
        shards_(roster_, rate_, options.shards, head.life,
                head.physical_max.value_or(kPhysicalMax)),
        repertoire_(options.repertoire),
        body_language_(head.body_language.value_or("")),
        report_(report),
        at_difference_(options.at_difference),
        last_id_(static_cast<std::uint32_t>(head.characters.size())) {}

  Result<Done> take(LogLine line, std::uint64_t number) {
    stamp_ = std::move(line.stamp);
    line_ = number;
    return std::visit([&](auto& row) { return take(row); }, line.row);
  }

 private:
  /// An input that waits for its tick.
  struct Waiting {
    Tick tick;
    std::uint64_t line = 0;
    InputRow row;
  };

  Result<Done> take(HeadRow&) { return Done{}; }
  Result<Done> take(CastRow& row) { return preparations_.add(row); }
  Result<Done> take(CompanyRow& row) { return preparations_.add(row); }
  Result<Done> take(SoundRow& row) { return preparations_.add(row); }
  Result<Done> take(PrepareRow& row) { return preparations_.add(std::move(row), line_); }
  Result<Done> take(MessageRow& row) {
    ++report_.messages;
    clients_.insert(row.client);
    report_.clients = clients_.size();
    return Done{};
  }
  Result<Done> take(GoneRow&) { return Done{}; }
  Result<Done> take(EndRow& row) {
    report_.end = row.reason;
    return Done{};
  }
  Result<Done> take(TicksRow& row) {
    for (const std::string& hash : row.hashes) {
      const Tick tick{row.first.index++};
      if (last_ && tick <= *last_) return wrong_row("a tick that was already");
      const auto done = run(tick, hash);
      if (!done) return done.error();
      if (report_.differs && at_difference_ == AtDifference::Stop) return Done{};
    }
    return Done{};
  }

  template <class Row>
  requires std::constructible_from<InputRow, Row> Result<Done> take(Row& row) {
    if (waiting_.size() == kInputsWaitingMax) {
      return Error{ErrorCode::LimitExceeded,
                   "past inputs_waiting_max of " + std::to_string(kInputsWaitingMax)};
    }
    waiting_.push_back({.tick = stamp_.tick, .line = line_, .row = std::move(row)});
    return Done{};
  }

  /// And compares its frames with those of the log.
  Result<Done> run(Tick tick, const std::string& hash) {
    std::vector<Input> inputs;
    while (!waiting_.empty() && waiting_.front().tick <= tick) {
      const Waiting& waiting = waiting_.front();
      auto done = waiting.tick == tick
                      ? std::visit([&](const auto& row) { return put(row, inputs); }, waiting.row)
                      : wrong_row("its tick is in no row of ticks");
      if (!done) {
        Error error = done.error();
        if (error.where.line == 0) error.where = {static_cast<std::uint32_t>(waiting.line), 1};
        error.message = "at tick " + std::to_string(tick.index) + ": " + error.message;
        return error;
      }
      waiting_.pop_front();
    }
    const auto output = shards_.advance_to(tick, inputs, {});
    last_ = tick;
    take_in(*output);
    ++report_.ticks;
    if (hash_of_frames(*output) == hash) {
      ++report_.equal;
    } else if (!report_.differs) {
      report_.differs = RerunReport::Difference{.tick = tick, .line = line_};
    }
    return Done{};
  }

  void take_in(const TickOutput& output) {
    for (const TargetMoved& moved : output.targets_moved) {
      [[maybe_unused]] const bool known = targets_.add(moved.set.name, moved.set.point_m);
    }
    std::map<BlockId, std::uint64_t> replanned;
    for (const Replanned& each : output.replanned) {
      preparations_.go_on(each.id, output.tick, replanned[each.id]++, each.block);
    }
    for (const Feedback& feedback : output.feedback) {
      if (!is_last_word(feedback)) continue;
      live_.erase(feedback.block);
      preparations_.forget(feedback.block);
    }
    for (const auto& entry : output.left) roster_.forget(entry->id);
  }

  Result<Done> put(const PlayRow& row, std::vector<Input>& inputs) {
    if (!live_.insert(row.id).second) {
      return wrong_row("block '" + std::to_string(row.id.value) + "' plays already");
    }
    const auto block = preparations_.play(row.block, row.id);
    if (!block) return block.error();
    if (!targets_.expect((*block)->targets)) {
      return Error{ErrorCode::LimitExceeded, past("set_targets_max", kSetTargetsMax)};
    }
    inputs.emplace_back(PlayBlock{.character = row.character,
                                  .id = row.id,
                                  .client = row.client,
                                  .block = *block,
                                  .zero = row.zero,
                                  .planned_zero = row.planned_zero});
    ++report_.blocks;
    return Done{};
  }

  Result<Done> put(const Interrupt& row, std::vector<Input>& inputs) {
    if (!is_fade(row.fade)) return wrong_row("a fade that is none");
    inputs.emplace_back(row);
    return Done{};
  }

  Result<Done> put(const SetTarget& row, std::vector<Input>& inputs) {
    const std::string reason = reason_not_to_set(row.name, {});
    if (!reason.empty()) return wrong_row(reason);
    for (const double each : {row.point_m.x, row.point_m.y, row.point_m.z}) {
      if (!(std::abs(each) <= kPositionMax_m)) return wrong_row("a target too far away");
    }
    if (!is_fade(row.over)) return wrong_row("a way of a target that is none");
    if (!targets_.add(row.name, row.point_m)) {
      return Error{ErrorCode::LimitExceeded, past("set_targets_max", kSetTargetsMax)};
    }
    inputs.emplace_back(row);
    return Done{};
  }

  Result<Done> put(const SetTension& row, std::vector<Input>& inputs) {
    const plan::TensionChange& change = row.change;
    const bool is_sound = change.arms != plan::ArmSet::None && is_fade(change.over) &&
                          is_fade(change.at) && (!change.tension || valid(*change.tension)) &&
                          (change.tension || change.over > Seconds{0});
    if (!is_sound) return wrong_row("a tension that nobody can set");
    inputs.emplace_back(row);
    return Done{};
  }

  Result<Done> put(const SetFace& row, std::vector<Input>& inputs) {
    constexpr float kMost = 1.5F;
    const bool is_sound =
        is_fade(row.change.over) &&
        std::ranges::all_of(row.change.channels, [](float w) { return w >= 0 && w <= kMost; });
    if (!is_sound) return wrong_row("a face that nobody can set");
    inputs.emplace_back(row);
    return Done{};
  }

  Result<Done> put(const SetPosture& row, std::vector<Input>& inputs) {
    const bool is_sound = is_fade(row.change.over) && body::valid(row.change.offsets);
    if (!is_sound) return wrong_row("a posture that nobody can set");
    inputs.emplace_back(row);
    return Done{};
  }

  Result<Done> put(const DynamicsRow& row, std::vector<Input>& inputs) {
    SetDynamics set{.character = row.character, .muscles = {}};
    if (row.dynamics != script::Dynamics::None) {
      const auto entry = roster_.find(row.character);
      if (!entry) return wrong_row("no character is '" + std::to_string(row.character.value) + "'");
      auto muscles = muscles_.model_of(entry->cast->body, row.dynamics);
      if (!muscles) return muscles.error();
      set.muscles = *std::move(muscles);
    }
    inputs.emplace_back(std::move(set));
    return Done{};
  }

  Result<Done> put(const PushJoint& row, std::vector<Input>& inputs) {
    if (!valid(row.push)) return wrong_row("a push that nobody can give");
    inputs.emplace_back(row);
    return Done{};
  }

  Result<Done> put(const SetLoad& row, std::vector<Input>& inputs) {
    if (!valid(row.load)) return wrong_row("a load that nobody can set");
    inputs.emplace_back(row);
    return Done{};
  }

  Result<Done> put(const JoinRow& row, std::vector<Input>& inputs) {
    const auto cast = preparations_.cast(row.cast);
    if (!cast) return cast.error();
    if (row.character.value <= last_id_ || row.character.value - last_id_ > kIdsLeftOutMax) {
      return wrong_row("no next character is '" + std::to_string(row.character.value) + "'");
    }
    for (;;) {
      const auto entry = roster_.join(*cast, kCharactersMax);
      if (!entry) return entry.error();
      last_id_ = (*entry)->id.value;
      if ((*entry)->id == row.character) break;
      roster_.take_back((*entry)->id);
      if (last_id_ > row.character.value) return wrong_row("the character was there already");
    }
    inputs.emplace_back(Join{.character = row.character, .cast = *cast, .life = row.life});
    return Done{};
  }

  Result<Done> put(const Leave& row, std::vector<Input>& inputs) {
    const auto entry = roster_.find(row.character);
    if (!entry) return wrong_row("no character is '" + std::to_string(row.character.value) + "'");
    const auto leaving = roster_.leave(entry->cast->name);
    if (!leaving) return leaving.error();
    if ((*leaving)->id != row.character) return wrong_row("another character leaves");
    inputs.emplace_back(row);
    return Done{};
  }

  Result<Done> put(const HearRow& row, std::vector<Input>& inputs) {
    if (repertoire_ == nullptr || repertoire_->name != body_language_) {
      return wrong_row("the session had the body language " + quoted(body_language_) +
                       "; name its file with --model");
    }
    const bool is_sound =
        row.heard.symbol < gesture::kSymbols && row.heard.context < gesture::kContexts &&
        std::isfinite(row.heard.known_s) && std::isfinite(row.heard.next_peak_s.value_or(0));
    if (!is_sound) {
      return wrong_row("a symbol, a context or a time that nobody can hear");
    }
    inputs.emplace_back(
        HearSpeech{.character = row.character, .repertoire = repertoire_, .heard = row.heard});
    return Done{};
  }

  /// One that came too late does nothing.
  Result<Done> put(const ReplanRow& row, std::vector<Input>& inputs) {
    if (!live_.contains(row.id) || !row.before || !row.next) return Done{};
    auto before = preparations_.find(*row.before);
    const auto next = preparations_.play(*row.next, row.id);
    if (!next) return next.error();
    if (!before) return wrong_row("no row before it has its block");
    inputs.emplace_back(Replan{.character = row.character,
                               .id = row.id,
                               .from = row.from,
                               .before = std::move(before),
                               .next = *next});
    return Done{};
  }

  TickRate rate_;
  Roster roster_;
  LoggedPreparations preparations_;
  ShardThreads shards_;
  SetTargets targets_;
  MuscleModels muscles_;
  std::shared_ptr<const PlayableRepertoire> repertoire_;  // null: none
  std::string body_language_;                             // that the session had; empty: none
  RerunReport& report_;
  AtDifference at_difference_;

  Stamp stamp_;
  std::uint64_t line_ = 0;
  std::deque<Waiting> waiting_;
  std::optional<Tick> last_;
  std::uint32_t last_id_;   // of a character
  std::set<BlockId> live_;  // played, and their last word has not come
  std::set<ClientId> clients_;
};

}  // namespace

Result<RerunReport> rerun(std::istream& log, const RerunOptions& options) {
  LogReader reader(log);
  const auto at_line = [&](Error error) {
    if (error.where.line == 0) error.where = {static_cast<std::uint32_t>(reader.line()), 1};
    return error;
  };
  auto first = reader.next();
  if (!first) return first.error();
  if (!*first) return Error{ErrorCode::Syntax, "no session log: it is empty", {1, 1}};
  RerunReport report{.head = std::get<HeadRow>((*first)->row)};
  const HeadRow& head = report.head;
  if (head.tick_rate_hz == 0 || head.tick_rate_hz > kLoggedRateMax_hz) {
    return at_line(wrong_row("no tick rate: '" + std::to_string(head.tick_rate_hz) + "'"));
  }
  const auto stock = or_ours(options.stock);
  if (!stock) return stock.error();
  auto casts = casts_of(head, options.clips, *stock);
  if (!casts) return at_line(casts.error());
  const bool is_known =
      options.repertoire != nullptr && head.body_language == options.repertoire->name;
  if (is_known) *casts = with_body_language(*casts, options.repertoire);
  Rerun server(head, *std::move(casts), *stock, options, report);
  while (!report.differs || options.at_difference == AtDifference::GoOn) {
    auto line = reader.next();
    if (!line) return line.error();
    if (!*line) break;
    const auto taken = server.take(**std::move(line), reader.line());
    if (!taken) return at_line(taken.error());
  }
  return report;
}

}  // namespace kine::server
