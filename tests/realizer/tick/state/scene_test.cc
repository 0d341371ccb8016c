// Tests for realizer/tick/state/scene.h.
#include "realizer/tick/state/scene.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"
#include "tests/support/motion/stage.h"

namespace kine::scene_test {
namespace {

constexpr Seconds kStep{1.0 / 60};

Scene scene_of_two() {
  Scene scene;
  const std::size_t group = scene.add_group();
  scene.add(group, {1}, test::cast_named("ada", test::ada()));
  scene.add(group, {2}, test::cast_named("ben", test::ben()));
  return scene;
}

Vec3 of(const std::optional<Vec3>& point) { return point.value(); }

}  // namespace

TEST_CASE("a joint is found where the skeleton puts it, whatever the pose", "[scene]") {
  for (const Frame& frame : test::random_frames(3, 5)) {
    std::array<Quat, body::kJointCount> pose;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const auto& q = frame.parent_from_joint[i];
      pose[i] = {q[0], q[1], q[2], q[3]};
    }
    const body::Body& body = test::ada();
    const auto model = body.compute_model(pose);
    // The frame has its own hips, and stands anywhere.
    const Vec3 hips{frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]};
    const Vec3 moved = hips - body.offsets_m[index_of(body::Joint::Hips)];
    const Vec3 spot{frame.root[0], frame.root[1], frame.root[2]};
    const Quat turn{frame.root[3], frame.root[4], frame.root[5], frame.root[6]};
    for (const body::Joint joint :
         {body::Joint::Hips, body::Joint::Head, body::Joint::LeftHand, body::Joint::RightToes}) {
      const Vec3 expected = spot + turn * (model.positions_m[index_of(joint)] + moved);
      CHECK(length(find_in_world(frame, body, joint) - expected) < 1e-5);
    }
    const Vec3 eyes = 0.5 * (find_in_world(frame, body, body::Joint::LeftEye) +
                             find_in_world(frame, body, body::Joint::RightEye));
    CHECK(length(find_in_world(frame, body, {}) - eyes) < 1e-5);
  }
}

TEST_CASE("a target that is sent on goes evenly, and is there in time", "[scene]") {
  Scene scene = scene_of_two();
  scene.set("cup", {0, 1, 1}, Tick{1});
  const Scene::Place cup = scene.find("cup");
  for (int i = 0; i < 30; ++i) scene.advance(kStep);
  CHECK(of(scene.point_in_world(cup)) == Vec3{0, 1, 1});

  scene.set("cup", {2, 1, 1}, Tick{31}, Seconds{2});

  double before_m = 0;
  for (int step = 1; step <= 150; ++step) {
    scene.advance(kStep);
    const Vec3 at = of(scene.point_in_world(cup));
    const double even_m = std::min(2.0, step / 60.0);
    CAPTURE(step);
    CHECK(std::abs(at.x - even_m) < 0.03);  // it sets out and stops like a spring
    if (step > 24 && step < 120) CHECK(at.x - before_m == Approx(1 / 60.0).margin(2e-4));
    before_m = at.x;
  }
  CHECK(length(of(scene.point_in_world(cup)) - Vec3{2, 1, 1}) < 1e-3);
}

TEST_CASE("a target on its way goes where it is set next", "[scene]") {
  Scene scene = scene_of_two();
  scene.set("cup", {0, 1, 1}, Tick{1});
  scene.set("cup", {2, 1, 1}, Tick{2}, Seconds{2});
  for (int i = 0; i < 60; ++i) scene.advance(kStep);
  scene.set("cup", {0, 2, 1}, Tick{62});
  for (int i = 0; i < 60; ++i) scene.advance(kStep);
  CHECK(length(of(scene.point_in_world(scene.find("cup"))) - Vec3{0, 2, 1}) < 1e-3);
}

TEST_CASE("names are the camera, characters, their joints, and what was set", "[scene]") {
  Scene scene = scene_of_two();
  CHECK(of(scene.point_in_world(scene.find("camera"))) == kCameraAtFirst);
  CHECK(scene.find("ben").kind == Scene::Place::Kind::Character);
  CHECK(scene.find("ben").index == 1);
  CHECK(scene.find("ada.rightHand").joint == body::Joint::RightHand);
  CHECK(scene.find("ada.tail").kind == Scene::Place::Kind::Nowhere);
  CHECK(scene.find("cup").kind == Scene::Place::Kind::Nowhere);
  CHECK_FALSE(scene.point_in_world(scene.find("cup")));
  CHECK_FALSE(scene.point_in_world(scene.find("ada")));  // nobody has seen her yet

  scene.set("cup", {1, 2, 3}, Tick{4});
  CHECK(of(scene.point_in_world(scene.find("cup"))) == Vec3{1, 2, 3});
  CHECK(scene.since(scene.find("cup")) == Tick{4});
  CHECK_FALSE(scene.since(scene.find("camera")));

  scene.set("ada", {1, 2, 3}, Tick{5});
  CHECK(scene.find("ada").kind == Scene::Place::Kind::Character);
  CHECK(scene.set_points().size() == 2);
}

TEST_CASE("a set point that is set again glides there without overshoot", "[scene]") {
  Scene scene;
  const auto place = scene.find("camera");
  const Vec3 goal = kCameraAtFirst + Vec3{1, 0, 0};
  scene.set("camera", goal, Tick{1});
  // x = 1 - (1 + w t) e^(-w t): the step response at critical damping, w = 20 / s.
  for (int tick = 1; tick <= 60; ++tick) {
    scene.advance(kStep);
    const double wt = 20 * kStep.count() * tick;
    const double expected = 1 - (1 + wt) * std::exp(-wt);
    REQUIRE(of(scene.point_in_world(place)).x - kCameraAtFirst.x == Approx(expected).margin(1e-9));
  }
  for (int tick = 0; tick < 120; ++tick) scene.advance(kStep);
  CHECK(of(scene.point_in_world(place)) == goal);
}

