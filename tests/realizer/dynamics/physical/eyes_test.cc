// Tests for realizer/dynamics/physical/eyes.h.
#include "realizer/dynamics/physical/eyes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "realizer/math/quat.h"
#include "realizer/math/units.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::eyes_test {
namespace {

using body::Joint;

void put(Joint joint, const Quat& q, Rotations& rotations) {
  rotations[body::index_of(joint)] = {static_cast<float>(q.x), static_cast<float>(q.y),
                                      static_cast<float>(q.z), static_cast<float>(q.w)};
}

Quat turn_of(Joint joint, const Rotations& rotations) {
  const auto& [x, y, z, w] = rotations[body::index_of(joint)];
  return {x, y, z, w};
}

Rotations still() {
  Rotations rotations;
  rotations.fill({0, 0, 0, 1});
  return rotations;
}

/// Both with hips at their height, the shown ones where they are moved to.
void keep(Rotations wanted, Rotations& shown, const Vec3& moved_m = {}, double share = 1) {
  const Vec3& hips_m = test::ada().offsets_m[body::index_of(Joint::Hips)];
  const auto row = [](const Vec3& v) {
    return std::array{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
  };
  auto wanted_hips_m = row(hips_m);
  auto shown_hips_m = row(hips_m + moved_m);
  keep_gaze(test::ada(), {&wanted, &wanted_hips_m}, share, {&shown, &shown_hips_m});
}

/// Of an eye on a body without turns, and from it to the target.
struct Ray {
  Vec3 gaze;
  Vec3 to_target;
};

Ray ray_of(Joint eye, const Rotations& rotations, const Vec3& moved_m, const Vec3& target_m) {
  const body::Body& body = test::ada();
  std::array<Quat, body::kJointCount> still = {};
  const Vec3 at_m = body.compute_model(still).positions_m[body::index_of(eye)] + moved_m;
  return {turn_of(eye, rotations) * Vec3{0, 0, 1}, unit(target_m - at_m)};
}

/// Eyes that both look at a place.
Rotations looking_at(const Vec3& target_m) {
  Rotations rotations = still();
  for (const Joint eye : {Joint::LeftEye, Joint::RightEye}) {
    const Ray ray = ray_of(eye, rotations, {}, target_m);
    put(eye, shortest_arc(ray.gaze, ray.to_target), rotations);
  }
  return rotations;
}

}  // namespace

TEST_CASE("eyes keep their direction on a head that was turned", "[eyes]") {
  Rotations wanted = still();
  const Quat gaze = rotation_about({0, 1, 0}, 5 / kDegreesPerRadian);
  put(Joint::LeftEye, gaze, wanted);
  Rotations shown = wanted;
  const Quat chest = rotation_about({1, 0, 0}, 4 / kDegreesPerRadian);
  const Quat head = rotation_about({0, 1, 0}, 8 / kDegreesPerRadian);
  put(Joint::Chest, chest, shown);
  put(Joint::Head, head, shown);
  keep(wanted, shown);
  CHECK(angle_between(chest * head * turn_of(Joint::LeftEye, shown), gaze) < 1e-6);
}

TEST_CASE("eyes keep their direction on hips that lean", "[eyes]") {
  const Rotations wanted = still();
  Rotations shown = wanted;
  const Quat lean = rotation_about({1, 0, 0}, 6 / kDegreesPerRadian);
  put(Joint::Hips, lean, shown);
  keep(wanted, shown);
  CHECK(angle_between(lean * turn_of(Joint::LeftEye, shown), Quat{}) < 1e-6);
}

TEST_CASE("eyes go a share of the way to what they look at", "[eyes]") {
  const Rotations wanted = still();
  Rotations shown = wanted;
  put(Joint::Head, rotation_about({0, 1, 0}, 8 / kDegreesPerRadian), shown);
  keep(wanted, shown, {}, 0.25);
  const Quat quarter = rotation_about({0, 1, 0}, -2 / kDegreesPerRadian);
  CHECK(angle_between(turn_of(Joint::LeftEye, shown), quarter) < 1e-6);
}

TEST_CASE("eyes turn no further than they can", "[eyes]") {
  const Rotations wanted = still();
  Rotations shown = wanted;
  put(Joint::Head, rotation_about({0, 1, 0}, 80 / kDegreesPerRadian), shown);
  keep(wanted, shown);
  const auto& limits = test::ada().limits[body::index_of(Joint::LeftEye)];
  const Quat eye = turn_of(Joint::LeftEye, shown);
  CHECK(angle_between(body::within_limits(limits, eye), eye) < 1e-5);
  CHECK(angle_between(eye, Quat{}) > 0.1);
}

TEST_CASE("eyes that look at something near look at it from where their head is moved", "[eyes]") {
  const body::Body& body = test::ada();
  const double eyes_m = body.compute_model({}).positions_m[body::index_of(Joint::LeftEye)].y;
  for (const double distance_m : {0.35, 0.6, 2.0, 20.0}) {
    const Vec3 target_m{0.05, eyes_m - 0.1 * distance_m, distance_m};
    const Vec3 moved_m{0.05, -0.02, 0.01};
    const Rotations wanted = looking_at(target_m);
    Rotations shown = wanted;
    keep(wanted, shown, moved_m);
    for (const Joint eye : {Joint::LeftEye, Joint::RightEye}) {
      const Ray ray = ray_of(eye, shown, moved_m, target_m);
      CAPTURE(distance_m, body::name_of(eye));
      CHECK(std::acos(std::min(1.0, dot(ray.gaze, ray.to_target))) < 0.01 / kDegreesPerRadian);
    }
  }
}

TEST_CASE("eyes on a head that is where it was wanted look as they were wanted to", "[eyes]") {
  const Rotations wanted = looking_at({0.1, 1.4, 0.4});
  Rotations shown = wanted;
  keep(wanted, shown);
  for (const Joint eye : {Joint::LeftEye, Joint::RightEye}) {
    CHECK(angle_between(turn_of(eye, shown), turn_of(eye, wanted)) < 1e-5);
  }
}

}  // namespace kine::dynamics::physical::eyes_test
