// Tests for realizer/tick/state/frame.h.
#include "realizer/tick/state/frame.h"

#include <type_traits>

#include "tests/support/catch.h"

namespace kine::frame_test {
namespace {

TEST_CASE("a frame is complete in itself and plain to copy", "[frame]") {
  STATIC_REQUIRE(std::is_trivially_copyable_v<Frame>);
  const Frame frame;
  CHECK(frame.parent_from_joint.size() == 55);
  CHECK(frame.root == std::array<float, 7>{0, 0, 0, 0, 0, 0, 1});
}

TEST_CASE("frames differ where any number differs", "[frame]") {
  const Frame frame{.character = {1}, .tick = {2}};
  Frame other = frame;
  CHECK(other == frame);
  other.channels[body::kChannelCount - 1] = 0.5F;
  CHECK_FALSE(other == frame);
}

}  // namespace
}  // namespace kine::frame_test
