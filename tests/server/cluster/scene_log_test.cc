// Tests for server/cluster/scene_log.h, with real servers of NATS.
#include "server/cluster/scene_log.h"

#include <algorithm>
#include <cstdio>

#include "server/cluster/log_reader.h"
#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::scene_log_test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

OpenedSceneLog opened(const NatsConnection& connection, const SceneName& name, std::uint64_t fence,
                      const SceneLogSettings& settings = {}) {
  auto log = SceneLog::open(connection, name, fence, {}, settings);
  if (!log) FAIL(log.error().message);
  return *std::move(log);
}

std::string journal_of(const NatsConnection& connection, const SceneName& name,
                       std::uint64_t fence) {
  return opened(connection, name, fence).journal;
}

void keep(SceneLog& log, std::string_view bytes) {
  const auto kept = log.keep(bytes);
  if (!kept) FAIL(kept.error().message);
}

/// Kept for as long as it takes.
void keep_in_the_end(SceneLog& log, std::string_view bytes) {
  const auto until = Clock::now() + 20s;
  for (;;) {
    const auto kept = log.keep(bytes);
    if (kept) return;
    if (log.is_lost() || Clock::now() > until) FAIL(kept.error().message);
  }
}

/// That the stream has of a subject.
std::uint64_t messages_of(const NatsConnection& connection, const std::string& subject) {
  jsStreamInfo* info = nullptr;
  jsOptions options;
  jsOptions_Init(&options);
  options.Stream.Info.SubjectsFilter = subject.c_str();
  jsErrCode code{};
  REQUIRE(js_GetStreamInfo(&info, connection.jet_stream(), kLogStream, &options, &code) == NATS_OK);
  REQUIRE(info->State.Subjects->Count == 1);
  const std::uint64_t count = info->State.Subjects->List[0].Msgs;
  jsStreamInfo_Destroy(info);
  return count;
}

std::string record(int number) { return "record " + std::to_string(number) + '\n'; }

}  // namespace

TEST_CASE("what is kept is read by the next owner, in order", "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"log", "order"};
  auto first = opened(*connection, name, 1);
  CHECK(first.journal.empty());
  CHECK(first.log->size() == 0);
  const auto begun = Clock::now();
  std::string all;
  for (int i = 0; i < 500; ++i) {
    all += record(i);
    keep(*first.log, record(i));
  }
  std::printf("a batch was kept in %.3f ms by one server\n",
              std::chrono::duration<double, std::milli>(Clock::now() - begun).count() / 500);
  CHECK(first.log->size() == all.size());
  std::vector<double> shares;
  const auto second =
      SceneLog::open(*connection, name, 2, [&](double share) { shares.push_back(share); });
  REQUIRE(second);
  CHECK(second->journal == all);
  CHECK(second->log->size() == all.size());
  REQUIRE(shares.size() > 500);
  CHECK(shares.front() < 0.1);
  CHECK(shares.back() == 1);
}

TEST_CASE("an owner that another one followed is fenced", "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"log", "fenced"};
  auto old = opened(*connection, name, 5);
  keep(*old.log, "one ");
  auto next = opened(*connection, name, 6);
  CHECK(next.journal == "one ");
  // Nothing was written behind the old one's last message but the mark.
  const auto refused = old.log->keep("late ");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "another node has the scene now: fenced");
  CHECK(old.log->is_lost());
  CHECK_FALSE(old.log->keep("later "));
  keep(*next.log, "two ");
  CHECK(journal_of(*connection, name, 7) == "one two ");
  // A smaller fence than one that was there takes nothing over.
  const auto late = SceneLog::open(*connection, name, 6);
  REQUIRE_FALSE(late);
  CHECK(late.error().message == "another node has the scene now: fenced");
}

