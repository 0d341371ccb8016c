// Tests for server/cluster/checked_publish.h, with a real server of NATS.
#include "server/cluster/checked_publish.h"

#include <atomic>
#include <thread>

#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::checked_publish_test {
namespace {

using namespace std::chrono_literals;
using Outcome = Published::Outcome;

}  // namespace

TEST_CASE("a message is stored where its sender knows the one before it", "[cluster]") {
  const auto connection = test::stored_connection();
  const std::string subject = "log.checked.one";
  const Published first = publish_checked(
      *connection, {.subject = subject, .headers = {{"Kind", "a"}}, .data = "1"}, 2s);
  REQUIRE(first.outcome == Outcome::Stored);
  CHECK(publish_checked(*connection, {.subject = subject, .data = "2"}, 2s).outcome ==
        Outcome::Refused);
  const Published wrong =
      publish_checked(*connection, {.subject = subject, .last = first.sequence + 1}, 2s);
  CHECK(wrong.outcome == Outcome::Refused);
  CHECK(wrong.fault.find("wrong last sequence") != std::string::npos);
  auto last = last_of(*connection, kLogStream, subject, {"Kind", "None"}, 2s);
  REQUIRE(last);
  REQUIRE(*last);
  CHECK((*last)->sequence == first.sequence);
  CHECK((*last)->data == "1");
  CHECK((*last)->headers == NatsHeaders{{"Kind", "a"}});
  last = last_of(*connection, kLogStream, "log.checked.none", {}, 2s);
  REQUIRE(last);
  CHECK_FALSE(*last);
}

TEST_CASE("of two that send behind the same message one is refused", "[cluster]") {
  const auto one = test::stored_connection();
  const auto other = test::stored_connection();
  std::uint64_t last = 0;
  for (int round = 0; round < 100; ++round) {
    Published of_other;
    std::thread sends([&] {
      of_other = publish_checked(*other, {.subject = "log.checked.two", .last = last}, 2s);
    });
    const Published of_one =
        publish_checked(*one, {.subject = "log.checked.two", .last = last}, 2s);
    sends.join();
    const bool is_ones = of_one.outcome == Outcome::Stored;
    REQUIRE(is_ones != (of_other.outcome == Outcome::Stored));
    REQUIRE((is_ones ? of_other : of_one).outcome == Outcome::Refused);
    last = is_ones ? of_one.sequence : of_other.sequence;
  }
}

TEST_CASE("what has no answer is neither stored nor refused", "[cluster]") {
  test::NatsProgram program;
  const auto connection = test::connected(program.url());
  const Published nowhere = publish_checked(*connection, {.subject = "log.a.b"}, 300ms);
  CHECK(nowhere.outcome == Outcome::Unknown);
  CHECK_FALSE(nowhere.fault.empty());
  CHECK_FALSE(last_of(*connection, kLogStream, "log.a.b", {}, 300ms));
}

}  // namespace kine::server::checked_publish_test
