// Tests for realizer/script/sequence.h: what a script means where it is silent.
#include "realizer/script/sequence.h"

#include "tests/support/catch.h"

namespace kine::script::sequence_test {

TEST_CASE("a sequence takes over at once and gives back in its own time", "[sequence]") {
  const Sequence sequence;
  CHECK(sequence.fade_in == Seconds(0));
  CHECK_FALSE(sequence.fade_out);
  CHECK(sequence.priority == 0);
  CHECK(sequence.frame == Space::Character);
  CHECK_FALSE(sequence.warp);
}

TEST_CASE("a pose is met at its time, and a clip plays once as it is", "[sequence]") {
  CHECK(Pose{}.appointed);
  CHECK(Pose{}.hold == Seconds(0));
  CHECK_FALSE(Clip{}.loop);
  CHECK(Clip{}.weight == 1);
  CHECK(Clip{}.speed == 1);
}

}  // namespace kine::script::sequence_test
