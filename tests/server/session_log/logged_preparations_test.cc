// Tests for server/session_log/logged_preparations.h
#include "server/session_log/logged_preparations.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::server::logged_preparations_test {
namespace {

PrepareRow speaking() {
  PrepareRow row{.prepare = 1, .script = "b", .character = "ada", .company = 1, .text = {}};
  row.text = R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b">
                <speech id="s"><text>Hello</text></speech></bml>)";
  row.voice = "somebody";
  row.said = {{.id = "s",
               .text = "Hello",
               .track = LoggedTrack{.length = Seconds(3),
                                    .words = {{0, 5, Seconds(1), Seconds(2.5), 0, 0}},
                                    .text = "Hello"}}};
  return row;
}

struct Log {
  LoggedPreparations preparations{*make_casts(default_characters()), *our_stock(), TickRate(60), 0};

  Log() { REQUIRE(preparations.add(CompanyRow{.company = 1, .casts = {1, 2}})); }

  std::string fault(PrepareRow row) {
    const auto added = preparations.add(std::move(row), 4);
    return added ? "" : added.error().message;
  }
};

/// When the points of the block of a gesture are.
std::vector<Seconds> times_of(const motion::Block& block) {
  std::vector<Seconds> times;
  for (const motion::SyncPoint& point : block.sync_points) times.push_back(point.time);
  return times;
}

constexpr const char* kAgreement =
    R"(<script xmlns="urn:kinesphere:script:1"><gesture meaning="agreement"/></script>)";

/// The same of kAgreement, prepared by a log.
std::vector<Seconds> logged_agreement(std::uint64_t seed, std::vector<GivenSketch> styles) {
  LoggedPreparations log(*make_casts(default_characters()), *our_stock(), TickRate(60), seed);
  REQUIRE(log.add(CompanyRow{.company = 1, .casts = {1, 2}}));
  PrepareRow row{.prepare = 1, .script = "b", .character = "ada", .company = 1, .text = kAgreement};
  row.voice = "somebody";
  row.styles = std::move(styles);
  REQUIRE(log.add(std::move(row), 4));
  const auto block = log.play({.prepared = 1, .nth = 0}, {7});
  REQUIRE(block);
  return times_of(**block);
}

/// The same as a server prepares it.
std::vector<Seconds> live_agreement(const MeaningContext& meanings) {
  const auto casts = make_casts(default_characters());
  Diagnostics diagnostics;
  const auto prepared = prepare(
      kAgreement, {.casts = *casts, .script_id = "b", .character = "ada", .meanings = meanings},
      diagnostics);
  REQUIRE(prepared);
  return times_of(*prepared->blocks.at(0));
}

}  // namespace

TEST_CASE("a meaning becomes what it became, by the seed of the head and the styles of its row",
          "[logged_preparations]") {
  std::set<std::vector<Seconds>> seen;
  const std::vector<GivenSketch> shy = {{.character = "ada", .style = "shy"}};
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    CHECK(logged_agreement(seed, {}) == live_agreement({.seed = seed}));
    seen.insert(logged_agreement(seed, {}));
    // The one choice of shy people, whatever the seed.
    CHECK(logged_agreement(seed, shy) == live_agreement({.seed = 0, .styles = shy}));
  }
  CHECK(seen.size() > 1);
}

TEST_CASE("a block is prepared by what its row says, and its voice is not asked",
          "[logged_preparations]") {
  Log log;
  REQUIRE(log.fault(speaking()).empty());
  const auto block = log.preparations.play({.prepared = 1, .nth = 0}, {7});
  REQUIRE(block);
  REQUIRE((*block)->utterances.size() == 1);
  CHECK((*block)->utterances[0].track->length == Seconds(3));
  CHECK((*block)->utterances[0].track->words[0].start == Seconds(1));
  CHECK(log.preparations.find({.prepared = 1, .nth = 0}) == *block);
  log.preparations.forget({7});
  CHECK(log.preparations.find({.prepared = 1, .nth = 0}) == nullptr);
}

