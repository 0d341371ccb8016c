#include "server/server.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <future>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "server/admin/admin_answers.h"
#include "server/admin/admin_port.h"
#include "server/bridges/embr_feedback.h"
#include "server/cluster_scenes.h"
#include "server/demonstration/demonstration.h"
#include "server/listener.h"
#include "server/played_scene.h"
#include "server/scene/capabilities.h"
#include "server/services/services.h"
#include "server/sinks/vmc.h"

namespace kine::server {

namespace asio = boost::asio;

namespace {

/// For what plays to fade out, and for clients to take their leave.
constexpr std::chrono::seconds kFadeWaitMax{2};
constexpr std::chrono::seconds kGoodbyeWaitMax{2};

/// What sinks are to the hub: clients that no connection is.
constexpr ClientId kFirstSink{std::uint64_t{1} << 63};

/// Clients of all servers of a cluster stand in one log: each server counts from a number of its
/// own, which leaves room for a million, and a double holds it.
ClientId some_client() {
  std::random_device device;
  return ClientId{std::uint64_t{device()} << 20};
}

std::uint64_t random_number() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace

struct Server::Parts {
  explicit Parts(Options given)
      : options(std::move(given)),
        scenes(make_scenes()),
        pool({.threads = options.prepare_threads,
              .jobs_per_client_max = options.limits.scripts_unprepared_max,
              .bytes_per_client_max = options.limits.script_bytes_unprepared_max,
              .bytes_after_leaving_max = options.limits.script_bytes_after_leaving_max}),
        files(main_stage().scene.roster, rate),
        services{.options = options,
                 .status = status,
                 .pool = pool,
                 .files = files,
                 .limits = limits,
                 .stages = stages(),
                 .session_id = random_number(),
                 .capabilities = capabilities()},
        listener(io, services) {}

  using Scenes = std::vector<std::unique_ptr<PlayedScene>>;

  Scenes make_scenes() {
    const PlayedScene::Surroundings around{options, limits, status, io};
    Scenes all;
    all.push_back(std::make_unique<PlayedScene>(kMainScene, around));
    for (const std::string& name : options.scenes) {
      all.push_back(std::make_unique<PlayedScene>(name, around));
    }
    return all;
  }

  std::vector<Stage*> stages() const {
    std::vector<Stage*> all;
    for (const auto& scene : scenes) all.push_back(&scene->stage());
    return all;
  }

  Stage& main_stage() const { return scenes.front()->stage(); }

  /// They are shown the main scene.
  Result<Done> open_sinks() {
    const Roster& roster = main_stage().scene.roster;
    for (const VmcTarget& target : options.vmc) {
      const Roster::EntryPointer entry = target.character.empty()
                                             ? roster.present()->entries.front()
                                             : roster.find(target.character);
      if (!entry) {
        return Error{ErrorCode::UnknownName, "no character for VMC, there are " + roster.names() +
                                                 ": " + quoted(target.character)};
      }
      auto sink = VmcSink::open(io, entry, target.address, rate);
      if (!sink) return sink.error();
      vmc_sinks.push_back(*std::move(sink));
    }
    return open_embr_feedback();
  }

  /// Of each port for EMBRScript that has an address for it.
  Result<Done> open_embr_feedback() {
    for (std::size_t i = 0; i < options.bridges.embr.size(); ++i) {
      const EmbrPort& port = options.bridges.embr[i];
      if (!port.feedback) continue;
      auto feedback = EmbrFeedback::open(io, *port.feedback, rate, listener.embr_clients(i));
      if (!feedback) return feedback.error();
      Stage* const stage = services.find_stage(port.scene);
      KINE_ASSERT(stage != nullptr);  // the listener has looked
      embr_feedback.push_back({*std::move(feedback), stage->hub});
    }
    return Done{};
  }

  Result<Done> open_admin_port() {
    if (!options.admin) return Done{};
    auto opened = AdminPort::open(io, *options.admin, [this](const HttpRequest& request) {
      status.tick_at_us = static_cast<std::uint64_t>(ticked_at().count());
      return answer_to_operator(request, {.status = status,
                                          .leaving = services.leaving,
                                          .memory_bytes = services.memory.bytes(),
                                          .tick_s = rate.step().count(),
                                          .now = steady_now()});
    });
    if (!opened) return opened.error();
    admin = *std::move(opened);
    return Done{};
  }

