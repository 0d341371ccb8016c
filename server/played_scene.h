// A scene that a server plays: its Stage, what moves it, its hub, and what keeps it.
//
//   conversations --> Stage --Mailbox--> TickLoop --> ShardThreads --Hub--> their clients
//
// Each has threads of its own, so that a scene that is late makes no other one late.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/ids.h"
#include "realizer/core/result.h"
#include "server/base/live_limits.h"
#include "server/base/status.h"
#include "server/cluster/nats_connection.h"
#include "server/cluster/scene_ahead.h"
#include "server/cluster/scene_name.h"
#include "server/journal/journal.h"
#include "server/journal/quiet_moments.h"
#include "server/journal/recovery.h"
#include "server/live/live_scene.h"
#include "server/live/prepare_pool.h"
#include "server/services/options.h"
#include "server/services/stage.h"
#include "server/session_log/session_log.h"
#include "server/ticks/late_ticks.h"
#include "server/ticks/shard_threads.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {

class PlayedScene {
 public:
  /// What it shares with the other scenes of its server. All outlive it.
  struct Surroundings {
    const Options& options;
    const LiveLimits& limits;
    Status& status;
    boost::asio::io_context& io;
  };
  PlayedScene(std::string name, const Surroundings& around);

  /// Stops as stop() does.
  ~PlayedScene();

  Stage& stage() { return stage_; }

  /// Opens the files that its options name, in folders of its own. A journal that has something is
  /// run again.
  Result<Done> make_folders();
  Result<Done> open_session_log();
  Result<Done> open_journal();

  /// The last client that the journal knows; 0: none.
  ClientId last_client() const { return last_client_; }

  /// From here on there are ticks.
  void start();

  /// Its turn in a cluster: whose log it goes on from, and at which tick.
  struct Turn {
    const NatsConnection& connection;
    SceneName name;
    std::uint64_t fence = 0;
    std::function<bool()> may_play;    // from any thread; where not, nothing is shown
    TickLoop::Clock::time_point zero;  // when tick 0 was
  };

  /// Before a take_over(): the log is run as it grows. Of one thread, which has left it then.
  SceneAhead& run_ahead(const NatsConnection& connection, const SceneName& name);

  /// In place of open_journal() and start(): goes on from where another server was.
  Result<Done> take_over(const Turn& turn);

  /// From now on its log goes on as it is, for another server runs it ahead.
  void begin_journal_no_more();

  /// Ends with the tick that runs, and tells its journal all of it: another server, or the next
  /// start, goes on from there.
  void hand_over();

  /// Whether a journal has all of it, and can be written.
  bool is_kept() const { return journal_ && !journal_->fault(); }

  /// When the last tick was over, of steady_now(); 0: never.
  std::chrono::microseconds ticked_at() const {
    return std::chrono::microseconds(ticked_at_us_.load());
  }

  // As its server leaves, in this order.

  void begin_to_fade_out();
  void wait_for_silence(std::chrono::steady_clock::time_point until);
  void stop();
  void finish_files(const std::string& reason);

 private:
  SessionStart session_start() const;
  void keep_in(std::unique_ptr<RecordStore> store, std::optional<Recovered> recovered,
               const JournalLimits& limits = {});
  void go_on_behind(const Replayed& replayed);
  void set_tensions();
  void set_targets();
  void on_tick(Tick tick, std::uint64_t skipped);
  void count(const TickOutput& output, std::chrono::nanoseconds took);
  void plan_anew(Tick tick);
  void begin_journal_anew(const std::shared_ptr<TickOutput>& output);
  void ask_voice(BlockId block, const speech::Voice& voice, std::vector<LiveBlocks::ToSay> to_say);
  void note_late(Seconds took, std::uint64_t skipped);

  const Options& options_;
  Status& status_;
  const TickRate rate_;
  std::unique_ptr<SessionLog> session_log_;    // null: nobody wants one
  std::unique_ptr<Journal> journal_;           // likewise
  std::optional<SessionStart> journal_start_;  // how it begins
  std::optional<Tick> recovered_to_;           // nothing: the scene begins anew
  std::function<bool()> may_play_;             // empty: always
  ClientId last_client_;
  LiveScene scene_;
  PreparePool replanning_;  // apart, so that no voice that is slow keeps blocks waiting that play
  PreparePool asking_;      // voices of blocks that play
  Hub hub_;
  Recorder recorder_;
  Stage stage_;
  ShardThreads shards_;
  std::unique_ptr<SceneAhead> ahead_;  // null: nothing is run ahead

  // Of the thread of the ticks.
  std::vector<Input> inputs_;
  LateTicks late_ticks_{rate_.step()};
  QuietMoments quiet_moments_{rate_};
  ClientId client_played_;       // of those that sent a block, the one with the highest number
  bool has_others_ = false;      // characters have come that were not there at first
  bool told_of_others_ = false;  // that its journal goes on
  std::uint64_t characters_counted_ = 0;  // of Status what is of this scene
  std::uint64_t playing_counted_ = 0;

  std::atomic<std::int64_t> ticked_at_us_{0};
  std::atomic<std::uint64_t> ticks_run_{0};
  std::atomic<bool> draining_{false};
  std::mutex drain_mutex_;  // of drained_
  std::condition_variable drained_changed_;
  bool drained_ = false;

  TickLoop ticks_;
};

}  // namespace kine::server