TEST_CASE("a long batch goes in pieces, and a new journal replaces the old one", "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"log", "pieces"};
  auto first = opened(*connection, name, 1);
  std::string bytes(3'500'000, 'a');
  for (std::size_t i = 0; i < bytes.size(); i += 1'000) bytes[i] = static_cast<char>('a' + i % 23);
  keep(*first.log, bytes);
  keep(*first.log, "end");
  auto second = opened(*connection, name, 2);
  CHECK(second.journal == bytes + "end");
  second.log->begin_next();
  // Until it is begun the old one stays.
  auto third = opened(*connection, name, 3);
  CHECK(third.journal == bytes + "end");
  third.log->begin_next();
  CHECK(third.log->size() == 0);
  keep(*third.log, "new ");
  keep(*third.log, "journal");
  CHECK(third.log->size() == 11);
  CHECK(journal_of(*connection, name, 4) == "new journal");
  CHECK(messages_of(*connection, "log.log.pieces") ==
        3);  // two batches, and the mark of the fourth
}

TEST_CASE("a journal that begins anew takes the place of the old one when all of it is there",
          "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"log", "anew"};
  const std::string bytes(3'500'000, 'n');
  {
    auto log = opened(*connection, name, 1);
    keep(*log.log, "old ");
    keep(*log.log, "journal");
    REQUIRE(log.log->begin_anew());
  }
  // A crash behind its first piece: nothing of it counts, and what was there does.
  const auto last = last_of(*connection, kLogStream, subject_of_log(name), {}, 2s);
  REQUIRE(last);
  REQUIRE(*last);
  const Published piece = publish_checked(*connection,
                                          {.subject = subject_of_log(name),
                                           .last = (*last)->sequence,
                                           .headers = {{kPieceHeader, "1/2"}},
                                           .data = "half of a new one"},
                                          2s);
  REQUIRE(piece.outcome == Published::Outcome::Stored);
  auto next = opened(*connection, name, 2);
  CHECK(next.journal == "old journal");

  REQUIRE(next.log->begin_anew());
  CHECK(next.log->size() == 0);
  keep(*next.log, bytes);
  keep(*next.log, " and more");
  CHECK(next.log->size() == bytes.size() + 9);
  CHECK(journal_of(*connection, name, 3) == bytes + " and more");
  CHECK(messages_of(*connection, subject_of_log(name)) == 4 + 1 + 1);  // pieces, a batch, a mark
}

TEST_CASE("an owner that is fenced neither begins a journal anew nor purges one", "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"log", "fenced_anew"};
  for (const std::size_t length : {std::size_t{10}, std::size_t{3'000'000}}) {
    auto old = opened(*connection, name, 2 * length);
    keep(*old.log, "kept ");
    auto next = opened(*connection, name, 2 * length + 1);
    REQUIRE(old.log->begin_anew());
    CHECK_FALSE(old.log->keep(std::string(length, 'n')));
    CHECK(old.log->is_lost());
    keep(*next.log, "too ");
    CHECK(journal_of(*connection, name, 2 * length + 2).ends_with("kept too "));
  }
}

TEST_CASE("a purge of an owner that was stopped comes late and takes nothing of the next one",
          "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"log", "late_purge"};
  const std::string bytes(2'500'000, 'n');
  auto old = opened(*connection, name, 1);
  keep(*old.log, "oldest");
  REQUIRE(old.log->begin_anew());
  const auto last = last_of(*connection, kLogStream, subject_of_log(name), {}, 2s);
  REQUIRE(last);
  REQUIRE(*last);
  const std::uint64_t first_of_old = (*last)->sequence + 1;
  keep(*old.log, bytes);

  auto next = opened(*connection, name, 2);
  REQUIRE(next.journal == bytes);
  purge_before(first_of_old, *connection, name, 2s);
  CHECK(journal_of(*connection, name, 3) == bytes);  // it was what counts still

  auto third = opened(*connection, name, 4);
  REQUIRE(third.log->begin_anew());
  keep(*third.log, bytes + " anew");
  purge_before(first_of_old, *connection, name, 2s);
  keep(*third.log, " and on");
  CHECK(journal_of(*connection, name, 5) == bytes + " anew and on");
}

TEST_CASE("a journal that is longer than it may be is an error", "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"log", "long"};
  keep(*opened(*connection, name, 1).log, "0123456789");
  const auto log = SceneLog::open(*connection, name, 2, {}, {.bytes_max = 9});
  REQUIRE_FALSE(log);
  CHECK(log.error().code == ErrorCode::LimitExceeded);
  CHECK_FALSE(SceneLog::open(*connection, {"log", "a.b"}, 1));
}

TEST_CASE("what had no answer is kept once, whether it was stored or not", "[cluster]") {
  test::NatsProgram program;
  const auto connection = test::connected(program.url());
  REQUIRE(make_storage(*connection, 10s));
  const SceneName name{"log", "silent"};
  const SceneLogSettings brief{.answer = 100ms, .patience = 150ms};
  auto log = opened(*connection, name, 1);
  keep(*log.log, "one ");
  log = opened(*connection, name, 2, brief);
  program.stop();
  CHECK_FALSE(log.log->keep("two "));
  CHECK_FALSE(log.log->keep("two three "));
  CHECK_FALSE(log.log->is_lost());
  program.go_on();
  keep_in_the_end(*log.log, "two three ");
  // Others than those that failed: what was stored stays.
  program.stop();
  CHECK_FALSE(log.log->keep("four "));
  program.go_on();
  keep_in_the_end(*log.log, "end");
  const std::string journal = journal_of(*connection, name, 3);
  CHECK((journal == "one two three end" || journal == "one two three four end"));
  CHECK(log.log->size() == journal.size());
}

TEST_CASE("a killed server of three costs no record and doubles none", "[cluster][killed]") {
  test::NatsCluster cluster;
  const auto connection = test::connected(cluster.urls());
  const auto made = make_storage(*connection, 30s);
  if (!made) FAIL(made.error().message);
  const SceneName name{"log", "killed"};
  auto log = opened(*connection, name, 1);
  test::NatsProgram& leader = cluster.leader_of(*connection, kLogStream);
  constexpr int kRecords = 1'000;
  std::string all;
  double slowest = 0;
  const auto begun = Clock::now();
  for (int i = 0; i < kRecords; ++i) {
    if (i == 300) leader.kill();
    if (i == 600) leader.start_again();
    const auto before = Clock::now();
    all += record(i);
    keep_in_the_end(*log.log, record(i));
    slowest =
        std::max(slowest, std::chrono::duration<double, std::milli>(Clock::now() - before).count());
  }
  std::printf("1,000 records in %.0f ms with a killed server; the slowest took %.0f ms\n",
              std::chrono::duration<double, std::milli>(Clock::now() - begun).count(), slowest);
  const auto next = SceneLog::open(*connection, name, 2);
  if (!next) FAIL(next.error().message);
  CHECK(next->journal == all);
  CHECK_FALSE(log.log->keep("late"));
}

}  // namespace kine::server::scene_log_test
