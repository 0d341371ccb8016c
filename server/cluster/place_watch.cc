#include "server/cluster/place_watch.h"

#include <utility>
#include <vector>

namespace kine::server {
namespace {

// As long as a stop of the thread may take, and a forgotten place goes unseen.
constexpr std::chrono::milliseconds kLook{50};
constexpr std::chrono::milliseconds kBeginAgainAfter{100};

constexpr int kSilentTtls = 2;

/// Nodes of a cluster write far fewer: a stranger with the right to write must not fill our memory.
constexpr std::size_t kPlacesMax = 65'536;

}  // namespace

struct PlaceWatch::Watcher {
  ~Watcher() {
    kvWatcher_Destroy(watcher);
    kvStore_Destroy(store);
  }

  kvStore* store = nullptr;
  kvWatcher* watcher = nullptr;
};

PlaceWatch::PlaceWatch(const NatsConnection& connection, OnChange on_change,
                       std::chrono::milliseconds ttl)
    : connection_(connection), on_change_(std::move(on_change)), ttl_(ttl) {
  thread_ = std::thread([this] { work(); });
}

PlaceWatch::~PlaceWatch() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    stopped_.notify_all();
  }
  thread_.join();
}

std::optional<PlaceWatch::Place> PlaceWatch::place(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(key);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

bool PlaceWatch::was_released(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  return released_.contains(key);
}

void PlaceWatch::work() {
  for (;;) {
    Watcher watcher;
    if (begin(watcher)) {
      take(watcher);
    } else {
      forget();
    }
    std::unique_lock lock(mutex_);
    if (stopped_.wait_for(lock, kBeginAgainAfter, [this] { return stopping_; })) return;
  }
}

bool PlaceWatch::begin(Watcher& watcher) const {
  natsStatus status = js_KeyValue(&watcher.store, connection_.jet_stream(), kPlaceBucket);
  if (status == NATS_OK) status = kvStore_WatchAll(&watcher.watcher, watcher.store, nullptr);
  return status == NATS_OK;
}

/// Until the program ends, or the watcher does. One that is silent for long may have lost its
/// server without a word.
void PlaceWatch::take(Watcher& watcher) {
  auto heard = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - heard < kSilentTtls * ttl_) {
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    kvEntry* entry = nullptr;
    const natsStatus status = kvWatcher_Next(&entry, watcher.watcher, kLook.count());
    forget();
    if (status == NATS_TIMEOUT) continue;
    if (status != NATS_OK) return;
    heard = std::chrono::steady_clock::now();
    if (entry == nullptr) continue;  // all that was there before has been told
    note(entry);
    kvEntry_Destroy(entry);
  }
}

void PlaceWatch::note(kvEntry* entry) {
  const std::string key = kvEntry_Key(entry);
  std::optional<Node> node;
  if (kvEntry_Operation(entry) == kvOp_Put) {
    node = node_of_value({static_cast<const char*>(kvEntry_Value(entry)),
                          static_cast<std::size_t>(kvEntry_ValueLen(entry))});
  }
  bool is_news = false;
  {
    const std::lock_guard lock(mutex_);
    const auto before = places_.find(key);
    if (node && (before != places_.end() || places_.size() < kPlacesMax)) {
      is_news = before == places_.end() || before->second.node != *node;
      released_.erase(key);
      places_[key] = {.node = *std::move(node),
                      .revision = kvEntry_Revision(entry),
                      .seen = std::chrono::steady_clock::now()};
    } else if (before != places_.end()) {
      is_news = true;
      places_.erase(before);
      if (released_.size() < kPlacesMax) released_.insert(key);
    }
  }
  if (is_news) on_change_(key);
}

void PlaceWatch::forget() {
  std::vector<std::string> gone;
  {
    const std::lock_guard lock(mutex_);
    const auto limit = std::chrono::steady_clock::now() - ttl_;
    for (auto each = places_.begin(); each != places_.end();) {
      if (each->second.seen >= limit) {
        ++each;
        continue;
      }
      gone.push_back(each->first);
      each = places_.erase(each);
    }
  }
  for (const std::string& key : gone) on_change_(key);
}

}  // namespace kine::server
