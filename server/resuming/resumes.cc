#include "server/resuming/resumes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "server/base/sha256.h"

namespace kine::server {
namespace {

/// How often clients that are gone are looked at.
constexpr std::chrono::milliseconds kLooksEach{100};

}  // namespace

std::string Resumes::key_of(std::string_view tenant, std::string_view word) {
  Sha256 hash;
  hash.add(tenant);
  hash.add(std::string_view("\0", 1));  // that no tenant has in its name
  hash.add(word);
  return hash.take_hex();
}

Result<Resumes::Found> Resumes::find_or_make(const std::string& key, ClientId connection) {
  const std::lock_guard lock(mutex_);
  if (const auto known = clients_.find(key); known != clients_.end()) {
    known->second.client->expect_back();
    return Found{known->second.client, false};
  }
  if (!make_room()) {
    return Error{ErrorCode::LimitExceeded,
                 "busy: " + past("resume_clients_max", limits_.now().resume_clients_max)};
  }
  auto client = std::make_shared<ResumedClient>(connection, limits_);
  clients_[key] = {.client = client};
  keys_[connection] = key;
  return Found{std::move(client), true};
}

/// False where nobody can be forgotten.
bool Resumes::make_room() {
  while (clients_.size() >= limits_.now().resume_clients_max) {
    auto longest = clients_.end();
    std::optional<Time> since;
    for (auto each = clients_.begin(); each != clients_.end(); ++each) {
      const auto gone = each->second.client->gone_since();
      if (!gone || (since && *since <= *gone)) continue;
      longest = each;
      since = gone;
    }
    if (longest == clients_.end()) return false;
    longest->second.client->forget_now();
    keys_.erase(longest->second.client->client());
    clients_.erase(longest);
  }
  return true;
}

void Resumes::look(Time now) {
  if (now < next_look_) return;
  next_look_ = now + kLooksEach;
  const std::lock_guard lock(mutex_);
  std::erase_if(clients_, [&](const auto& each) {
    const auto& client = each.second.client;
    if (client->look(now)) return false;
    keys_.erase(client->client());
    return true;
  });
}

void Resumes::recover(const std::string& key, ClientId client, bool keeps_waiting) {
  const std::lock_guard lock(mutex_);
  if (const auto known = clients_.find(key); known != clients_.end()) {
    if (known->second.client->client() == client) {
      known->second.keeps_waiting = keeps_waiting;
      return;
    }
    keys_.erase(known->second.client->client());  // it was forgotten meanwhile
    clients_.erase(known);
  }
  if (clients_.size() >= limits_.now().resume_clients_max) {
    // The one that came first.
    const auto first = keys_.begin();
    clients_.erase(first->second);
    keys_.erase(first);
  }
  clients_[key] = {.client = std::make_shared<ResumedClient>(client, limits_),
                   .keeps_waiting = keeps_waiting};
  keys_[client] = key;
}

void Resumes::recover(const ToldClient& told) {
  recover(told.key, told.client, told.keeps_waiting);
  if (const auto client = find(told.client)) client->recover(told);
}

void Resumes::keep_waiting(const std::string& key, bool keeps_waiting) {
  const std::lock_guard lock(mutex_);
  if (const auto known = clients_.find(key); known != clients_.end()) {
    known->second.keeps_waiting = keeps_waiting;
  }
}

void Resumes::tell_then(const std::function<void(std::vector<ToldClient>)>& tell) const {
  const std::lock_guard lock(mutex_);
  std::vector<ToldClient> all;
  for (const auto& [key, known] : clients_) {
    auto told = known.client->told();
    if (!told) return;
    told->key = key;
    told->keeps_waiting = known.keeps_waiting;
    all.push_back(*std::move(told));
  }
  tell(std::move(all));
}

std::shared_ptr<ResumedClient> Resumes::find(ClientId client) const {
  const std::lock_guard lock(mutex_);
  const auto key = keys_.find(client);
  if (key == keys_.end()) return nullptr;
  const auto known = clients_.find(key->second);
  return known == clients_.end() ? nullptr : known->second.client;
}

void Resumes::recovered(Time now, const std::function<void(ClientId)>& let_go) {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, known] : clients_) {
    const ClientId client = known.client->client();
    ResumedClient::Parting parting;
    if (!known.keeps_waiting) parting.let_go = [let_go, client] { let_go(client); };
    [[maybe_unused]] const bool is_gone = known.client->detach(client, now, std::move(parting));
  }
}

void Resumes::listen_to(Hub& hub) {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, known] : clients_) {
    const ClientId client = known.client->client();
    hub.add(client, known.client);
    known.client->on_forgotten([&hub, client] { hub.remove(client); });
  }
}

}  // namespace kine::server
