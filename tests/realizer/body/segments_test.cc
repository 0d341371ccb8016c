// Tests for realizer/body/segments.h.
#include "realizer/body/segments.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::segments_test {

using namespace kine;

TEST_CASE("bodies of ours say nothing of their segments, which are as usual", "[segments]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    for (const body::Segment& each : body->segments) CHECK(each == body::Segment{});
  }
}

}  // namespace kine::segments_test
