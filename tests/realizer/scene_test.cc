// Tests for realizer/scene.h.
#include "realizer/scene.h"

#include <cmath>

#include "tests/support/bodies.h"
#include "tests/support/catch.h"
#include "tests/support/recorded_motion.h"
#include "tests/support/stage.h"

namespace kine {
namespace {

constexpr Seconds kStep{1.0 / 60};

Scene scene_of_two() {
  Scene scene;
  const std::size_t group = scene.add_group();
  scene.add(group, test::cast_named("ada", test::ada()));
  scene.add(group, test::cast_named("ben", test::ben()));
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

}  // namespace kine
