// Tests for server/live/segment_budget.h.
#include "server/live/segment_budget.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::server::segment_budget_test {
namespace {

constexpr CharacterId kAda{1};
constexpr CharacterId kBen{2};

std::vector<Input> playing(BlockId id, std::size_t segments) {
  auto block = std::make_shared<motion::Block>();
  block->segments.resize(segments);
  return {PlayBlock{kAda, id, ClientId{1}, block}};
}

std::vector<Feedback> last_word(BlockId id, FeedbackKind kind) {
  Feedback feedback;
  feedback.kind = kind;
  feedback.character = kAda;
  feedback.block = id;
  return {feedback};
}

bool takes(SegmentBudget& budget, CharacterId character, std::size_t segments) {
  return !budget.take(character, segments);
}

}  // namespace

TEST_CASE("a character takes segments up to its limit, each character its own", "[budget]") {
  SegmentBudget budget;
  CHECK(takes(budget, kAda, kSegmentsPerCharacterMax));
  CHECK_FALSE(takes(budget, kAda, 1));
  CHECK(takes(budget, kBen, 1));
}

TEST_CASE("a character has so many blocks, however small", "[budget]") {
  SegmentBudget budget;
  const std::size_t most = Limits{}.blocks_per_character_max;
  int taken = 0;
  for (int i = 0; i < 12'000; ++i) taken += takes(budget, kAda, 0) ? 1 : 0;
  CHECK(taken == static_cast<int>(most));
  CHECK(budget.take(kAda, 0) == "past blocks_per_character_max of 512");
  CHECK(takes(budget, kBen, 0));

  budget.note(playing(BlockId{7}, 0));
  budget.note(last_word(BlockId{7}, FeedbackKind::Ended));
  CHECK(takes(budget, kAda, 0));
  CHECK_FALSE(takes(budget, kAda, 0));
}

TEST_CASE("who has gone leaves nothing behind", "[budget]") {
  SegmentBudget budget;
  REQUIRE(takes(budget, kAda, kSegmentsPerCharacterMax));
  budget.forget(kAda);
  budget.give_back(kAda, 5);
  CHECK(takes(budget, kAda, kSegmentsPerCharacterMax));
}

TEST_CASE("what could not be taken is not counted", "[budget]") {
  SegmentBudget budget;
  REQUIRE(takes(budget, kAda, kSegmentsPerCharacterMax - 1));
  CHECK_FALSE(takes(budget, kAda, 2));
  CHECK(takes(budget, kAda, 1));
}

TEST_CASE("the last word of a block gives back what it took", "[budget]") {
  const auto kind = GENERATE(FeedbackKind::Ended, FeedbackKind::Interrupted);
  SegmentBudget budget;
  REQUIRE(takes(budget, kAda, kSegmentsPerCharacterMax));
  budget.note(playing(BlockId{7}, kSegmentsPerCharacterMax));
  CHECK_FALSE(takes(budget, kAda, 1));

  budget.note(last_word(BlockId{7}, kind));

  CHECK(takes(budget, kAda, kSegmentsPerCharacterMax));
}

TEST_CASE("other feedback gives nothing back", "[budget]") {
  SegmentBudget budget;
  REQUIRE(takes(budget, kAda, kSegmentsPerCharacterMax));
  budget.note(playing(BlockId{7}, kSegmentsPerCharacterMax));

  budget.note(last_word(BlockId{7}, FeedbackKind::Started));
  budget.note(last_word(BlockId{8}, FeedbackKind::Ended));

  CHECK_FALSE(takes(budget, kAda, 1));
}

}  // namespace kine::server::segment_budget_test
