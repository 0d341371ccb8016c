// A scene that is run again while another node plays it: at a take-over only the last moments of
// its log are left.
//
//   LOG --run_what_came, time and again--> the scene, almost at its present tick
//   take_over: a mark, the rest of the log --> a log to write behind, and what was recovered
//
// What was run cannot be taken back. Where a journal begins anew behind that, the scene cannot go
// on here: an owner that hands over begins none.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/cluster/log_reader.h"
#include "server/cluster/scene_log.h"
#include "server/journal/recovery.h"

namespace kine::server {

struct OpenedSceneJournal {
  std::unique_ptr<SceneLog> log;            // what a Journal keeps its records in
  std::optional<Recovered> recovered = {};  // nothing: there was nothing to recover
};

/// One thread at a time uses it; behind an error nobody does.
class SceneAhead {
 public:
  /// `ours` and `into` are a Recovery's. The connection outlives this.
  SceneAhead(const NatsConnection& connection, SceneName name, HeadRow ours, RecoveredScene into,
             const SceneLogSettings& settings = {});

  /// Runs all that the log has by now. An answer of NATS that does not come is no error: false,
  /// and less was run.
  Result<bool> run_what_is_there();

  /// Waits for something new for so long, and runs it.
  Result<Done> run_what_comes(std::chrono::milliseconds patience);

  /// From now on nobody with a smaller fence writes; what was written is run up to the end.
  /// `fence` is of the lease. Of `on_progress` the first half is reading, the second running
  /// again; may be empty. A journal that came to its end is replaced by the next one.
  Result<OpenedSceneJournal> take_over(std::uint64_t fence,
                                       const std::function<void(double share)>& on_progress = {});

 private:
  LogReading reading();
  void take(std::string_view bytes, bool begins);
  Result<Done> run(const std::function<void(double share)>& on_progress = {});
  Error of_scene(Error error) const;

  const NatsConnection& connection_;
  const SceneName name_;
  const SceneLogSettings settings_;
  SceneLogReader reader_;
  Recovery recovery_;
  std::string unread_;        // of the journal, and not run
  bool has_run_ = false;      // something of the journal
  bool has_gone_on_ = false;  // another journal began behind what was run
};

}  // namespace kine::server
