#include "server/played_scene.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "server/journal/open_journal.h"
#include "server/ticks/ordered_feedback.h"

namespace kine::server {
namespace {

/// Clients whose wishes may be asked of a voice at once; and of one client, one.
constexpr std::size_t kVoicesAsked = 2;

/// Speeches of one client that may wait for a voice: as many as a block may hold.
constexpr std::size_t kSpeechesAskedMax = 2'000;

/// What a speech that waits for a voice costs beside its text.
constexpr std::size_t kAskedBytes = 512;

/// How many ticks it may take to plan a rest: twice as many with each attempt.
constexpr std::uint64_t kReplanTicks = 3;

/// From so long a file on a new one takes its place where the scene is quiet: twelve minutes of one
/// in which nothing happens.
constexpr std::uint64_t kFileBytesToBeginAnew = std::uint64_t{1} << 20;

/// All that a scene is run again from; an error says what of it cannot be told.
Result<std::string> record_of(const SceneAtTick& scene, const QuietScene& known,
                              const MadeScene& made) {
  auto told = tell_quiet(scene);
  if (!told) return told.error();
  told->last_block = known.last_block;
  told->last_client = known.last_client;
  told->targets = known.targets;
  told->clients = known.clients;
  std::string text = encode(*std::move(told));
  const auto read = decode_quiet_scene(text);
  if (!read) return read.error();
  if (!is_whole(*read, scene, made)) {
    return Error{ErrorCode::Unsupported, "a character keeps something"};
  }
  return text;
}

ShardThreads shards_for(const Options& options, const Roster& roster, TickRate rate) {
  if (options.replay) {
    return {roster, RecordedFrames(options.replay->file->motion(), options.replay->playback)};
  }
  return {roster, rate, options.shards, options.life, options.physical_max};
}

}  // namespace

PlayedScene::PlayedScene(std::string name, const Surroundings& around)
    : options_(around.options),
      status_(around.status),
      rate_(options_.tick_rate_hz),
      scene_({.casts = options_.casts,
              .rate = rate_,
              .inputs_max = kMailboxInputsMax,
              .physical_max = options_.physical_max,
              .blocks_per_character_max = options_.limits.blocks_per_character_max,
              .tension = options_.tension}),
      replanning_({.threads = 1}),
      asking_({.threads = kVoicesAsked,
               .jobs_per_client_max = kSpeechesAskedMax,
               .bytes_per_client_max = options_.limits.script_bytes_unprepared_max}),
      hub_(around.io, rate_, status_),
      recorder_(folder_of_scene(options_.recordings, name), scene_.roster, rate_, hub_),
      stage_{.name = std::move(name),
             .scene = scene_,
             .hub = hub_,
             .recorder = recorder_,
             .heard_characters = HeardCharacters(options_.limits.sound_streams_max),
             .resumes = Resumes(around.limits)},
      shards_(shards_for(options_, scene_.roster, rate_)),
      ticks_(rate_, [this](Tick tick, std::uint64_t skipped) { on_tick(tick, skipped); }) {}

PlayedScene::~PlayedScene() { stop(); }

/// What the scene is, for those who run its ticks again.
SessionStart PlayedScene::session_start() const {
  SessionStart start{.head = head_of_this_program(), .casts = options_.casts};
  start.head.tick_rate_hz = options_.tick_rate_hz;
  start.head.life = options_.life;
  start.head.shards = options_.shards;
  start.head.physical_max = options_.physical_max;
  start.head.voice = std::string(options_.voice->name());
  if (options_.body_language) start.head.body_language = options_.body_language->name;
  if (options_.stock) {
    for (const auto& [name, file] : options_.stock->own_gestures()) {
      start.head.gestures.push_back(name);
    }
  }
  return start;
}

Result<Done> PlayedScene::make_folders() {
  if (auto made = make_folder_of_scene(options_.recordings, stage_.name); !made) return made;
  return make_folder_of_scene(options_.journal, stage_.name);
}

Result<Done> PlayedScene::open_session_log() {
  if (options_.session_log.empty()) return Done{};
  auto log = SessionLog::open(file_of_scene(options_.session_log, stage_.name),
                              [](const std::string& line) { spdlog::warn("{}", line); });
  if (!log) return log.error();
  session_log_ = *std::move(log);
  session_log_->push(session_start());
  scene_.tell(*session_log_);
  return Done{};
}

/// Runs again what it has, and writes it on.
Result<Done> PlayedScene::open_journal() {
  if (options_.journal.empty()) return Done{};
  auto opened =
      server::open_journal(folder_of_scene(options_.journal, stage_.name), session_start().head,
                           {.scene = scene_,
                            .shards = shards_,
                            .casts = options_.casts,
                            .stock = options_.stock,
                            .repertoire = options_.body_language,
                            .resumes = &stage_.resumes},
                           [this](double share) {
                             status_.recovered_permille = static_cast<std::uint64_t>(1'000 * share);
                           });
  if (!opened) return opened.error();
  if (opened->bytes_cut > 0) {
    spdlog::warn("{} bytes of a torn record were cut off the journal", opened->bytes_cut);
  }
  keep_in(std::make_unique<JournalFile>(std::move(opened->file)), std::move(opened->recovered),
          {.anew_from_bytes = kFileBytesToBeginAnew});
  return Done{};
}

/// From now on all that happens, behind what was recovered.
void PlayedScene::keep_in(std::unique_ptr<RecordStore> store, std::optional<Recovered> recovered,
                          const JournalLimits& limits) {
  std::optional<Numbered> numbered;
  const bool is_new = !recovered;
  if (recovered) {
    go_on_behind(recovered->replayed);
    has_others_ = recovered->numbered.casts.size() > options_.casts.size();
    numbered = std::move(recovered->numbered);
  }
  const auto tell_kept = [this](const std::vector<KeptBlock>& kept) {
    for (const KeptBlock& each : kept) hub_.tell_kept(each.client, each.block);
  };
  journal_ = std::make_unique<Journal>(
      std::move(store),
      Journal::Listening{.on_kept = tell_kept,
                         .warn = [](const std::string& line) { spdlog::warn("{}", line); },
                         .status = &status_,
                         .numbered = std::move(numbered),
                         .on_begun =
                             [name = stage_.name](Tick tick) {
                               spdlog::debug("the journal of {} begins anew at tick {}", name,
                                             tick.index);
                             }},
      limits);
  stage_.journal = journal_.get();
  journal_start_ = session_start();
  if (is_new) journal_->push(*journal_start_);
  scene_.tell(*journal_);
}

SceneAhead& PlayedScene::run_ahead(const NatsConnection& connection, const SceneName& name) {
  if (!ahead_) {
    ahead_ = std::make_unique<SceneAhead>(connection, name, session_start().head,
                                          RecoveredScene{.scene = scene_,
                                                         .shards = shards_,
                                                         .casts = options_.casts,
                                                         .stock = options_.stock,
                                                         .repertoire = options_.body_language,
                                                         .resumes = &stage_.resumes});
  }
  return *ahead_;
}

Result<Done> PlayedScene::take_over(const Turn& turn) {
  ++status_.recovering;
  auto opened = run_ahead(turn.connection, turn.name).take_over(turn.fence, [this](double share) {
    status_.recovered_permille = static_cast<std::uint64_t>(1'000 * share);
  });
  ahead_.reset();
  --status_.recovering;
  if (!opened) return opened.error();
  may_play_ = turn.may_play;
  keep_in(std::move(opened->log), std::move(opened->recovered));
  if (!recovered_to_) {
    set_tensions();
    set_targets();
  }
  stage_.tick_zero = ticks_.start(recovered_to_.value_or(Tick{}), turn.zero);
  return Done{};
}

void PlayedScene::begin_journal_no_more() {
  if (journal_) journal_->begin_no_more();
}

/// What was accepted is taken in by the tick that begins next.
void PlayedScene::hand_over() {
  for (int i = 0; i < 2; ++i) ticks_run_.wait(ticks_run_);
  ticks_.stop();
  recorder_.finish();
  if (journal_) journal_->hand_over();
}

/// The ticks go on behind the last that was run again.
void PlayedScene::go_on_behind(const Replayed& replayed) {
  recovered_to_ = replayed.last;
  last_client_ = replayed.last_client;
  stage_.resumes.listen_to(hub_);
  spdlog::info("recovered up to tick {}: {} ticks and {} blocks of the journal",
               recovered_to_.value_or(Tick{}).index, replayed.ticks, replayed.blocks);
  if (replayed.differs) {
    spdlog::warn("since tick {} frames are others than they were then",
                 replayed.differs->tick.index);
  }
}

/// Before anybody else can have a say.
void PlayedScene::set_tensions() {
  if (!options_.tension) return;
  std::vector<Input> all;
  const auto present = scene_.roster.present();
  for (const auto& entry : present->entries) {
    all.emplace_back(SetTension{entry->id, *options_.tension});
  }
  static_assert(kMailboxInputsMax >= kCharactersMax);
  const bool taken = scene_.mailbox.push(std::move(all));
  KINE_ASSERT(taken);
}

/// Likewise.
void PlayedScene::set_targets() {
  std::vector<Input> all;
  for (const SetTarget& target : options_.targets) {
    const bool has_room = scene_.targets.add(target.name, target.point_m);
    KINE_ASSERT(has_room);
    all.emplace_back(target);
  }
  static_assert(kMailboxInputsMax >= kCharactersMax + kSetTargetsMax);
  const bool taken = scene_.mailbox.push(std::move(all));
  KINE_ASSERT(taken);
}

void PlayedScene::start() {
  if (!recovered_to_) {
    set_tensions();
    set_targets();
  }
  stage_.tick_zero = ticks_.start(recovered_to_.value_or(Tick{}));
}

void PlayedScene::on_tick(Tick tick, std::uint64_t skipped) {
  const std::uint64_t ticks_before = ticks_run_++;
  ticks_run_.notify_all();
  if (may_play_ && !may_play_()) return;
  if (ticks_before == 0) skipped = 0;  // nobody has seen a tick before
  const auto began = std::chrono::steady_clock::now();
  const bool may_be_drained = draining_;  // then what ends all is in the mailbox already
  scene_.take_in(inputs_);
  const auto output = shards_.advance_to(tick, inputs_, hub_.variants_wanted());
  scene_.note(tick, inputs_, output, shards_.shards());
  begin_journal_anew(output);
  for (const auto& entry : output->left) stage_.claims.forget(entry->id);
  stage_.resumes.look(steady_now());
  plan_anew(tick);
  add_in_order(scene_.live_blocks.take_warnings(), output->feedback);
  scene_.traces.add_to(output->feedback);
  status_.frames_encoded += output->frames_encoded();
  const auto took = std::chrono::steady_clock::now() - began;
  count(*output, took);
  note_late(took, skipped);
  hub_.publish(output);
  if (may_be_drained && output->idle) {
    const std::lock_guard lock(drain_mutex_);
    drained_ = true;
    drained_changed_.notify_all();
  }
}

void PlayedScene::count(const TickOutput& output, std::chrono::nanoseconds took) {
  const auto change = [](Status::Counter& sum, std::uint64_t& of_this, std::uint64_t now) {
    sum += now - std::exchange(of_this, now);  // the sum is right where it wraps, too
  };
  ++status_.ticks;
  change(status_.characters, characters_counted_, output.characters->size());
  change(status_.blocks_playing, playing_counted_, scene_.budget.playing());
  status_.tick_durations.add(took);
  if (Seconds(took) > rate_.step()) ++status_.ticks_late;
  ticked_at_us_ = steady_now().count();
}

/// So that a scene is run again from where it was quiet last.
void PlayedScene::begin_journal_anew(const std::shared_ptr<TickOutput>& output) {
  for (const Input& input : inputs_) {
    const auto* const play = std::get_if<PlayBlock>(&input);
    if (play != nullptr) client_played_ = std::max(client_played_, play->client);
  }
  has_others_ = has_others_ || !output->joined.empty();
  if (!journal_) return;
  const bool is_wanted = journal_->may_begin_anew();
  if (has_others_ && is_wanted && !std::exchange(told_of_others_, true)) {
    spdlog::warn("the journal goes on: characters have come that were not there at first");
  }
  auto quiet = quiet_moments_.see(
      inputs_, *output, shards_.shards(),
      is_wanted && !has_others_ ? QuietMoments::Told::Wanted : QuietMoments::Told::NotWanted);
  if (!quiet) return;
  auto known = std::make_shared<QuietScene>();
  known->last_block = {scene_.blocks_counted};
  known->last_client = std::max(client_played_, last_client_);
  for (const Located& each : scene_.targets.located()) {
    const Vec3& at_m = each.at.position_m;
    known->targets.push_back({.name = each.name, .point_m = {at_m.x, at_m.y, at_m.z}});
  }
  const MadeScene made{.casts = options_.casts,
                       .life = options_.life,
                       .rate = rate_,
                       .physical_max = options_.physical_max};
  JournalBegin begin{.start = *journal_start_,
                     .tell = [scene = std::make_shared<const SceneAtTick>(*std::move(quiet)), known,
                              made] { return record_of(*scene, *known, made); },
                     .next = {.tick = output->tick, .inputs = inputs_, .output = output}};
  stage_.resumes.tell_then([&](std::vector<ToldClient> clients) {
    for (const ToldClient& each : clients) {
      known->last_client = std::max(known->last_client, each.client);
    }
    known->clients = std::move(clients);
    journal_->begin_anew(std::move(begin));
  });
}

/// What has moved, by what has happened in this tick.
void PlayedScene::plan_anew(Tick tick) {
  for (LiveBlocks::Moved& moved : scene_.live_blocks.moved()) {
    const Tick from{tick.index + (kReplanTicks << moved.attempt)};
    const ClientId turn{moved.id.value};  // blocks take turns
    auto job = [this, from, moved = std::move(moved)](PreparePool::Turn& pool_turn) {
      LiveBlocks::Anew anew = scene_.live_blocks.plan_anew(moved, from, pool_turn.stop);
      pool_turn.steps = anew.steps;
      ask_voice(moved.id, *moved.source->voice, std::move(anew.to_say));
      if (!anew.replan) return;
      // Where there is no room, or it is late, it is asked for again.
      [[maybe_unused]] const bool has_room = scene_.mailbox.push({*std::move(anew.replan)});
    };
    [[maybe_unused]] const bool taken = replanning_.push(turn, 0, std::move(job));
  }
}

/// A job for each speech: those who wish take turns, and a server that stops waits for one of each
/// thread. What waits holds nothing of its block.
void PlayedScene::ask_voice(BlockId block, const speech::Voice& voice,
                            std::vector<LiveBlocks::ToSay> to_say) {
  for (LiveBlocks::ToSay& each : to_say) {
    std::size_t bytes = kAskedBytes + each.utterance.text.size();
    for (const auto& mark : each.utterance.marks) bytes += sizeof mark + mark.id.size();
    const auto job = [this, block, &voice, utterance = each.utterance] {
      scene_.live_blocks.ask(block, voice, utterance);
    };
    if (asking_.push(each.client, bytes, job)) continue;
    scene_.live_blocks.hear(block, each.utterance,
                            Error{ErrorCode::LimitExceeded, "its voice is too busy"});
  }
}

void PlayedScene::note_late(Seconds took, std::uint64_t skipped) {
  const auto now = steady_now();
  if (skipped > 0) {
    status_.ticks_skipped += skipped;
    status_.skipped_at_us = static_cast<std::uint64_t>(now.count());
  }
  const auto event = late_ticks_.note(took, skipped, now);
  if (event && options_.event_log) options_.event_log(*event);
}

void PlayedScene::begin_to_fade_out() {
  std::vector<Input> interrupts;
  const auto present = scene_.roster.present();
  for (const auto& entry : present->entries) interrupts.emplace_back(Interrupt{entry->id, {}});
  if (!scene_.mailbox.push(std::move(interrupts))) spdlog::warn("too much to do for fading out");
  draining_ = true;
}

void PlayedScene::wait_for_silence(std::chrono::steady_clock::time_point until) {
  {
    std::unique_lock lock(drain_mutex_);
    drained_changed_.wait_until(lock, until, [this] { return drained_; });
  }
  recorder_.finish();  // the client that asked for it is told before the goodbye
}

void PlayedScene::stop() {
  ticks_.stop();
  replanning_.stop();
  asking_.stop();
}

void PlayedScene::finish_files(const std::string& reason) {
  if (session_log_) session_log_->finish(reason);
  if (journal_) journal_->finish(reason);
}

}  // namespace kine::server
