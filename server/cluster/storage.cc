#include "server/cluster/storage.h"

#include <algorithm>

namespace kine::server {
namespace {

constexpr std::chrono::milliseconds kTryAfter{50};
constexpr std::int64_t kNanosecondsPerMs = 1'000'000;
constexpr std::int64_t kWaitMs = 1'000;  // for one answer
constexpr std::int32_t kValueBytesMax = 4'096;

std::size_t replicas_of(const NatsConnection& connection) {
  return std::clamp<std::size_t>(connection.servers(), 1, kReplicasMax);
}

/// With the same settings a stream that is there is no error.
natsStatus add_stream(const NatsConnection& connection, jsStreamConfig& config) {
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = kWaitMs;
  config.Storage = js_FileStorage;
  config.Replicas = static_cast<std::int64_t>(replicas_of(connection));
  config.AllowRollup = true;
  config.DenyDelete = true;
  jsErrCode code{};
  const natsStatus status =
      js_AddStream(nullptr, connection.jet_stream(), &config, &options, &code);
  // Another one made it, for another number of servers: that is an operator's matter.
  return code == JSStreamNameExistErr ? NATS_OK : status;
}

/// A bucket is a stream of this form, so that other clients of NATS read it as one.
natsStatus add_bucket(const NatsConnection& connection, const std::string& bucket,
                      std::chrono::milliseconds ttl) {
  const std::string name = stream_of_bucket(bucket);
  const std::string subject = subject_of_key(bucket, ">");
  const char* subjects[] = {subject.c_str()};
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  config.Name = name.c_str();
  config.Subjects = subjects;
  config.SubjectsLen = 1;
  config.MaxMsgsPerSubject = 1;
  config.MaxMsgSize = kValueBytesMax;
  config.MaxAge = ttl.count() * kNanosecondsPerMs;
  config.Duplicates = config.MaxAge;
  config.Discard = js_DiscardNew;
  return add_stream(connection, config);
}

natsStatus add_log(const NatsConnection& connection) {
  const char* subjects[] = {"log.*.*"};
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  config.Name = kLogStream;
  config.Subjects = subjects;
  config.SubjectsLen = 1;
  config.MaxMsgSize = static_cast<std::int32_t>(kLogMessageBytesMax);
  return add_stream(connection, config);
}

}  // namespace

std::string stream_of_bucket(const std::string& bucket) { return "KV_" + bucket; }

std::string subject_of_key(const std::string& bucket, const std::string& key) {
  return "$KV." + bucket + '.' + key;
}

std::string subject_of_log(const SceneName& name) { return "log." + name.key(); }

Result<Done> make_storage(const NatsConnection& connection, std::chrono::milliseconds patience,
                          std::chrono::milliseconds lease_ttl) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    natsStatus status = add_bucket(connection, kPlaceBucket, lease_ttl);
    if (status == NATS_OK) status = add_bucket(connection, kNodesBucket, lease_ttl);
    if (status == NATS_OK) status = add_bucket(connection, kScenesBucket, {});
    if (status == NATS_OK) status = add_log(connection);
    if (status == NATS_OK) return Done{};
    if (std::chrono::steady_clock::now() >= until) {
      return nats_error("the cluster cannot store anything", status);
    }
    nats_Sleep(kTryAfter.count());
  }
}

}  // namespace kine::server
