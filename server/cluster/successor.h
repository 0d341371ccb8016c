// Which node plays a scene next: a node that leaves asks for one, and waits until it is ready.
//
//   next.TENANT.SCENE        --> one of the others: its name; it begins to run the scene ahead
//   next.TENANT.SCENE.NODE   --> whether it is ready, time and again
//
// Where no node is there, or none gets ready in time, the scene is free for any of them, as behind
// a crash.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/cluster/nats_answers.h"
#include "server/cluster/scene_name.h"

namespace kine::server {

/// Of a node. Called by threads of libnats, with the name of a scene.
struct SuccessorListening {
  /// Begins to run it ahead, or goes on with that. False: it does not.
  std::function<bool(const std::string& scene)> prepare;

  /// Whether little is left to run of it. Nothing: it is not run ahead.
  std::function<std::optional<bool>(const std::string& scene)> is_ready;
};

/// Answers for the scenes of a tenant, until it is gone.
class SuccessorAnswers {
 public:
  static Result<SuccessorAnswers> begin(const NatsConnection& connection, const std::string& tenant,
                                        const std::string& node,
                                        const SuccessorListening& listening);

 private:
  std::unique_ptr<NatsAnswers> of_all_;
  std::unique_ptr<NatsAnswers> of_this_;
};

struct SuccessorPatience {
  std::chrono::milliseconds all{8'000};   // of it all: what stops a node gives it 15 s
  std::chrono::milliseconds answer{300};  // for one
  std::chrono::milliseconds again{20};    // until it is asked again whether it is ready
};

/// The node that is ready; nothing: none is. One that does not answer any more is left for the
/// next.
std::optional<std::string> wait_for_successor(const NatsConnection& connection,
                                              const SceneName& scene,
                                              const SuccessorPatience& patience = {});

}  // namespace kine::server
