#include "server/server.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <future>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/admin/admin_answers.h"
#include "server/admin/admin_port.h"
#include "server/bridges/embr_feedback.h"
#include "server/demonstration/demonstration.h"
#include "server/journal/open_journal.h"
#include "server/listener.h"
#include "server/scene/capabilities.h"
#include "server/services/services.h"
#include "server/session_log/session_log.h"
#include "server/sinks/vmc.h"
#include "server/ticks/late_ticks.h"
#include "server/ticks/ordered_feedback.h"
#include "server/ticks/shard_threads.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {

namespace asio = boost::asio;

namespace {

/// For what plays to fade out, and for clients to take their leave.
constexpr std::chrono::seconds kFadeWaitMax{2};
constexpr std::chrono::seconds kGoodbyeWaitMax{2};

/// What sinks are to the hub: clients that no connection is.
constexpr ClientId kFirstSink{std::uint64_t{1} << 63};

/// Clients whose wishes may be asked of a voice at once; and of one client, one.
constexpr std::size_t kVoicesAsked = 2;

/// Speeches of one client that may wait for a voice: as many as a block may hold.
constexpr std::size_t kSpeechesAskedMax = 2'000;

/// What a speech that waits for a voice costs beside its text.
constexpr std::size_t kAskedBytes = 512;

/// How many ticks it may take to plan a rest: twice as many with each attempt.
constexpr std::uint64_t kReplanTicks = 3;

std::uint64_t random_number() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace

struct Server::Parts {
  explicit Parts(Options given)
      : options(std::move(given)),
        rate(options.tick_rate_hz),
        scene({.casts = options.casts,
               .rate = rate,
               .inputs_max = kMailboxInputsMax,
               .physical_max = options.physical_max,
               .blocks_per_character_max = options.limits.blocks_per_character_max,
               .tension = options.tension}),
        pool({.threads = options.prepare_threads,
              .jobs_per_client_max = options.limits.scripts_unprepared_max,
              .bytes_per_client_max = options.limits.script_bytes_unprepared_max,
              .bytes_after_leaving_max = options.limits.script_bytes_after_leaving_max}),
        replanning({.threads = 1}),
        asking({.threads = kVoicesAsked,
                .jobs_per_client_max = kSpeechesAskedMax,
                .bytes_per_client_max = options.limits.script_bytes_unprepared_max}),
        hub(io, rate, status),
        recorder(options.recordings, scene.roster, rate, hub),
        files(scene.roster, rate),
        services{.options = options,
                 .scene = scene,
                 .status = status,
                 .pool = pool,
                 .hub = hub,
                 .recorder = recorder,
                 .files = files,
                 .session_id = random_number(),
                 .capabilities = capabilities()},
        listener(io, services),
        shards(options.replay
                   ? ShardThreads(scene.roster, RecordedFrames(options.replay->file->motion(),
                                                               options.replay->playback))
                   : ShardThreads(scene.roster, rate, options.shards, options.life,
                                  options.physical_max)),
        ticks(rate, [this](Tick tick, std::uint64_t skipped) { on_tick(tick, skipped); }) {}

  Result<Done> open_sinks() {
    for (const VmcTarget& target : options.vmc) {
      const Roster::EntryPointer entry = target.character.empty()
                                             ? scene.roster.present()->entries.front()
                                             : scene.roster.find(target.character);
      if (!entry) {
        return Error{ErrorCode::UnknownName, "no character for VMC, there are " +
                                                 scene.roster.names() + ": " +
                                                 quoted(target.character)};
      }
      auto sink = VmcSink::open(io, entry, target.address, rate);
      if (!sink) return sink.error();
      vmc_sinks.push_back(*std::move(sink));
    }
    if (!options.bridges.embr) return Done{};
    auto feedback = EmbrFeedback::open(io, options.bridges.embr_feedback, rate);
    if (!feedback) return feedback.error();
    embr_feedback = *std::move(feedback);
    return Done{};
  }

