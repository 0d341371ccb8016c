// Tests for server/commands/held_pose.h.
#include "server/commands/held_pose.h"

#include "realizer/dynamics/physical/figure.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::held_pose_test {

using namespace kine;

TEST_CASE("no springs hold whom its plan alone moves", "[held_pose]") {
  CHECK_FALSE(server::held_moment({}, Tick{3}));
  const std::vector<std::shared_ptr<const Cast>> casts = {test::cast_named("ada", test::ada())};
  server::OfflineStage stage(casts, server::kStabilityRate);
  const auto watched = server::watch(stage, Seconds(1));
  REQUIRE(watched.size() == 1);
  CHECK_FALSE(watched[0].worst);
  CHECK_FALSE(watched[0].falls);
}

TEST_CASE("a degree of freedom has the name of its joint and its axis", "[held_pose]") {
  const auto figure = dynamics::physical::torso_of(test::ada());
  const auto& hand = *dynamics::physical::find_joint(figure, body::Joint::RightHand);
  const std::size_t first = hand.degree - dynamics::physical::kBaseDegrees;
  CHECK(server::name_of_degree(figure, first).starts_with("rightHand "));
  CHECK(server::name_of_degree(figure, figure.degrees).empty());
}

}  // namespace kine::held_pose_test
