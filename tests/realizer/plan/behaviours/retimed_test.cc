// Tests for realizer/plan/behaviours/retimed.h.
#include "realizer/plan/behaviours/retimed.h"

#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::plan::retimed_test {
namespace {

script::Pose pose_at(Seconds time, Seconds hold = Seconds{0}) {
  script::Pose pose;
  pose.time = {time, script::Time::From::Sequence, {}};
  pose.hold = hold;
  pose.constraints = {script::Turn{.group = {"head"}, .turn_rad = {time.count(), 0, 0}}};
  return pose;
}

/// Ready and the beginning of the stroke are one; the last pose is held until it relaxes.
PointedMotion beat() {
  return {.points = {"start", "ready", "strokeStart", "strokeEnd", "relax", "end"},
          .times = {0s, 400ms, 400ms, 600ms, 900ms, 1300ms},
          .poses = {pose_at(400ms), pose_at(500ms), pose_at(600ms, 300ms)}};
}

std::vector<double> times_of(const script::Sequence& sequence) {
  std::vector<double> times;
  for (const script::Pose& pose : sequence.poses) times.push_back(pose.time.seconds.count());
  return times;
}

std::vector<std::string> ids_of(const script::Sequence& sequence) {
  std::vector<std::string> ids;
  for (const script::Pose& pose : sequence.poses) ids.push_back(pose.id.text);
  return ids;
}

}  // namespace

TEST_CASE("points are called as BML calls them", "[retimed]") {
  CHECK(point_name("stroke-start") == "strokeStart");
  CHECK(point_name("ready") == "ready");
}

TEST_CASE("at its own times a motion is itself, and its points have names", "[retimed]") {
  const script::Sequence sequence = retimed(beat(), beat().times, {});
  CHECK(ids_of(sequence) ==
        std::vector<std::string>{"ready", "strokeStart", "", "strokeEnd", "relax"});
  const std::vector<double> times = times_of(sequence);
  REQUIRE(times.size() == 5);
  CHECK(times[0] == Approx(0.4));
  CHECK(times[1] == Approx(0.4));
  CHECK(times[2] == Approx(0.5));
  CHECK(times[4] == Approx(0.9));
  CHECK(sequence.poses[3].hold.count() == Approx(0.3));
  CHECK(sequence.fade_out->count() == Approx(0.4));
}

TEST_CASE("what happens between two points happens there evenly", "[retimed]") {
  const script::Sequence sequence = retimed(beat(), {2s, 3s, 3s, 4s, 5s, 7s}, {});
  CHECK(sequence.start.seconds == 2s);
  CHECK(times_of(sequence) == std::vector<double>{1, 1, 1.5, 2, 3});
  CHECK(sequence.fade_out == 2s);
}

TEST_CASE("points that were one may come apart: the pose is held in between", "[retimed]") {
  const script::Sequence sequence = retimed(beat(), {0s, 1s, 2s, 3s, 4s, 5s}, {});
  CHECK(ids_of(sequence).front() == "ready");
  CHECK(sequence.poses.front().time.seconds == 1s);
  CHECK(sequence.poses.front().hold == 1s);
  CHECK_FALSE(sequence.poses.front().constraints.empty());
  CHECK(sequence.poses[1].id.text == "strokeStart");
  CHECK(sequence.poses[1].constraints.empty());
}

TEST_CASE("a stroke is stiffer than what is around it, and nothing shrinks to nothing",
          "[retimed]") {
  const Phases phases = phases_of(beat());
  REQUIRE(phases.phases.size() == 5);
  CHECK(phases.points == beat().points);
  CHECK(phases.phases[0].preferred == 400ms);
  CHECK(phases.phases[1].preferred == 0s);
  CHECK(phases.phases[2].stiffness > phases.phases[0].stiffness);
  CHECK(phases.phases[0].least > 0s);
  CHECK(phases.phases[0].least < phases.phases[0].preferred);
}

TEST_CASE("where a pose is held nothing moves, and that gives way first", "[retimed]") {
  PointedMotion motion;
  motion.points = {"start", "ready", "strokeStart", "strokeEnd", "relax", "end"};
  motion.times = {0s, 400ms, 600ms, 1s, 1500ms, 2s};
  const auto reach = [&](Seconds time, Seconds hold) {
    script::Pose& pose = motion.poses.emplace_back();
    pose.time = {time, script::Time::From::Sequence, {}};
    pose.hold = hold;
    pose.constraints.emplace_back(script::Turn{});
  };
  reach(400ms, 100ms);
  reach(1s, 500ms);
  const Phases phases = phases_of(motion);
  CHECK(phases.phases[1].stiffness == 1);  // half of it only
  CHECK(phases.phases[3].stiffness == kHoldStiffness);
  CHECK(phases.phases[4].stiffness == 1);
}

}  // namespace kine::plan::retimed_test
