// A scene as its journal has it: its ticks are run again, up to the last that anybody heard of.
//
//   records of a journal --recover, Recovery--> the scene at its last tick, and the numbers that a
//   writer goes on from
//
// What plays goes on playing. A record that a crash has torn ends the journal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/result.h"
#include "server/journal/record.h"
#include "server/live/live_scene.h"
#include "server/resuming/resumes.h"
#include "server/scene/stock.h"
#include "server/session_log/logged_preparations.h"
#include "server/session_log/row_player.h"
#include "server/ticks/shard_threads.h"

namespace kine::server {

/// A server as it starts: what its journal is run on.
struct RecoveredScene {
  LiveScene& scene;
  ShardThreads& shards;
  const std::vector<std::shared_ptr<const Cast>>& casts;  // of the start
  std::shared_ptr<const Stock> stock;                     // null: ours alone
  std::shared_ptr<const PlayableRepertoire> repertoire;   // null: none
  Resumes* resumes = nullptr;  // of clients that may come back; null: none is known
};

struct Recovered {
  Replayed replayed;
  Numbered numbered;
  std::uint64_t records = 0;
};

/// Whether a journal has something that was not over: it has a record, and the last says no end.
bool has_to_be_recovered(std::string_view journal);

class RecoveredFaces;

/// Runs a journal again piece by piece, as its records come. One thread at a time uses it; behind
/// an error nobody does.
class Recovery {
 public:
  /// `ours` is the head that this server would write: a journal of other characters, of another
  /// rate or seed, is an error that says what is different.
  Recovery(HeadRow ours, RecoveredScene into);
  ~Recovery();
  Recovery(const Recovery&) = delete;
  Recovery& operator=(const Recovery&) = delete;

  /// The next records, which are whole. `on_progress` is told the share of them that is done, from
  /// 0 to 1; may be empty.
  Result<Done> add(std::string_view records,
                   const std::function<void(double share)>& on_progress = {});

  /// Whether something was run.
  bool has_begun() const { return player_.has_value(); }

  /// No more comes. Clients that may come back have time to do so from now on.
  Result<Recovered> finish();

 private:
  Result<Done> begin(const ReadRecord& head);
  Result<Done> take(const ReadRecord& record);

  const HeadRow ours_;
  const RecoveredScene into_;
  std::uint64_t records_ = 0;
  std::optional<LoggedPreparations> preparations_;
  std::optional<RowPlayer> player_;
  std::unique_ptr<RecoveredFaces> faces_;
};

/// `journal` is whole records behind the magic (record.h). All of it by a Recovery.
Result<Recovered> recover(std::string_view journal, const HeadRow& ours, RecoveredScene into,
                          const std::function<void(double share)>& on_progress = {});

}  // namespace kine::server
