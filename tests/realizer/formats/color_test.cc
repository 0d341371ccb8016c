// Tests for realizer/formats/color.h.
#include "realizer/formats/color.h"

#include "tests/support/catch.h"

namespace kine::formats::color_test {

TEST_CASE("colours mix from one to the other", "[formats][color]") {
  const Color black;
  const Color white = {255, 255, 255};
  CHECK(mixed(black, white, 0) == black);
  CHECK(mixed(black, white, 0.2) == Color{51, 51, 51});
  CHECK(mixed(black, white, 7) == white);
}

}  // namespace kine::formats::color_test
