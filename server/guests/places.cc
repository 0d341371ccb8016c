#include "server/guests/places.h"

#include "server/base/limits.h"
#include "server/base/peer_address.h"

namespace kine::server {

Places::Decision Places::admit(ClientId client, const Address& address) {
  const Address share = share_of(address);
  const bool is_full = entries_.size() >= bounds_.connections_max;
  Decision decision;
  if (const auto oldest = find_oldest_of_too_many(share)) {
    leave(*oldest);
    if (!is_full) put(*oldest, share, Standing::Other);  // until it is gone
    decision.displaced =
        Displaced{.client = *oldest,
                  .parting = is_full ? Parting::AtOnce : Parting::WhenAnswered,
                  .reason = past("connections_without_hello_max", bounds_.without_hello_max)};
  } else if (is_full) {
    const std::string reason = past("connections_max", bounds_.connections_max);
    const auto leaves = find_who_leaves(share);
    if (!leaves) return {.refusal = reason, .displaced = {}};
    leave(*leaves);
    decision.displaced = Displaced{
        .client = *leaves,
        .parting = Parting::AtOnce,
        .reason =
            reason + ": your address has the most connections, and another one asked for a place"};
  }
  put(client, share, Standing::Silent);
  return decision;
}

std::optional<ClientId> Places::find_oldest_of_too_many(const Address& share) const {
  const auto own = shares_.find(share);
  if (own == shares_.end()) return {};
  const std::set<ClientId>& silent = own->second.silent;
  if (silent.empty() || silent.size() < bounds_.without_hello_max) return {};
  return *silent.begin();
}

/// So that one of `share` may come in where all places are taken.
std::optional<ClientId> Places::find_who_leaves(const Address& share) const {
  if (by_size_.empty()) return {};
  const auto own = shares_.find(share);
  const std::size_t own_size = own == shares_.end() ? 0 : own->second.size();
  const auto& [size, largest] = *by_size_.rbegin();
  if (size > own_size + 1) {
    const Share& found = shares_.at(largest);
    // The first that came may stay.
    return found.silent.empty() ? *found.others.rbegin() : *found.silent.begin();
  }
  if (own == shares_.end() || own->second.silent.empty()) return {};
  return *own->second.silent.begin();
}

void Places::note_hello(ClientId client) {
  const auto entry = entries_.find(client);
  if (entry == entries_.end() || entry->second.standing == Standing::Other) return;
  entry->second.standing = Standing::Other;
  Share& share = shares_.at(entry->second.share);
  share.silent.erase(client);
  share.others.insert(client);
}

Places::Decision Places::move(ClientId client, const Address& address) {
  const auto entry = entries_.find(client);
  if (entry == entries_.end() || entry->second.share == share_of(address)) return {};
  leave(client);
  return admit(client, address);
}

void Places::leave(ClientId client) {
  const auto entry = entries_.find(client);
  if (entry == entries_.end()) return;
  const auto share = shares_.find(entry->second.share);
  by_size_.erase({share->second.size(), share->first});
  share->second.silent.erase(client);
  share->second.others.erase(client);
  if (share->second.size() == 0) {
    shares_.erase(share);
  } else {
    by_size_.emplace(share->second.size(), share->first);
  }
  entries_.erase(entry);
}

void Places::put(ClientId client, const Address& share, Standing standing) {
  Share& own = shares_[share];
  by_size_.erase({own.size(), share});
  (standing == Standing::Silent ? own.silent : own.others).insert(client);
  by_size_.emplace(own.size(), share);
  entries_[client] = {share, standing};
}

std::size_t Places::size_of(const Address& address) const {
  const auto share = shares_.find(share_of(address));
  return share == shares_.end() ? 0 : share->second.size();
}

}  // namespace kine::server
