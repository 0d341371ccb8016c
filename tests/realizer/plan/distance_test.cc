// Tests for realizer/plan/distance.h.
#include "realizer/plan/distance.h"

#include "tests/support/catch.h"

namespace kine::plan::distance_test {

TEST_CASE("a distance is what it says, or where a zone of Hall's ends", "[distance]") {
  CHECK_FALSE(short_of_m({}));
  CHECK(short_of_m(script::Distance(0.7)) == 0.7);
  CHECK(short_of_m(script::Distance(script::Nearness::Intimate)) == 0.45);
  CHECK(short_of_m(script::Distance(script::Nearness::Personal)) == 1.2);
  CHECK(short_of_m(script::Distance(script::Nearness::Social)) == 3.6);
}

}  // namespace kine::plan::distance_test
