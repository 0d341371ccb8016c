// Writes down what characters do, as recordings in the one folder that the operator named.
//
//   Conversation --start, stop--> Recorder
//   Hub --TickOutput--> its subscribers --a bounded queue--> a thread of its own --> files
//
// Nothing waits for a disk but that thread, which opens files, too. A name becomes the file
// NAME.ksr, in the folder of its tenant where the client has one. It must not be there yet; it
// grows from the first tick on, so that what is written outlives a crash.
#pragma once

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
#include "server/base/rate_limit.h"
#include "server/recordings/recordings_folder.h"
#include "server/scene/roster.h"
#include "server/ticks/hub.h"

namespace kine::server {

struct RecorderLimits {
  std::size_t recordings_at_once_max = 8;

  /// Begun in a minute, by all clients: each leaves a file, however short it is.
  std::size_t recordings_per_minute_max = 60;

  /// Of those what one client may take: something is left for others.
  std::size_t recordings_at_once_of_client_max = 6;
  std::size_t recordings_per_minute_of_client_max = 30;

  /// Of one file, and of all recordings in the folder, also of those that were there before: two
  /// characters for four hours, and eight such files. Who records is a client, and the disk is the
  /// operator's.
  std::uint64_t file_bytes_max = std::uint64_t{1} << 30;
  std::uint64_t bytes_in_all_max = std::uint64_t{8} << 30;

  /// What the disk keeps for others: logs and temporary files of the system go on.
  std::uint64_t free_bytes_min = std::uint64_t{256} << 20;

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

  /// Null: nothing can be recorded.
  Recorder(std::unique_ptr<const RecordingsFolder> folder, const Roster& roster, TickRate rate,
           Hub& hub, const RecorderLimits& limits);

  /// Ends all that is recorded.
  ~Recorder();

  /// An error where the name or a limit forbids it; then nobody is told of an end. What the disk
  /// has against it is told as its end. `tenant` is that of the client; empty: it has none.
  Result<Done> start(ClientId client, const std::string& name, std::vector<CharacterId> characters,
                     OnEnd on_end, const std::string& tenant = {});

  /// The client that has started it may stop it, and is told as start() said. An error for others,
  /// and where nothing is recorded under this name.
  Result<Done> stop(const std::string& name, ClientId client, const std::string& tenant = {});

  /// Ends what this client has started: nobody is there to stop it.
  void stop_all_of(ClientId client);

  /// Ends everything; nothing can be started any more. Returns when all is written.
  void finish();

 private:
  struct Recording;

  Result<Done> reason_to_refuse(const std::string& name, const std::string& tenant) const;
  Result<Done> reason_to_refuse_one_more(ClientId client) const;
  void count_one_more(ClientId client);
  void count_one_less(ClientId client);
  void work();
  std::string open(Recording& recording);
  std::string reason_to_write_no_more() const;
  using Outputs = std::vector<std::shared_ptr<const TickOutput>>;
  std::string write(Recording& recording, const Outputs& outputs);
  std::string finish_file(Recording& recording);
  void end(Recording& recording, std::string fault);

  const std::unique_ptr<const RecordingsFolder> folder_;
  const Roster& roster_;
  const TickRate rate_;
  Hub& hub_;
  const RecorderLimits limits_;

  std::uint64_t bytes_in_all_ = 0;  // in the folder; of the recorder's thread

  mutable std::mutex mutex_;  // of all below, and of each recording's queue
  std::condition_variable filled_;
  std::map<std::string, std::shared_ptr<Recording>> recordings_;  // by their places
  std::uint64_t started_ = 0;
  RateLimit rate_of_starts_;
  std::map<ClientId, RateLimit> rates_of_clients_;  // which have started something a short time ago
  bool finishing_ = false;
  std::thread thread_;  // from the first start on
};

}  // namespace kine::server
