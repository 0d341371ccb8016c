// Tests for realizer/script/words.h.
#include "realizer/script/words.h"

#include "tests/support/catch.h"

namespace kine::script::words_test {

TEST_CASE("each enumerator has its own word", "[words]") {
  CHECK(word_of(kDialectWords, Dialect::EmbrScript) == "embrscript");
  CHECK(word_of(kDialectWords, Dialect::Animl) == "animl");
  CHECK(word_of(kPhaseWords, Phase::Preparation) == "preparation");
  CHECK(word_of(kPhaseWords, Phase::Retraction) == "retraction");
  CHECK(word_of(kSpaceWords, Space::Character) == "character");
  CHECK(word_of(kSpaceWords, Space::World) == "world");
  CHECK(word_of(kSpaceWords, Space::HipsAtRest) == "hips-at-rest");
  CHECK(word_of(kFromWords, Time::From::Block) == "script");
  CHECK(word_of(kFromWords, Time::From::Sequence) == "sequence");
  CHECK(word_of(kSwivelReferenceWords, SwivelReference::Spine) == "spine");
  CHECK(word_of(kChainWords, Chain::Arm) == "arm");
  CHECK(word_of(kChainWords, Chain::ArmSpine) == "arm-spine");
  CHECK(word_of(kWarpWords, TimeWarp::Kind::Tan) == "tan");
  CHECK(word_of(kWarpWords, TimeWarp::Kind::Exp) == "exp");
  CHECK(word_of(kLagWords, Lag::MakeUp) == "make-up");
  CHECK(word_of(kLagWords, Lag::Keep) == "keep");
  CHECK(word_of(kGainUpdateWords, GainUpdate::Sampled) == "sampled");
  CHECK(word_of(kGainUpdateWords, GainUpdate::Predicted) == "predicted");
  CHECK(word_of(kTensionFrameWords, TensionFrame::Chest) == "chest");
  CHECK(word_of(kTensionFrameWords, TensionFrame::World) == "world");
}

TEST_CASE("a set of arms has a word, and the word stands for it", "[words]") {
  CHECK(word_of(ArmSet::Left) == "left");
  CHECK(word_of(ArmSet::Right) == "right");
  CHECK(word_of(ArmSet::Both) == "both");
  CHECK(arm_set_at(0) == ArmSet::Left);
  CHECK(arm_set_at(2) == ArmSet::Both);
}

TEST_CASE("a side stands for its own groups", "[words]") {
  for (std::size_t side = 0; side < 2; ++side) {
    CHECK(kArmGroups[side].starts_with(kSideWords[side]));
    CHECK(kHandGroups[side].starts_with(kSideWords[side]));
  }
}

}  // namespace kine::script::words_test
