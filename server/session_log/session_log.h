// The log of a session: all that comes into a server, in a file that `kinesphere rerun` plays
// again.
//
//   sessions, pool threads, thread of the ticks --push--> a bounded queue --a thread--> FILE
//
// Nobody waits for the disk: what is pushed is put into words and hashed by the log's own thread.
// Where the disk fails or is late, or the file is as long as it may be, the log ends with one
// warning, and the server goes on without it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "realizer/core/result.h"
#include "server/session_log/session_rows.h"

namespace kine::server {

struct SessionLogLimits {
  /// Of the file: a day of two characters and a script a second has less.
  std::uint64_t file_bytes_max = std::uint64_t{4} << 30;

  /// What waits to be written: a disk that stands still for ten seconds at 60 Hz, and the sound of
  /// what is said meanwhile.
  std::size_t ticks_waiting_max = 600;
  std::size_t bytes_waiting_max = std::size_t{256} << 20;
};

/// Every call may come from any thread.
class SessionLog final : public HappeningSink {
 public:
  using Warn = std::function<void(const std::string&)>;

  /// A file that is not there yet: what somebody has measured is never written over.
  static Result<std::unique_ptr<SessionLog>> open(const std::string& path, Warn warn,
                                                  const SessionLogLimits& limits = {});

  /// Ends it as finish() does.
  ~SessionLog() override;

  /// The first thing that is pushed is the SessionStart. What comes after the end is dropped.
  void push(Happening what) override;

  /// Returns when everything is written.
  void finish(std::string reason);

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Closer>;

  struct Waiting {
    Moment moment;
    Happening what;
    std::size_t bytes = 0;
  };

  SessionLog(std::string path, File file, Warn warn, const SessionLogLimits& limits);

  void work();
  void write(const std::vector<Waiting>& batch);
  std::string put(std::string_view lines);
  void give_up(const std::string& fault);
  void write_end(const std::string& reason);

  const std::string path_;
  const Warn warn_;
  const SessionLogLimits limits_;

  std::mutex mutex_;
  std::condition_variable filled_;
  std::vector<Waiting> waiting_;
  std::size_t bytes_waiting_ = 0;
  std::size_t ticks_waiting_ = 0;
  Tick tick_;             // the last that was pushed
  std::string stopping_;  // why nothing more is taken; empty: it goes on
  bool warns_ = false;    // whether that is a fault
  std::atomic<bool> is_over_{false};

  // Of the log's own thread.
  File file_;
  SessionRows rows_;
  std::uint64_t bytes_written_ = 0;
  Tick written_;  // the last that was
  bool is_broken_ = false;
  std::thread thread_;
};

/// What `version`, `revision` and the machine are; without what a server is told.
HeadRow head_of_this_program();

}  // namespace kine::server
