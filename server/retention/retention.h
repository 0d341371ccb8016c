// How long a server keeps journals that are over, and recordings: what is older is deleted.
//
//   "90d" --parse_keeping--> a time;  folders of a server that runs --Retention--> an event a file
//
// The age of a file is counted from its last byte on, by the clock of the machine.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "realizer/core/result.h"
#include "server/base/log_event.h"

namespace kine::server {

/// A number and its unit: s, m, h, d or w. From a minute to a hundred years.
Result<std::chrono::seconds> parse_keeping(std::string_view text);

struct RetentionWish {
  std::string journal;                                       // a folder; empty: none
  std::string recordings;                                    // likewise
  std::optional<std::chrono::seconds> keep_journals = {};    // nothing: for ever
  std::optional<std::chrono::seconds> keep_recordings = {};  // likewise

  bool deletes_any() const { return keep_journals || keep_recordings; }
};

using TellOfRetention = std::function<void(const LogEvent& event)>;

/// Deletes what is too old `now`: never the newest journal, nor what a process writes. `tell` hears
/// of each file, and of what cannot be deleted. How many are gone.
std::size_t delete_expired(const RetentionWish& wish, std::chrono::system_clock::time_point now,
                           const TellOfRetention& tell);

/// Looks at once, and then again and again, by a thread of its own.
class Retention {
 public:
  static constexpr std::chrono::minutes kLookEach{10};

  /// Where nothing is to be deleted there is no thread.
  Retention(RetentionWish wish, TellOfRetention tell,
            std::chrono::milliseconds look_each = kLookEach);

  /// Waits for what it is deleting.
  ~Retention();

 private:
  void work();

  const RetentionWish wish_;
  const TellOfRetention tell_;
  const std::chrono::milliseconds look_each_;

  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace kine::server
