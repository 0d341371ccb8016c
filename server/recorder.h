// Writes down what characters do, as recordings in the one folder that the operator named.
//
//   Conversation --start, stop--> Recorder
//   Hub --TickOutput--> its subscribers --a bounded queue--> a thread of its own --> files
//
// Nothing waits for a disk but that thread. A name becomes the file NAME.ksr, which must not be
// there yet; it grows from the first tick on, so that what is written outlives a crash.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "realizer/core/ids.h"
#include "realizer/core/result.h"
#include "server/hub.h"
#include "server/rate_limit.h"
#include "server/roster.h"

namespace kine::server {

struct RecorderLimits {
  std::size_t recordings_at_once_max = 8;

  /// Begun in a minute, by all clients: each leaves a file, however short it is.
  std::size_t recordings_per_minute_max = 60;

  /// Of those what one client may take: something is left for others.
  std::size_t recordings_at_once_of_client_max = 6;
  std::size_t recordings_per_minute_of_client_max = 30;

  /// Of one file, and of all that one server writes: two characters for four hours, and eight
  /// such files. Who records is a client, and the disk is the operator's.
  std::uint64_t file_bytes_max = std::uint64_t{1} << 30;
  std::uint64_t bytes_in_all_max = std::uint64_t{8} << 30;

  /// Ticks that wait to be written, of one recording: ten seconds of 60 a second.
  std::size_t ticks_waiting_max = 600;
};

/// Bytes of a recording's name: letters, digits, '-', '_', and '.' but not at its beginning.
inline constexpr std::size_t kRecordingNameBytesMax = 64;

/// Every call may come from any thread.
class Recorder {
 public:
  /// What a recording has come to, told from the recorder's thread.
  struct Ended {
    std::string name;
    std::uint64_t frames = 0;
    std::string error;  // empty: it is whole because somebody stopped it
  };
  using OnEnd = std::function<void(const Ended& ended)>;

  /// `folder` empty: nothing can be recorded. The others outlive this.
  Recorder(std::string folder, const Roster& roster, TickRate rate, Hub& hub,
           const RecorderLimits& limits = {});

  /// Ends all that is recorded.
  ~Recorder();

  /// An error where the name, the folder or a limit forbids it; then nobody is told of an end.
  Result<Done> start(ClientId client, const std::string& name, std::vector<CharacterId> characters,
                     OnEnd on_end);

  /// Who has started it may stop it, and is told as start() said. An error for others, and where
  /// nothing is recorded under this name.
  Result<Done> stop(const std::string& name, ClientId client);

  /// Ends what this client has started: nobody is there to stop it.
  void stop_all_of(ClientId client);

  /// Ends everything; nothing can be started any more. Returns when all is written.
  void finish();

 private:
  struct Recording;

  Result<Done> reason_to_refuse(const std::string& name) const;
  Result<Done> reason_to_refuse_one_more(ClientId client) const;
  void count_one_more(ClientId client);
  void work();
  using Outputs = std::vector<std::shared_ptr<const TickOutput>>;
  std::string write(Recording& recording, const Outputs& outputs);
  void end(Recording& recording, std::string fault);

  const std::string folder_;
  const Roster& roster_;
  const TickRate rate_;
  Hub& hub_;
  const RecorderLimits limits_;

  std::atomic<std::uint64_t> bytes_in_all_{0};

  mutable std::mutex mutex_;  // of all below, and of each recording's queue
  std::condition_variable filled_;
  std::map<std::string, std::shared_ptr<Recording>> recordings_;
  std::uint64_t started_ = 0;
  RateLimit rate_of_starts_;
  std::map<ClientId, RateLimit> rates_of_clients_;  // who have started something a short time ago
  bool finishing_ = false;
  std::thread thread_;  // from the first start on
};

}  // namespace kine::server
