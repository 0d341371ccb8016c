// Tests for server/resuming/told_client.h: what is told of a client is known by another server.
#include "server/resuming/told_client.h"

#include "protocol/codec.h"
#include "server/resuming/resumes.h"
#include "tests/support/catch.h"

namespace kine::server::told_client_test {
namespace {

Feedback ended(std::uint64_t block, std::uint64_t client, std::uint64_t tick) {
  return {.kind = FeedbackKind::Ended,
          .tick = {tick},
          .character = {1},
          .block = {block},
          .client = {client},
          .id = "b1",
          .message = {}};
}

std::optional<std::vector<ToldClient>> told_of(const Resumes& resumes) {
  std::optional<std::vector<ToldClient>> told;
  resumes.tell_then([&](std::vector<ToldClient> clients) { told = std::move(clients); });
  return told;
}

}  // namespace

TEST_CASE("a client that was told is known, with its scripts and what it has missed", "[resume]") {
  const Limits limits;
  const LiveLimits live{limits};
  Resumes first(live);
  const auto client = first.find_or_make("key", {3})->client;
  first.keep_waiting("key", true);
  client->recover("script", {.id = {7}, .character = {1}, .name = "b1", .block = {}}, Tick{15});
  CHECK_FALSE(told_of(first));  // its block is not over
  const Feedback end = ended(7, 3, 20);
  client->note(end, protocol::encode(end));
  const auto told = told_of(first);
  REQUIRE(told);
  REQUIRE(told->size() == 1);
  CHECK(told->front().keeps_waiting);

  Resumes second(live);
  second.recover(told->front());
  const auto found = second.find_or_make("key", {9});
  REQUIRE(found);
  CHECK_FALSE(found->is_new);
  CHECK(found->client->client() == ClientId{3});
  const auto again = found->client->again("script");
  CHECK(again.is_known);
  CHECK(again.script.blocks.empty());
  REQUIRE(again.told.size() == 2);  // that it is kept, and its last word
  CHECK(*again.told.back() == *protocol::encode(end));
  CHECK(found->client->attach({.id = {9}}, Tick{0}, {}).feedback.size() == 2);  // the same
  CHECK_FALSE(found->client->again("other").is_known);
  // What was told is told again by that one.
  const auto once_more = told_of(second);
  REQUIRE(once_more);
  CHECK(once_more->front().scripts.front().last_words == told->front().scripts.front().last_words);
}

}  // namespace kine::server::told_client_test
