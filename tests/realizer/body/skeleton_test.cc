// Tests for realizer/body/skeleton.h.
#include "realizer/body/skeleton.h"

#include <set>
#include <string>

#include "tests/support/catch.h"

namespace kine::skeleton_test {

using namespace kine::body;

TEST_CASE("joints have VRM's names, each found under its own", "[skeleton]") {
  CHECK(name_of(Joint::Hips) == "hips");
  CHECK(name_of(Joint::UpperChest) == "upperChest");
  CHECK(name_of(Joint::LeftThumbMetacarpal) == "leftThumbMetacarpal");
  CHECK(name_of(Joint::RightLittleDistal) == "rightLittleDistal");
  CHECK(name_of(Joint::RightToes) == "rightToes");
  for (std::size_t i = 0; i < kJointCount; ++i) {
    CHECK(find_joint(name_of(joint_at(i))) == joint_at(i));
  }
  CHECK_FALSE(find_joint("LeftHand"));
  CHECK_FALSE(find_joint(""));
}

TEST_CASE("parents come first, and only the hips have none", "[skeleton]") {
  CHECK_FALSE(parent_of(Joint::Hips));
  CHECK(parent_indices()[0] == -1);
  for (std::size_t i = 1; i < kJointCount; ++i) {
    REQUIRE(parent_of(joint_at(i)));
    CHECK(index_of(*parent_of(joint_at(i))) < i);
    CHECK(parent_indices()[i] == static_cast<int>(index_of(*parent_of(joint_at(i)))));
  }
}

TEST_CASE("limbs hang where they belong", "[skeleton]") {
  CHECK(parent_of(Joint::LeftShoulder) == Joint::UpperChest);
  CHECK(parent_of(Joint::RightShoulder) == Joint::UpperChest);
  CHECK(parent_of(Joint::LeftHand) == Joint::LeftLowerArm);
  CHECK(parent_of(Joint::RightIndexProximal) == Joint::RightHand);
  CHECK(parent_of(Joint::RightIndexIntermediate) == Joint::RightIndexProximal);
  CHECK(parent_of(Joint::LeftUpperLeg) == Joint::Hips);
  CHECK(parent_of(Joint::RightToes) == Joint::RightFoot);
  CHECK(parent_of(Joint::LeftEye) == Joint::Head);
}

TEST_CASE("the mirrored joint has the other side's name", "[skeleton]") {
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const std::string name(name_of(joint_at(i)));
    std::string expected = name;
    if (name.starts_with("left")) expected = "right" + name.substr(4);
    if (name.starts_with("right")) expected = "left" + name.substr(5);
    CHECK(name_of(mirrored(joint_at(i))) == expected);
  }
}

TEST_CASE("a set holds what was put in", "[skeleton]") {
  JointSet set;
  CHECK(set.empty());

  set.insert(Joint::Head);
  set.insert(Joint::RightToes);
  set.insert(Joint::Head);

  CHECK(set.size() == 2);
  CHECK(set.contains(Joint::RightToes));
  CHECK_FALSE(set.contains(Joint::Hips));
  CHECK((JointSet::all() & set) == set);
  CHECK(JointSet::all().size() == kJointCount);
}

TEST_CASE("above the waist are the spine and what it carries, without eyes and jaw", "[skeleton]") {
  for (std::size_t i = 0; i < kJointCount; ++i) {
    std::optional<Joint> at = joint_at(i);
    const std::string name(name_of(*at));
    CAPTURE(name);
    const bool is_of_face = name.find("Eye") != std::string::npos || name == "jaw";
    while (at && *at != Joint::Spine) at = parent_of(*at);
    CHECK(joints_above_waist().contains(joint_at(i)) == (at.has_value() && !is_of_face));
  }
}

}  // namespace kine::skeleton_test
