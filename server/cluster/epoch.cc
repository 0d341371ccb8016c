#include "server/cluster/epoch.h"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "realizer/core/number.h"
#include "server/cluster/checked_publish.h"
#include "server/cluster/storage.h"

namespace kine::server {
namespace {

constexpr std::chrono::milliseconds kAnswer{1'000};
constexpr std::int64_t kTryAgainAfterMs = 50;

std::optional<std::int64_t> microseconds_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_one = error == std::errc() && end == text.data() + text.size() && number > 0;
  return is_one ? std::optional(number) : std::nullopt;
}

}  // namespace

Result<std::int64_t> epoch_of_cluster(const NatsConnection& connection, std::int64_t ours,
                                      std::chrono::milliseconds patience) {
  const std::string subject = subject_of_key(kScenesBucket, "epoch");
  const std::string value = std::to_string(ours);
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const Published written =
        publish_checked(connection, {.subject = subject, .data = value}, kAnswer);
    if (written.outcome == Published::Outcome::Stored) return ours;
    const auto last = last_of(connection, stream_of_bucket(kScenesBucket), subject, {}, kAnswer);
    if (last && *last) {
      const auto epoch = microseconds_in((*last)->data);
      if (epoch) return *epoch;
      return Error{ErrorCode::Syntax,
                   "the cluster's epoch is no time in microseconds: " + quoted((*last)->data)};
    }
    if (std::chrono::steady_clock::now() >= until) {
      return Error{ErrorCode::Unsupported, "the cluster has no epoch: " + written.fault};
    }
    nats_Sleep(kTryAgainAfterMs);
  }
}

}  // namespace kine::server
