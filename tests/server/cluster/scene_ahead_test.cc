// Tests for server/cluster/scene_ahead.h: the log of a real server, kept by NATS, run again.
#include "server/cluster/scene_ahead.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <sstream>

#include "server/journal/journal.h"
#include "server/journal/quiet_scene.h"
#include "server/journal/record.h"
#include "server/offline/gesture_model_file.h"
#include "server/scene/casts.h"
#include "server/session_log/session_log.h"
#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/server/logged_session.h"

namespace kine::server::scene_ahead_test {
namespace {

HeadRow head_of(const std::string& log) {
  auto line = decode_log_line(log.substr(0, log.find('\n')));
  REQUIRE(line);
  HeadRow head = std::get<HeadRow>(line->row);
  head.characters.clear();
  return head;
}

/// A node that takes the scene over.
struct TakingOver {
  explicit TakingOver(const HeadRow& head)
      : repertoire(*read_body_language(test::small_model())),
        casts(with_body_language(*make_casts(default_characters()), repertoire)),
        scene({.casts = casts, .rate = TickRate(head.tick_rate_hz)}),
        shards(scene.roster, TickRate(head.tick_rate_hz), 1, head.life) {}

  RecoveredScene into() {
    return {
        .scene = scene, .shards = shards, .casts = casts, .stock = {}, .repertoire = repertoire};
  }

