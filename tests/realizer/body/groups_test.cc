// Tests for realizer/body/groups.h.
#include "realizer/body/groups.h"

#include <algorithm>
#include <set>

#include "tests/support/catch.h"

namespace kine::groups_test {

using namespace kine::body;

namespace {

JointSet joints_of(const std::string& name) {
  for (const Group& group : common_groups()) {
    if (group.name == name) return group.joints;
  }
  return {};
}

JointSet set_of(std::initializer_list<Joint> joints) {
  JointSet set;
  for (const Joint joint : joints) set.insert(joint);
  return set;
}

}  // namespace

TEST_CASE("each group has a name of its own and joints", "[groups]") {
  std::set<std::string> names;
  for (const Group& group : common_groups()) {
    CHECK(names.insert(group.name).second);
    CHECK_FALSE(group.joints.empty());
  }
}

TEST_CASE("groups own the joints that classic scripts expect of them", "[groups]") {
  using enum Joint;
  CHECK(joints_of("leftArm") == set_of({LeftShoulder, LeftUpperArm, LeftLowerArm, LeftHand}));
  CHECK(joints_of("head") == set_of({Head}));
  CHECK(joints_of("headNeck") == set_of({Neck, Head}));
  CHECK(joints_of("headThorax") == set_of({Chest, UpperChest, Neck, Head}));
  CHECK(joints_of("headAbdomen") == set_of({Spine, Chest, UpperChest, Neck, Head}));
  CHECK(joints_of("spine") == set_of({Spine, Chest, UpperChest}));
  CHECK(joints_of("eyes") == set_of({LeftEye, RightEye}));
  CHECK(joints_of("rightLeg") == set_of({RightUpperLeg, RightLowerLeg, RightFoot, RightToes}));
  CHECK(joints_of("all") == JointSet::all());
}

TEST_CASE("a hand's fingers are fifteen joints and share none with its arm", "[groups]") {
  CHECK(joints_of("leftFingers").size() == 15);
  CHECK(joints_of("rightFingers").size() == 15);
  CHECK((joints_of("rightFingers") & joints_of("rightArm")).empty());
  CHECK((joints_of("rightFingers") & joints_of("leftFingers")).empty());
}

}  // namespace kine::groups_test
