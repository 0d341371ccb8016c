#include "server/journal/recovery.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "protocol/codec.h"
#include "realizer/core/number.h"
#include "server/journal/quiet_scene.h"
#include "server/journal/record.h"
#include "server/session_log/rows.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
/// The faces that clients have set, and mouths that sound has opened: its streams are over, so
/// nobody else closes these.
class RecoveredFaces {
 public:
  void note(std::span<const Input> inputs) {
    for (const Input& input : inputs) {
      const auto* const set = std::get_if<SetFace>(&input);
      if (set == nullptr) continue;
      Face& face = faces_[set->character];
      face.shown = set->change.channels;
      if (!set->of_sound) face.set = face.shown;
    }
  }

  void note(const QuietScene& told) {
    for (const ToldCharacter& each : told.characters) {
      if (each.face) faces_[each.id] = {.set = each.face->to, .shown = each.face->to};
    }
  }

  void give_to(LiveScene& scene) const {
    constexpr Seconds kCloses{0.1};
    for (const auto& each : faces_) {
      const CharacterId id = each.first;
      const Face& face = each.second;
      const auto entry = scene.roster.find(id);
      if (!entry) continue;
      const FaceChange change{.channels = face.set, .over = kCloses};
      const bool is_open = face.shown != face.set;
      // Where there is no room, the sound that is heard next does it.
      [[maybe_unused]] const bool given =
          scene.demeanours.give(entry->cast->name, {.face = change}, [&](const Demeanours::Shown&) {
            return !is_open || scene.mailbox.push({SetFace{.character = id, .change = change}});
          });
    }
  }

 private:
  struct Face {
    FaceWeights set = {};
    FaceWeights shown = {};
  };
  std::map<CharacterId, Face> faces_;
};

namespace {

Error other_session(const std::string& what) {
  return {
      ErrorCode::Unsupported,
      "the journal is of a server with " + what +
          ": start it as it was started then, or name another folder with --journal; SIGINT ends a "
          "journal"};
}

/// Why the ticks of a journal would not be the same here; nothing: they are.
std::optional<Error> difference_between(const HeadRow& then, const HeadRow& now) {
  if (then.format != now.format) return other_session("another format of rows");
  if (then.tick_rate_hz != now.tick_rate_hz) {
    return other_session("a tick rate of " + std::to_string(then.tick_rate_hz) + " Hz");
  }
  if (then.life.seed != now.life.seed || then.life.liveliness != now.life.liveliness) {
    return other_session("the seed " + std::to_string(then.life.seed) + ", or with other --still");
  }
  if (then.physical_max.value_or(kPhysicalMax) != now.physical_max.value_or(kPhysicalMax)) {
    return other_session("another --physical-max");
  }
  if (then.body_language.value_or("") != now.body_language.value_or("")) {
    return other_session("the body language " + quoted(then.body_language.value_or("")));
  }
  const auto is_same = [](const LoggedCast& a, const LoggedCast& b) {
    return a.name == b.name && a.body == b.body && a.place == b.place;
  };
  if (!std::ranges::equal(then.characters, now.characters, is_same)) {
    return other_session("other characters, or at other places");
  }
  return {};
}

Result<LogLine> line_of(std::string_view row, std::uint64_t number) {
  auto line = decode_log_line(row);
  if (line) return line;
  Error error = line.error();
  error.message = "record " + std::to_string(number) + ": " + error.message;
  return error;
}

/// The head that a server with these characters writes.
HeadRow head_with(HeadRow head, const std::vector<std::shared_ptr<const Cast>>& casts) {
  for (const auto& cast : casts) {
    head.characters.push_back({.cast = head.characters.size() + 1,
                               .name = cast->name,
                               .body = cast->body->name,
                               .place = cast->placement});
  }
  return head;
}

/// A block of a client that may come back, and send its script once more.
void remember(Resumes* resumes, const PlayBlock& play, const std::string& script, Tick before) {
  const auto client = resumes == nullptr ? nullptr : resumes->find(play.client);
  if (client == nullptr || script.empty()) return;
  client->recover(
      script,
      {.id = play.id, .character = play.character, .name = play.block->id, .block = play.block},
      before);
}

void note(Resumes* resumes, std::span<const Feedback> feedback) {
  if (resumes == nullptr) return;
  for (const Feedback& each : feedback) {
    if (const auto client = resumes->find(each.client)) client->note(each, protocol::encode(each));
  }
}

/// Nobody is there as yet: they have as long to come back as when a connection is lost.
void wait_for_clients(Resumes* resumes, LiveScene& scene) {
  if (resumes == nullptr) return;
  resumes->recovered(steady_now(), [&scene](ClientId client) { scene.waiting.leave(client); });
}

/// What keeps account of a scene sees the ticks as it saw them first.
ReplayedScene replayed_on(const RecoveredScene& into, RecoveredFaces& faces) {
  LiveScene& scene = into.scene;
  return {.roster = scene.roster,
          .targets = scene.targets,
          .muscle_models = scene.muscle_models,
          .shards = into.shards,
          .before_play =
              [&scene, resumes = into.resumes](const PlayBlock& play, const std::string& script,
                                               Tick before) {
                scene.budget.take_anyway(play.character, play.block->segments.size());
                remember(resumes, play, script, before);
              },
          .on_named =
              [resumes = into.resumes](const ResumeRow& row) {
                if (resumes != nullptr) resumes->recover(row.key, row.client, row.keeps_waiting);
              },
          .after_tick =
              [&scene, &shards = into.shards, resumes = into.resumes, &faces](
                  std::span<const Input> inputs, const std::shared_ptr<TickOutput>& output) {
                scene.budget.note(inputs);
                faces.note(inputs);
                note(resumes, output->feedback);
                scene.note(output->tick, inputs, output, shards.shards());
              }};
}

/// Puts a scene that has just been made where a journal that began anew has it.
Result<Done> put_where(const QuietScene& told, const RecoveredScene& into) {
  into.shards.advance_to(told.tick, {}, {});
  bool fits = true;
  into.shards.change([&](ShardSnapshot& snapshot) { fits = put_back(told, snapshot) && fits; });
  if (!fits) return Error{ErrorCode::OutOfRange, "a quiet scene with other characters"};
  for (const ToldTarget& each : told.targets) {
    const Vec3 point_m{each.point_m[0], each.point_m[1], each.point_m[2]};
    if (!into.scene.targets.add(each.name, point_m)) {
      return Error{ErrorCode::LimitExceeded, "more targets than there may be"};
    }
  }
  if (into.resumes != nullptr) {
    for (const ToldClient& each : told.clients) into.resumes->recover(each);
  }
  return Done{};
}

}  // namespace

