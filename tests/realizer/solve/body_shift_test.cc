// Tests for realizer/solve/body_shift.h: judged by forward kinematics.
#include "realizer/solve/body_shift.h"

#include <algorithm>

#include "realizer/body/centre_of_mass.h"
#include "realizer/solve/leg.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::solve::body_shift_test {
namespace {

using body::BodyOffsets;
using body::Joint;

Carriage base_of(const body::Body& body) {
  return {.hips_m = body.compute_model(body.base_pose).positions_m[0],
          .parent_from_joint = body.base_pose};
}

/// Where everything is in the character's space.
body::Body::Model model_of(const body::Body& body, const Carriage& carriage) {
  body::Body::Model model = body.compute_model(carriage.parent_from_joint);
  const Vec3 way_m = carriage.hips_m - model.positions_m[0];
  for (Vec3& position_m : model.positions_m) position_m = position_m + way_m;
  return model;
}

/// The farthest that an ankle is from where it was, and the most that a foot has turned.
struct Slid {
  double way_m = 0;
  double turn_rad = 0;
};

Slid slid(const body::Body::Model& before, const body::Body::Model& after) {
  Slid slid;
  for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot}) {
    const std::size_t i = body::index_of(foot);
    slid.way_m = std::max(slid.way_m, length(after.positions_m[i] - before.positions_m[i]));
    slid.turn_rad = std::max(slid.turn_rad, angle_between(after.character_from_joint[i],
                                                          before.character_from_joint[i]));
  }
  return slid;
}

}  // namespace

TEST_CASE("a pelvis that goes aside and down goes there, and no foot slides", "[body_shift]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const Carriage base = base_of(*body);
    const Vec3 way_m{0.05, -0.06, 0.03};
    const Carriage after = shifted(shift_of(*body, {.pelvis_m = way_m}, base), base);
    CHECK(length(after.hips_m - base.hips_m - way_m) < 1e-12);
    const Slid feet = slid(model_of(*body, base), model_of(*body, after));
    CHECK(feet.way_m < 1e-9);
    CHECK(feet.turn_rad < 1e-7);
  }
}

TEST_CASE("hips go down where a leg is too short for the way aside", "[body_shift]") {
  const body::Body& body = test::ada();
  const Carriage base = base_of(body);
  const Carriage after = shifted(shift_of(body, {.pelvis_m = {0.2, 0, 0}}, base), base);
  CHECK(after.hips_m.x - base.hips_m.x == Approx(0.2));
  CHECK(after.hips_m.y < base.hips_m.y - 0.01);
  CHECK(slid(model_of(body, base), model_of(body, after)).way_m < 1e-9);
}

TEST_CASE("the trunk turns as far as it is to, in three equal parts", "[body_shift]") {
  const body::Body& body = test::ada();
  const Carriage base = base_of(body);
  const BodyShift shift = shift_of(body, {.spine_rad = body::shared_by_trunk({0.3, 0, 0})}, base);
  const auto turn_of = [&](const Carriage& carriage, Joint joint) {
    return model_of(body, carriage).character_from_joint[body::index_of(joint)];
  };
  const Carriage after = shifted(shift, base);
  CHECK(angle_between(turn_of(base, Joint::UpperChest), turn_of(after, Joint::UpperChest)) ==
        Approx(0.3));
  CHECK(angle_between(turn_of(base, Joint::Spine), turn_of(after, Joint::Spine)) == Approx(0.1));
  CHECK(angle_between(turn_of(base, Joint::Hips), turn_of(after, Joint::Hips)) < 1e-9);
}

TEST_CASE("each clavicle turns by its own offset", "[body_shift]") {
  const body::Body& body = test::ben();
  const Carriage base = base_of(body);
  const Carriage after =
      shifted(shift_of(body, {.clavicles_rad = {{{0, 0, 0.1}, {0, 0.2, 0}}}}, base), base);
  const auto turned_rad = [&](Joint joint) {
    const std::size_t i = body::index_of(joint);
    return angle_between(base.parent_from_joint[i], after.parent_from_joint[i]);
  };
  CHECK(turned_rad(Joint::LeftShoulder) == Approx(0.1));
  CHECK(turned_rad(Joint::RightShoulder) == Approx(0.2));
}