  /// When the scene ticked last that is the most behind.
  std::chrono::microseconds ticked_at() const {
    std::chrono::microseconds first = steady_now();  // of a node that plays none
    for (const auto& scene : scenes) {
      const ClusterScenes* const played = cluster_seen;
      if (played != nullptr && !played->is_here(scene->stage().name)) continue;
      first = std::min(first, scene->ticked_at());
    }
    return first;
  }

  Result<Done> open_session_logs() {
    for (const auto& scene : scenes) {
      if (auto made = scene->make_folders(); !made) return made;
      if (auto opened = scene->open_session_log(); !opened) return opened;
    }
    return Done{};
  }

  /// Clients go on to be numbered behind all that journals know.
  Result<Done> open_journals() {
    status.recovering = 1;
    ClientId last;
    for (const auto& scene : scenes) {
      if (auto opened = scene->open_journal(); !opened) return opened;
      last = std::max(last, scene->last_client());
    }
    status.recovering = 0;
    listener.number_clients_behind(last);
    return Done{};
  }

  void start_sinks() {
    Hub& hub = main_stage().hub;
    for (std::size_t i = 0; i < vmc_sinks.size(); ++i) {
      const ClientId sink{kFirstSink.value + i};
      hub.add(sink, vmc_sinks[i]);
      hub.subscribe(sink, vmc_sinks[i]->subscription());
    }
    const Subscription everybody{.characters = {}, .everybody = true, .parts = {}, .events = true};
    for (std::size_t i = 0; i < embr_feedback.size(); ++i) {
      const ClientId sink{kFirstSink.value + vmc_sinks.size() + i};
      embr_feedback[i].hub.add(sink, embr_feedback[i].sink);
      embr_feedback[i].hub.subscribe(sink, everybody);
    }
  }

  struct TellingEmbr {
    std::shared_ptr<EmbrFeedback> sink;
    Hub& hub;  // of the scene that its port joins
  };

  /// From here on operators are answered.
  void start_network() {
    for (std::size_t i = 0; i < options.network_threads; ++i) {
      network.emplace_back([this] { io.run(); });
    }
  }

  /// The scenes that it plays it plays from now on; in a cluster when it has got them.
  Result<Done> run() {
    start_sinks();
    if (options.cluster) {
      listener.number_clients_behind(some_client());
      const std::string address =
          options.cluster->address.empty() ? listener.address() : options.cluster->address;
      auto joined =
          ClusterScenes::join(*options.cluster, address, scenes, status, options.cluster->on_lost);
      if (!joined) return joined.error();
      cluster = *std::move(joined);
      services.places = cluster.get();
      cluster_seen = cluster.get();
    } else {
      for (const auto& scene : scenes) scene->start();
      status.scenes_played = scenes.size();
    }
    listener.start();
    return Done{};
  }

  void end_scenes(Leaving leaving) {
    if (cluster) cluster->look_for_successors();
    services.leaving = true;
    listener.stop_accepting();
    if (cluster) return cluster->leave();
    const auto is_kept = [](const auto& scene) { return scene->is_kept(); };
    if (leaving == Leaving::LeavesScenes && std::ranges::all_of(scenes, is_kept)) {
      for (const auto& scene : scenes) scene->hand_over();
      return;
    }
    for (const auto& scene : scenes) scene->begin_to_fade_out();
    const auto until = std::chrono::steady_clock::now() + kFadeWaitMax;
    for (const auto& scene : scenes) scene->wait_for_silence(until);
  }

  void say_goodbye(const std::string& reason) {
    const auto gone = std::make_shared<std::promise<void>>();
    auto all_gone = gone->get_future();
    after_all_was_published(
        [this, reason, gone] { listener.say_goodbye(reason, [gone] { gone->set_value(); }); });
    if (all_gone.wait_for(kGoodbyeWaitMax) == std::future_status::timeout) listener.cut_all();
  }

