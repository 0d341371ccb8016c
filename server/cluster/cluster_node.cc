#include "server/cluster/cluster_node.h"

#include <algorithm>
#include <utility>

namespace kine::server {
namespace {

// Without news: how late a lease that ran out is seen.
constexpr std::chrono::milliseconds kStep{50};

// Somebody has the scene, and the watch does not know yet.
constexpr std::chrono::milliseconds kClaimAgainAfter{200};

}  // namespace

ClusterNode::ClusterNode(const NatsConnection& connection, Node node, std::vector<SceneName> scenes,
                         ClusterNodeListening listening, ClusterNodeSettings settings)
    : listening_(std::move(listening)),
      settings_(settings),
      watch_(
          connection,
          [this](const std::string&) {
            const std::lock_guard lock(mutex_);
            has_news_ = true;
            changed_.notify_all();
          },
          settings.lease.ttl) {
  for (SceneName& each : scenes) {
    held_until_[each] = 0;
    scenes_.push_back({.lease = Lease(connection, std::move(each), node, settings.lease)});
  }
  thread_ = std::thread([this] { work(); });
}

ClusterNode::~ClusterNode() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

bool ClusterNode::may_play(const SceneName& scene) const {
  const auto until = held_until_.find(scene);
  return until != held_until_.end() && Clock::now().time_since_epoch().count() < until->second;
}

void ClusterNode::note_lease(const Scene& scene) {
  const Clock::time_point until = scene.is_won ? scene.lease.held_until() : Clock::time_point();
  held_until_.find(scene.lease.scene())->second = until.time_since_epoch().count();
}

std::optional<Node> ClusterNode::place(const SceneName& scene) const {
  const auto place = watch_.place(scene.key());
  return place ? std::optional(place->node) : std::nullopt;
}

void ClusterNode::prefer(const SceneName& scene) {
  const std::lock_guard lock(mutex_);
  preferred_.insert(scene);
}

void ClusterNode::hand_over(const SceneName& scene) {
  const std::lock_guard lock(mutex_);
  given_.push_back(scene);
  has_news_ = true;
  changed_.notify_all();
}

void ClusterNode::claim_no_more() {
  std::unique_lock lock(mutex_);
  claims_ = false;
  has_news_ = true;
  changed_.notify_all();
  changed_.wait(lock, [this] { return claims_no_more_; });
}

void ClusterNode::drain() {
  const std::lock_guard lock(mutex_);
  draining_ = true;
  has_news_ = true;
  changed_.notify_all();
}

void ClusterNode::work() {
  for (bool is_last = false; !is_last;) {
    std::vector<SceneName> given;
    bool claims = true;
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, kStep, [this] { return stopping_ || has_news_; });
      has_news_ = false;
      is_last = stopping_;
      claims = claims_;
      claims_no_more_ = !claims;
      if (!claims) changed_.notify_all();
      given.swap(given_);
      if (draining_ || stopping_) {
        for (const Scene& each : scenes_) given.push_back(each.lease.scene());
      }
    }
    for (Scene& each : scenes_) {
      if (std::ranges::find(given, each.lease.scene()) != given.end()) give_away(each);
    }
    if (!is_last) step(Clock::now(), claims);
  }
}

/// Where NATS does not answer, the others are asked for in the next step: no lease that has run out
/// waits for the answers of all of them.
void ClusterNode::step(Clock::time_point now, bool claims) {
  for (Scene& each : scenes_) {
    if (each.is_won && !each.lease.is_held()) lose(each);
  }
  for (Scene& each : scenes_) {
    if (!each.is_wanted || (!claims && !each.is_won)) continue;
    const bool has_answer = each.is_won ? renew(each, now) : try_to_claim(each, now);
    if (!has_answer) return;
  }
}

bool ClusterNode::renew(Scene& scene, Clock::time_point now) {
  if (now < scene.renew_at) return true;
  switch (scene.lease.renew()) {
    case Lease::Renewed::Yes:
      note_lease(scene);
      scene.renew_at = now + settings_.renew_each;
      return true;
    case Lease::Renewed::NotYet:
      return false;
    case Lease::Renewed::Lost:
      break;
  }
  lose(scene);
  return true;
}

bool ClusterNode::try_to_claim(Scene& scene, Clock::time_point now) {
  if (watch_.place(scene.lease.scene().key())) {
    scene.claim_at = {};
    return true;
  }
  if (scene.claim_at == Clock::time_point()) {
    scene.claim_at = now + wait_before_claim(scene.lease.scene());
  }
  if (now < scene.claim_at) return true;
  const auto claimed = scene.lease.claim();
  if (!claimed) return false;
  if (!*claimed) {
    scene.claim_at = now + kClaimAgainAfter;
    return true;
  }
  scene.is_won = true;
  note_lease(scene);
  scene.claim_at = {};
  scene.renew_at = Clock::now() + settings_.renew_each;
  listening_.on_won(scene.lease.scene(), **claimed);
  return true;
}

std::chrono::milliseconds ClusterNode::wait_before_claim(const SceneName& scene) const {
  {
    const std::lock_guard lock(mutex_);
    if (preferred_.contains(scene)) return {};
  }
  const auto wait = settings_.wait_per_scene * static_cast<int>(won());
  return watch_.was_released(scene.key()) ? wait + settings_.wait_for_successor : wait;
}

void ClusterNode::lose(Scene& scene) {
  scene.is_won = false;
  note_lease(scene);
  listening_.on_lost(scene.lease.scene());
}

void ClusterNode::give_away(Scene& scene) {
  scene.is_wanted = false;
  if (scene.is_won) lose(scene);
  scene.lease.release();
}

std::size_t ClusterNode::won() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(scenes_, [](const Scene& each) { return each.is_won; }));
}

}  // namespace kine::server
