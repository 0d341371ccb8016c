// Tests for realizer/core/limits.h: the figures that other programs rely on, as the protocol's and
// the language's pages state them.
#include "realizer/core/limits.h"

#include "tests/support/catch.h"

namespace kine::limits_test {

TEST_CASE("the limits of a script are those that were promised", "[limits]") {
  CHECK(kScriptBytesMax == 1'048'576);
  CHECK(kElementsMax == 20'000);
  CHECK(kAttributesMax == 64);
  CHECK(kNestingMax == 64);
  CHECK(kSequencesMax == 2'048);
  CHECK(kPosesMax == 4'096);
  CHECK(kSyncPointsMax == 8'192);
  CHECK(kNameBytesMax == 128);
}

TEST_CASE("the limits of time and space are those that were promised", "[limits]") {
  CHECK(kStartAheadMax == Seconds(600));
  CHECK(kBlockLengthMax == Seconds(600));
  CHECK(kPositionMax_m == 100);
}

TEST_CASE("a full script has room for its segments and warnings", "[limits]") {
  CHECK(kSegmentsPerCharacterMax >= kSequencesMax);
  CHECK(kWarningsMax > 0);
}

}  // namespace kine::limits_test
