#include "server/cluster/open_scene_journal.h"

#include <string_view>
#include <utility>

#include "server/journal/record.h"

namespace kine::server {
namespace {

/// A share of a half, which begins at `from`.
std::function<void(double)> half_of(const std::function<void(double share)>& whole, double from) {
  if (!whole) return {};
  return [&whole, from](double share) { whole(from + share / 2); };
}

Error of_scene(const SceneName& name, Error error) {
  error.message = "scene " + name.key() + ": " + error.message;
  return error;
}

}  // namespace

Result<OpenedSceneJournal> open_scene_journal(const NatsConnection& connection,
                                              const SceneName& name, std::uint64_t fence,
                                              const HeadRow& ours, RecoveredScene into,
                                              const std::function<void(double share)>& on_progress,
                                              const SceneLogSettings& settings) {
  auto opened = SceneLog::open(connection, name, fence, half_of(on_progress, 0), settings);
  if (!opened) return of_scene(name, opened.error());
  const std::string_view journal = opened->journal;
  const WholeRecords whole = find_whole_records(journal);
  // No crash tears a batch: what is no record was written by another program.
  if (!journal.empty() && whole.bytes != journal.size()) {
    return of_scene(name, {ErrorCode::Unsupported,
                           "another version of the program wrote its log, or it is harmed"});
  }
  if (!has_to_be_recovered(journal)) {
    opened->log->begin_next();
    return OpenedSceneJournal{.log = std::move(opened->log)};
  }
  auto recovered = recover(journal, ours, std::move(into), half_of(on_progress, 0.5));
  if (!recovered) return of_scene(name, recovered.error());
  return OpenedSceneJournal{.log = std::move(opened->log), .recovered = *std::move(recovered)};
}

}  // namespace kine::server
