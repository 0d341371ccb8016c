// Tests for realizer/plan/properties/power.h.
#include "realizer/plan/properties/power.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"
#include "tests/support/plan/plans.h"
#include "tests/support/plan/random_scripts.h"

namespace kine::plan::power_test {
namespace {

using namespace std::chrono_literals;

/// Up in a second, down by 0.4 m in another, held; the fingers are somebody's.
script::Document beat(double p) {
  script::Sequence sequence =
      test::sequence_of({test::pose_at(1, {test::reach("rightHand", {-0.2, 1.4, 0.3})}),
                         test::pose_at(2, {test::reach("rightHand", {-0.2, 1.0, 0.3})})});
  sequence.poses[1].nucleus = test::named("a");
  sequence.poses[1].hold = 500ms;
  script::Document document = test::document_of({sequence});
  document.nuclei = {{.id = test::named("a"), .parameters = {{script::kPower, p}}}};
  return document;
}

Plan strong(const script::Document& document) {
  return test::without_ways_back(test::applied(power(), test::plan_of(document)));
}

const Track& arm_of(const Plan& plan) { return plan.sequences[0].tracks[0]; }

Vec3 target_of(const Key& key) { return std::get<Reach>(key.goals[0]).target_m; }

/// The key in which the script's pose is reached.
const Key& key_of(const Plan& plan, std::string_view pose) {
  return *std::ranges::find_if(arm_of(plan).keys, [&](const Key& key) {
    return plan.sequences[0].poses[key.pose].id == pose;
  });
}

TEST_CASE("a strong stroke is drawn back, waits, goes faster, swings through and settles",
          "[power]") {
  script::Document document = beat(0.5);
  document.sequences[0].poses[0].constraints.push_back(test::shape("right", "open"));
  // Back by 0.05 * 0.4 m in 0.15 s, 0.15 s of waiting, 1 / 1.1 s for the stroke, and beyond its end
  // 0.1 of that to turn and 0.15 to come back.
  CHECK(test::lines_of(strong(document)) ==
        "sequence s1 0.000 .. 3.236; fades 0.000 0.300; frame character\n"
        "  pose p1 1.000 hold 0.300\n"
        "  put in 1.150 hold 0.150; preparation; nucleus a\n"
        "  pose p2 2.209 hold 0.727; nucleus a\n"
        "  put in 2.300; nucleus a\n"
        "  put in 2.436 hold 0.500; nucleus a\n"
        "  rightArm           key 1.000                reach rightHand -0.200 1.400 0.300\n"
        "  rightArm           key 1.150 hold 0.150     reach rightHand -0.200 1.420 0.300; "
        "tcb 0.500 0.000 0.000\n"
        "  rightArm           key 2.209                reach rightHand -0.200 1.000 0.300\n"
        "  rightArm           key 2.300                reach rightHand -0.200 0.980 0.300; "
        "tcb 0.500 0.000 0.000\n"
        "  rightArm           key 2.436 hold 0.500     reach rightHand -0.200 1.000 0.300; "
        "tcb 0.500 0.000 0.000\n"
        "  rightFingers       key 1.000 hold 0.300     shape open 1.000\n");
}

TEST_CASE("a weak stroke is slow, wide and falls short", "[power]") {
  // 1 / 0.9 s, and 0.05 of its way missing.
  CHECK(test::lines_of(strong(beat(-0.5))) ==
        "sequence s1 0.000 .. 2.911; fades 0.000 0.300; frame character\n"
        "  pose p1 1.000\n"
        "  pose p2 2.111 hold 0.500; nucleus a\n"
        "  rightArm           key 1.000                reach rightHand -0.200 1.400 0.300\n"
        "  rightArm           key 2.111 hold 0.500     reach rightHand -0.200 1.020 0.300; "
        "tcb -0.500 0.000 0.000\n");
}

TEST_CASE("a named stroke keeps its time and is prepared before", "[power]") {
  script::Document document = beat(1);
  document.sequences[0].poses[1].phase = script::Phase::Stroke;
  const Plan plan = strong(document);
  CHECK(key_of(plan, "p2").time == 2s);
  CHECK(plan.sequences[0].poses[0].time < 1s);
  CHECK(arm_of(plan).keys[1].pose == 1);
  CHECK(plan.sequences[0].poses[1].id.empty());
}

TEST_CASE("a stroke that comes from nowhere known swings through, but is not drawn back",
          "[power]") {
  script::Document document = beat(1);
  document.sequences[0].poses.erase(document.sequences[0].poses.begin());
  const Plan plan = strong(document);
  REQUIRE(arm_of(plan).keys.size() == 3);
  CHECK(plan.sequences[0].poses[arm_of(plan).keys[0].pose].id == "p1");
}

TEST_CASE("a stroke that goes on without a hold swings on without coming back", "[power]") {
  script::Document document = beat(1);
  document.sequences[0].poses[1].hold = 0s;
  document.sequences[0].poses.push_back(
      test::pose_at(3, {test::reach("rightHand", {0, 1.2, 0.3})}));
  const Plan plan = strong(document);
  REQUIRE(arm_of(plan).keys.size() == 5);
  CHECK(target_of(arm_of(plan).keys[3]).y == Approx(0.96));
  CHECK(target_of(arm_of(plan).keys[4]) == Vec3{0, 1.2, 0.3});
}

TEST_CASE("what is put round a stroke keeps its hand where the pose that it stands for does",
          "[power]") {
  const auto kept_keys = [](std::size_t kept_pose) {
    script::Document document = beat(0.5);
    script::Pose& pose = document.sequences[0].poses[kept_pose];
    std::get<script::Position>(pose.constraints[0]).keep = true;
    const Plan plan = strong(document);
    std::vector<bool> kept;
    for (const Key& key : arm_of(plan).keys) {
      kept.push_back(std::get<Reach>(key.goals[0]).keep);
    }
    return kept;
  };
  // The first pose and drawn back from it; the second one, beyond it and back in it.
  CHECK(kept_keys(0) == std::vector<bool>{true, true, false, false, false});
  CHECK(kept_keys(1) == std::vector<bool>{false, false, true, true, true});
}

TEST_CASE("every part of power grows with it, from -1 to 1", "[power]") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const script::Document gesture = test::random_gesture(seed);
    const Plan neutral = test::without_ways_back(test::plan_of(gesture));
    const std::string end = neutral.sequences[0].poses.back().id;
    const Vec3 target_m = target_of(key_of(neutral, end));
    const Vec3 way_m = target_m - target_of(arm_of(neutral).keys[arm_of(neutral).keys.size() - 2]);
    double beyond_before = -1;
    double speed_before = 0;
    double tension_before = -2;
    for (const double p : {-1.0, -0.5, -0.1, 0.0, 0.2, 0.6, 1.0}) {
      const Plan plan = strong(test::with_manner(gesture, {{script::kPower, p}}));
      const std::vector<Key>& keys = arm_of(plan).keys;
      const Key& reached = key_of(plan, end);
      double beyond = -1;  // of the stroke's end, in parts of its way
      for (const Key* key = &reached; key <= &keys.back(); ++key) {
        const Vec3 past_m = target_of(*key) - target_m;
        beyond = std::max(beyond, dot(past_m, way_m) / dot(way_m, way_m));
      }
      const Key& before = *(&reached - 1);
      const double speed = length(target_of(reached) - target_of(before)) /
                           (reached.time - before.time - before.hold).count();
      CAPTURE(seed, p);
      CHECK(beyond > beyond_before);
      CHECK(beyond <= 0.1 + 1e-9);
      CHECK(speed > speed_before);
      CHECK(keys.front().tcb.tension > tension_before);
      beyond_before = beyond;
      speed_before = speed;
      tension_before = keys.front().tcb.tension;
    }
    CHECK(beyond_before == Approx(0.1));
  }
}

}  // namespace
/// The beat of a power, by a sketch of the character.
Plan sketched(double p, script::Expressivity sketch,
              script::Space frame = script::Space::Character) {
  Plan plan = test::plan_of(beat(p));
  plan.sequences[0].frame = frame;
  plan.sketches = {{.id = "s", .expressivity = std::move(sketch)}};
  plan.sketch = 0;
  return test::without_ways_back(test::applied(power(), plan));
}

