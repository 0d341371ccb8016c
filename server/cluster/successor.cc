#include "server/cluster/successor.h"

#include <string_view>
#include <utility>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

using SuccessorClock = std::chrono::steady_clock;

constexpr const char* kReady = "ready";
constexpr const char* kNotYet = "not yet";

/// Of nodes that were asked and did not get ready.
constexpr int kSuccessorsTried = 5;

std::string subject_of_next(const std::string& tenant, const std::string& scene) {
  return "next." + tenant + '.' + scene;
}

/// The third token of a subject.
std::string scene_of(std::string_view subject) {
  for (int i = 0; i < 2; ++i) subject.remove_prefix(subject.find('.') + 1);
  return std::string(subject.substr(0, subject.find('.')));
}

/// Whether this node gets ready in time.
bool is_ready_until(const NatsConnection& connection, const std::string& subject,
                    SuccessorClock::time_point until, const SuccessorPatience& patience) {
  while (SuccessorClock::now() < until) {
    const auto answer = ask(connection, subject, patience.answer);
    if (answer && *answer == kReady) return true;
    if (!answer || *answer != kNotYet) return false;
    nats_Sleep(patience.again.count());
  }
  return false;
}

}  // namespace

Result<SuccessorAnswers> SuccessorAnswers::begin(const NatsConnection& connection,
                                                 const std::string& tenant, const std::string& node,
                                                 const SuccessorListening& listening) {
  if (!is_subject_token(tenant) || !is_subject_token(node)) {
    return Error{ErrorCode::OutOfRange, "no name of a node: " + quoted(node)};
  }
  SuccessorAnswers answers;
  const std::string all = subject_of_next(tenant, "*");
  auto of_all = NatsAnswers::begin(
      connection, all,
      [prepare = listening.prepare, node](std::string_view subject) {
        return prepare(scene_of(subject)) ? node : std::string();
      },
      "next");
  if (!of_all) return of_all.error();
  answers.of_all_ = *std::move(of_all);
  auto of_this = NatsAnswers::begin(connection, all + '.' + node,
                                    [is_ready = listening.is_ready](std::string_view subject) {
                                      const auto ready = is_ready(scene_of(subject));
                                      return std::string(!ready ? "" : *ready ? kReady : kNotYet);
                                    });
  if (!of_this) return of_this.error();
  answers.of_this_ = *std::move(of_this);
  return answers;
}

std::optional<std::string> wait_for_successor(const NatsConnection& connection,
                                              const SceneName& scene,
                                              const SuccessorPatience& patience) {
  const auto until = SuccessorClock::now() + patience.all;
  const std::string subject = subject_of_next(scene.tenant, scene.scene);
  for (int i = 0; i < kSuccessorsTried && SuccessorClock::now() < until; ++i) {
    const auto node = ask(connection, subject, patience.answer);
    if (!node || !is_subject_token(*node)) continue;
    if (is_ready_until(connection, subject + '.' + *node, until, patience)) return *node;
  }
  return {};
}

}  // namespace kine::server
