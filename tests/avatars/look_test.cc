#include "avatars/look.h"

#include "tests/support/catch.h"

namespace kine::avatars::look_test {
namespace {

TEST_CASE("Colours of screens become linear light") {
  CHECK(from_srgb(0xffffff) == Vec3{1, 1, 1});
  CHECK(from_srgb(0x000000) == Vec3{0, 0, 0});
  // IEC 61966-2-1: half the light is 188 of 255.
  CHECK(from_srgb(0xbc0000).x == Approx(0.5).epsilon(0.01));
  CHECK(from_srgb(0x0a0000).x == Approx(10 / 255.0 / 12.92));
}

TEST_CASE("ada and ben differ in build, hair and colours, and others are plain") {
  CHECK(look_of("ada").hair != look_of("ben").hair);
  CHECK(look_of("ada").build.chest_half_width_m < look_of("ben").build.chest_half_width_m);
  CHECK_FALSE(look_of("ada").colours.shirt == look_of("ben").colours.shirt);
  CHECK(look_of("somebody").build.bust_m == 0);
}

}  // namespace
}  // namespace kine::avatars::look_test
