#include "server/cluster_scenes.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>
#include <utility>

#include "clients/cpp/address.h"
#include "server/cluster/epoch.h"
#include "server/cluster/storage.h"

namespace kine::server {
namespace {

/// Servers of NATS that have just started agree on a leader within some seconds.
constexpr std::chrono::seconds kClusterWaitMax{20};

/// How late a thread that runs a scene ahead sees that its turn has come.
constexpr std::chrono::milliseconds kAheadLook{5};

constexpr std::chrono::seconds kClocksReadEach{5};
constexpr std::chrono::milliseconds kClockAnswerMax{200};

}  // namespace

ClusterScenes::ClusterScenes(Private, const ClusterOptions& options, std::string address,
                             Status& status, std::function<void(const std::string& why)> on_lost)
    : options_(options),
      address_(std::move(address)),
      status_(status),
      on_lost_(std::move(on_lost)) {}

Result<std::unique_ptr<ClusterScenes>> ClusterScenes::join(
    const ClusterOptions& options, const std::string& address, const Scenes& scenes, Status& status,
    std::function<void(const std::string& why)> on_lost) {
  auto cluster =
      std::make_unique<ClusterScenes>(Private(), options, address, status, std::move(on_lost));
  if (auto opened = cluster->open(); !opened) return opened.error();
  cluster->begin(scenes);
  auto answers = SuccessorAnswers::begin(*cluster->connection_, options.name, options.node,
                                         cluster->successor());
  if (!answers) return answers.error();
  cluster->successor_answers_ = *std::move(answers);
  return cluster;
}

Result<Done> ClusterScenes::open() {
  auto connection =
      NatsConnection::connect({.servers = options_.servers,
                               .name = options_.node,
                               .credentials_file = options_.credentials_file},
                              {.on_connected = [this] { status_.cluster_lost = 0; },
                               .on_disconnected = [this] { status_.cluster_lost = 1; }});
  if (!connection) return connection.error();
  connection_ = *std::move(connection);
  if (!connection_->wait_until_connected(kClusterWaitMax)) {
    return Error{ErrorCode::Unsupported, "no server of NATS answers: " + connection_->last_fault()};
  }
  if (auto made = make_storage(*connection_, kClusterWaitMax); !made) return made.error();
  auto name =
      NodeName::claim(*connection_, options_.name, {.name = options_.node, .address = address_},
                      kClusterWaitMax, [this](const std::string& why) {
                        if (!leaving_) on_lost_(why);
                      });
  if (!name) return name.error();
  node_name_ = *std::move(name);
  const auto epoch = epoch_of_cluster(*connection_, unix_microseconds(), kClusterWaitMax);
  if (!epoch) return epoch.error();
  epoch_us_ = *epoch;
  auto answers = ClockAnswers::begin(*connection_, options_.node);
  if (!answers) return answers.error();
  clock_answers_ = *std::move(answers);
  return Done{};
}

void ClusterScenes::begin(const Scenes& scenes) {
  std::vector<SceneName> names;
  for (const auto& scene : scenes) {
    const std::string& name = scene->stage().name;
    parts_[name].scene = scene.get();
    names.push_back({.tenant = options_.name, .scene = name});
  }
  node_ = std::make_unique<ClusterNode>(
      *connection_, Node{.name = options_.node, .address = address_}, std::move(names),
      ClusterNodeListening{.on_won =
                               [this](const SceneName& name, std::uint64_t fence) {
                                 Part& part = parts_.find(name.scene)->second;
                                 part.taking_over = std::thread(
                                     [this, &part, name, fence] { take_over(part, name, fence); });
                               },
                           .on_lost = [this](const SceneName& name) { lose(name); }});
  has_begun_.count_down();
  watching_clocks_ = std::thread([this] { watch_clocks(); });
}

/// On a thread of its own: the lease is renewed meanwhile.
void ClusterScenes::take_over(Part& part, const SceneName& name, std::uint64_t fence) {
  has_begun_.wait();
  stop_running_ahead(part);
  const std::chrono::microseconds since_epoch(unix_microseconds() - epoch_us_);
  const auto taken =
      part.scene->take_over({.connection = *connection_,
                             .name = name,
                             .fence = fence,
                             .may_play = [this, name] { return node_->may_play(name); },
                             .zero = Clock::now() - since_epoch});
  if (!taken && leaving_) return;
  if (!taken) return on_lost_("it cannot take over " + name.scene + ": " + taken.error().message);
  part.is_here = true;
  ++status_.scenes_played;
  spdlog::info("plays the scene {}", name.scene);
}

SuccessorListening ClusterScenes::successor() {
  return {.prepare = [this](const std::string& scene) { return prepare(scene); },
          .is_ready = [this](const std::string& scene) -> std::optional<bool> {
            const auto part = parts_.find(scene);
            if (part == parts_.end() || part->second.has_turn) return {};
            return part->second.is_ahead;
          }};
}

/// Another node is about to leave a scene: this one runs it ahead, until it is its turn.
bool ClusterScenes::prepare(const std::string& scene) {
  const auto found = parts_.find(scene);
  if (found == parts_.end()) return false;
  Part& part = found->second;
  const std::lock_guard lock(ahead_mutex_);
  if (part.has_turn) return false;
  if (part.running_ahead.joinable()) return true;
  spdlog::info("runs the scene {} ahead, for a node that leaves", scene);
  const SceneName name{.tenant = options_.name, .scene = scene};
  node_->prefer(name);
  part.running_ahead = std::thread([this, &part, name] { run_ahead(part, name); });
  return true;
}

/// What was run cannot be taken back: a node that cannot go on with it starts anew.
void ClusterScenes::run_ahead(Part& part, const SceneName& name) {
  SceneAhead& ahead = part.scene->run_ahead(*connection_, name);
  while (!part.has_turn) {
    auto ran = Result<Done>(Done{});
    if (part.is_ahead) {
      ran = ahead.run_what_comes(kAheadLook);
    } else if (const auto all = ahead.run_what_is_there(); all) {
      part.is_ahead = *all;
    } else {
      ran = all.error();
    }
    if (!ran) return on_lost_("it cannot run a scene ahead: " + ran.error().message);
  }
}

void ClusterScenes::stop_running_ahead(Part& part) {
  std::thread running;
  {
    const std::lock_guard lock(ahead_mutex_);
    part.has_turn = true;
    running.swap(part.running_ahead);
  }
  if (running.joinable()) running.join();
}

void ClusterScenes::lose(const SceneName& name) {
  if (leaving_) return;
  on_lost_("it has lost the lease of " + name.scene);
}

/// A node whose clock is another one would take scenes over at another tick.
void ClusterScenes::watch_clocks() {
  std::unique_lock lock(mutex_);
  do {
    lock.unlock();
    status_.clocks_apart = is_clock_apart() ? 1 : 0;
    lock.lock();
  } while (!stopped_.wait_for(lock, kClocksReadEach, [this] { return stopping_; }));
}

/// Of those nodes that play a scene of ours, each asked once.
bool ClusterScenes::is_clock_apart() const {
  std::set<std::string> nodes;
  for (const auto& [name, part] : parts_) {
    const auto node = node_->place({.tenant = options_.name, .scene = name});
    if (node && node->name != options_.node) nodes.insert(node->name);
  }
  return std::ranges::any_of(nodes, [this](const std::string& node) {
    const auto reading = read_clock(*connection_, node, kClockAnswerMax);
    return reading && reading->is_apart();
  });
}

bool ClusterScenes::is_here(const std::string& scene) const {
  const auto part = parts_.find(scene);
  return part != parts_.end() && part->second.is_here;
}

/// While this server takes it over, nobody plays it.
std::optional<client::Address> ClusterScenes::find(const std::string& scene) const {
  if (leaving_) return {};
  const auto node = node_->place({.tenant = options_.name, .scene = scene});
  if (!node || (node->name == options_.node && !is_here(scene))) return {};
  const auto address = client::parse_address(node->address);
  return address ? std::optional(*address) : std::nullopt;
}

void ClusterScenes::look_for_successors() {
  if (has_looked_.exchange(true)) return;
  successor_answers_ = {};
  node_->claim_no_more();
  std::vector<std::thread> asking;
  for (auto& [name, part] : parts_) {
    if (part.taking_over.joinable()) part.taking_over.join();
    stop_running_ahead(part);
    if (!part.is_here) continue;
    asking.emplace_back([this, &scene = *part.scene, name = name] {
      scene.begin_journal_no_more();
      const auto node = wait_for_successor(*connection_, {.tenant = options_.name, .scene = name});
      spdlog::info("{} goes to {}", name,
                   node ? "the node " + *node : "the first node that claims it");
    });
  }
  for (std::thread& each : asking) each.join();
}

void ClusterScenes::leave() {
  look_for_successors();
  if (leaving_.exchange(true)) return;
  std::vector<std::thread> handing_over;  // each may wait for NATS
  for (auto& [name, part] : parts_) {
    if (!part.is_here.exchange(false)) continue;
    handing_over.emplace_back([scene = part.scene] { scene->hand_over(); });
  }
  for (std::thread& each : handing_over) each.join();
  node_->drain();
}

ClusterScenes::~ClusterScenes() {
  if (!node_) return;
  leave();
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    stopped_.notify_all();
  }
  watching_clocks_.join();
  node_.reset();
}

}  // namespace kine::server
