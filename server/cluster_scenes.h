// The scenes of a server that plays them together with others: each is played by the one that has
// its lease, from the log that all of them share.
//
//   ClusterNode --won--> PlayedScene::take_over: LOG is run again, and goes on at the cluster's
//   tick another one that leaves --next?--> PlayedScene::run_ahead Session --where is it?-->
//   ScenePlaces
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "realizer/core/result.h"
#include "server/base/status.h"
#include "server/cluster/clocks.h"
#include "server/cluster/cluster_node.h"
#include "server/cluster/nats_connection.h"
#include "server/cluster/node_name.h"
#include "server/cluster/successor.h"
#include "server/played_scene.h"
#include "server/services/options.h"
#include "server/services/stage.h"

namespace kine::server {

class ClusterScenes final : public ScenePlaces {
  struct Private {};  // join() makes it

 public:
  using Scenes = std::vector<std::unique_ptr<PlayedScene>>;

  /// Joins the cluster, and plays what it gets. `address` is where other servers reach this one.
  /// `on_lost` is called, from another thread, when this server must show nothing of a scene
  /// any more that it has played: it is to end at once. `scenes` and `status` outlive it.
  static Result<std::unique_ptr<ClusterScenes>> join(
      const ClusterOptions& options, const std::string& address, const Scenes& scenes,
      Status& status, std::function<void(const std::string& why)> on_lost);

  ClusterScenes(Private, const ClusterOptions& options, std::string address, Status& status,
                std::function<void(const std::string& why)> on_lost);

  /// Leaves as leave() does.
  ~ClusterScenes() override;

  /// While it plays on: others run its scenes ahead, where some are there. Returns when they are
  /// ready, or it takes too long.
  void look_for_successors();

  /// Gives its scenes to others, which go on from the tick that was the last here.
  void leave();

  bool is_here(const std::string& scene) const override;
  std::optional<client::Address> find(const std::string& scene) const override;

 private:
  using Clock = TickLoop::Clock;

  struct Part {
    PlayedScene* scene = nullptr;
    std::atomic<bool> is_here{false};
    std::thread taking_over;
    std::thread running_ahead;          // of ahead_mutex_, until its turn has come
    std::atomic<bool> has_turn{false};  // likewise: it is not run ahead any more
    std::atomic<bool> is_ahead{false};  // little is left to run
  };

  Result<Done> open();
  void begin(const Scenes& scenes);
  void take_over(Part& part, const SceneName& name, std::uint64_t fence);
  void lose(const SceneName& name);
  SuccessorListening successor();
  bool prepare(const std::string& scene);
  void run_ahead(Part& part, const SceneName& name);
  void stop_running_ahead(Part& part);
  void watch_clocks();
  bool is_clock_apart() const;

  const ClusterOptions options_;
  const std::string address_;
  Status& status_;
  const std::function<void(const std::string& why)> on_lost_;
  std::unique_ptr<NatsConnection> connection_;
  std::unique_ptr<NodeName> node_name_;
  std::unique_ptr<ClockAnswers> clock_answers_;
  std::int64_t epoch_us_ = 0;  // Unix time of tick 0
  std::map<std::string, Part, std::less<>> parts_;
  std::atomic<bool> has_looked_{false};
  std::atomic<bool> leaving_{false};
  std::mutex ahead_mutex_;
  SuccessorAnswers successor_answers_;
  std::latch has_begun_{1};  // node_ is there
  std::unique_ptr<ClusterNode> node_;

  std::mutex mutex_;  // of stopping_
  std::condition_variable stopped_;
  bool stopping_ = false;
  std::thread watching_clocks_;
};

}  // namespace kine::server