TEST_CASE("the centre of mass goes where it is wanted, over feet that stay", "[body_shift]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const Carriage base = base_of(*body);
    const BodyOffsets offsets{.spine_rad = body::shared_by_trunk({0.3, 0, 0.1}),
                              .centre_of_mass_m = {0.06, -0.02}};
    const Carriage after = shifted(shift_of(*body, offsets, base), base);
    const auto before_model = model_of(*body, base);
    const auto after_model = model_of(*body, after);
    const Vec3 way_m = centre_of_mass_m(*body, after_model) - centre_of_mass_m(*body, before_model);
    CHECK(way_m.x == Approx(0.06).margin(0.001));
    CHECK(way_m.z == Approx(-0.02).margin(0.001));
    CHECK(slid(before_model, after_model).way_m < 1e-9);
  }
}

TEST_CASE("no foot slides from any pose, and a small offset moves a leg little", "[body_shift]") {
  test::RandomRotations random(7);
  const body::Body& body = test::ada();
  for (int i = 0; i < 500; ++i) {
    Carriage carriage = base_of(body);
    for (const body::Side side : body::kSides) {
      const LegChain leg = leg_chain(side);
      const auto turn = [&](Joint joint) -> Quat& {
        return carriage.parent_from_joint[body::index_of(joint)];
      };
      turn(leg.upper_leg) = random.within(0.6);
      turn(leg.lower_leg) =
          rotation_about({1, 0, 0}, random.number(0.1, 1.2)) * random.within(0.05);
      turn(leg.foot) = random.within(0.4);
    }
    const auto before = model_of(body, carriage);
    const auto feet_after = [&](double size) {
      const BodyOffsets offsets{
          .pelvis_m = {random.number(-size, size), random.number(-size, 0),
                       random.number(-size, size)},
          .pelvis_rad = {random.number(-size, size), random.number(-size, size), 0}};
      return shifted(shift_of(body, offsets, carriage), carriage);
    };
    REQUIRE(slid(before, model_of(body, feet_after(0.05))).way_m < 1e-9);
    const Carriage little = feet_after(1e-6);
    for (const Joint joint : kShiftedJoints) {
      const std::size_t at = body::index_of(joint);
      REQUIRE(angle_between(little.parent_from_joint[at], carriage.parent_from_joint[at]) < 1e-4);
    }
  }
}

TEST_CASE("feet step aside, level, and their toes and knees turn with them", "[body_shift]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const Carriage base = base_of(*body);
    const BodyOffsets wide{.feet = {{{{0.05, 0, 0}, 0.4}, {{-0.05, 0.03, 0}, -0.4}}}};
    const auto before = model_of(*body, base);
    const auto after = model_of(*body, shifted(shift_of(*body, wide, base), base));
    for (const body::Side side : body::kSides) {
      const auto i = static_cast<std::size_t>(side);
      const std::size_t foot = body::index_of(leg_chain(side).foot);
      const Vec3 way_m = after.positions_m[foot] - before.positions_m[foot];
      CHECK(length(way_m - wide.feet[i].moved_m) < 1e-9);
      const Quat turn =
          after.character_from_joint[foot] * conjugate(before.character_from_joint[foot]);
      CHECK(rotation_vector(turn).y == Approx(wide.feet[i].yaw_rad));
      // The knee is not twisted against its foot.
      const std::size_t thigh = body::index_of(leg_chain(side).upper_leg);
      const Quat knee =
          after.character_from_joint[thigh] * conjugate(before.character_from_joint[thigh]);
      CHECK(rotation_vector(knee).y == Approx(wide.feet[i].yaw_rad).margin(0.1));
    }
  }
}

}  // namespace kine::solve::body_shift_test
