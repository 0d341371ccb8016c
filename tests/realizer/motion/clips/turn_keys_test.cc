// Tests for realizer/motion/clips/turn_keys.h.
#include "realizer/motion/clips/turn_keys.h"

#include <array>

#include "tests/support/catch.h"
#include "tests/support/motion/posed.h"

namespace kine::motion::turn_keys_test {
namespace {

using enum body::Joint;

body::JointSet neck_and_head() {
  body::JointSet joints;
  joints.insert(Head);
  joints.insert(Neck);
  return joints;
}

Quat nod(double angle_rad) { return rotation_about({1, 0, 0}, angle_rad); }

}  // namespace

TEST_CASE("joints of a set come parents first", "[motion][clip]") {
  CHECK(joints_in(neck_and_head()) == std::vector{Neck, Head});
  CHECK(joints_in({}).empty());
}

TEST_CASE("turn keys go from turn to turn, the shorter way", "[motion][clip]") {
  TurnKeys keys(neck_and_head());
  keys.add(Seconds(0), std::array{nod(0.1), nod(0.2)});
  keys.add(Seconds(1), std::array{nod(0.3), -nod(0.6)});
  const pose::Keys bound = std::move(keys).done();
  const pose::Pose half = test::posed(bound, 0.5);
  CHECK(rotation_vector(half.rotation(Neck)).x == Approx(0.2).margin(1e-4));
  CHECK(rotation_vector(half.rotation(Head)).x == Approx(0.4).margin(1e-4));
}

TEST_CASE("turn keys at one time still go on in time", "[motion][clip]") {
  TurnKeys keys(neck_and_head());
  for (int i = 0; i < 3; ++i) keys.add(Seconds(1), std::array{nod(0), nod(0)});
  const pose::Keys bound = std::move(keys).done();
  REQUIRE(bound.joints.times_s.size() == 3);
  CHECK(bound.joints.times_s[0] < bound.joints.times_s[1]);
  CHECK(bound.joints.times_s[1] < bound.joints.times_s[2]);
}

}  // namespace kine::motion::turn_keys_test
