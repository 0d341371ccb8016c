// Tests for realizer/gesture/body_section.h.
#include "realizer/gesture/body_section.h"

#include "tests/support/catch.h"

namespace kine::gesture::body_section_test {

TEST_CASE("sections share no joint, and both sides count alike", "[gesture]") {
  std::array<double, body::kJointCount> weights = {};
  for (const BodySection section : kBodySections) {
    for (const WeighedJoint& each : weighed_joints(section)) {
      double& weight = weights[body::index_of(each.joint)];
      CHECK(weight == 0);
      weight = each.weight;
    }
  }
  for (std::size_t j = 0; j < body::kJointCount; ++j) {
    CHECK(weights[j] == weights[body::index_of(body::mirrored(body::joint_at(j)))]);
  }
}

TEST_CASE("the trunk counts most, and hands and feet least", "[gesture]") {
  const auto lower = weighed_joints(BodySection::Lower);
  CHECK(lower.front().joint == body::Joint::Hips);
  CHECK(lower.front().weight == 1.5);
  CHECK(lower.back().joint == body::Joint::RightFoot);
  CHECK(lower.back().weight == 0.3);
  const auto arms = weighed_joints(BodySection::Arms);
  CHECK(arms.size() == 8);
  CHECK(arms.back().joint == body::Joint::RightHand);
  CHECK(arms.back().weight == 0.3);
  CHECK(weighed_joints(BodySection::Head).size() == 2);
}

}  // namespace kine::gesture::body_section_test
