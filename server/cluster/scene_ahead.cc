#include "server/cluster/scene_ahead.h"

#include <string_view>
#include <utility>

#include "server/cluster/checked_publish.h"
#include "server/cluster/storage.h"
#include "server/journal/record.h"

namespace kine::server {
namespace {

/// A share of a half, which begins at `from`.
std::function<void(double)> half_of(const std::function<void(double share)>& whole, double from) {
  if (!whole) return {};
  return [&whole, from](double share) { whole(from + share / 2); };
}

}  // namespace

SceneAhead::SceneAhead(const NatsConnection& connection, SceneName name, HeadRow ours,
                       RecoveredScene into, const SceneLogSettings& settings)
    : connection_(connection),
      name_(std::move(name)),
      settings_(settings),
      reader_(connection_, name_, settings_.bytes_max),
      recovery_(std::move(ours), std::move(into)) {}

Result<bool> SceneAhead::run_what_is_there() {
  for (;;) {
    const auto last = last_of(connection_, kLogStream, subject_of_log(name_), {}, settings_.answer);
    if (!last) return false;
    if (!*last || (*last)->sequence <= reader_.last()) return true;
    if (auto read = read_log(reader_, (*last)->sequence, reading()); !read) {
      if (read.error().code == ErrorCode::LimitExceeded) return of_scene(read.error());
      return false;
    }
    if (auto ran = run(); !ran) return ran.error();
  }
}

Result<Done> SceneAhead::run_what_comes(std::chrono::milliseconds patience) {
  const auto batch = reader_.next(patience);
  if (!batch && batch.error().code == ErrorCode::LimitExceeded) return of_scene(batch.error());
  if (!batch || !*batch) return Done{};  // NATS may answer the next time
  take((*batch)->bytes, (*batch)->begins);
  return run();
}

Result<OpenedSceneJournal> SceneAhead::take_over(
    std::uint64_t fence, const std::function<void(double share)>& on_progress) {
  auto log = SceneLog::take(connection_, name_, fence, settings_);
  if (!log) return of_scene(log.error());
  LogReading all = reading();
  all.on_progress = half_of(on_progress, 0);
  if (auto read = read_log(reader_, (*log)->last(), all); !read) return of_scene(read.error());
  if (auto ran = run(half_of(on_progress, 0.5)); !ran) return ran.error();
  if (on_progress) on_progress(1);  // also where nothing was left
  OpenedSceneJournal opened{.log = *std::move(log)};
  if (!has_run_) {
    opened.log->begin_next();
    return opened;
  }
  opened.log->go_on_behind(reader_.bytes());
  auto recovered = recovery_.finish();
  if (!recovered) return of_scene(recovered.error());
  opened.recovered = *std::move(recovered);
  return opened;
}

LogReading SceneAhead::reading() {
  return {.on_batch = [this](std::string_view bytes, bool begins) { take(bytes, begins); },
          .patience = settings_.answer};
}

void SceneAhead::take(std::string_view bytes, bool begins) {
  if (begins) {
    unread_.clear();
    has_gone_on_ = has_gone_on_ || has_run_;
  }
  unread_ += bytes;
}

/// A journal that came to its end is not run: the next one may follow.
Result<Done> SceneAhead::run(const std::function<void(double share)>& on_progress) {
  if (has_gone_on_) {
    return of_scene({ErrorCode::Unsupported, "its log began anew behind what was run of it"});
  }
  std::string_view records = unread_;
  if (records.empty()) return Done{};
  const WholeRecords whole =
      has_run_ ? find_whole_records_behind(records) : find_whole_records(records);
  // No crash tears a batch: what is no record was written by another program.
  if (whole.bytes != records.size()) {
    return of_scene(
        {ErrorCode::Unsupported, "another version of the program wrote its log, or it is harmed"});
  }
  if (!has_run_) {
    if (!has_to_be_recovered(records)) return Done{};
    records.remove_prefix(kJournalMagic.size());
    has_run_ = true;
  }
  if (auto ran = recovery_.add(records, on_progress); !ran) return of_scene(ran.error());
  unread_.clear();
  return Done{};
}

Error SceneAhead::of_scene(Error error) const {
  error.message = "scene " + name_.key() + ": " + error.message;
  return error;
}

}  // namespace kine::server
