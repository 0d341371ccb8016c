// Tests for realizer/dynamics/tracked_arm.h.
#include "realizer/dynamics/tracked_arm.h"

#include <cstddef>

#include "tests/support/catch.h"

namespace kine::tracked_arm_test {
namespace {

using dynamics::TrackedArm;
using dynamics::TrackedArms;

TEST_CASE("an arm's numbers and its lanes stand in one order", "[tracked_arm]") {
  const auto row = [](std::size_t arm_offset) { return arm_offset / sizeof(float); };
  const auto lanes = [](std::size_t lanes_offset) { return lanes_offset / sizeof(pose::Lanes); };
  CHECK(row(offsetof(TrackedArm, ticks)) == lanes(offsetof(TrackedArms, ticks)));
  CHECK(row(offsetof(TrackedArm, position_m)) == lanes(offsetof(TrackedArms, position_m)));
  CHECK(row(offsetof(TrackedArm, velocity_m_s)) == lanes(offsetof(TrackedArms, velocity_m_s)));
  CHECK(row(offsetof(TrackedArm, target_m)) == lanes(offsetof(TrackedArms, target_m)));
  CHECK(row(offsetof(TrackedArm, carried_m)) == lanes(offsetof(TrackedArms, carried_m)));
  CHECK(row(offsetof(TrackedArm, carried_m_s)) == lanes(offsetof(TrackedArms, carried_m_s)));
  CHECK(row(offsetof(TrackedArm, hand_lead_rad)) == lanes(offsetof(TrackedArms, hand_lead_rad)));
  CHECK(row(offsetof(TrackedArm, hand_velocity_rad_s)) ==
        lanes(offsetof(TrackedArms, hand_velocity_rad_s)));
  CHECK(row(offsetof(TrackedArm, hand_target)) == lanes(offsetof(TrackedArms, hand_target)));
  CHECK(row(offsetof(TrackedArm, frame)) == lanes(offsetof(TrackedArms, frame)));
  CHECK(row(offsetof(TrackedArm, share)) == lanes(offsetof(TrackedArms, share)));
  CHECK(row(offsetof(TrackedArm, swings)) == lanes(offsetof(TrackedArms, swings)));
  CHECK(row(offsetof(TrackedArm, hand_sag_s2_m)) == lanes(offsetof(TrackedArms, hand_sag_s2_m)));
  CHECK(row(offsetof(TrackedArm, wrist)) == lanes(offsetof(TrackedArms, wrist)));
  CHECK(row(offsetof(TrackedArm, hand)) == lanes(offsetof(TrackedArms, hand)));
}

TEST_CASE("what moves of an arm stands in the four rows that are written back", "[tracked_arm]") {
  CHECK(offsetof(TrackedArm, hand_target) + sizeof(TrackedArm::hand_target) <=
        4 * 8 * sizeof(float));
}

}  // namespace
}  // namespace kine::tracked_arm_test
