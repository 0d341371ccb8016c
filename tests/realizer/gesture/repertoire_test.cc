// Tests for realizer/gesture/repertoire.h.
#include "realizer/gesture/repertoire.h"

#include <set>

#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"

namespace kine::gesture::repertoire_test {

using enum body::Joint;

namespace {

pose::Pose nodding(const Quat& neck, const Quat& head) {
  pose::Pose pose;
  pose.set_rotation(Neck, neck);
  pose.set_rotation(Head, head);
  return pose;
}

}  // namespace

TEST_CASE("sections share no joint, and arms have their fingers", "[gesture]") {
  const body::JointSet head = played_joints(BodySection::Head);
  const body::JointSet arms = played_joints(BodySection::Arms);
  const body::JointSet lower = played_joints(BodySection::Lower);
  CHECK(head.size() == 2);
  CHECK(arms.size() == 38);
  CHECK(arms.contains(LeftShoulder));
  CHECK(arms.contains(RightLittleDistal));
  CHECK(lower.contains(Hips));
  CHECK(lower.contains(RightToes));
  CHECK((head & arms).empty());
  CHECK((arms & lower).empty());
  CHECK((head | arms | lower).size() == 52);  // all but jaw and eyes
}

TEST_CASE("a pose is as far from a segment as its joints differ, by their weights", "[gesture]") {
  const SectionRepertoire repertoire = test::nodding_repertoire({0.1});
  const pose::Pose shown = nodding(rotation_about({1, 0, 0}, 0.4), rotation_about({0, 1, 0}, 0.4));
  // Neck and head count alike: the neck is off by 0.4, the head by a turn about another axis.
  const double head_rad =
      angle_between(rotation_about({0, 1, 0}, 0.4), rotation_about({1, 0, 0}, 0.1));
  CHECK(distance_rad(repertoire, repertoire.segments[0], shown) ==
        Approx(std::hypot(0.4, head_rad)));
}

TEST_CASE("a segment is picked among those that begin near the pose", "[gesture]") {
  const SectionRepertoire repertoire = test::nodding_repertoire({0.1, 0.2, 0.5, 0.195});
  const pose::Pose shown = nodding({}, rotation_about({1, 0, 0}, 0.3));
  std::set<std::size_t> picked;
  for (const double share : {0.0, 0.3, 0.6, 0.9999, 1.0}) {
    picked.insert(pick_segment(repertoire, 0, shown, share));
  }
  // They are 0.2, 0.1, 0.2 and 0.105 away, and 1.1 times the nearest is 0.11.
  CHECK(picked == std::set<std::size_t>{1, 3});
}

TEST_CASE("faults of a repertoire are named", "[gesture]") {
  const SectionRepertoire good = test::nodding_repertoire({0.1, 0.2});
  CHECK(fault_of(good).empty());
  const auto fault_with = [&](auto&& change) {
    SectionRepertoire other = good;
    auto turns = std::make_shared<pose::RecordedTurns>(*other.segments[0].turns);
    change(other, *turns);
    other.segments[0].turns = turns;
    return fault_of(other);
  };
  CHECK(fault_with([](auto& all, auto&) { all.segments[1].motion = 7; }) ==
        "a segment of a motion that the model does not have");
  CHECK(fault_with([](auto&, auto& turns) { turns.frames.resize(1); }) ==
        "a segment needs two frames at least");
  CHECK(fault_with([](auto&, auto& turns) { turns.rate_hz = 0; }) ==
        "a segment needs 1 to 1000 frames a second");
  CHECK(fault_with([](auto&, auto& turns) { turns.joints.insert(Jaw); }) ==
        "a segment has other joints than its section");
  CHECK(fault_with([](auto&, auto& turns) { turns.frames[1].pop_back(); }) ==
        "a frame lacks a joint");
  CHECK(fault_with([](auto& all, auto&) { all.segments.resize(1); }).empty());
  CHECK(fault_with([](auto& all, auto&) { all.model = test::random_model(2, 1); }) ==
        "a motion without a segment");
}

}  // namespace kine::gesture::repertoire_test
