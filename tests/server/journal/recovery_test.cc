// Tests for server/journal/recovery.h, by the log of a real server with two clients.
#include "server/journal/recovery.h"

#include <algorithm>
#include <sstream>

#include "server/journal/record.h"
#include "server/offline/gesture_model_file.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/server/logged_session.h"

namespace kine::server::recovery_test {
namespace {

/// The first rows of a log as a journal; its end is left out.
std::string journal_of(const std::string& log, std::size_t rows_max = SIZE_MAX) {
  std::string journal(kJournalMagic);
  std::istringstream input(log);
  std::size_t rows = 0;
  for (std::string line; rows < rows_max && std::getline(input, line); ++rows) {
    if (!line.starts_with("{\"row\":\"end\"")) REQUIRE(append_record(line, journal));
  }
  return journal;
}

HeadRow head_of(const std::string& log) {
  auto line = decode_log_line(log.substr(0, log.find('\n')));
  REQUIRE(line);
  HeadRow head = std::get<HeadRow>(line->row);
  head.characters.clear();
  return head;
}

/// A server that starts, with the characters of the session.
struct Starting {
  explicit Starting(const HeadRow& head)
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

}  // namespace

TEST_CASE("a journal gives the ticks of its session again, to the bit", "[journal]") {
  const std::string& log = test::logged_session(1).log;
  const HeadRow head = head_of(log);
  Starting server(head);
  std::vector<double> shares;
  const auto recovered =
      recover(journal_of(log), head, server.into(), [&](double share) { shares.push_back(share); });
  REQUIRE(recovered);
  CHECK(recovered->replayed.ticks > 300);
  CHECK(recovered->replayed.equal == recovered->replayed.ticks);
  CHECK(recovered->replayed.last_client.value >= 2);
  CHECK(server.scene.blocks_counted == recovered->replayed.last_block.value);
  CHECK(recovered->numbered.preparations > 0);
  REQUIRE(shares.size() == recovered->records);
  CHECK(shares.back() == 1);
}

TEST_CASE("a journal that comes record by record gives the same ticks", "[journal]") {
  const std::string& log = test::logged_session(1).log;
  const HeadRow head = head_of(log);
  const std::string journal = journal_of(log);
  Starting at_once(head);
  const auto whole = recover(journal, head, at_once.into());
  REQUIRE(whole);
  Starting server(head);
  Recovery recovery(head, server.into());
  CHECK_FALSE(recovery.has_begun());
  std::string_view left = std::string_view(journal).substr(kJournalMagic.size());
  while (const auto record = read_record(left)) {
    REQUIRE(recovery.add(left.substr(0, record->bytes)));
    left.remove_prefix(record->bytes);
  }
  CHECK(recovery.has_begun());
  const auto recovered = recovery.finish();
  REQUIRE(recovered);
  CHECK(recovered->records == whole->records);
  CHECK(recovered->replayed.equal == whole->replayed.equal);
  CHECK(std::ranges::equal(server.shards.shards().front().frames(),
                           at_once.shards.shards().front().frames()));

  Starting none(head);
  CHECK_FALSE(Recovery(head, none.into()).finish());
}

TEST_CASE("a journal that ends anywhere is recovered up to there", "[journal]") {
  const std::string& log = test::logged_session(1).log;
  const HeadRow head = head_of(log);
  const std::size_t rows = static_cast<std::size_t>(std::ranges::count(log, '\n'));
  for (std::size_t count = 1; count <= rows; count += rows / 12) {
    Starting server(head);
    const auto recovered = recover(journal_of(log, count), head, server.into());
    INFO(count << " rows of " << rows);
    REQUIRE(recovered);
    CHECK(recovered->records == std::min(count, rows - 1));
    CHECK(recovered->replayed.equal == recovered->replayed.ticks);
  }
}

TEST_CASE("a journal of another server says what is different", "[journal]") {
  const std::string& log = test::logged_session(1).log;
  const auto message_with = [&](auto change) {
    HeadRow head = head_of(log);
    Starting server(head);
    change(head, server.casts);
    const auto recovered = recover(journal_of(log), head, server.into());
    REQUIRE_FALSE(recovered);
    return recovered.error().message;
  };
  using Casts = std::vector<std::shared_ptr<const Cast>>;
  CHECK(message_with([](HeadRow& head, Casts&) { head.tick_rate_hz = 25; }) ==
        "the journal is of a server with a tick rate of 60 Hz: start it as it was started then, or "
        "name another folder with --journal; SIGINT ends a journal");
  CHECK(message_with([](HeadRow& head, Casts&) { head.life.seed = 5; }).find("the seed ") !=
        std::string::npos);
  CHECK(message_with([](HeadRow&, Casts& casts) { casts.pop_back(); }).find("other characters") !=
        std::string::npos);
  CHECK(message_with([](HeadRow& head, Casts&) {
          head.body_language = "other";
        }).find("the body language ") != std::string::npos);
}

TEST_CASE("a record that no server wrote is an error that names it", "[journal]") {
  const std::string& log = test::logged_session(1).log;
  const HeadRow head = head_of(log);
  const auto message_of = [&](const std::string& journal) {
    Starting server(head);
    const auto recovered = recover(journal, head, server.into());
    REQUIRE_FALSE(recovered);
    return recovered.error().message;
  };
  CHECK(message_of(std::string(kJournalMagic)) == "the journal has no record");
  std::string none(kJournalMagic);
  REQUIRE(append_record("{\"row\":\"gone\",\"tick\":1,\"wall\":\"\",\"mono_us\":1,\"client\":3}",
                        none));
  CHECK(message_of(none) == "the journal's first row is no head");
  std::string noise = journal_of(log, 1);
  REQUIRE(append_record("noise", noise));
  CHECK(message_of(noise).starts_with("record 2: "));
}

TEST_CASE("only a journal without an end has something to be recovered", "[journal]") {
  const std::string& log = test::logged_session(1).log;
  CHECK_FALSE(has_to_be_recovered(kJournalMagic));
  CHECK(has_to_be_recovered(journal_of(log)));
  std::string ended = journal_of(log);
  const std::size_t end = log.rfind('\n', log.size() - 2) + 1;
  REQUIRE(append_record(log.substr(end, log.size() - end - 1), ended));
  CHECK_FALSE(has_to_be_recovered(ended));
}

}  // namespace kine::server::recovery_test
