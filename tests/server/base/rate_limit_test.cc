// Tests for server/base/rate_limit.h.
#include "server/base/rate_limit.h"

#include "tests/support/catch.h"

namespace kine::server::rate_limit_test {
namespace {

using std::chrono::microseconds;

int allowed_at(RateLimit& limit, microseconds now, int tries) {
  int allowed = 0;
  for (int i = 0; i < tries; ++i) allowed += limit.allow(now) ? 1 : 0;
  return allowed;
}

}  // namespace

TEST_CASE("one second's worth may come at once, and no more", "[rate_limit]") {
  RateLimit limit(10);
  CHECK(allowed_at(limit, microseconds(5'000'000), 100) == 10);
}

TEST_CASE("what was used up comes back at its rate", "[rate_limit]") {
  RateLimit limit(10);
  allowed_at(limit, microseconds(1'000'000), 100);

  CHECK(allowed_at(limit, microseconds(1'050'000), 100) == 0);
  CHECK(allowed_at(limit, microseconds(1'350'000), 100) == 3);
}

TEST_CASE("a long pause saves up one second, not more", "[rate_limit]") {
  RateLimit limit(10);
  allowed_at(limit, microseconds(1'000'000), 100);
  CHECK(allowed_at(limit, microseconds(900'000'000), 100) == 10);
}

TEST_CASE("another rate counts from now on", "[rate_limit]") {
  RateLimit limit(10);
  CHECK(allowed_at(limit, microseconds(1'000'000), 4) == 4);
  limit.set_count(3);
  CHECK(allowed_at(limit, microseconds(1'000'000), 100) == 3);
  limit.set_count(20);
  CHECK(allowed_at(limit, microseconds(1'000'000), 100) == 0);
  CHECK(allowed_at(limit, microseconds(1'500'000), 100) == 10);
}

TEST_CASE("of what is rare so many may happen a minute", "[rate_limit]") {
  RateLimit limit(60, std::chrono::minutes(1));
  CHECK(allowed_at(limit, microseconds(90'000'000), 100) == 60);
  CHECK(allowed_at(limit, microseconds(93'500'000), 100) == 3);
}

TEST_CASE("who only asks whether there is room takes none", "[rate_limit]") {
  RateLimit limit(1);
  for (int i = 0; i < 10; ++i) CHECK(limit.has_room(microseconds(5'000'000)));
  CHECK(limit.is_full(microseconds(5'000'000)));
  CHECK(limit.allow(microseconds(5'000'000)));
  CHECK_FALSE(limit.has_room(microseconds(5'999'000)));
  CHECK_FALSE(limit.is_full(microseconds(5'999'000)));
  CHECK(limit.has_room(microseconds(6'000'000)));
  CHECK(limit.is_full(microseconds(6'000'000)));
}

TEST_CASE("what has not happened is given back, and no more than there was", "[rate_limit]") {
  RateLimit limit(2);
  const microseconds now(5'000'000);
  CHECK(allowed_at(limit, now, 100) == 2);
  limit.give_back();
  CHECK(allowed_at(limit, now, 100) == 1);
  for (int i = 0; i < 10; ++i) limit.give_back();
  CHECK(allowed_at(limit, now, 100) == 2);
}

TEST_CASE("what is taken on credit is made up for at the rate", "[rate_limit]") {
  RateLimit limit(10);
  const microseconds now(5'000'000);
  CHECK(limit.wait_for(10, now) == microseconds(0));
  limit.take(10, now);
  CHECK(limit.wait_for(5, now) == microseconds(500'000));
  limit.take(5, now);
  CHECK(limit.wait_for(5, now) == microseconds(1'000'000));
  CHECK(limit.wait_for(5, now + microseconds(1'000'000)) == microseconds(0));
  // More than it ever holds waits for the rest of it.
  CHECK(limit.wait_for(30, microseconds(900'000'000)) == microseconds(2'000'000));
}

}  // namespace kine::server::rate_limit_test
