// Tests for server/cluster/open_scene_journal.h: the log of a real server, kept by NATS, run again.
#include "server/cluster/open_scene_journal.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <sstream>

#include "server/journal/journal.h"
#include "server/journal/record.h"
#include "server/offline/gesture_model_file.h"
#include "server/scene/casts.h"
#include "server/session_log/session_log.h"
#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/server/logged_session.h"

namespace kine::server::open_scene_journal_test {
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

/// Keeps rows of a log as its node did before it was gone; its end is left out.
void keep_rows(SceneLog& log, const std::string& rows) {
  std::string batch(kJournalMagic);
  std::istringstream input(rows);
  int count = 0;
  for (std::string line; std::getline(input, line);) {
    if (line.starts_with("{\"row\":\"end\"")) continue;
    REQUIRE(append_record(line, batch));
    if (++count % 20 != 0) continue;
    REQUIRE(log.keep(batch));
    batch.clear();
  }
  if (!batch.empty()) REQUIRE(log.keep(batch));
}

}  // namespace

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

}  // namespace kine::server::open_scene_journal_test
