// The journal of a scene, kept by the cluster: on a quorum of servers before anybody is told so.
//
//   Journal --records--> SceneLog --one message a batch, behind the last one--> LOG,
//   log.TENANT.SCENE
//
// Each message is stored only behind the one that its writer knows as the last. So a writer that
// was stopped, and whose scene another node has taken, is refused: it is fenced.
//
// One message is on its way at a time, for its number is what the next one stands behind. What
// comes meanwhile is the next batch. A batch that is longer than a message goes in pieces.
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
#include "server/journal/record_store.h"

namespace kine::server {

struct SceneLogSettings {
  std::size_t bytes_max = std::size_t{4} << 30;        // of a journal that is read
  std::size_t piece_bytes_max = std::size_t{1} << 20;  // of a message, without its headers
  std::chrono::milliseconds answer{2'000};             // for one answer of NATS
  std::chrono::milliseconds patience{3'000};           // for a batch: then keep() is an error
};

class SceneLog;

struct OpenedSceneLog {
  std::unique_ptr<SceneLog> log;
  std::string journal;  // all that it has, as a file of a journal; empty: it is new
};

/// Messages of a log before this one go, which nobody reads any more. An owner that was stopped
/// may do so late: what others have begun since has greater numbers, and stays.
void purge_before(std::uint64_t first, const NatsConnection& connection, const SceneName& name,
                  std::chrono::milliseconds answer);

/// One thread uses it.
class SceneLog final : public RecordStore {
 public:
  /// Takes the log over for the holder of a lease with this fence, and reads it. When it returns,
  /// nobody with a smaller fence can write any more. `on_progress` may be empty.
  static Result<OpenedSceneLog> open(const NatsConnection& connection, const SceneName& name,
                                     std::uint64_t fence,
                                     const std::function<void(double share)>& on_progress = {},
                                     const SceneLogSettings& settings = {});

  /// Likewise, and reads nothing: that is for its caller to do, up to last().
  static Result<std::unique_ptr<SceneLog>> take(const NatsConnection& connection,
                                                const SceneName& name, std::uint64_t fence,
                                                const SceneLogSettings& settings = {});

  /// The number of the last message that it knows.
  std::uint64_t last() const { return last_; }

  /// What was read has so many bytes.
  void go_on_behind(std::uint64_t bytes) { size_ = bytes; }

  /// What is kept next begins a new journal. What is there stays until all of that is stored, and
  /// goes with it.
  void begin_next() { size_ = 0; }
  bool begin_anew() override {
    begin_next();
    return true;
  }

  std::uint64_t size() const override { return size_; }

  /// As a RecordStore has it. It tries for as long as its patience.
  Result<Done> keep(std::string_view bytes) override;

  /// Whether another node has the scene: this one must stop.
  bool is_lost() const override { return is_lost_; }

 private:
  /// A message whose answer did not come: it may be stored. What we sent after it were marks.
  struct Doubt {
    std::uint64_t number = 0;
    std::string batch = {};  // that is whole with it; empty: none is
  };

  SceneLog(const NatsConnection& connection, const SceneName& name, std::uint64_t fence,
           const SceneLogSettings& settings);

  Result<Done> take_over();
  Result<Done> mark();
  Result<Done> keep_once(std::string_view bytes);
  Result<Done> send_batch(std::string_view bytes);
  Result<Done> settle();
  Result<Done> look(const std::string& fault);
  Published send(std::string_view data, NatsHeaders headers);
  void note_batch(std::string_view batch);
  Error lost();

  const NatsConnection& connection_;
  const SceneName name_;
  const std::string subject_;
  const std::string writer_;  // this log and no other, of any node
  const std::uint64_t fence_;
  const SceneLogSettings settings_;

  std::uint64_t last_ = 0;    // message of the subject
  std::uint64_t number_ = 0;  // of our last message
  std::uint64_t size_ = 0;
  bool is_lost_ = false;
  std::optional<Doubt> doubt_;
  std::string kept_;  // of the bytes that keep() was asked for last: those that are stored
};

}  // namespace kine::server
