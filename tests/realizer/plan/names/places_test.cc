// Tests for realizer/plan/names/places.h.
#include "realizer/plan/names/places.h"

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::places_test {

using enum body::Joint;

TEST_CASE("a forearm brings its hand and all its fingers to a place", "[places]") {
  for (const body::Joint joint :
       {LeftHand, LeftThumbMetacarpal, LeftIndexDistal, LeftLittleDistal}) {
    CHECK(mover_of(joint) == LeftLowerArm);
    CHECK(hand_of(joint) == LeftHand);
    CHECK(mover_of(body::mirrored(joint)) == RightLowerArm);
    CHECK(hand_of(body::mirrored(joint)) == RightHand);
  }
}

TEST_CASE("elbows, shoulders, chest, neck and head are moved by the joint below", "[places]") {
  CHECK(mover_of(LeftLowerArm) == LeftUpperArm);
  CHECK(mover_of(RightUpperArm) == RightShoulder);
  CHECK(mover_of(Chest) == Spine);
  CHECK(mover_of(UpperChest) == Chest);
  CHECK(mover_of(Neck) == UpperChest);
  CHECK(mover_of(Head) == Neck);
  CHECK_FALSE(hand_of(LeftLowerArm));
  CHECK_FALSE(hand_of(Head));
}

TEST_CASE("hips, legs, spine and eyes have no place of their own", "[places]") {
  for (const body::Joint joint :
       {Hips, Spine, LeftShoulder, LeftEye, Jaw, LeftUpperLeg, LeftFoot, RightToes}) {
    CHECK_FALSE(mover_of(joint));
  }
}

TEST_CASE("the group of a place is the one of the joint that moves for it", "[places]") {
  const body::Body& body = test::example_body();
  const Names names(body, test::example_vocabulary());
  const auto group = [&](body::Joint joint) {
    return body.groups[*find_group_of_place(names, joint)].name;
  };

  CHECK(group(LeftIndexDistal) == "leftArm");
  CHECK(group(RightLowerArm) == "rightArm");
  CHECK(group(Neck) == "spine");
  CHECK(group(Head) == "headNeck");
  CHECK_FALSE(find_group_of_place(names, Hips));
}

}  // namespace kine::plan::places_test