  std::shared_ptr<const PlayableRepertoire> repertoire;
  std::vector<std::shared_ptr<const Cast>> casts;
  LiveScene scene;
  ShardThreads shards;
};

/// By a node that has run nothing ahead.
Result<OpenedSceneJournal> open_scene_journal(
    const NatsConnection& connection, const SceneName& name, std::uint64_t fence,
    const HeadRow& ours, RecoveredScene into,
    const std::function<void(double share)>& on_progress = {}) {
  return SceneAhead(connection, name, ours, std::move(into)).take_over(fence, on_progress);
}

/// Keeps rows of a log as its node did before it was gone; its end is left out.
void keep_rows(
    SceneLog& log, const std::string& rows, const std::function<void()>& behind_each = [] {}) {
  std::string batch(kJournalMagic);
  std::istringstream input(rows);
  int count = 0;
  for (std::string line; std::getline(input, line);) {
    if (line.starts_with("{\"row\":\"end\"")) continue;
    REQUIRE(append_record(line, batch));
    if (++count % 10 != 0) continue;
    REQUIRE(log.keep(batch));
    batch.clear();
    behind_each();
  }
  if (!batch.empty()) REQUIRE(log.keep(batch));
}

/// A scene in which characters live, and nothing plays.
struct IdleScene {
  std::string rows;
  SceneAtTick before;  // behind the last tick but one
  TickDone last;
};

IdleScene idle_for(const HeadRow& head, std::uint64_t ticks) {
  TakingOver node(head);
  IdleScene scene;
  SessionRows rows;
  rows.add({}, SessionStart{.head = head, .casts = node.casts}, scene.rows);
  for (std::uint64_t tick = 1; tick <= ticks; ++tick) {
    if (tick == ticks) {
      scene.before = {.tick = {tick - 1}, .shards = {node.shards.shards().front().snapshot()}};
    }
    scene.last = {.tick = {tick}, .inputs = {}, .output = node.shards.advance_to({tick}, {}, {})};
    rows.add({}, scene.last, scene.rows);
  }
  rows.end_row_of_ticks(scene.rows);
  return scene;
}

/// Begins the log anew with what a node has that took it over.
void begin_anew(OpenedSceneJournal opened, const HeadRow& head, const TakingOver& node,
                const IdleScene& scene) {
  std::mutex mutex;
  std::condition_variable changed;
  bool has_begun = false;
  Journal journal(std::move(opened.log), {.on_kept = [](const std::vector<KeptBlock>&) {},
                                          .warn = [](const std::string& line) { FAIL(line); },
                                          .numbered = opened.recovered->numbered,
                                          .on_begun =
                                              [&](Tick) {
                                                const std::lock_guard lock(mutex);
                                                has_begun = true;
                                                changed.notify_all();
                                              }});
  const MadeScene made{.casts = node.casts, .life = head.life, .rate = TickRate(head.tick_rate_hz)};
  journal.begin_anew({.start = {.head = head, .casts = node.casts},
                      .tell = [&]() -> Result<std::string> {
                        const auto told = tell_quiet(scene.before);
                        if (!told) return told.error();
                        if (is_whole(*told, scene.before, made)) return encode(*told);
                        return Error{ErrorCode::Unsupported, "something is missing"};
                      },
                      .next = scene.last});
  std::unique_lock lock(mutex);
  REQUIRE(changed.wait_for(lock, std::chrono::seconds(10), [&] { return has_begun; }));
  lock.unlock();
  journal.hand_over();
}

/// Takes a scene over that was idle for so long, before and behind a begin.
void take_over_idle(const SceneName& name, std::uint64_t ticks) {
  using Clock = std::chrono::steady_clock;
  const auto connection = test::stored_connection();
  HeadRow head = head_of(test::logged_session(1).log);
  head.life = {.liveliness = autonomy::Liveliness::Alive, .seed = 7};
  const IdleScene scene = idle_for(head, ticks);
  keep_rows(*SceneLog::open(*connection, name, 1)->log, scene.rows);
  const auto take_over = [&](std::uint64_t fence, TakingOver& node) {
    const auto begun = Clock::now();
    auto opened = open_scene_journal(*connection, name, fence, head, node.into());
    if (!opened) FAIL(opened.error().message);
    REQUIRE(opened->recovered);
    const Recovered& recovered = *opened->recovered;
    CHECK_FALSE(recovered.replayed.differs);
    std::printf("taken over in %.3f s: %lu records, %lu ticks\n",
                std::chrono::duration<double>(Clock::now() - begun).count(), recovered.records,
                recovered.replayed.ticks);
    return *std::move(opened);
  };
  TakingOver whole(head);
  auto all = take_over(2, whole);
  CHECK(all.recovered->replayed.ticks == ticks);
  begin_anew(std::move(all), head, whole, scene);
  TakingOver next(head);
  const auto since = take_over(3, next);
  CHECK(since.recovered->replayed.ticks == 1);
  CHECK(since.recovered->replayed.last == Tick{ticks});
  for (std::uint64_t tick = ticks + 1; tick < ticks + 600; ++tick) {
    whole.shards.advance_to({tick}, {}, {});
    next.shards.advance_to({tick}, {}, {});
  }
  CHECK(whole.shards.shards().front().snapshot() == next.shards.shards().front().snapshot());
}

}  // namespace

TEST_CASE("a scene that began anew is taken over by what came since, to the bit", "[cluster]") {
  take_over_idle({"journal", "idle"}, 36'000);
}

TEST_CASE("an hour, taken over before and behind a begin: for the pages", "[.hour]") {
  take_over_idle({"journal", "hour"}, 216'000);
}

TEST_CASE("a node that takes a scene over has its ticks to the bit", "[cluster]") {
  const auto connection = test::stored_connection();
  const std::string& rows = test::logged_session(1).log;
  const HeadRow head = head_of(rows);
  const SceneName name{"journal", "taken"};
  {
    TakingOver first(head);
    const auto opened = open_scene_journal(*connection, name, 1, head, first.into());
    REQUIRE(opened);
    CHECK_FALSE(opened->recovered);
    keep_rows(*opened->log, rows);
  }
  TakingOver next(head);
  std::vector<double> shares;
  const auto opened = open_scene_journal(*connection, name, 2, head, next.into(),
                                         [&](double share) { shares.push_back(share); });
  if (!opened) FAIL(opened.error().message);
  REQUIRE(opened->recovered);
  CHECK(opened->recovered->replayed.ticks > 300);
  CHECK(opened->recovered->replayed.equal == opened->recovered->replayed.ticks);
  CHECK(std::ranges::is_sorted(shares));
  CHECK(shares.back() == 1);

  HeadRow other = head;
  other.tick_rate_hz = 25;
  TakingOver different(other);
  const auto refused = open_scene_journal(*connection, name, 3, other, different.into());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with("scene journal.taken: the journal is of a server"));
}

TEST_CASE("a node that runs a scene ahead has its ticks to the bit, and runs the rest alone",
          "[cluster]") {
  const auto connection = test::stored_connection();
  const std::string& rows = test::logged_session(1).log;
  const HeadRow head = head_of(rows);
  const SceneName name{"journal", "ahead"};
  const auto owner = SceneLog::open(*connection, name, 1);
  REQUIRE(owner);

  TakingOver next(head);
  SceneAhead ahead(*connection, name, head, next.into());
  CHECK(*ahead.run_what_is_there());  // nothing
  int batches = 0;
  keep_rows(*owner->log, rows, [&] {
    if (++batches % 2 != 0) {
      REQUIRE(ahead.run_what_comes(std::chrono::seconds(5)));
    } else {
      REQUIRE(*ahead.run_what_is_there());
    }
  });
  REQUIRE(batches > 1);
  REQUIRE(ahead.run_what_comes(std::chrono::milliseconds(0)));
  int records_left = 0;
  const auto taken = ahead.take_over(2, [&](double share) {
    if (share > 0.5) ++records_left;
  });
  if (!taken) FAIL(taken.error().message);
  REQUIRE(taken->recovered);
  CHECK(records_left < 10);

  TakingOver whole(head);
  const auto again = open_scene_journal(*connection, name, 3, head, whole.into());
  REQUIRE(again);
  const Replayed& replayed = taken->recovered->replayed;
  CHECK(replayed.equal == replayed.ticks);
  CHECK(replayed.ticks == again->recovered->replayed.ticks);
  CHECK(replayed.last == again->recovered->replayed.last);
  CHECK(taken->recovered->records == again->recovered->records);
  CHECK(taken->log->size() == again->log->size());
  CHECK(std::ranges::equal(next.shards.shards().front().frames(),
                           whole.shards.shards().front().frames()));
  CHECK_FALSE(owner->log->keep("more"));
}

TEST_CASE("a log that begins anew is run ahead where nothing of it was run, and else is an error",
          "[cluster]") {
  const auto connection = test::stored_connection();
  HeadRow head = head_of(test::logged_session(1).log);
  head.life = {.liveliness = autonomy::Liveliness::Alive, .seed = 7};
  const SceneName name{"journal", "anew"};
  const IdleScene scene = idle_for(head, 600);
  keep_rows(*SceneLog::open(*connection, name, 1)->log, scene.rows);
  TakingOver early(head);
  SceneAhead has_run(*connection, name, head, early.into());
  REQUIRE(*has_run.run_what_is_there());
  TakingOver late(head);
  SceneAhead has_not(*connection, name, head, late.into());

  TakingOver owner(head);
  auto opened = open_scene_journal(*connection, name, 2, head, owner.into());
  REQUIRE(opened);
  begin_anew(*std::move(opened), head, owner, scene);
  REQUIRE(*has_not.run_what_is_there());
  const auto taken = has_not.take_over(3);
  if (!taken) FAIL(taken.error().message);
  CHECK(taken->recovered->replayed.ticks == 1);
  CHECK(taken->recovered->replayed.last == Tick{600});
  CHECK(late.shards.shards().front().snapshot() == owner.shards.shards().front().snapshot());

  const auto cannot = has_run.run_what_is_there();
  REQUIRE_FALSE(cannot);
  CHECK(cannot.error().message ==
        "scene journal.anew: its log began anew behind what was run of it");
}

TEST_CASE("a journal in the cluster ends in order, and the next one begins", "[cluster]") {
  const auto connection = test::stored_connection();
  const HeadRow head = head_of(test::logged_session(1).log);
  const SceneName name{"journal", "ended"};
  for (std::uint64_t fence = 1; fence <= 3; ++fence) {
    TakingOver node(head);
    auto opened = open_scene_journal(*connection, name, fence, head, node.into());
    if (!opened) FAIL(opened.error().message);
    CHECK_FALSE(opened->recovered);
    CHECK(opened->log->size() == 0);
    Journal journal(std::move(opened->log), {.on_kept = [](const std::vector<KeptBlock>&) {},
                                             .warn = [](const std::string&) {}});
    journal.push(
        SessionStart{.head = head_of_this_program(), .casts = *make_casts(default_characters())});
    journal.finish("done");
  }
}

TEST_CASE("the journal of a node that was followed is over", "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"journal", "followed"};
  std::mutex mutex;
  std::condition_variable changed;
  std::string warning;
  auto first = SceneLog::open(*connection, name, 1);
  REQUIRE(first);
  Journal journal(std::move(first->log), {.on_kept = [](const std::vector<KeptBlock>&) {},
                                          .warn =
                                              [&](const std::string& line) {
                                                const std::lock_guard lock(mutex);
                                                warning = line;
                                                changed.notify_all();
                                              }});
  REQUIRE(SceneLog::open(*connection, name, 2));
  journal.push(
      SessionStart{.head = head_of_this_program(), .casts = *make_casts(default_characters())});
  std::unique_lock lock(mutex);
  REQUIRE(changed.wait_for(lock, std::chrono::seconds(10), [&] { return !warning.empty(); }));
  CHECK(warning == "another node has the scene now: fenced");
  CHECK(journal.fault() == warning);
}

TEST_CASE("a log that another program wrote is refused", "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"journal", "harmed"};
  REQUIRE(SceneLog::open(*connection, name, 1)->log->keep("KSJ1 and noise"));
  const HeadRow head = head_of(test::logged_session(1).log);
  TakingOver node(head);
  const auto opened = open_scene_journal(*connection, name, 2, head, node.into());
  REQUIRE_FALSE(opened);
  CHECK(opened.error().message ==
        "scene journal.harmed: another version of the program wrote its log, or it is harmed");
}

}  // namespace kine::server::scene_ahead_test
