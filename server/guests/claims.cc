#include "server/guests/claims.h"

#include <algorithm>

namespace kine::server {

std::optional<std::string> Claims::claim(std::span<const CharacterId> characters,
                                         const Claimant& claimant, Time now) {
  const std::lock_guard lock(mutex_);
  for (const CharacterId character : characters) {
    const Claim* const held = find(character, now);
    if (held == nullptr || held->claimant.client == claimant.client) continue;
    const std::string& key = held->claimant.key;
    if (key.empty() || !is_same_secret(claimant.key, key)) return held->claimant.name;
  }
  for (const CharacterId character : characters) {
    claims_.insert_or_assign(character, Claim{.claimant = claimant, .until = {}});
  }
  return {};
}

void Claims::release(std::span<const CharacterId> characters, ClientId client) {
  const std::lock_guard lock(mutex_);
  for (const CharacterId character : characters) {
    const auto found = claims_.find(character);
    if (found != claims_.end() && found->second.claimant.client == client) claims_.erase(found);
  }
}

void Claims::leave(ClientId client, Time now) {
  const std::lock_guard lock(mutex_);
  for (auto& [character, claim] : claims_) {
    if (claim.claimant.client != client) continue;
    claim.until = claim.claimant.key.empty() ? now : now + claim.claimant.grace;
  }
  std::erase_if(claims_,
                [&](const auto& each) { return each.second.until && *each.second.until <= now; });
}

void Claims::forget(CharacterId character) {
  const std::lock_guard lock(mutex_);
  claims_.erase(character);
}

std::optional<std::string> Claims::find_other(CharacterId character, ClientId client,
                                              Time now) const {
  const std::lock_guard lock(mutex_);
  const Claim* const held = find(character, now);
  if (held == nullptr || held->claimant.client == client) return {};
  return held->claimant.name;
}

std::vector<CharacterId> Claims::held_by(ClientId client) const {
  const std::lock_guard lock(mutex_);
  std::vector<CharacterId> held;
  for (const auto& [character, claim] : claims_) {
    if (claim.claimant.client == client) held.push_back(character);
  }
  return held;
}

/// Null where nobody has it, or its claimant has been away for too long.
const Claims::Claim* Claims::find(CharacterId character, Time now) const {
  const auto found = claims_.find(character);
  if (found == claims_.end()) return nullptr;
  const std::optional<Time>& until = found->second.until;
  return until && *until <= now ? nullptr : &found->second;
}

bool is_same_secret(std::string_view given, std::string_view wanted) {
  unsigned difference = given.size() == wanted.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    difference |= static_cast<unsigned>(given[i] ^ wanted[wanted.empty() ? 0 : i % wanted.size()]);
  }
  return difference == 0;
}

}  // namespace kine::server
