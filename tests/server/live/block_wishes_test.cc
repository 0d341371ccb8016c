#include "server/live/block_wishes.h"

#include "tests/support/catch.h"

namespace kine::server::block_wishes_test {
namespace {

using Wish = BlockWishes::Wish;
using Strings = std::vector<std::string>;

constexpr ClientId kAnna{3};
constexpr ClientId kBert{4};

ParameterWish wish(const std::string& part, const std::string& parameter, double value,
                   ClientId client = kAnna) {
  return {{1}, {7}, {part, parameter, value}, client};
}

KeptSpeech heard(const std::string& part, double rate = 2, Seconds length = {}) {
  speech::SpeechTrack track;
  track.length = length;
  return {part, {.byte = 0, .rate = rate}, std::make_shared<const speech::SpeechTrack>(track)};
}

speech::Utterance at_rate(const std::string& part, double rate) {
  return {.text = "one",
          .marks = {},
          .voice = {},
          .id = part,
          .pace = speech::Utterance::Pace{.byte = 0, .rate = rate}};
}

/// Sends one parameter on a long way so often, and each time leaves the way before.
void leave_in_the_midst(BlockWishes& wishes, int times) {
  for (int i = 1; i <= times; ++i) {
    wishes.take(wish("n", "amount", 0.5), Tick{5});
    std::vector<Wish> planned = wishes.ready();
    planned[0].change.at = Seconds(0.1 * i);
    planned[0].change.over = Seconds(600);
    CHECK(wishes.settle(planned, Strings{}).empty());
  }
}

}  // namespace

TEST_CASE("of each parameter the last wish counts", "[block_wishes]") {
  BlockWishes wishes;
  CHECK_FALSE(wishes.has_ready());
  for (int i = 1; i <= 1'000; ++i) wishes.take(wish("s", "rate", i), Tick{5});
  wishes.take(wish("t", "rate", 0.5), Tick{5});
  wishes.take(wish("n", "amount", 0.5), Tick{5});
  CHECK(wishes.news() == 1'002);
  REQUIRE(wishes.ready().size() == 3);
  CHECK(wishes.ready()[0] == Wish{1'000, {"s", "rate", 1'000}, kAnna, Tick{5}});
}

TEST_CASE("of what is made those are remembered who tell where one is, and no more than that",
          "[block_wishes]") {
  const Seconds over(GENERATE(0.0, 3.0));
  BlockWishes wishes;
  wishes.take(wish("m", "amount", 0.5), Tick{5});
  CHECK(wishes.settle(wishes.ready(), Strings{}).empty());
  for (int i = 1; i <= 1'000; ++i) {
    wishes.take(wish("n", "amount", 0.001 * i), Tick{5});
    std::vector<Wish> planned = wishes.ready();
    planned[0].change.at = Seconds(0.5 * i);
    planned[0].change.over = over;
    CHECK(wishes.settle(planned, Strings{}).empty());
    CHECK_FALSE(wishes.has_ready());
  }
  // "m", those that had not come to their end, the one before, and the last.
  CHECK(wishes.made().size() == (over == Seconds{0} ? 3 : 9));
  CHECK(wishes.made().front().part == "m");
  CHECK(wishes.made().back().value == 1);
}

TEST_CASE("who leaves his way in its midst again and again is remembered so long",
          "[block_wishes]") {
  BlockWishes wishes;
  leave_in_the_midst(wishes, 1'000);
  CHECK(wishes.made().size() == BlockWishes::kMadeMax);
}

TEST_CASE("what was overtaken while it was planned is wished on", "[block_wishes]") {
  BlockWishes wishes;
  wishes.take(wish("n", "amount", 0.2), Tick{5});
  const std::vector<Wish> planned = wishes.ready();
  wishes.take(wish("n", "amount", 0.9), Tick{5});
  CHECK(wishes.settle(planned, Strings{}).empty());
  CHECK(wishes.made()[0].value == 0.2);
  REQUIRE(wishes.ready().size() == 1);
  CHECK(wishes.ready()[0].change.value == 0.9);
}

TEST_CASE("what waits for its voice holds up nothing else, and is ready when it has been heard",
          "[block_wishes]") {
  BlockWishes wishes;
  wishes.take(wish("s", "rate", 2), Tick{5});
  CHECK(wishes.wait_for_voice(at_rate("s", 2)));
  CHECK_FALSE(wishes.wait_for_voice(at_rate("s", 2)));
  CHECK_FALSE(wishes.has_ready());
  wishes.take(wish("s", "rate", 3), Tick{5});  // of which the voice is asked when it has answered
  CHECK_FALSE(wishes.has_ready());
  wishes.take(wish("n", "amount", 0.5), Tick{5});
  REQUIRE(wishes.ready().size() == 1);
  CHECK(wishes.ready()[0].change.part == "n");

  const std::uint64_t news = wishes.news();
  wishes.hear(heard("s"));
  CHECK(wishes.news() > news);
  CHECK(wishes.ready().size() == 2);
  REQUIRE(wishes.kept().size() == 1);
  CHECK(wishes.wait_for_voice(at_rate("s", 2)));
  wishes.hear(heard("s"));
  CHECK(wishes.kept().size() == 1);
  CHECK(wishes.settle(wishes.ready(), Strings{}).empty());
  CHECK(wishes.kept().empty());
}

TEST_CASE("who changes one parameter again and again takes away no other", "[block_wishes]") {
  BlockWishes wishes;
  wishes.take(wish("m", "amount", 0.5), Tick{5});
  CHECK(wishes.settle(wishes.ready(), Strings{}).empty());
  leave_in_the_midst(wishes, 1'000);
  REQUIRE(wishes.made().size() == BlockWishes::kMadeMax);
  CHECK(wishes.made().front().part == "m");
}

TEST_CASE("a speech is asked for and kept at each of its rates", "[block_wishes]") {
  BlockWishes wishes;
  wishes.take(wish("s", "rate", 2), Tick{5});
  for (const double rate : {1.2, 1.6, 2.0}) CHECK(wishes.wait_for_voice(at_rate("s", rate)));
  CHECK_FALSE(wishes.wait_for_voice(at_rate("s", 1.6)));
  wishes.hear(heard("s", 1.2));
  wishes.hear(heard("s", 1.6));
  CHECK_FALSE(wishes.has_ready());
  wishes.hear(heard("s", 2.0));
  CHECK(wishes.has_ready());
  REQUIRE(wishes.kept().size() == 3);
  CHECK(wishes.kept()[0].pace.rate == 1.2);
  CHECK(wishes.kept()[2].pace.rate == 2.0);
  for (int i = 0; i < 1'000; ++i) wishes.hear(heard("s", 3 + 0.001 * i));
  CHECK(wishes.kept().size() == BlockWishes::kPacesMax);
}

TEST_CASE("no more is kept of what voices say than a block may last", "[block_wishes]") {
  BlockWishes wishes;
  wishes.hear(heard("s", 2, Seconds(400)));
  wishes.hear(heard("t", 2, Seconds(201)));
  wishes.hear(heard("u", 2, Seconds(199)));
  REQUIRE(wishes.kept().size() == 3);
  CHECK(wishes.kept()[0].said);
  REQUIRE_FALSE(wishes.kept()[1].said);
  CHECK(wishes.kept()[1].said.error().message ==
        "the speeches of a block last longer than it may, 600 s");
  CHECK(wishes.kept()[2].said);
}

TEST_CASE("who wished in vain comes back once, and who was overtaken does not", "[block_wishes]") {
  BlockWishes wishes;
  wishes.take(wish("s", "rate", 2), Tick{5});
  const std::vector<Wish> first = wishes.ready();
  wishes.take(wish("s", "rate", 3, kBert), Tick{5});
  CHECK(wishes.settle(first, Strings{"s"}).empty());
  CHECK(wishes.made().empty());

  SECTION("its voice failed") {
    const auto lost = wishes.settle(wishes.ready(), Strings{"s"});
    REQUIRE(lost.size() == 1);
    CHECK(lost[0].client == kBert);
    CHECK(wishes.settle(lost, Strings{"s"}).empty());
  }
  SECTION("it could not be planned") {
    CHECK(wishes.give_up(first).empty());
    CHECK(wishes.give_up(wishes.ready()).size() == 1);
  }
  SECTION("its block is over") { CHECK(wishes.end().size() == 1); }
  CHECK(wishes.end().empty());
  CHECK(wishes.made().empty());
}

TEST_CASE("of whatever was wished in vain nothing is made", "[block_wishes]") {
  BlockWishes wishes;
  wishes.take(wish("n", "amount", 0.5), Tick{5});
  const std::vector<Wish> lost = wishes.settle(wishes.ready(), Strings{"n"});
  REQUIRE(lost.size() == 1);
  CHECK(lost[0].change.part == "n");
  CHECK(wishes.made().empty());
}

TEST_CASE("what is told of it says the parameter and the reason", "[block_wishes]") {
  CHECK(in_vain("rate", "its block was over before") ==
        "its rate stays as it is: its block was over before");
}

}  // namespace kine::server::block_wishes_test
