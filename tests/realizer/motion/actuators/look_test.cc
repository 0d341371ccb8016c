// Tests for realizer/motion/actuators/look.h.
#include "realizer/motion/actuators/look.h"

#include "realizer/solve/look_at.h"
#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::look_test {
namespace {

plan::Key key_at(Seconds time, Seconds hold, std::vector<plan::Goal> goals) {
  return {.pose = 0, .time = time, .hold = hold, .goals = std::move(goals), .tcb = {}};
}

plan::Track head_track(std::vector<plan::Key> keys) {
  return {.group = test::group_index(test::example_body(), "headNeck"),
          .start = 100ms,
          .keys = std::move(keys)};
}

const plan::Goal kTilt =
    plan::Aim{.joint = body::Joint::Head, .axis = {0, 1, 0}, .direction = {0, 1, 0}};

pose::GazeKeys keys_of(const plan::Track& track, script::Space frame = script::Space::Character) {
  return make_gaze_keys(track, frame, test::example_body());
}

}  // namespace

TEST_CASE("a gaze rests for the hold of its pose and then moves to the next", "[look]") {
  const pose::GazeKeys keys =
      keys_of(head_track({key_at(500ms, 200ms, {plan::LookAt{.target = Vec3{1, 1, 1}}}),
                          key_at(1s, 0s, {plan::LookAt{.target = "ben"}})}));

  REQUIRE(keys.keys.size() == 2);
  CHECK(keys.keys[0].from_s == Approx(0.1));
  CHECK(keys.keys[0].time_s == Approx(0.5));
  CHECK(keys.keys[0].target.point_m == Vec3{1, 1, 1});
  CHECK(keys.keys[1].from_s == Approx(0.7));
  CHECK(keys.keys[1].time_s == Approx(1));
  CHECK(keys.keys[1].target.name == "ben");
  CHECK(keys.joints == solve::joints_of(solve::GazeChain::HeadNeck));
}

TEST_CASE("targets keep the frame of their sequence; the hips at rest stand still", "[look]") {
  const plan::Track track =
      head_track({key_at(500ms, 0s, {plan::LookAt{.target = Vec3{0, 0.5, 2}}})});
  CHECK(keys_of(track, script::Space::World).keys[0].target.frame == pose::GazeFrame::World);
  CHECK(keys_of(track, script::Space::Chest).keys[0].target.frame == pose::GazeFrame::Chest);
  CHECK(keys_of(track, script::Space::Hips).keys[0].target.frame == pose::GazeFrame::Hips);
  const pose::GazeTarget at_rest = keys_of(track, script::Space::HipsAtRest).keys[0].target;
  CHECK(at_rest.frame == pose::GazeFrame::Character);
  const Vec3 hips = test::example_body().offsets_m[body::index_of(body::Joint::Hips)];
  CHECK(at_rest.point_m == hips + Vec3{0, 0.5, 2});
}

TEST_CASE("a key that asks for something else gives the gaze back", "[look]") {
  const plan::Goal look = plan::LookAt{.target = Vec3{1, 1, 1}};
  const plan::Track track = head_track({key_at(300ms, 0s, {kTilt}), key_at(500ms, 0s, {look}),
                                        key_at(800ms, 0s, {kTilt, look}), key_at(1s, 0s, {kTilt})});
  const pose::GazeKeys keys = keys_of(track);

  CHECK(has_other_goals(track));
  REQUIRE(keys.keys.size() == 3);
  CHECK(keys.keys[0].from_s == Approx(0.3));
  CHECK(keys.keys[1].joints == solve::joints_of(solve::GazeChain::Eyes));
  CHECK(keys.keys[2].joints.empty());
  CHECK(keys_of(head_track({key_at(300ms, 0s, {kTilt})})).empty());
}

TEST_CASE("what is bound late begins when it is bound", "[look]") {
  const Look look(keys_of(head_track({key_at(500ms, 0s, {plan::LookAt{.target = "camera"}})})));
  const pose::Pose pose;
  const auto bound = [&](Seconds time) {
    const Entry entry{.pose = &pose, .pose_before = &pose, .step = 16ms, .time = time};
    return look.compile(entry, test::example_body()).find<pose::GazeKeys>()->keys.front();
  };
  CHECK(bound(100ms).from_s == Approx(0.1));
  CHECK(bound(300ms).from_s == Approx(0.3));
  CHECK(bound(2s).from_s == Approx(0.5));
  CHECK(bound(2s).time_s == Approx(0.5));
}

TEST_CASE("a warped look is bound to the warped time", "[look]") {
  pose::Warps warps;
  warps.whole = pose::WarpSpan{0.1, 0.5, exp_warp(3)};
  const Look look(keys_of(head_track({key_at(500ms, 0s, {plan::LookAt{.target = "camera"}})})),
                  warps);
  const pose::Pose pose;
  const Entry entry{.pose = &pose, .pose_before = &pose, .step = 16ms, .time = 300ms};
  const pose::Keys keys = look.compile(entry, test::example_body());
  CHECK(keys.warps == warps);
  CHECK(keys.find<pose::GazeKeys>()->keys.front().from_s == Approx(warps.key_time_s(0.3)));
  CHECK(keys.find<pose::GazeKeys>()->keys.front().from_s != Approx(0.3));
}

}  // namespace kine::motion::look_test
