// Tests for server/live/later.h.
#include "server/live/later.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::server::later_test {

TEST_CASE("what is due is done before its tick, in order, and once", "[later]") {
  Later later;
  std::string done;
  const auto call = [&](char name) { return [&done, name](TickOutput&) { done += name; }; };
  REQUIRE(later.at(Tick{7}, call('c')));
  REQUIRE(later.at(Tick{5}, call('a')));
  REQUIRE(later.at(Tick{5}, call('b')));
  TickOutput output;
  later.run(Tick{4}, output);
  CHECK(done.empty());
  later.run(Tick{6}, output);
  CHECK(done == "ab");
  later.run(Tick{9}, output);
  later.run(Tick{10}, output);
  CHECK(done == "abc");
}

TEST_CASE("a caller that finds it full is told so", "[later]") {
  Later later;
  const auto nothing = [](TickOutput&) {};
  for (std::size_t i = 0; i < kLaterMost; ++i) REQUIRE(later.at(Tick{i}, nothing));
  CHECK_FALSE(later.at(Tick{1}, nothing));
  TickOutput output;
  later.run(Tick{1}, output);
  CHECK(later.at(Tick{1}, nothing));
}

}  // namespace kine::server::later_test
