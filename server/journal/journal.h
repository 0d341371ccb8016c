// A journal: all that a scene takes in, durable before anybody is told that it is kept.
//
//   sessions, pool threads, thread of the ticks --push--> a bounded queue
//   --a thread--> rows --records--> a RecordStore, which makes them durable --> Kept
//
// What comes together is synced together. Where the disk or the cluster fails, the journal says so
// and tries again each second: nothing new is to be taken meanwhile, and nothing that waits is
// lost.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "realizer/core/result.h"
#include "server/base/status.h"
#include "server/journal/journal_file.h"
#include "server/journal/record_store.h"
#include "server/session_log/session_rows.h"

namespace kine::server {

struct JournalLimits {
  /// Of a file: what a server that starts again reads whole.
  std::uint64_t file_bytes_max = std::uint64_t{4} << 30;

  /// What waits for the disk: as it happened, and as records.
  std::size_t bytes_waiting_max = std::size_t{256} << 20;
  std::size_t record_bytes_waiting_max = std::size_t{256} << 20;

  std::chrono::milliseconds retry_after{1'000};

  /// Shorter than this it does not begin anew.
  std::uint64_t anew_from_bytes = 0;
};

/// What a journal begins anew with, where nothing plays.
struct JournalBegin {
  SessionStart start;
  std::function<Result<std::string>()> tell;  // quiet_scene.h; an error says what cannot be told
  TickDone next;                              // the tick behind that scene
};

/// A block that is on the disk: it plays again after a crash.
struct KeptBlock {
  ClientId client;
  BlockId block;
};

/// Every call may come from any thread.
class Journal final : public HappeningSink {
 public:
  using OnKept = std::function<void(std::vector<KeptBlock> kept)>;
  using Warn = std::function<void(const std::string&)>;

  struct Listening {
    OnKept on_kept;                         // from the journal's thread
    Warn warn;                              // of a disk that fails, once, and when it is well again
    Status* status = nullptr;               // null: nobody counts
    std::optional<Numbered> numbered = {};  // what the file has already; nothing: it is new
    std::function<void(Tick)> on_begun = {};  // it began anew with that tick; may be empty
  };

  /// Writes behind what the store has.
  Journal(std::unique_ptr<RecordStore> store, Listening listening,
          const JournalLimits& limits = {});
  Journal(JournalFile file, Listening listening, const JournalLimits& limits = {});

  /// Ends it as finish() does.
  ~Journal() override;

  /// Of a new file the first is the SessionStart. What clients say is no part of a journal.
  void push(Happening what) override;

  /// What is kept from here on stands in a new journal, in place of this one: behind the push of
  /// `begin.next`, from the same thread. Where the store cannot do that, or the scene cannot be
  /// told, or something waits to be played, the journal goes on as it is.
  void begin_anew(JournalBegin begin);

  /// It goes on as it is from now on. A begin that was on its way has come to its end when this
  /// returns, or the disk is too slow for that.
  void begin_no_more();

  /// Whether begin_anew() would do anything as yet.
  bool may_begin_anew() const { return is_long_; }

  /// Why nothing new may be taken: the disk has failed, or is too far behind. Nothing: it is well.
  std::optional<std::string> fault() const;

  /// Writes all that waits, and that it ended: there is nothing to recover. Where something is
  /// missing, or does not fit any more, its end alone. Returns when that is done, or the disk
  /// fails.
  void finish(const std::string& reason);

  /// Likewise, but without an end: another server goes on from the tick that was the last.
  void hand_over();

 private:
  struct Waiting {
    Moment moment;
    Happening what;
    std::size_t bytes = 0;
    bool is_heard = false;                           // a tick with feedback
    std::shared_ptr<const JournalBegin> begin = {};  // in place of what happened; null: it goes on
  };

  void work();
  void push(Waiting waiting);
  void begin(const Waiting& waiting);
  void go_on(const std::string& why);
  bool is_awaited();
  void note_blocks(const Happening& what);
  void add(const std::vector<Waiting>& batch);
  bool write();
  void write_end();
  bool is_past_length() const;
  void note_length();
  void set_fault(std::optional<std::string> fault);
  void give_up(const std::string& fault);

  const Listening listening_;
  const JournalLimits limits_;

  mutable std::mutex mutex_;
  std::condition_variable filled_;
  std::vector<Waiting> waiting_;
  std::size_t bytes_waiting_ = 0;
  Tick tick_;  // the last that was pushed
  std::optional<std::string> fault_;
  bool is_broken_ = false;  // something is missing in it: nothing behind that can be recovered
  bool stopping_ = false;
  bool begins_no_more_ = false;
  bool is_busy_ = false;  // something was taken out, and is not on the disk
  std::uint64_t batches_written_ = 0;
  std::condition_variable settled_;
  bool hands_over_ = false;
  std::string end_reason_;

  std::atomic<bool> is_long_{false};  // as anew_from_bytes has it

  // Of the journal's own thread.
  std::unique_ptr<RecordStore> store_;
  SessionRows rows_;
  std::string records_;             // that are not on the disk
  std::vector<KeptBlock> keeping_;  // that are among them
  std::set<std::weak_ptr<const motion::Block>, std::owner_less<>> awaited_;  // not played yet
  std::size_t awaited_max_ = 0;    // past it those that are gone are forgotten
  std::optional<Tick> beginning_;  // what it begins anew with, and is not on the disk
  std::string untold_;             // why it did not, when that was said last
  std::thread thread_;
};

}  // namespace kine::server
