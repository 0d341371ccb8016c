#include "realizer/speech/hearing/frame_grid.h"

#include "tests/support/catch.h"

namespace kine::speech::frame_grid_test {

using namespace std::chrono_literals;

TEST_CASE("a hundred frames make a second, however many have been", "[frame_grid]") {
  CHECK(time_of_frame(0) == 0s);
  CHECK(time_of_frame(100) == 1s);
  CHECK(time_of_frame(8'640'000'000) == Seconds(86'400'000));
  CHECK(frames_in(350ms) == 35);
  CHECK(frames_in(1s) == 100);
}

}  // namespace kine::speech::frame_grid_test