std::size_t keys_of_arm(const Plan& plan) { return arm_of(plan).keys.size(); }

TEST_CASE("a sketch draws back and swings beyond, whatever the power", "[power]") {
  // Drawn back and waiting; beyond and back.
  CHECK(keys_of_arm(sketched(0, {})) == 2);
  CHECK(keys_of_arm(sketched(0, {{script::kAnticipation, 0.5}})) == 3);
  CHECK(keys_of_arm(sketched(0, {{script::kReaction, 0.5}})) == 4);
  const Plan both = sketched(0, {{script::kAnticipation, 0.5}, {script::kReaction, 0.5}});
  // As a power of a half does it, but as fast as written.
  const Plan strong_one = strong(beat(0.5));
  REQUIRE(keys_of_arm(both) == keys_of_arm(strong_one));
  for (std::size_t i = 0; i < keys_of_arm(both); ++i) {
    CHECK(target_of(arm_of(both).keys[i]) == target_of(arm_of(strong_one).keys[i]));
  }
  const Key& drawn_back = arm_of(both).keys[1];
  CHECK((arm_of(both).keys[2].time - drawn_back.time - drawn_back.hold).count() == Approx(1));
}

TEST_CASE("a sketch takes from a power what it puts round a stroke", "[power]") {
  CHECK(keys_of_arm(sketched(0.5, {{script::kAnticipation, -0.5}})) == 4);
  CHECK(keys_of_arm(sketched(0.5, {{script::kReaction, -0.5}})) == 3);
  CHECK(keys_of_arm(sketched(0.5, {{script::kAnticipation, -1}, {script::kReaction, -1}})) == 2);
}

