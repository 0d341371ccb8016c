// Tests for realizer/motion/key_times.h.
#include "realizer/motion/key_times.h"

#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::motion::key_times_test {

TEST_CASE("a key stands at its time where that is later than the key before it", "[key_times]") {
  CHECK(key_time_after(0.3F, 800ms) == 0.8F);
}

TEST_CASE("keys that rounding has brought together are kept apart", "[key_times]") {
  // The last time is the end of the longest block that starts as late as one may: a float there is
  // coarser than the gap.
  for (const float before : {-0.1F, 0.0F, 0.3F, 599.9F, 1200.0F}) {
    CAPTURE(before);
    const float after = key_time_after(before, Seconds(before));
    CHECK(after > before);
    CHECK(after - before < 1e-3F);
    CHECK(key_time_after(before, Seconds(before) - 1s) > before);
  }
}

TEST_CASE("the entry stands at its time, or just before a first key that is due already",
          "[key_times]") {
  CHECK(entry_time_before(0.3F, -16ms) == -0.016F);
  for (const float first : {0.0F, 0.3F, 1200.0F}) {
    CAPTURE(first);
    const float entry = entry_time_before(first, Seconds(first) + 5ms);
    CHECK(entry < first);
    CHECK(first - entry < 1e-3F);
  }
}

}  // namespace kine::motion::key_times_test
