#include "server/cluster/node_name.h"

#include <optional>
#include <utility>

#include "realizer/core/number.h"
#include "server/cluster/checked_publish.h"

namespace kine::server {
namespace {

const LeaseSettings kNameLease{.bucket = kNodesBucket};

/// The node that has a name, and by which message.
struct NameHolder {
  std::uint64_t revision = 0;
  std::string address;
};

std::optional<NameHolder> find_name_holder(const NatsConnection& connection,
                                           const SceneName& name) {
  const auto last = last_of(connection, stream_of_bucket(kNodesBucket),
                            subject_of_key(kNodesBucket, name.key()), {}, kNameLease.patience);
  if (!last || !*last) return {};
  const auto node = node_of_value((*last)->data);
  return NameHolder{.revision = (*last)->sequence, .address = node ? node->address : ""};
}

Error name_taken(const Node& node, const NameHolder& holder) {
  return {.code = ErrorCode::Unsupported,
          .message = "another node of this name runs (its clients go to " + quoted(holder.address) +
                     "): give each node a --node of its own: " + quoted(node.name)};
}

}  // namespace

Result<std::unique_ptr<NodeName>> NodeName::claim(
    const NatsConnection& connection, const std::string& cluster, const Node& node,
    std::chrono::milliseconds patience, std::function<void(const std::string& why)> on_taken,
    NodeNameSettings settings) {
  const SceneName name{.tenant = cluster, .scene = node.name};
  Lease lease(connection, name, node, kNameLease);
  const auto until = Lease::Clock::now() + patience;
  std::optional<NameHolder> seen;
  for (;;) {
    const auto claimed = lease.claim();
    if (claimed && *claimed) break;
    if (const auto holder = claimed ? find_name_holder(connection, name) : std::nullopt) {
      // An older one is of a server of NATS that has not heard.
      if (seen && holder->revision > seen->revision) return name_taken(node, *holder);
      if (!seen) seen = holder;
    }
    if (Lease::Clock::now() >= until) {
      return claimed ? name_taken(node, seen.value_or(NameHolder{})) : claimed.error();
    }
    nats_Sleep(settings.look_each.count());
  }
  return std::make_unique<NodeName>(Private(), std::move(lease), std::move(on_taken), settings);
}

NodeName::NodeName(Private, Lease lease, std::function<void(const std::string& why)> on_taken,
                   NodeNameSettings settings)
    : lease_(std::move(lease)), on_taken_(std::move(on_taken)), settings_(settings) {
  thread_ = std::thread([this] { work(); });
}

NodeName::~NodeName() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    stopped_.notify_all();
  }
  thread_.join();
  lease_.release();
}

void NodeName::work() {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, settings_.renew_each, [this] { return stopping_; })) {
    lock.unlock();
    const bool is_kept = keep();
    lock.lock();
    if (!is_kept) return;
  }
}

/// False where another node has it now. NATS forgets it while it does not answer; then it is
/// claimed anew.
bool NodeName::keep() {
  if (lease_.renew() != Lease::Renewed::Lost) return true;
  const auto claimed = lease_.claim();
  if (!claimed || *claimed) return true;
  on_taken_("another node of the cluster has its name now");
  return false;
}

}  // namespace kine::server