TEST_CASE("a hand at a place of the world swings beyond it by its power alone", "[power]") {
  const auto in_world = [](double p, script::Expressivity sketch) {
    return keys_of_arm(sketched(p, std::move(sketch), script::Space::World));
  };
  CHECK(in_world(0, {{script::kReaction, 1}}) == 2);
  CHECK(in_world(0.5, {{script::kReaction, 1}}) == in_world(0.5, {}));
  CHECK(in_world(0.5, {{script::kReaction, -0.5}}) == 3);
  CHECK(in_world(0, {{script::kAnticipation, 0.5}}) == 3);
}

TEST_CASE("hips drop with what a sketch draws back, and with nothing else", "[power]") {
  const auto drop_m = [](const Plan& plan) {
    SolvedPoses solved;
    const Sequence& sequence = plan.sequences[0];
    for (std::size_t i = 0; i < sequence.poses.size(); ++i) {
      const Pose& pose = sequence.poses[i];
      solved.poses.push_back({.pose = i, .time = pose.time, .hold = pose.hold});
    }
    Diagnostics diagnostics;
    power().shape(plan, sequence,
                  {.body = test::example_body(), .placement = {}, .diagnostics = diagnostics},
                  solved);
    double sum_m = 0;
    for (const SolvedPose& pose : solved.poses) sum_m += pose.body.pelvis_m.y;
    return sum_m;
  };
  // Down while it draws back and waits, of the 0.6 s that a whole drop takes; eased.
  const double share = (0.3 * std::sqrt(0.5) + 0.5 * 0.3) / 0.6;
  CHECK(drop_m(sketched(0, {{script::kAnticipation, 0.5}})) ==
        Approx(-0.01 * share * share * (3 - 2 * share)));
  CHECK(drop_m(sketched(0.5, {})) == 0);
  CHECK(drop_m(sketched(0, {{script::kReaction, 1}})) == 0);
}

}  // namespace kine::plan::power_test
