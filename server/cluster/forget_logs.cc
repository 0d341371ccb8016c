#include "server/cluster/forget_logs.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "realizer/core/number.h"
#include "server/cluster/checked_publish.h"
#include "server/cluster/log_reader.h"
#include "server/cluster/storage.h"

namespace kine::server {
namespace {

/// For one answer of NATS: a mark and a purge end before a lease does.
constexpr std::chrono::milliseconds kForgetAnswer{800};

// As nodes see it meanwhile: no client can be led there, for that is no address.
constexpr const char* kForgettingNode = "forget";
constexpr const char* kNowhere = "0";

struct StreamInfoDeleter {
  void operator()(jsStreamInfo* info) const { jsStreamInfo_Destroy(info); }
};

/// Of the cluster, in the order of their names.
Result<std::vector<ForgottenLog>> logs_of(const NatsConnection& connection,
                                          const ForgetLogsWish& wish) {
  const std::string prefix = subject_of_log({wish.cluster, ""});
  const std::string filter = prefix + '*';
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = kForgetAnswer.count();
  options.Stream.Info.SubjectsFilter = filter.c_str();
  jsStreamInfo* raw = nullptr;
  jsErrCode code{};
  const natsStatus status =
      js_GetStreamInfo(&raw, connection.jet_stream(), kLogStream, &options, &code);
  const std::unique_ptr<jsStreamInfo, StreamInfoDeleter> info(raw);
  std::vector<ForgottenLog> logs;
  if (code == JSStreamNotFoundErr) return logs;  // no node has ever stored anything
  if (status != NATS_OK) return nats_error("the cluster does not say what it has", status);
  const jsStreamStateSubjects* const subjects = info->State.Subjects;
  for (int i = 0; subjects != nullptr && i < subjects->Count; ++i) {
    const std::string scene = std::string(subjects->List[i].Subject).substr(prefix.size());
    const bool is_wanted =
        wish.scenes.empty() || std::ranges::find(wish.scenes, scene) != wish.scenes.end();
    if (is_wanted) logs.push_back({{wish.cluster, scene}, subjects->List[i].Msgs});
  }
  std::ranges::sort(logs, {}, &ForgottenLog::scene);
  return logs;
}

Error is_played(const SceneName& scene, const std::string& node) {
  return {ErrorCode::Unsupported,
          "a node plays the scene " + quoted(scene.scene) +
              ", or has within the last seconds; stop all nodes that know it, and ask again: " +
              quoted(node)};
}

/// The node that has the scene; empty: none.
Result<std::string> node_of(const NatsConnection& connection, const SceneName& scene) {
  const auto last =
      last_of(connection, stream_of_bucket(kPlaceBucket), subject_of_key(kPlaceBucket, scene.key()),
              {"KV-Operation"}, kForgetAnswer);
  if (!last) return last.error();
  if (!*last || !(*last)->headers.empty()) return std::string();
  const auto node = node_of_value((*last)->data);
  return node ? node->name : std::string("?");
}

using Leases = std::vector<std::unique_ptr<Lease>>;

/// Of all, or of none.
Result<Leases> claim_all(const NatsConnection& connection, const std::vector<ForgottenLog>& logs,
                         const LeaseSettings& settings) {
  Leases leases;
  for (const ForgottenLog& log : logs) {
    leases.push_back(
        std::make_unique<Lease>(connection, log.scene, Node{kForgettingNode, kNowhere}, settings));
    const auto claimed = leases.back()->claim();
    if (claimed && *claimed) continue;
    leases.pop_back();
    for (const auto& each : leases) each->release();
    if (!claimed) return claimed.error();
    const auto node = node_of(connection, log.scene);
    return is_played(log.scene, node ? *node : std::string("?"));
  }
  return leases;
}

/// A mark behind all that is there, as a node puts it that takes the scene over: its number. A
/// writer until now is refused from then on.
Result<std::uint64_t> mark(const NatsConnection& connection, const Lease& lease) {
  const std::string subject = subject_of_log(lease.scene());
  const auto last = last_of(connection, kLogStream, subject, {kFenceHeader}, kForgetAnswer);
  if (!last) return last.error();
  const std::string fence = std::to_string(lease.fence());
  const Published published =
      publish_checked(connection,
                      {.subject = subject,
                       .last = *last ? (*last)->sequence : 0,
                       .headers = {{kWriterHeader, std::string(kForgettingNode) + '-' + fence},
                                   {kFenceHeader, fence}}},
                      kForgetAnswer);
  if (published.outcome == Published::Outcome::Stored) return published.sequence;
  return Error{ErrorCode::Unsupported, "the log of the scene " + quoted(lease.scene().scene) +
                                           " cannot be closed: " + published.fault};
}

/// Up to the mark, and with it. What anybody may have written behind it stays.
Result<Done> purge(const NatsConnection& connection, const SceneName& scene, std::uint64_t marked) {
  const std::string subject = subject_of_log(scene);
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = kForgetAnswer.count();
  options.Stream.Purge.Subject = subject.c_str();
  options.Stream.Purge.Sequence = marked + 1;
  const natsStatus status = js_PurgeStream(connection.jet_stream(), kLogStream, &options, nullptr);
  if (status == NATS_OK) return Done{};
  return nats_error("the log of the scene " + quoted(scene.scene) + " is not deleted", status);
}

Result<Done> forget_log(const NatsConnection& connection, Lease& lease) {
  if (lease.renew() != Lease::Renewed::Yes) {
    const auto again = lease.claim();  // it ran out while others were deleted
    if (!again) return again.error();
    if (!*again) return is_played(lease.scene(), "?");
  }
  const auto marked = mark(connection, lease);
  if (!marked) return marked.error();
  return purge(connection, lease.scene(), *marked);
}

Result<std::size_t> only_tell(const NatsConnection& connection,
                              const std::vector<ForgottenLog>& logs,
                              const std::function<void(const ForgottenLog& log)>& tell) {
  for (const ForgottenLog& log : logs) {
    const auto node = node_of(connection, log.scene);
    if (!node) return node.error();
    if (!node->empty()) return is_played(log.scene, *node);
  }
  for (const ForgottenLog& log : logs) tell(log);
  return logs.size();
}

}  // namespace

Result<std::size_t> forget_logs(const NatsConnection& connection, const ForgetLogsWish& wish,
                                const std::function<void(const ForgottenLog& log)>& tell) {
  for (const std::string& scene : wish.scenes) {
    if (is_scene_name({wish.cluster, scene})) continue;
    return Error{ErrorCode::OutOfRange, "no name of a scene in a cluster: " + quoted(scene)};
  }
  if (!is_subject_token(wish.cluster)) {
    return Error{ErrorCode::OutOfRange, "no name of a cluster: " + quoted(wish.cluster)};
  }
  const auto logs = logs_of(connection, wish);
  if (!logs) return logs.error();
  if (wish.dry_run) return only_tell(connection, *logs, tell);

  const auto leases = claim_all(connection, *logs, wish.lease);
  if (!leases) return leases.error();
  // Where one fails, leases run out by themselves: a purge may still be on its way.
  for (std::size_t i = 0; i < leases->size(); ++i) {
    if (auto gone = forget_log(connection, *(*leases)[i]); !gone) return gone.error();
    tell((*logs)[i]);
  }
  for (const auto& lease : *leases) lease->release();
  return leases->size();
}

}  // namespace kine::server
