// Tests for server/scene/whereabouts.h.
#include "server/scene/whereabouts.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::server::whereabouts_test {

TEST_CASE("who has walked away is known where it is", "[whereabouts]") {
  const std::vector<std::shared_ptr<const Cast>> casts = {test::cast_named("ada", test::ada()),
                                                          test::cast_named("ben", test::ben())};
  Whereabouts whereabouts(casts);
  CHECK(whereabouts.located().empty());
  std::vector<Frame> frames(2);
  frames[0].character = CharacterId{1};
  frames[1].character = CharacterId{2};
  whereabouts.see(frames);
  CHECK(whereabouts.located().empty());
  // A quarter turn to the left.
  frames[1].root = {1, 0, 2, 0, std::sqrt(0.5F), 0, std::sqrt(0.5F)};
  whereabouts.see(frames);
  const auto located = whereabouts.located();
  REQUIRE(located.size() == 1);
  CHECK(located[0].name == "ben");
  CHECK(located[0].at.position_m == Vec3{1, 0, 2});
  CHECK(located[0].at.heading_rad == Approx(std::acos(0.0)));
}

TEST_CASE("who has joined is known, and who has left is not", "[whereabouts]") {
  const std::vector<std::shared_ptr<const Cast>> casts = {test::cast_named("ada", test::ada()),
                                                          test::cast_named("ben", test::ben())};
  Whereabouts whereabouts(casts);
  whereabouts.join(CharacterId{7}, "eve");
  std::vector<Frame> frames(3);
  frames[0].character = CharacterId{1};
  frames[1].character = CharacterId{2};
  frames[2].character = CharacterId{7};
  whereabouts.see(frames);
  for (Frame& frame : frames) frame.root = {1, 0, 2, 0, 0, 0, 1};
  whereabouts.leave(CharacterId{2});
  whereabouts.see(frames);
  const auto located = whereabouts.located();
  REQUIRE(located.size() == 2);
  CHECK(located[0].name == "ada");
  CHECK(located[1].name == "eve");
}

}  // namespace kine::server::whereabouts_test
