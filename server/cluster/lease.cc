#include "server/cluster/lease.h"

#include <random>
#include <utility>

#include "server/base/json_text.h"
#include "server/cluster/checked_publish.h"
#include "server/session_log/json_tree.h"

namespace kine::server {
namespace {

constexpr const char* kHolderHeader = "Kinesphere-Holder";
constexpr const char* kOperationHeader = "KV-Operation";

// Of the time to live: what is left is for the clocks of the servers and a late thread.
constexpr int kHeldTenths = 9;

std::string random_token() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 4; ++i) token += std::to_string(random()) + (i < 3 ? "-" : "");
  return token;
}

bool is_released(const StoredMessage& message) {
  return message.headers.contains(kOperationHeader);  // DEL or PURGE
}

}  // namespace

Lease::Lease(const NatsConnection& connection, SceneName scene, Node node, LeaseSettings settings)
    : connection_(connection),
      scene_(std::move(scene)),
      node_(std::move(node)),
      settings_(settings),
      subject_(subject_of_key(settings_.bucket, scene_.key())),
      holder_(random_token()) {}

std::string Lease::value() const {
  return "{\"node\":" + json_quoted(node_.name) + ",\"address\":" + json_quoted(node_.address) +
         "}";
}

Result<std::optional<std::uint64_t>> Lease::claim() {
  auto claimed = claim_behind(0);
  if (!claimed || *claimed) return claimed;
  const auto last = last_of(connection_, stream_of_bucket(settings_.bucket), subject_,
                            {kHolderHeader, kOperationHeader}, settings_.patience);
  if (!last) return last.error();
  if (!*last) return claimed;  // it went in between: the next try has it
  const auto holder = (*last)->headers.find(kHolderHeader);
  const bool is_own = holder != (*last)->headers.end() && holder->second == holder_;
  // A mark that nobody has it, or a claim of our own whose answer was lost.
  if (is_released(**last) || is_own) return claim_behind((*last)->sequence);
  return claimed;
}

Result<std::optional<std::uint64_t>> Lease::claim_behind(std::uint64_t revision) {
  const auto sent = Clock::now();
  const std::string text = value();
  const Published published = publish_checked(
      connection_,
      {.subject = subject_, .last = revision, .headers = {{kHolderHeader, holder_}}, .data = text},
      settings_.patience);
  switch (published.outcome) {
    case Published::Outcome::Stored:
      hold(published.sequence, sent);
      fence_ = published.sequence;
      return std::optional(fence_);
    case Published::Outcome::Refused:
      return std::optional<std::uint64_t>();
    case Published::Outcome::Unknown:
      break;
  }
  return Error{ErrorCode::Unsupported, "the scene cannot be claimed: " + published.fault};
}

Lease::Renewed Lease::renew() {
  if (fence_ == 0) return Renewed::Lost;
  // A renewal that had no answer may be stored: then it is the one to go on from.
  if (is_in_doubt_ && !is_ours(revision_)) return Renewed::NotYet;
  const auto sent = Clock::now();
  const std::string text = value();
  const Published published = publish_checked(
      connection_,
      {.subject = subject_, .last = revision_, .headers = {{kHolderHeader, holder_}}, .data = text},
      settings_.patience);
  switch (published.outcome) {
    case Published::Outcome::Stored:
      hold(published.sequence, sent);
      return Renewed::Yes;
    case Published::Outcome::Unknown:
      is_in_doubt_ = true;
      return Renewed::NotYet;
    case Published::Outcome::Refused:
      break;
  }
  // The doubtful one may have been stored between the look and now.
  if (is_in_doubt_ && is_held()) return Renewed::NotYet;
  lose();
  return Renewed::Lost;
}

/// The number of the last message where it is our own. True also where there is none: the renewal
/// that follows is refused then. False: NATS does not answer.
bool Lease::is_ours(std::uint64_t& revision) const {
  const auto last = last_of(connection_, stream_of_bucket(settings_.bucket), subject_,
                            {kHolderHeader}, settings_.patience);
  if (!last) return false;
  if (!*last) return true;
  const auto holder = (*last)->headers.find(kHolderHeader);
  const bool is_own = holder != (*last)->headers.end() && holder->second == holder_;
  if (is_own && (*last)->sequence > revision) revision = (*last)->sequence;
  return true;
}

bool Lease::release() {
  if (fence_ == 0) return true;
  const Published published = publish_checked(
      connection_, {.subject = subject_, .last = revision_, .headers = {{kOperationHeader, "DEL"}}},
      settings_.patience);
  lose();
  return published.outcome != Published::Outcome::Unknown;
}

void Lease::hold(std::uint64_t revision, Clock::time_point sent) {
  revision_ = revision;
  held_until_ = sent + settings_.ttl * kHeldTenths / 10;
  is_in_doubt_ = false;
}

void Lease::lose() {
  fence_ = 0;
  revision_ = 0;
  held_until_ = {};
  is_in_doubt_ = false;
}

std::optional<Node> node_of_value(std::string_view value) {
  const auto tree = JsonTree::read(value);
  if (!tree || tree->root().kind != JsonTree::Kind::Object) return {};
  const auto text_at = [&](std::string_view name) -> std::optional<std::string> {
    const JsonTree::Node* const node = tree->find(tree->root(), name);
    if (node == nullptr || node->kind != JsonTree::Kind::Text) return {};
    return text_of(*node);
  };
  auto name = text_at("node");
  auto address = text_at("address");
  if (!name || !address) return {};
  return Node{.name = *std::move(name), .address = *std::move(address)};
}

}  // namespace kine::server