TEST_CASE("a rest goes on with the block before it, as long as that plays",
          "[logged_preparations]") {
  Log log;
  REQUIRE(log.fault(speaking()).empty());
  REQUIRE(log.preparations.play({.prepared = 1, .nth = 0}, {7}));
  PrepareRow rest = speaking();
  rest.prepare = 2;
  rest.said.clear();
  rest.so_far = LoggedSoFar{.block = {.prepared = 1, .nth = 0}, .from = {30}};
  REQUIRE(log.fault(rest).empty());
  const auto next = log.preparations.play({.prepared = 2, .nth = 0}, {7});
  REQUIRE(next);
  // It says again what the block says.
  CHECK((*next)->utterances[0].track->length == Seconds(3));

  PrepareRow other = rest;
  other.prepare = 3;
  other.text = test::head_script(1);
  REQUIRE(log.fault(other).empty());
  const auto none = log.preparations.play({.prepared = 3, .nth = 0}, {7});
  REQUIRE_FALSE(none);
  CHECK(none.error().message == "no block of BML plays that could go on by this text");
  CHECK(none.error().where.line == 4);
}

TEST_CASE("a rest may say more than its block did, and nothing else", "[logged_preparations]") {
  for (const auto& [said, goes_on] : {std::pair("Hello you", true), std::pair("Hello", true),
                                      std::pair("Bye", false), std::pair("Hello <b/>", false)}) {
    Log log;
    REQUIRE(log.fault(speaking()).empty());
    REQUIRE(log.preparations.play({.prepared = 1, .nth = 0}, {7}));
    PrepareRow rest = speaking();
    rest.prepare = 2;
    rest.text.replace(rest.text.find("Hello"), 5, said);
    rest.so_far = LoggedSoFar{.block = {.prepared = 1, .nth = 0}, .from = {30}};
    REQUIRE(log.fault(rest).empty());
    INFO(said);
    CHECK(log.preparations.play({.prepared = 2, .nth = 0}, {7}).has_value() == goes_on);
  }
}

TEST_CASE("a block that its shard made has its name, too", "[logged_preparations]") {
  Log log;
  REQUIRE(log.fault(speaking()).empty());
  const auto block = log.preparations.play({.prepared = 1, .nth = 0}, {7});
  REQUIRE(block);
  const auto made = std::make_shared<const motion::Block>(**block);
  log.preparations.go_on({7}, {12}, 0, made);
  CHECK(log.preparations.find({.prepared = 0, .block = {7}, .tick = {12}, .nth = 0}) == made);
  // One that was prepared keeps its own.
  log.preparations.go_on({7}, {13}, 0, *block);
  CHECK(log.preparations.find({.prepared = 0, .block = {7}, .tick = {13}, .nth = 0}) == nullptr);
}

TEST_CASE("what is out of bounds is an error", "[logged_preparations]") {
  const auto with = [](const auto& change) {
    Log log;
    PrepareRow row = speaking();
    change(row);
    return log.fault(row);
  };
  CHECK(with([](PrepareRow& row) { row.company = 2; }) == "no row before it has the company '2'");
  CHECK(with([](PrepareRow& row) { row.text.assign(1'048'577, ' '); }) ==
        "a script that is too long");
  CHECK(with([](PrepareRow& row) { row.said[0].track->words[0].end = Seconds(9); }) ==
        "a speech whose times are none");
  CHECK(with([](PrepareRow& row) { row.said[0].track->sounds = {"x"}; }) ==
        "no row before it has the sound 'x'");
  CHECK(with([](PrepareRow& row) {
          row.manners = {{.character = "ada", .from = {}, .to = {{script::kPower, 2}}}};
        }) == "a manner that nobody can have");
  CHECK(with([](PrepareRow& row) {
          row.others = {{{{"b:s:end", Seconds(1e300)}}}};
        }) == "a time that no block has: 'b:s:end'");
  CHECK(with([](PrepareRow& row) {
          row.so_far = LoggedSoFar{.block = {}, .from = {}, .changes = {{"s", "colour", 1}}};
        }) == "a change that nobody can wish");
  CHECK(with([](PrepareRow& row) {
          row.so_far = LoggedSoFar{.block = {}, .from = {}, .made = 1};
        }) == "more changes made than there are");

  Log log;
  CHECK_FALSE(log.preparations.add(CastRow{{.cast = 9, .name = "x", .body = "ada", .place = {}}}));
  CHECK_FALSE(log.preparations.add(CompanyRow{.company = 2, .casts = {5}}));
  CHECK_FALSE(log.preparations.play({.prepared = 8, .nth = 0}, {1}));
  REQUIRE(log.fault(speaking()).empty());
  CHECK(log.fault(speaking()) == "another row is the preparation '1'");
}

}  // namespace kine::server::logged_preparations_test
