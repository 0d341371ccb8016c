// Tests for realizer/solve/leg.h.
#include "realizer/solve/leg.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::solve::leg_test {
namespace {

/// Where the ankle is, by forward kinematics.
struct Placed {
  Vec3 ankle_m;
  Quat turn;
  Vec3 knee_m;
};

Placed placed(const body::Body& body, body::Side side, const Vec3& hips_m, const Quat& hips,
              const LegTurns& turns) {
  const LegChain chain = leg_chain(side);
  const auto offset = [&](body::Joint joint) { return body.offsets_m[body::index_of(joint)]; };
  const Quat upper = hips * turns.upper_leg;
  const Quat lower = upper * turns.lower_leg;
  const Vec3 knee_m = hips_m + hips * offset(chain.upper_leg) + upper * offset(chain.lower_leg);
  return {knee_m + lower * offset(chain.foot), lower * turns.foot, knee_m};
}

TEST_CASE("a foot comes to its place and keeps its turn, wherever the hips are", "[leg]") {
  test::RandomRotations random(5);
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const auto rest = body->compute_model(body->base_pose).positions_m;
    const double reach_m = leg_reach_m(*body, body::Side::Left);
    for (int i = 0; i < 500; ++i) {
      const body::Side side = i % 2 == 0 ? body::Side::Left : body::Side::Right;
      const Vec3 hips_m = rest[0] + Vec3{random.number(-0.1, 0.1), random.number(-0.4, -0.05),
                                         random.number(-0.3, 0.3)};
      const Quat hips = from_rotation_vector(
          {random.number(-0.4, 0.4), random.number(-0.3, 0.3), random.number(-0.2, 0.2)});
      const Quat turn =
          from_rotation_vector({random.number(-0.4, 0.7), random.number(-0.3, 0.3), 0});
      const Vec3 ankle_m = rest[body::index_of(leg_chain(side).foot)];
      const Vec3 from_m =
          hips_m + hips * body->offsets_m[body::index_of(leg_chain(side).upper_leg)];
      if (length(ankle_m - from_m) > reach_m) continue;
      const LegTurns turns = bring_foot(*body, side, hips_m, hips, {ankle_m, turn, {1, 0, 0}});
      const Placed foot = placed(*body, side, hips_m, hips, turns);
      REQUIRE(length(foot.ankle_m - ankle_m) < 1e-9);
      REQUIRE(angle_between(foot.turn, turn) < 1e-6);
      // The knee is a hinge, and bends as knees do.
      REQUIRE(turns.lower_leg.y == 0);
      REQUIRE(turns.lower_leg.z == 0);
      REQUIRE(turns.lower_leg.x > -0.04);
    }
  }
}

TEST_CASE("who stands in the base pose has the legs of the base pose", "[leg]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const auto rest = body->compute_model(body->base_pose).positions_m;
    for (const body::Side side : {body::Side::Left, body::Side::Right}) {
      const LegChain chain = leg_chain(side);
      const LegTurns turns =
          bring_foot(*body, side, rest[0], {}, {rest[body::index_of(chain.foot)], {}, {1, 0, 0}});
      const auto base = [&](body::Joint joint) { return body->base_pose[body::index_of(joint)]; };
      CHECK(angle_between(turns.upper_leg, base(chain.upper_leg)) < 1e-6);
      CHECK(angle_between(turns.lower_leg, base(chain.lower_leg)) < 1e-6);
      CHECK(angle_between(turns.foot, base(chain.foot)) < 1e-6);
    }
  }
}

TEST_CASE("a leg that is too short is stretched towards the place", "[leg]") {
  const body::Body& body = test::ada();
  const auto rest = body.compute_model(body.base_pose).positions_m;
  const Vec3 ankle_m = rest[body::index_of(body::Joint::LeftFoot)] + Vec3{0, 0, 1};
  const LegTurns turns = bring_foot(body, body::Side::Left, rest[0], {}, {ankle_m, {}, {1, 0, 0}});
  const Placed foot = placed(body, body::Side::Left, rest[0], {}, turns);
  const Vec3 from_m = rest[body::index_of(body::Joint::LeftUpperLeg)];
  CHECK(length(foot.ankle_m - from_m) == Approx(leg_reach_m(body, body::Side::Left)));
  CHECK(dot(unit(foot.ankle_m - from_m), unit(ankle_m - from_m)) == Approx(1));
}

