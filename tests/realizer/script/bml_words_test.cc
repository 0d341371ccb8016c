// Tests for realizer/script/bml_words.h: the standard's own words stand for our enumerators.
#include "realizer/script/bml_words.h"

#include "realizer/script/words.h"
#include "tests/support/catch.h"

namespace kine::script::bml_words_test {

TEST_CASE("each enumerator has the word that the standard gives it", "[bml_words]") {
  CHECK(word_of(kCompositionWords, Composition::Kind::Append) == "APPEND");
  CHECK(word_of(kCompositionWords, Composition::Kind::Replace) == "REPLACE");
  CHECK(word_of(kModeWords, Gesture::Hand::Left) == "LEFT_HAND");
  CHECK(word_of(kModeWords, Gesture::Hand::Both) == "BOTH_HANDS");
  CHECK(word_of(kFaceSideWords, FacePart::Side::Both) == "BOTH");
  CHECK(word_of(kFaceSideWords, FacePart::Side::Right) == "RIGHT");
  CHECK(word_of(kInfluenceWords, Influence::Eyes) == "EYES");
  CHECK(word_of(kInfluenceWords, Influence::Whole) == "WHOLE");
  CHECK(word_of(kOffsetDirectionWords, OffsetDirection::Right) == "RIGHT");
  CHECK(word_of(kOffsetDirectionWords, OffsetDirection::UpLeft) == "UPLEFT");
  CHECK(word_of(kOffsetDirectionWords, OffsetDirection::DownRight) == "DOWNRIGHT");
  CHECK(word_of(kConstraintWords, SyncConstraint::Kind::Synchronize) == "synchronize");
  CHECK(word_of(kConstraintWords, SyncConstraint::Kind::After) == "after");
}

}  // namespace kine::script::bml_words_test
