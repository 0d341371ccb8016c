// Tests for server/live/waiting_blocks.h.
#include "server/live/waiting_blocks.h"

#include "tests/support/catch.h"

namespace kine::server::waiting_blocks_test {
namespace {

constexpr CharacterId kAda{1};
constexpr ClientId kAnn{1};
constexpr ClientId kBob{2};

PlayBlock play_of(std::uint64_t id, ClientId client) {
  return {.character = kAda,
          .id = {id},
          .client = client,
          .block = std::make_shared<const motion::Block>()};
}

Feedback said(FeedbackKind kind, std::uint64_t id) {
  return {.kind = kind, .character = kAda, .block = {id}};
}

/// Ticks over a mailbox, in which nothing begins but what is said to.
struct Ticks {
  Mailbox mailbox{100};
  WaitingBlocks waiting = {};

  void push(std::uint64_t id, ClientId client) { REQUIRE(mailbox.push({play_of(id, client)})); }

  /// The blocks that this tick interrupts.
  std::vector<std::uint64_t> advance(const std::vector<Feedback>& feedback = {}) {
    std::vector<Input> inputs;
    waiting.take_in(mailbox, inputs);
    std::vector<std::uint64_t> interrupted;
    for (const Input& input : inputs) {
      const auto* const interrupt = std::get_if<Interrupt>(&input);
      if (interrupt == nullptr) continue;
      CHECK(interrupt->character == kAda);
      interrupted.push_back(interrupt->block.value_or(BlockId{}).value);
    }
    waiting.note(inputs, feedback);
    return interrupted;
  }
};

using Ids = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("what waits of a client that has left is interrupted, once", "[waiting_blocks]") {
  Ticks ticks;
  ticks.push(1, kAnn);
  ticks.push(2, kBob);
  ticks.push(3, kAnn);
  CHECK(ticks.advance() == Ids{});
  ticks.waiting.leave(kAnn);
  CHECK(ticks.advance() == Ids{});
  CHECK(ticks.advance() == Ids{1, 3});
  CHECK(ticks.advance() == Ids{});
}

TEST_CASE("what has begun goes on when its client has left", "[waiting_blocks]") {
  Ticks ticks;
  ticks.push(1, kAnn);
  ticks.push(2, kAnn);
  ticks.advance({said(FeedbackKind::Started, 1)});
  ticks.waiting.leave(kAnn);
  ticks.advance();
  CHECK(ticks.advance() == Ids{2});
}

TEST_CASE("what is in the mailbox when its client leaves may begin in its tick",
          "[waiting_blocks]") {
  Ticks ticks;
  ticks.push(1, kAnn);
  ticks.push(2, kAnn);
  ticks.waiting.leave(kAnn);
  CHECK(ticks.advance({said(FeedbackKind::Started, 1)}) == Ids{});
  CHECK(ticks.advance() == Ids{2});
}

TEST_CASE("of what came to nothing before it began nothing is left", "[waiting_blocks]") {
  Ticks ticks;
  ticks.push(1, kAnn);
  ticks.advance();
  ticks.advance({said(FeedbackKind::Interrupted, 1)});
  ticks.waiting.leave(kAnn);
  ticks.advance();
  CHECK(ticks.advance() == Ids{});
}

}  // namespace kine::server::waiting_blocks_test