TEST_CASE("a foot is kept by any leg, and hips that stay keep the leg as it is", "[leg]") {
  test::RandomRotations random(6);
  const body::Body& body = test::ben();
  const Vec3 hips_m = body.compute_model(body.base_pose).positions_m[0];
  for (int i = 0; i < 500; ++i) {
    const body::Side side = i % 2 == 0 ? body::Side::Left : body::Side::Right;
    const Quat hips = random.within(0.4);
    const LegTurns turns{
        .upper_leg = random.within(0.8),
        .lower_leg = rotation_about({1, 0, 0}, random.number(0.2, 1.5)) * random.within(0.1),
        .foot = random.within(0.5)};
    const Placed foot = placed(body, side, hips_m, hips, turns);
    const StandingLeg leg{.ankle_m = foot.ankle_m,
                          .character_from_upper_leg = hips * turns.upper_leg,
                          .lower_leg = turns.lower_leg,
                          .character_from_foot = foot.turn};
    const LegTurns same = keep_foot(body, side, hips_m, hips, leg);
    REQUIRE(angle_between(same.upper_leg, turns.upper_leg) < 1e-6);
    REQUIRE(angle_between(same.lower_leg, turns.lower_leg) < 1e-6);
    const Vec3 moved_m = hips_m + Vec3{random.number(-0.05, 0.05), random.number(-0.1, 0), 0.02};
    const Quat turned = random.within(0.2) * hips;
    const LegTurns kept = keep_foot(body, side, moved_m, turned, leg);
    const Placed after = placed(body, side, moved_m, turned, kept);
    const double from_m =
        length(foot.ankle_m - moved_m -
               turned * body.offsets_m[body::index_of(leg_chain(side).upper_leg)]);
    if (from_m > 0.9999 * leg_reach_m(body, side, turns.lower_leg)) continue;
    REQUIRE(length(after.ankle_m - foot.ankle_m) < 1e-9);
    REQUIRE(angle_between(after.turn, foot.turn) < 1e-6);
  }
}

TEST_CASE("the knee of a foot that is kept is found, with its slopes", "[leg]") {
  test::RandomRotations random(8);
  constexpr double kStep = 1e-7;  // near straightness a longer one errs by its square
  for (int i = 0; i < 300; ++i) {
    const body::Body& body = i % 2 == 0 ? test::ada() : test::ben();
    const body::Side side = i % 3 == 0 ? body::Side::Left : body::Side::Right;
    const LegChain chain = leg_chain(side);
    const Vec3 hips_m = body.offsets_m[0];
    const LegTurns turns{.upper_leg = random.within(0.3),
                         .lower_leg = rotation_about({1, 0, 0}, random.number(0.3, 1)),
                         .foot = {}};
    const StandingLeg leg = standing_leg(body, side, hips_m, {}, turns);
    const Vec3 way_m{random.number(-0.03, 0.03), random.number(-0.06, 0.01),
                     random.number(-0.03, 0.03)};
    const Vec3 from_m = hips_m + way_m + body.offsets_m[body::index_of(chain.upper_leg)];
    const KneePlace knee = find_knee(body, side, from_m, leg);
    const LegTurns kept = keep_foot(body, side, hips_m + way_m, {}, leg);
    REQUIRE(length(placed(body, side, hips_m + way_m, {}, kept).knee_m - knee.knee_m) < 1e-9);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Vec3 step_m;
      (axis == 0 ? step_m.x : axis == 1 ? step_m.y : step_m.z) = kStep;
      const Vec3 slope = (find_knee(body, side, from_m + step_m, leg).knee_m -
                          find_knee(body, side, from_m - step_m, leg).knee_m) /
                         (2 * kStep);
      REQUIRE(length(slope - knee.slopes[axis]) < 1e-6);
    }
  }
}

TEST_CASE("a leg reaches as far as it stands, or to where it is all but straight", "[leg]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const LegTurns bent{.upper_leg = {}, .lower_leg = rotation_about({1, 0, 0}, 1), .foot = {}};
    const StandingLeg leg = standing_leg(*body, body::Side::Left, {}, {}, bent);
    const double straight_m = leg_reach_m(*body, body::Side::Left, bent.lower_leg);
    const double reach_m = standing_reach_m(*body, body::Side::Left, leg);
    CHECK(reach_m < straight_m);
    CHECK(reach_m > 0.998 * straight_m);
  }
}

}  // namespace
}  // namespace kine::solve::leg_test
