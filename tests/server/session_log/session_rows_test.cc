// Tests for server/session_log/session_rows.h
#include "server/session_log/session_rows.h"

#include <sstream>

#include "protocol/kinesphere.pb.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::server::session_rows_test {
namespace {

using Lines = std::vector<LogLine>;

/// 2026-11-23T16:25:02.000007Z
Moment moment_at(std::uint64_t tick) {
  return {.tick = {tick},
          .wall = std::chrono::sys_days(std::chrono::year(2026) / 11 / 23) +
                  std::chrono::hours(16) + std::chrono::minutes(25) + std::chrono::seconds(2) +
                  std::chrono::microseconds(7),
          .mono = std::chrono::microseconds(1'000 + tick)};
}

struct Log {
  SessionRows rows;
  std::vector<std::shared_ptr<const Cast>> casts = *make_casts(default_characters());

  Lines add(std::uint64_t tick, const Happening& what) {
    std::string text;
    rows.add(moment_at(tick), what, text);
    Lines lines;
    std::istringstream input(text);
    for (std::string line; std::getline(input, line);) {
      auto row = decode_log_line(line);
      INFO(line);
      REQUIRE(row);
      lines.push_back(*std::move(row));
    }
    return lines;
  }

  Preparation preparation(std::vector<std::shared_ptr<const motion::Block>> blocks) const {
    return {.text = "<script/>",
            .casts = casts,
            .script_id = "s",
            .character = "",
            .targets = {},
            .tension = "",
            .manners = {},
            .located = {},
            .voice = "silent",
            .blocks = std::move(blocks)};
  }
};

std::shared_ptr<const motion::Block> block() { return std::make_shared<const motion::Block>(); }

/// A tick with one character, whose frame has these bytes.
TickDone tick(std::uint64_t index, const std::string& frame, std::vector<Input> inputs = {},
              std::vector<Replanned> replanned = {}) {
  auto output = std::make_shared<TickOutput>();
  output->tick = {index};
  output->frames.resize(1);
  output->frames.front()[protocol::FrameVariant().index()] = protocol::make_bytes(frame);
  output->replanned = std::move(replanned);
  return {.tick = {index}, .inputs = std::move(inputs), .output = std::move(output)};
}

template <class Row>
const Row& row_of(const Lines& lines, std::size_t line) {
  REQUIRE(line < lines.size());
  REQUIRE(std::holds_alternative<Row>(lines[line].row));
  return std::get<Row>(lines[line].row);
}

}  // namespace

TEST_CASE("a row has the tick, UTC and the steady clock side by side", "[session_rows]") {
  Log log;
  const Lines lines = log.add(5, SessionEnd{"over"});
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].stamp ==
        Stamp{.tick = {5}, .wall = "2026-11-23T16:25:02.000007Z", .mono_us = 1'005});
}

TEST_CASE("the head says who is there, and which of them share a body", "[session_rows]") {
  Log log;
  log.casts = *make_casts({{.name = "a", .body = "ada", .placement = {}},
                           {.name = "b", .body = "ben", .placement = {}},
                           {.name = "c", .body = "ada", .placement = {}}});
  const Lines lines = log.add(0, SessionStart{.head = {.voice = "espeak"}, .casts = log.casts});
  const auto& head = row_of<HeadRow>(lines, 0);
  REQUIRE(head.characters.size() == 3);
  CHECK(head.characters[2].cast == 3);
  CHECK(head.characters[2].body == "ada");
  CHECK(head.characters[2].body_of == 1);
  CHECK_FALSE(head.characters[1].body_of);
  CHECK(head.voice == "espeak");
}

TEST_CASE("a message stands as JSON, without tokens and sound", "[session_rows]") {
  Log log;
  kinesphere::Envelope hello;
  hello.mutable_hello()->set_name("a judge");
  hello.mutable_hello()->set_token("geheim");
  auto lines = log.add(
      1, MessageTaken{.client = {7}, .message = std::make_shared<kinesphere::Envelope>(hello)});
  CHECK(row_of<MessageRow>(lines, 0).client == ClientId{7});
  CHECK(row_of<MessageRow>(lines, 0).message.text == R"({"hello":{"name":"a judge"}})");

  kinesphere::Envelope say;
  say.mutable_say()->set_id("hi");
  say.mutable_say()->set_audio(std::string(100, '\x01'));
  lines = log.add(
      1, MessageTaken{.client = {7}, .message = std::make_shared<kinesphere::Envelope>(say)});
  CHECK(row_of<MessageRow>(lines, 0).message.text == R"({"say":{"id":"hi"}})");
  CHECK(row_of<MessageRow>(lines, 0).sound_bytes == 100U);

  kinesphere::Envelope claim;
  claim.mutable_claim()->set_id("c");
  claim.mutable_claim()->set_key("geheim");
  lines = log.add(
      1, MessageTaken{.client = {7}, .message = std::make_shared<kinesphere::Envelope>(claim)});
  CHECK(row_of<MessageRow>(lines, 0).message.text == R"({"claim":{"id":"c"}})");

  lines = log.add(2, ClientGone{{7}});
  CHECK(row_of<GoneRow>(lines, 0).client == ClientId{7});
  lines = log.add(2, ClientNamed{.client = {7}, .key = "abc", .keeps_waiting = true});
  CHECK(row_of<ResumeRow>(lines, 0).client == ClientId{7});
  CHECK(row_of<ResumeRow>(lines, 0).key == "abc");
  CHECK(row_of<ResumeRow>(lines, 0).keeps_waiting);

  kinesphere::Envelope named;
  named.mutable_hello()->set_resume("geheim");
  lines = log.add(
      3, MessageTaken{.client = {7}, .message = std::make_shared<kinesphere::Envelope>(named)});
  CHECK(row_of<MessageRow>(lines, 0).message.text == R"({"hello":{}})");
}

TEST_CASE("an input names the block by what it was prepared from", "[session_rows]") {
  Log log;
  log.add(0, SessionStart{.head = {}, .casts = log.casts});
  const auto first = block();
  const auto second = block();
  Lines lines = log.add(3, log.preparation({first, second}));
  CHECK(row_of<CompanyRow>(lines, 0).casts == std::vector<std::uint64_t>{1, 2});
  CHECK(row_of<PrepareRow>(lines, 1).prepare == 1);
  CHECK(row_of<PrepareRow>(lines, 1).company == 1);

  // Nobody has come or gone.
  const auto third = block();
  lines = log.add(3, log.preparation({third}));
  CHECK(row_of<PrepareRow>(lines, 0).prepare == 2);

  const auto made = block();
  const PlayBlock play{.character = {2}, .id = {9}, .client = {7}, .block = second};
  lines = log.add(4, tick(4, "x", {play}, {Replanned{{2}, {9}, {4}, made}}));
  CHECK(row_of<PlayRow>(lines, 0).block == LoggedBlock{.prepared = 1, .nth = 1});
  CHECK(lines[0].stamp.tick == Tick{4});

  const Replan replan{.character = {2}, .id = {9}, .from = {8}, .before = made, .next = third};
  lines = log.add(5, tick(5, "x", {replan}));
  CHECK(row_of<ReplanRow>(lines, 0).before ==
        LoggedBlock{.prepared = 0, .block = {9}, .tick = {4}, .nth = 0});
  CHECK(row_of<ReplanRow>(lines, 0).next == LoggedBlock{.prepared = 2, .nth = 0});
}

TEST_CASE("who joins is described once, before the first row that names it", "[session_rows]") {
  Log log;
  log.add(0, SessionStart{.head = {}, .casts = log.casts});
  const auto eve = *make_cast({.name = "eve", .body = "ada", .placement = {}}, *log.casts[0],
                              body_known_by(*log.casts[0]));
  Log all = log;
  all.casts.push_back(eve);
  Lines lines = log.add(1, all.preparation({}));
  CHECK(row_of<CastRow>(lines, 0).cast.cast == 3);
  CHECK(row_of<CastRow>(lines, 0).cast.body_of == 1);
  CHECK(row_of<CompanyRow>(lines, 1).casts.back() == 3);
  lines = log.add(2, tick(2, "x", {Join{.character = {5}, .cast = eve}}));
  CHECK(lines.size() == 1);
  CHECK(row_of<JoinRow>(lines, 0).cast == 3);
}

TEST_CASE("hashes of ticks stand together as far as none is left out", "[session_rows]") {
  Log log;
  Lines lines;
  for (std::uint64_t i = 1; i < kTicksPerRow; ++i) CHECK(log.add(i, tick(i, "same")).empty());
  lines = log.add(kTicksPerRow, tick(kTicksPerRow, "other"));
  const auto& row = row_of<TicksRow>(lines, 0);
  CHECK(row.first == Tick{1});
  REQUIRE(row.hashes.size() == kTicksPerRow);
  CHECK(row.hashes[0] == row.hashes[1]);
  CHECK(row.hashes[0] != row.hashes.back());
  CHECK(lines[0].stamp.tick == Tick{kTicksPerRow});

  log.add(40, tick(40, "same"));
  lines = log.add(50, tick(50, "same"));
  CHECK(row_of<TicksRow>(lines, 0).first == Tick{40});
  lines = log.add(50, SessionEnd{"over"});
  CHECK(row_of<TicksRow>(lines, 0).first == Tick{50});
  CHECK(row_of<EndRow>(lines, 1).reason == "over");
}

TEST_CASE("blocks that are gone are forgotten", "[session_rows]") {
  Log log;
  log.add(0, SessionStart{.head = {}, .casts = log.casts});
  const auto kept = block();
  log.add(1, log.preparation({kept}));
  for (int i = 0; i < 5'000; ++i) log.add(1, log.preparation({block()}));
  const Lines lines = log.add(
      2, tick(2, "x", {PlayBlock{.character = {1}, .id = {1}, .client = {}, .block = kept}}));
  CHECK(row_of<PlayRow>(lines, 0).block == LoggedBlock{.prepared = 1, .nth = 0});
}

}  // namespace kine::server::session_rows_test
