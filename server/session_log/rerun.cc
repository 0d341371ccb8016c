#include "server/session_log/rerun.h"

#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/scene/casts.h"
#include "server/scene/muscle_models.h"
#include "server/scene/roster.h"
#include "server/scene/set_targets.h"
#include "server/session_log/log_reader.h"
#include "server/session_log/logged_preparations.h"
#include "server/ticks/shard_threads.h"

namespace kine::server {
namespace {

constexpr std::uint32_t kLoggedRateMax_hz = 1'000;

Error wrong_row(std::string what) { return {ErrorCode::OutOfRange, std::move(what)}; }

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

/// What a log says beside the inputs.
void note(const LogRow& row, std::set<ClientId>& clients, RerunReport& report) {
  if (const auto* const message = std::get_if<MessageRow>(&row)) {
    ++report.messages;
    clients.insert(message->client);
    report.clients = clients.size();
  } else if (const auto* const end = std::get_if<EndRow>(&row)) {
    report.end = end->reason;
  }
}

/// Whether any line is a row that comes behind one that is none.
bool has_rows_left(LogReader& reader) {
  for (;;) {
    const auto line = reader.next();
    if (line) return line->has_value();
    if (line.error().code == ErrorCode::LimitExceeded) return true;  // no crash leaves that
  }
}

}  // namespace

Result<RerunReport> rerun(std::istream& log, const RerunOptions& options) {
  LogReader reader(log);
  const auto at_line = [&](Error error) {
    if (error.where.line == 0) error.where = {static_cast<std::uint32_t>(reader.line()), 1};
    return error;
  };
  auto first = reader.next();
  if (!first) return first.error();
  if (!*first) {
    const char* const why = reader.is_cut_off() ? "its first row was cut off" : "it is empty";
    return Error{ErrorCode::Syntax, "no session log: " + std::string(why), {1, 1}};
  }
  RerunReport report;
  report.head = std::get<HeadRow>((*first)->row);
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

  const TickRate rate(head.tick_rate_hz);
  Roster roster(*casts);
  SetTargets targets;
  MuscleModels muscle_models;
  ShardThreads shards(roster, rate, options.shards, head.life,
                      head.physical_max.value_or(kPhysicalMax));
  LoggedPreparations preparations(*std::move(casts), *stock, rate, head.life.seed);
  const auto after_tick = [&](std::span<const Input>, const std::shared_ptr<TickOutput>& output) {
    for (const TargetMoved& moved : output->targets_moved) {
      [[maybe_unused]] const bool known = targets.add(moved.set.name, moved.set.point_m);
    }
    for (const auto& entry : output->left) roster.forget(entry->id);
  };
  RowPlayer player(head, preparations,
                   {.roster = roster,
                    .targets = targets,
                    .muscle_models = muscle_models,
                    .shards = shards,
                    .after_tick = after_tick},
                   {.repertoire = options.repertoire, .at_difference = options.at_difference});
  std::set<ClientId> clients;
  while (!player.replayed().differs || options.at_difference == AtDifference::GoOn) {
    auto line = reader.next();
    const std::uint64_t number = reader.line();
    if (!line) {
      if (line.error().code != ErrorCode::Syntax || has_rows_left(reader)) return line.error();
      report.torn_at = number;
      break;
    }
    if (!*line) {
      if (reader.is_cut_off()) report.torn_at = number;
      break;
    }
    note((*line)->row, clients, report);
    const auto taken = player.take(**std::move(line), reader.line());
    if (!taken) return at_line(taken.error());
  }
  static_cast<Replayed&>(report) = player.replayed();
  return report;
}

}  // namespace kine::server