  Result<Done> open_admin_port() {
    if (!options.admin) return Done{};
    auto opened = AdminPort::open(io, *options.admin, [this](const HttpRequest& request) {
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

  /// What the server is, for those who run its ticks again.
  SessionStart session_start() const {
    SessionStart start{.head = head_of_this_program(), .casts = options.casts};
    start.head.tick_rate_hz = options.tick_rate_hz;
    start.head.life = options.life;
    start.head.shards = options.shards;
    start.head.physical_max = options.physical_max;
    start.head.voice = std::string(options.voice->name());
    if (options.body_language) start.head.body_language = options.body_language->name;
    if (options.stock) {
      for (const auto& [name, file] : options.stock->own_gestures()) {
        start.head.gestures.push_back(name);
      }
    }
    return start;
  }

  Result<Done> open_session_log() {
    if (options.session_log.empty()) return Done{};
    auto log = SessionLog::open(options.session_log,
                                [](const std::string& line) { spdlog::warn("{}", line); });
    if (!log) return log.error();
    session_log = *std::move(log);
    session_log->push(session_start());
    scene.tell(*session_log);
    return Done{};
  }

  /// Runs again what it has, and writes it on.
  Result<Done> open_journal() {
    if (options.journal.empty()) return Done{};
    status.recovering = 1;
    auto opened = server::open_journal(options.journal, session_start().head,
                                       {.scene = scene,
                                        .shards = shards,
                                        .casts = options.casts,
                                        .stock = options.stock,
                                        .repertoire = options.body_language,
                                        .resumes = &services.resumes},
                                       [this](double share) {
                                         status.recovered_permille =
                                             static_cast<std::uint64_t>(1'000 * share);
                                       });
    status.recovering = 0;
    if (!opened) return opened.error();
    std::optional<Numbered> numbered;
    const bool is_new = !opened->recovered;
    if (opened->recovered) {
      go_on_behind(opened->recovered->replayed);
      numbered = std::move(opened->recovered->numbered);
    }
    if (opened->bytes_cut > 0) {
      spdlog::warn("{} bytes of a torn record were cut off the journal", opened->bytes_cut);
    }
    journal = std::make_unique<Journal>(
        std::move(opened->file),
        Journal::Listening{.on_kept =
                               [this](const std::vector<KeptBlock>& kept) {
                                 for (const KeptBlock& each : kept)
                                   hub.tell_kept(each.client, each.block);
                               },
                           .warn = [](const std::string& line) { spdlog::warn("{}", line); },
                           .status = &status,
                           .numbered = std::move(numbered)});
    services.journal = journal.get();
    if (is_new) journal->push(session_start());
    scene.tell(*journal);
    return Done{};
  }

  /// The ticks go on behind the last that was run again.
  void go_on_behind(const Replayed& replayed) {
    recovered_to = replayed.last;
    listener.number_clients_behind(replayed.last_client);
    services.resumes.listen_to(hub);
    spdlog::info("recovered {} ticks and {} blocks from the journal",
                 recovered_to.value_or(Tick{}).index, replayed.blocks);
    if (replayed.differs) {
      spdlog::warn("since tick {} frames are others than they were then",
                   replayed.differs->tick.index);
    }
  }

  void start_sinks() {
    for (std::size_t i = 0; i < vmc_sinks.size(); ++i) {
      const ClientId sink{kFirstSink.value + i};
      hub.add(sink, vmc_sinks[i]);
      hub.subscribe(sink, vmc_sinks[i]->subscription());
    }
    if (!embr_feedback) return;
    Subscription everybody{.characters = {}, .everybody = true, .parts = {}, .events = true};
    const ClientId sink{kFirstSink.value + vmc_sinks.size()};
    hub.add(sink, embr_feedback);
    hub.subscribe(sink, std::move(everybody));
  }

  /// Before anybody else can have a say.
  void set_tensions() {
    if (!options.tension) return;
    std::vector<Input> all;
    const auto present = scene.roster.present();
    for (const auto& entry : present->entries) {
      all.emplace_back(SetTension{entry->id, *options.tension});
    }
    static_assert(kMailboxInputsMax >= kCharactersMax);
    const bool taken = scene.mailbox.push(std::move(all));
    KINE_ASSERT(taken);
  }

  /// Likewise.
  void set_targets() {
    std::vector<Input> all;
    for (const SetTarget& target : options.targets) {
      const bool has_room = scene.targets.add(target.name, target.point_m);
      KINE_ASSERT(has_room);
      all.emplace_back(target);
    }
    static_assert(kMailboxInputsMax >= kCharactersMax + kSetTargetsMax);
    const bool taken = scene.mailbox.push(std::move(all));
    KINE_ASSERT(taken);
  }

  /// From here on operators are answered.
  void start_network() {
    for (std::size_t i = 0; i < options.network_threads; ++i) {
      network.emplace_back([this] { io.run(); });
    }
  }

  void run() {
    if (!recovered_to) {
      set_tensions();
      set_targets();
    }
    start_sinks();
    listener.start();
    services.tick_zero = ticks.start(recovered_to.value_or(Tick{}));
  }

  void on_tick(Tick tick, std::uint64_t skipped) {
    const auto began = std::chrono::steady_clock::now();
    const bool may_be_drained = draining;  // then what ends all is in the mailbox already
    scene.take_in(inputs);
    const auto output = shards.advance_to(tick, inputs, hub.variants_wanted());
    scene.note(tick, inputs, output, shards.shards());
    for (const auto& entry : output->left) services.claims.forget(entry->id);
    services.resumes.look(steady_now());
    plan_anew(tick);
    add_in_order(scene.live_blocks.take_warnings(), output->feedback);
    scene.traces.add_to(output->feedback);
    status.frames_encoded += output->frames_encoded();
    const auto took = std::chrono::steady_clock::now() - began;
    count(*output, took);
    note_late(took, skipped);
    hub.publish(output);
    if (may_be_drained && output->idle) {
      const std::lock_guard lock(drain_mutex);
      drained = true;
      drained_changed.notify_all();
    }
  }

  void count(const TickOutput& output, std::chrono::nanoseconds took) {
    ++status.ticks;
    status.characters = output.characters->size();
    status.blocks_playing = scene.budget.playing();
    status.tick_durations.add(took);
    if (Seconds(took) > rate.step()) ++status.ticks_late;
    status.tick_at_us = static_cast<std::uint64_t>(steady_now().count());
  }

  /// What has moved, by what has happened in this tick.
  void plan_anew(Tick tick) {
    for (LiveBlocks::Moved& moved : scene.live_blocks.moved()) {
      const Tick from{tick.index + (kReplanTicks << moved.attempt)};
      const ClientId turn{moved.id.value};  // blocks take turns
      auto job = [this, from, moved = std::move(moved)](PreparePool::Turn& pool_turn) {
        LiveBlocks::Anew anew = scene.live_blocks.plan_anew(moved, from, pool_turn.stop);
        pool_turn.steps = anew.steps;
        ask_voice(moved.id, *moved.source->voice, std::move(anew.to_say));
        if (!anew.replan) return;
        // Where there is no room, or it is late, it is asked for again.
        [[maybe_unused]] const bool has_room = scene.mailbox.push({*std::move(anew.replan)});
      };
      [[maybe_unused]] const bool taken = replanning.push(turn, 0, std::move(job));
    }
  }

  /// A job for each speech: those who wish take turns, and a server that stops waits for one of
  /// each thread. What waits holds nothing of its block.
  void ask_voice(BlockId block, const speech::Voice& voice, std::vector<LiveBlocks::ToSay> to_say) {
    for (LiveBlocks::ToSay& each : to_say) {
      std::size_t bytes = kAskedBytes + each.utterance.text.size();
      for (const auto& mark : each.utterance.marks) bytes += sizeof mark + mark.id.size();
      const auto job = [this, block, &voice, utterance = each.utterance] {
        scene.live_blocks.ask(block, voice, utterance);
      };
      if (asking.push(each.client, bytes, job)) continue;
      scene.live_blocks.hear(block, each.utterance,
                             Error{ErrorCode::LimitExceeded, "its voice is too busy"});
    }
  }

  void note_late(Seconds took, std::uint64_t skipped) {
    const auto now = steady_now();
    if (skipped > 0) {
      status.ticks_skipped += skipped;
      status.skipped_at_us = static_cast<std::uint64_t>(now.count());
    }
    const auto event = late_ticks.note(took, skipped, now);
    if (event && options.event_log) options.event_log(*event);
  }

  void fade_out() {
    services.leaving = true;
    listener.stop_accepting();
    std::vector<Input> interrupts;
    const auto present = scene.roster.present();
    for (const auto& entry : present->entries) interrupts.emplace_back(Interrupt{entry->id, {}});
    if (!scene.mailbox.push(std::move(interrupts))) spdlog::warn("too much to do for fading out");
    draining = true;
    {
      std::unique_lock lock(drain_mutex);
      drained_changed.wait_for(lock, kFadeWaitMax, [this] { return drained; });
    }
    recorder.finish();  // the client that asked for it is told before the goodbye
  }

  void say_goodbye(const std::string& reason) {
    const auto gone = std::make_shared<std::promise<void>>();
    auto all_gone = gone->get_future();
    // By way of the hub, so that it comes after what was published.
    hub.post([this, reason, gone] { listener.say_goodbye(reason, [gone] { gone->set_value(); }); });
    if (all_gone.wait_for(kGoodbyeWaitMax) == std::future_status::timeout) listener.cut_all();
  }

  void stop_threads() {
    ticks.stop();
    services.decoding.stop();
    pool.stop();
    replanning.stop();
    asking.stop();
    io.stop();
    for (std::thread& thread : network) thread.join();
    network.clear();
  }

  const Options options;
  const TickRate rate;
  std::unique_ptr<SessionLog> session_log;  // null: nobody wants one
  std::unique_ptr<Journal> journal;         // likewise
  std::optional<Tick> recovered_to;         // nothing: the scene begins anew
  LiveScene scene;
  Status status;
  asio::io_context io;
  asio::executor_work_guard<asio::io_context::executor_type> work{io.get_executor()};
  PreparePool pool;
  PreparePool replanning;  // apart, so that no voice that is slow keeps those waiting who play
  PreparePool asking;      // voices of blocks that play
  Hub hub;
  Recorder recorder;
  WebFiles files;
  Services services;
  Listener listener;
  ShardThreads shards;
  std::shared_ptr<Demonstrator> demonstrator;
  std::vector<std::shared_ptr<VmcSink>> vmc_sinks;
  std::shared_ptr<EmbrFeedback> embr_feedback;
  std::unique_ptr<AdminPort> admin;  // null: nobody looks

  // Of the thread of the ticks.
  std::vector<Input> inputs;
  LateTicks late_ticks{rate.step()};

  std::atomic<bool> draining{false};
  std::mutex drain_mutex;  // of drained
  std::condition_variable drained_changed;
  bool drained = false;

  TickLoop ticks;
  std::vector<std::thread> network;
};

Result<std::unique_ptr<Server>> Server::start(Options options, Demonstration demonstration) {
  auto parts = std::make_unique<Parts>(std::move(options));
  if (parts->options.tenants) parts->services.tenants.replace(*parts->options.tenants);
  if (auto opened = parts->listener.open(); !opened) return opened.error();
  if (auto opened = parts->open_admin_port(); !opened) return opened.error();
  if (auto opened = parts->open_sinks(); !opened) return opened.error();
  if (auto opened = parts->open_session_log(); !opened) return opened.error();
  parts->start_network();
  if (auto opened = parts->open_journal(); !opened) {
    parts->stop_threads();
    return opened.error();
  }
  if (parts->options.strangers == Strangers::Welcome && parts->options.token.empty() &&
      !parts->options.tenants) {
    spdlog::warn("open: anyone who can reach {} may play scripts", parts->listener.address());
  }
  if (demonstration == Demonstration::On) {
    parts->demonstrator = Demonstrator::start(parts->services);
    parts->services.capabilities.emplace_back("demonstration");  // a page leaves the stage to it
  }
  parts->run();
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Server::~Server() { leave("the server ends"); }

std::uint16_t Server::port() const { return parts_->listener.port(); }

std::string Server::address() const { return parts_->listener.address(); }

std::string Server::bml_address() const { return parts_->listener.bml_address(); }

std::string Server::embr_address() const { return parts_->listener.embr_address(); }

std::string Server::admin_address() const {
  return parts_->admin ? parts_->admin->address() : std::string();
}

std::uint16_t Server::embr_port() const { return parts_->listener.embr_port(); }

std::uint16_t Server::bml_port() const { return parts_->listener.bml_port(); }

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

void Server::leave(const std::string& reason) {
  if (parts_->network.empty()) return;
  parts_->fade_out();
  parts_->say_goodbye(reason);
  parts_->stop_threads();
  if (parts_->session_log) parts_->session_log->finish(reason);
  if (parts_->journal) parts_->journal->finish(reason);
}

}  // namespace kine::server
