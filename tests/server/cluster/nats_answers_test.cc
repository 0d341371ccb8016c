// Tests for server/cluster/nats_answers.h, with a real server of NATS.
#include "server/cluster/nats_answers.h"

#include <atomic>
#include <chrono>

#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::nats_answers_test {
namespace {

using namespace std::chrono_literals;

}  // namespace

TEST_CASE("a question is answered by its subject, until the answers are gone", "[cluster]") {
  const auto connection = test::stored_connection();
  auto answers = NatsAnswers::begin(*connection, "asked.*", [](std::string_view subject) {
    return "you asked " + std::string(subject);
  });
  REQUIRE(answers);
  CHECK(*ask(*connection, "asked.one", 5s) == "you asked asked.one");
  CHECK(*ask(*connection, "asked.two", 5s) == "you asked asked.two");
  answers->reset();
  const auto began = std::chrono::steady_clock::now();
  CHECK_FALSE(ask(*connection, "asked.one", 5s));
  CHECK(std::chrono::steady_clock::now() - began < 4s);  // NATS says that nobody listens
}

TEST_CASE("of a group one is asked", "[cluster]") {
  const auto connection = test::stored_connection();
  std::atomic<int> asked{0};
  const auto count = [&](std::string_view) { return std::to_string(++asked); };
  const auto one = NatsAnswers::begin(*connection, "grouped", count, "group");
  const auto two = NatsAnswers::begin(*connection, "grouped", count, "group");
  REQUIRE(one);
  REQUIRE(two);
  for (int i = 1; i <= 20; ++i) CHECK(*ask(*connection, "grouped", 5s) == std::to_string(i));
}

TEST_CASE("no subject is an error", "[cluster]") {
  const auto connection = test::stored_connection();
  const auto answer = [](std::string_view) { return std::string(); };
  CHECK_FALSE(NatsAnswers::begin(*connection, "", answer));
}

}  // namespace kine::server::nats_answers_test
