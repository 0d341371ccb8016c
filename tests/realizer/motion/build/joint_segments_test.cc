// Tests for realizer/motion/build/joint_segments.h: what a property's second stage does to poses
// that are solved.
#include "realizer/motion/build/joint_segments.h"

#include <algorithm>

#include "realizer/motion/build/build.h"
#include "realizer/plan/make/make.h"
#include "realizer/plan/retime.h"
#include "tests/support/catch.h"
#include "tests/support/motion/posed.h"
#include "tests/support/plan/examples.h"

namespace kine::motion::joint_segments_test {
namespace {

using namespace std::chrono_literals;
using enum body::Joint;

constexpr script::Parameter kBow{.name = "bow", .meaning = "", .at_zero = ""};

/// A property with a second stage alone.
class SecondStage : public plan::Property {
 public:
  std::string_view name() const override { return "second stage"; }
  plan::Stage stage() const override { return plan::Stage::Space; }
  std::span<const script::Parameter* const> parameters() const override { return {}; }
  plan::Plan applied_to(plan::Plan plan, const plan::PropertyContext&) const override {
    return plan;
  }
};

/// Bends the chest forward by its parameter, in radians.
struct Bows final : SecondStage {
  void shape(const plan::Plan& plan, const plan::Sequence& sequence, const plan::PropertyContext&,
             plan::SolvedPoses& solved) const override {
    for (plan::SolvedPose& each : solved.poses) {
      const double bow_rad = plan::parameter_of(plan, sequence.poses[each.pose].nucleus, kBow);
      Quat& chest = each.rotations[body::index_of(Chest)];
      if (bow_rad != 0) chest = chest * rotation_about({1, 0, 0}, bow_rad);
    }
  }
};

/// Lets the hips go along by its parameter, in metres, to the left.
struct Leans final : SecondStage {
  void shape(const plan::Plan& plan, const plan::Sequence& sequence, const plan::PropertyContext&,
             plan::SolvedPoses& solved) const override {
    for (plan::SolvedPose& each : solved.poses) {
      const double way_m = plan::parameter_of(plan, sequence.poses[each.pose].nucleus, kBow);
      each.body.pelvis_m = {way_m, 0, 0};
    }
  }
};

/// Lets the spine come from below: each joint later than the one under it.
struct Succession final : SecondStage {
  void shape(const plan::Plan&, const plan::Sequence&, const plan::PropertyContext&,
             plan::SolvedPoses& solved) const override {
    solved.earlier[body::index_of(Spine)] = 120ms;
    solved.earlier[body::index_of(Chest)] = 60ms;
  }
};

/// Notes which hands are hard.
struct Notes final : SecondStage {
  mutable std::vector<body::JointSet> hard;
  void shape(const plan::Plan&, const plan::Sequence&, const plan::PropertyContext&,
             plan::SolvedPoses& solved) const override {
    for (const plan::SolvedPose& each : solved.poses) hard.push_back(each.hard);
  }
};

/// The chest turns to a side, and on.
plan::Plan turning(double bow_rad) {
  const auto facing = [](double x) {
    return script::Orientation{
        .joint = test::named("upperChest"), .axis = {0, 0, 1}, .direction = {x, 0, 1}};
  };
  Diagnostics diagnostics;
  auto plan =
      plan::make(test::document_of({test::sequence_of(
                     {test::pose_at(0.6, {facing(0.4)}), test::pose_at(1.4, {facing(-0.4)})})}),
                 "ada", test::example_body(), test::example_vocabulary(), diagnostics);
  REQUIRE(plan);
  plan->nuclei = {{.id = "n", .expressivity = {{kBow, bow_rad}}}};
  for (plan::Pose& pose : plan->sequences[0].poses) pose.nucleus = 0;
  return *std::move(plan);
}

std::vector<Segment> segments_of(const plan::Plan& plan, const plan::Property& property) {
  const plan::Property* const properties[] = {&property};
  Diagnostics diagnostics;
  return build(plan, test::example_body(), {}, diagnostics, {}, properties).segments;
}

/// The turn of a joint at a time, as the segment that drives it has it.
Quat turn_at(const std::vector<Segment>& segments, body::Joint joint, Seconds time) {
  const auto segment = std::ranges::find_if(
      segments, [&](const Segment& each) { return each.actuator->joints().contains(joint); });
  REQUIRE(segment != segments.end());
  const pose::Pose rest;
  const pose::Keys keys = segment->actuator->compile(
      {.pose = &rest, .pose_before = &rest, .step = 16ms, .time = segment->start - 16ms},
      test::example_body());
  return test::posed(keys, time.count()).rotation(joint);
}

}  // namespace

TEST_CASE("a second stage turns joints that are solved, and at 0 nothing, to the bit",
          "[joint_segments]") {
  const auto plain = segments_of(turning(0), Bows());
  const auto bowed = segments_of(turning(0.2), Bows());
  Diagnostics diagnostics;
  const auto without = build(turning(0), test::example_body(), {}, diagnostics).segments;
  REQUIRE(plain.size() == without.size());
  for (const Seconds time : {600ms, 1000ms, 1400ms}) {
    CHECK(turn_at(plain, Chest, time) == turn_at(without, Chest, time));
    CHECK(turn_at(bowed, Spine, time) == turn_at(plain, Spine, time));
  }
  for (const Seconds time : {600ms, 1400ms}) {
    CHECK(angle_between(turn_at(bowed, Chest, time), turn_at(plain, Chest, time)) ==
          Approx(0.2).margin(1e-5));
  }
}

TEST_CASE("joints of one movement may come at times of their own", "[joint_segments]") {
  const auto at_once = segments_of(turning(0), Bows());
  const auto upwards = segments_of(turning(0), Succession());
  CHECK(upwards.size() == at_once.size() + 2);
  // Between the two poses, where neither the beginning nor the end is cut.
  for (const Seconds time : {700ms, 900ms, 1100ms, 1250ms}) {
    for (const auto& [joint, earlier] :
         {std::pair(Spine, 120ms), std::pair(Chest, 60ms), std::pair(UpperChest, 0ms)}) {
      CAPTURE(time.count(), earlier.count());
      CHECK(angle_between(turn_at(upwards, joint, time), turn_at(at_once, joint, time + earlier)) <
            0.004);
    }
  }
  // All come to the pose, each in its turn, and are there together at the end.
  for (const body::Joint joint : {Spine, Chest, UpperChest}) {
    CHECK(angle_between(turn_at(upwards, joint, 1400ms), turn_at(at_once, joint, 1400ms)) < 1e-5);
  }
}

TEST_CASE("a second stage is told which hands are hard", "[joint_segments]") {
  script::Position kept = test::reach("rightHand", {-0.3, 1.2, 0.3});
  kept.keep = true;
  Diagnostics diagnostics;
  const auto plan = plan::make(
      test::document_of(
          {test::sequence_of({test::pose_at(0.5, {test::reach("leftHand", {0.3, 1.2, 0.3})}),
                              test::pose_at(1, {kept})})}),
      "ada", test::example_body(), test::example_vocabulary(), diagnostics);
  REQUIRE(plan);
  const Notes notes;
  segments_of(*plan, notes);
  REQUIRE(notes.hard.size() == 2);
  CHECK(notes.hard[0].empty());
  CHECK(notes.hard[1].contains(RightHand));
}

TEST_CASE("a second stage takes the hips along with the poses, and at 0 nothing, to the bit",
          "[joint_segments]") {
  CHECK(segments_of(turning(0), Leans()).size() == segments_of(turning(0), Bows()).size());
  const auto segments = segments_of(turning(0.05), Leans());
  const auto body = std::ranges::find_if(
      segments, [](const Segment& each) { return each.actuator->solved() == pose::Solved::Body; });
  REQUIRE(body != segments.end());
  CHECK(body->actuator->joints().empty());
  const pose::Pose rest;
  const pose::Keys keys =
      body->actuator->compile({.pose = &rest, .pose_before = &rest}, test::example_body());
  const auto hips_m = [&](double time_s) {
    return offsets_at(*keys.find<pose::BodyKeys>(), static_cast<float>(time_s)).pelvis_m.x;
  };
  CHECK(hips_m(body->start.count()) == 0);
  CHECK(hips_m(0.6) == Approx(0.05));
  CHECK(hips_m(1.4) == Approx(0.05));
  CHECK(hips_m(0.5 * (body->start.count() + 0.6)) == Approx(0.025).margin(1e-6));
}

}  // namespace kine::motion::joint_segments_test