  /// By way of each hub.
  void after_all_was_published(std::function<void()> call) {
    const auto left = std::make_shared<std::atomic<std::size_t>>(scenes.size());
    for (const auto& scene : scenes) {
      scene->stage().hub.post([left, call] {
        if (--*left == 0) call();
      });
    }
  }

  void stop_threads() {
    for (const auto& scene : scenes) scene->stop();
    services.decoding.stop();
    pool.stop();
    io.stop();
    for (std::thread& thread : network) thread.join();
    network.clear();
    cluster.reset();
  }

  const Options options;
  const TickRate rate{options.tick_rate_hz};
  LiveLimits limits{options.limits};
  Status status;
  asio::io_context io;
  asio::executor_work_guard<asio::io_context::executor_type> work{io.get_executor()};
  const Scenes scenes;  // the main one first
  PreparePool pool;
  WebFiles files;
  Services services;
  Listener listener;
  std::shared_ptr<Demonstrator> demonstrator;
  std::vector<std::shared_ptr<VmcSink>> vmc_sinks;
  std::vector<TellingEmbr> embr_feedback;
  std::unique_ptr<AdminPort> admin;                         // null: nobody looks
  std::unique_ptr<ClusterScenes> cluster;                   // null: it plays alone
  std::atomic<const ClusterScenes*> cluster_seen{nullptr};  // by operators
  std::vector<std::thread> network;
};

Result<std::unique_ptr<Server>> Server::start(Options options, Demonstration demonstration) {
  if (options.cluster && demonstration == Demonstration::On) {
    return Error{ErrorCode::Unsupported,
                 "a demonstration has no place in a cluster: " + quoted(options.cluster->node)};
  }
  auto parts = std::make_unique<Parts>(std::move(options));
  if (parts->options.tenants) parts->services.tenants.replace(*parts->options.tenants);
  if (auto opened = parts->listener.open(); !opened) return opened.error();
  if (auto opened = parts->open_admin_port(); !opened) return opened.error();
  if (auto opened = parts->open_sinks(); !opened) return opened.error();
  if (auto opened = parts->open_session_logs(); !opened) return opened.error();
  parts->start_network();
  if (auto opened = parts->open_journals(); !opened) {
    parts->stop_threads();
    return opened.error();
  }
  if (parts->options.strangers == Strangers::Welcome && parts->options.token.empty() &&
      !parts->options.tenants) {
    spdlog::warn("open: anyone who can reach {} may play scripts", parts->listener.address());
  }
  if (demonstration == Demonstration::On) {
    parts->demonstrator = Demonstrator::start(parts->services, parts->main_stage());
  }
  if (auto runs = parts->run(); !runs) {
    parts->stop_threads();
    return runs.error();
  }
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Server::~Server() { leave("the server ends"); }

std::uint16_t Server::port() const { return parts_->listener.port(); }

std::string Server::address() const { return parts_->listener.address(); }

std::string Server::bml_address(std::size_t index) const {
  return parts_->listener.bml_address(index);
}

std::string Server::embr_address(std::size_t index) const {
  return parts_->listener.embr_address(index);
}

std::string Server::admin_address() const {
  return parts_->admin ? parts_->admin->address() : std::string();
}

std::uint16_t Server::embr_port(std::size_t index) const {
  return parts_->listener.embr_port(index);
}

std::uint16_t Server::bml_port(std::size_t index) const { return parts_->listener.bml_port(index); }

const Status& Server::status() const { return parts_->status; }

void Server::replace_tenants(Tenants tenants) {
  parts_->services.tenants.replace(std::move(tenants));
}

const Limits& Server::limits() const { return parts_->services.limits.now(); }

void Server::replace_limits(const Limits& limits) { parts_->services.limits.replace(limits); }

void Server::replace_tls(std::shared_ptr<const TlsContext> context) {
  if (context != nullptr) parts_->services.tls.replace(std::move(context));
}

std::size_t Server::memory_bytes() const { return parts_->services.memory.bytes(); }

void Server::leave(const std::string& reason, Leaving leaving) {
  if (parts_->network.empty()) return;
  parts_->end_scenes(leaving);
  parts_->say_goodbye(reason);
  parts_->stop_threads();
  for (const auto& scene : parts_->scenes) scene->finish_files(reason);
}

}  // namespace kine::server