bool has_to_be_recovered(std::string_view journal) {
  const WholeRecords whole = find_whole_records(journal);
  if (whole.records == 0) return false;
  const auto last = decode_log_line(whole.last);
  return !last || !std::holds_alternative<EndRow>(last->row);
}

Recovery::Recovery(HeadRow ours, RecoveredScene into)
    : ours_(std::move(ours)), into_(std::move(into)), faces_(std::make_unique<RecoveredFaces>()) {}

Recovery::~Recovery() = default;

/// The first record says whose session it was.
Result<Done> Recovery::begin(const ReadRecord& head) {
  auto line = line_of(head.row, records_);
  if (!line) return line.error();
  const auto* const row = std::get_if<HeadRow>(&line->row);
  if (row == nullptr) return Error{ErrorCode::Syntax, "the journal's first row is no head"};
  if (auto error = difference_between(*row, head_with(ours_, into_.casts))) return *error;
  const auto stock = or_ours(into_.stock);
  if (!stock) return stock.error();
  preparations_.emplace(into_.casts, *stock, TickRate(ours_.tick_rate_hz), ours_.life.seed);
  player_.emplace(*row, *preparations_, replayed_on(into_, *faces_),
                  RowPlayer::Options{.repertoire = into_.repertoire,
                                     .at_difference = AtDifference::GoOn,
                                     .ticks_without_row = TicksWithoutRow::AreRun});
  return Done{};
}

Result<Done> Recovery::take(const ReadRecord& record) {
  if (record.kind == RecordKind::Row) {
    auto line = line_of(record.row, records_);
    return line ? player_->take(*std::move(line), records_) : line.error();
  }
  if (player_->replayed().last) return Error{ErrorCode::Syntax, "a scene behind its first tick"};
  const auto told = decode_quiet_scene(record.row);
  if (!told) return told.error();
  player_->go_on_behind(told->tick, told->last_block, told->last_client);
  faces_->note(*told);
  return put_where(*told, into_);
}

Result<Done> Recovery::add(std::string_view records,
                           const std::function<void(double share)>& on_progress) {
  std::size_t at = 0;
  while (const auto record = read_record(records.substr(at))) {
    at += record->bytes;
    ++records_;
    if (!player_) {
      if (auto begun = begin(*record); !begun) return begun;
    }
    if (auto taken = take(*record); !taken) {
      Error error = taken.error();
      error.message = "record " + std::to_string(records_) + ": " + error.message;
      return error;
    }
    if (on_progress) on_progress(static_cast<double>(at) / static_cast<double>(records.size()));
  }
  return Done{};
}

Result<Recovered> Recovery::finish() {
  if (!player_) return Error{ErrorCode::Syntax, "the journal has no record"};
  if (auto run = player_->run_what_waits(); !run) return run.error();
  Recovered recovered{
      .replayed = player_->replayed(), .numbered = preparations_->numbered(), .records = records_};
  into_.scene.blocks_counted = recovered.replayed.last_block.value;
  faces_->give_to(into_.scene);
  wait_for_clients(into_.resumes, into_.scene);
  return recovered;
}

Result<Recovered> recover(std::string_view journal, const HeadRow& ours, RecoveredScene into,
                          const std::function<void(double share)>& on_progress) {
  Recovery recovery(ours, std::move(into));
  const auto run = recovery.add(journal.substr(kJournalMagic.size()), on_progress);
  if (!run) return run.error();
  return recovery.finish();
}

}  // namespace kine::server
