// What the log of a scene has: its messages in order, their batches put together again.
//
//   LOG, log.TENANT.SCENE --SceneLogReader, read_log--> bytes of the journal, batch by batch
//
// A batch is whole or not there. One that its writer gave up is left out, and so is all that stands
// before the last begin of a journal.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/cluster/checked_publish.h"
#include "server/cluster/scene_name.h"

namespace kine::server {

// Headers of a message of the log.
inline constexpr const char* kWriterHeader = "Kinesphere-Writer";  // WRITER-NUMBER: this message
inline constexpr const char* kFenceHeader = "Kinesphere-Fence";    // of its writer's lease
inline constexpr const char* kPieceHeader = "Kinesphere-Piece";    // 2/3: of a batch of three
inline constexpr const char* kRollupHeader = "Nats-Rollup";        // a journal begins here
inline constexpr const char* kBeginsHeader = "Kinesphere-Begins";  // likewise, of the last piece

/// Puts the messages of a subject together. Pure: it knows no server.
class LogPieces {
 public:
  explicit LogPieces(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  /// What the next message of the subject brings: the bytes of a batch that is whole now, or
  /// nothing. An error where a batch is longer than it may be.
  Result<std::string> add(const NatsHeaders& headers, std::string_view data);

 private:
  std::size_t bytes_max_;
  std::string waiting_;
  std::uint32_t last_ = 0;  // piece of a batch that is not whole
  std::uint32_t of_ = 0;
};

/// "2/3", from 1 on; nothing where it is none.
struct PieceNumber {
  std::uint32_t piece = 0;
  std::uint32_t of = 0;
};
std::optional<PieceNumber> piece_number(std::string_view text);

/// What a message brought.
struct LogBatch {
  std::string bytes = {};     // empty: no batch is whole by it
  bool begins = false;        // a journal begins with it, and what was told before is over
  std::uint64_t pending = 0;  // messages that the subject has behind it
};

/// Reads on as messages are stored. One thread uses it.
class SceneLogReader {
 public:
  /// `bytes_max` is of all batches of a journal.
  SceneLogReader(const NatsConnection& connection, SceneName name, std::size_t bytes_max);
  ~SceneLogReader();

  /// The next message; nothing where none comes for so long. Behind an error the next call goes on
  /// where this one was.
  Result<std::optional<LogBatch>> next(std::chrono::milliseconds patience);

  /// The number of the last message that was read; 0: none.
  std::uint64_t last() const { return last_; }

  /// Of the journal, so far.
  std::size_t bytes() const { return bytes_; }

 private:
  struct Subscription;

  Result<LogBatch> take(natsMsg* message);

  const NatsConnection& connection_;
  const SceneName name_;
  const std::size_t bytes_max_;
  LogPieces pieces_;
  std::size_t bytes_ = 0;
  bool begins_ = false;
  std::uint64_t last_ = 0;
  std::unique_ptr<Subscription> subscription_;  // null: it is to be made
};

struct LogReading {
  /// A batch. `begins`: a journal begins with it, and what was told before is over.
  std::function<void(std::string_view bytes, bool begins)> on_batch;

  /// From 0 to 1; may be empty.
  std::function<void(double share)> on_progress = {};

  std::size_t bytes_max = 0;             // of all batches; of a reader it is its own
  std::chrono::milliseconds patience{};  // without a message
};

/// Up to the message of this number, which the subject has. An error where not all came.
Result<Done> read_log(const NatsConnection& connection, const SceneName& name, std::uint64_t last,
                      const LogReading& reading);

/// Likewise, from where a reader is.
Result<Done> read_log(SceneLogReader& reader, std::uint64_t last, const LogReading& reading);

}  // namespace kine::server