TEST_CASE("a set point that is set along its way is there in time, between its sets as well",
          "[scene]") {
  Scene scene;
  const auto place = scene.find("camera");
  const Vec3 way_m_s{1.5, 0, -0.5};
  const auto goal_at = [&](int tick) { return kCameraAtFirst + (tick * kStep.count()) * way_m_s; };
  for (int tick = 1; tick <= 120; ++tick) {
    if (tick % 4 == 0) scene.set("camera", goal_at(tick), Tick{static_cast<std::uint64_t>(tick)});
    scene.advance(kStep);
    if (tick < 60) continue;
    REQUIRE(length(of(scene.point_in_world(place)) - goal_at(tick)) < 1e-3);
  }
  // It stops, and is where it was said to be last.
  for (int tick = 0; tick < 120; ++tick) scene.advance(kStep);
  CHECK(length(of(scene.point_in_world(place)) - goal_at(120)) < 1e-9);
}

TEST_CASE("a set point that is not set any more stops after a beat and a half", "[scene]") {
  const int beat = GENERATE(1, 2, 4);  // in ticks
  Scene scene;
  const auto place = scene.find("camera");
  const double speed_m_s = 1.4;
  const auto set_at = [&](int tick) {
    scene.set("camera", kCameraAtFirst + Vec3{tick * kStep.count() * speed_m_s, 0, 0},
              Tick{static_cast<std::uint64_t>(tick)});
  };
  for (int tick = 1; tick <= 120; ++tick) {
    if (tick % beat == 0) set_at(tick);
    scene.advance(kStep);
  }
  // From x ahead, at v, a spring that is critically damped (w = 20 /s) goes on to at most
  // (x + v / w) / e^(v / (v + w x)), as its derivative says.
  const double ahead_s = 1.5 * beat * kStep.count() + 0.02 + kStep.count();
  const double farthest_m = speed_m_s * (ahead_s + 1.0 / 20) * std::exp(-1 / (1 + 20 * ahead_s));
  const double goal_x = kCameraAtFirst.x + 120 * kStep.count() * speed_m_s;
  double most_m = 0;
  for (int tick = 0; tick < 60; ++tick) {
    scene.advance(kStep);
    most_m = std::max(most_m, of(scene.point_in_world(place)).x - goal_x);
  }
  CHECK(most_m > 0);
  CHECK(most_m < farthest_m);
  CHECK(of(scene.point_in_world(place)).x == Approx(goal_x).margin(1e-6));
}

TEST_CASE("a set point that jumps about goes nowhere by itself", "[scene]") {
  Scene scene;
  const auto place = scene.find("camera");
  for (int tick = 1; tick <= 60; ++tick) {
    const double side = tick % 12 < 6 ? 1 : -1;
    if (tick % 6 == 0) {
      scene.set("camera", kCameraAtFirst + Vec3{side, 0, 0},
                Tick{static_cast<std::uint64_t>(tick)});
    }
    scene.advance(kStep);
    REQUIRE(std::abs(of(scene.point_in_world(place)).x) <= 1);
  }
}

TEST_CASE("who has gone is seen where it was, and found by nobody", "[scene]") {
  Scene scene = scene_of_two();
  std::vector<Frame> frames = test::random_frames(2, 9);
  scene.see(0, frames);
  const Scene::Place ada = scene.find("ada");
  const Scene::Place ben = scene.find("ben.leftHand");
  const Vec3 last = of(scene.point_in_world(ada));
  const Vec3 other = of(scene.point_in_world(ben));
  scene.remove({1});
  CHECK(scene.find("ada").kind == Scene::Place::Kind::Nowhere);
  // From now on there are frames of ben alone, and they are the first.
  frames.erase(frames.begin());
  scene.see(0, frames);
  CHECK(of(scene.point_in_world(ada)) == last);
  CHECK(of(scene.point_in_world(ben)) == other);
}

TEST_CASE("who comes later says since when, and is not seen before its first frame", "[scene]") {
  Scene scene = scene_of_two();
  std::vector<Frame> frames = test::random_frames(3, 9);
  scene.see(0, std::span(frames).first(2));
  scene.add(0, {3}, test::cast_named("eve", test::ada()), Tick{40});
  const Scene::Place eve = scene.find("eve");
  CHECK_FALSE(scene.point_in_world(eve));
  CHECK(scene.since(eve) == Tick{40});
  CHECK_FALSE(scene.since(scene.find("ben")));
  scene.see(0, frames);
  CHECK(of(scene.point_in_world(eve)) == find_in_world(frames[2], test::ada(), {}));
}

TEST_CASE("the place of who has gone is used again where nobody looks there", "[scene]") {
  Scene scene = scene_of_two();
  const std::size_t ada = scene.find("ada").index;
  scene.remove({1});
  std::vector<bool> looked_at(scene.actor_count(), true);
  scene.forget_gone(looked_at);
  scene.add(0, {3}, test::cast_named("eve", test::ada()));
  CHECK(scene.actor_count() == 3);
  looked_at[ada] = false;
  scene.forget_gone(looked_at);
  scene.add(0, {4}, test::cast_named("dan", test::ada()));
  CHECK(scene.actor_count() == 3);
  CHECK(scene.find("dan").index == ada);
}

TEST_CASE("a name goes to who has it now", "[scene]") {
  Scene scene = scene_of_two();
  scene.add(0, {3}, test::cast_named("ada", test::ben()));
  const std::size_t second = scene.find("ada").index;
  scene.remove({1});
  CHECK(scene.find("ada").index == second);
}

}  // namespace kine::scene_test
