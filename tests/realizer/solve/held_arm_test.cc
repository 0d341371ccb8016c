// Tests for realizer/solve/held_arm.h: what comes out is judged by forward kinematics.
#include "realizer/solve/held_arm.h"

#include <algorithm>
#include <cmath>

#include "realizer/solve/arm.h"
#include "realizer/solve/elbow.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::solve::held_arm_test {
namespace {

using body::Side;
using test::RandomRotations;

constexpr double kDegree = 3.14159265358979323846 / 180;

struct WristPlace {
  Vec3 wrist_m;
  Quat character_from_hand;
};

WristPlace wrist_of(const body::Body& body, Side side, const ArmRoot& root, const ArmTurns& arm) {
  const body::ArmChain chain = body::arm_chain(side);
  const Quat upper = root.character_from_shoulder * arm.upper_arm;
  const Quat lower = upper * arm.lower_arm;
  return {root.upper_arm_m + upper * body.offsets_m[index_of(chain.lower_arm)] +
              lower * body.offsets_m[index_of(chain.hand)],
          lower * arm.hand};
}

/// An arm of ada brought to a point before her, on the root that she has at rest.
HeldArm arm_at(Side side, const Vec3& target_m) {
  const body::Body& body = test::ada();
  const body::ArmChain chain = body::arm_chain(side);
  const ArmSolution solved = solve_arm(body, body.base_pose, {.side = side, .wrist_m = target_m});
  const body::Body::Model model = body.compute_model(body.base_pose);
  const ArmRoot root{model.positions_m[index_of(chain.upper_arm)],
                     model.character_from_joint[index_of(chain.shoulder)]};
  return {.side = side,
          .meant = root,
          .actual = root,
          .turns = {solved.upper_arm, solved.lower_arm, solved.hand}};
}

/// The same arm, carried off by a turn of the trunk about a point of the spine.
HeldArm carried(HeldArm held, const Quat& turn) {
  const Vec3 spine{0, 1.0, 0};
  held.actual.upper_arm_m = spine + turn * (held.meant.upper_arm_m - spine);
  held.actual.character_from_shoulder = turn * held.meant.character_from_shoulder;
  return held;
}

HeldArm random_arm(RandomRotations& random) {
  const bool left = random.number(0, 1) < 0.5;
  return arm_at(left ? Side::Left : Side::Right,
                {(left ? 1 : -1) * random.number(0.15, 0.35), random.number(0.95, 1.35),
                 random.number(0.2, 0.3)});
}

double largest_turn(const ArmTurns& a, const ArmTurns& b) {
  return std::max({angle_between(a.upper_arm, b.upper_arm), angle_between(a.lower_arm, b.lower_arm),
                   angle_between(a.hand, b.hand)});
}

}  // namespace

TEST_CASE("an arm whose shoulder is where it was meant keeps its turns", "[held_arm]") {
  RandomRotations random(1);
  for (int round = 0; round < 100; ++round) {
    HeldArm held = random_arm(random);
    held.hand_held = random.number(0, 1);

    CHECK(largest_turn(hold_arm(test::ada(), held), held.turns) < 1e-6);
  }
}

TEST_CASE("the wrist stays where it was meant while the trunk turns any way by 15 degrees",
          "[held_arm]") {
  RandomRotations random(2);
  int judged = 0;
  for (int round = 0; round < 300; ++round) {
    const HeldArm meant = random_arm(random);
    const HeldArm held = carried(meant, random.within(15 * kDegree));
    const WristPlace before = wrist_of(test::ada(), held.side, held.meant, held.turns);
    const body::Body& body = test::ada();
    const double arm_m =
        body.bone_length_m(body::Joint::LeftLowerArm) + body.bone_length_m(body::Joint::LeftHand);
    const auto is_easy = [&](const Vec3& shoulder_m) {
      const double distance_m = length(before.wrist_m - shoulder_m);
      return distance_m < 0.93 * arm_m &&
             distance_m > nearest_reach_m(body, held.side) + 0.07 * arm_m;
    };
    if (!is_easy(held.meant.upper_arm_m) || !is_easy(held.actual.upper_arm_m)) continue;
    ++judged;

    const ArmTurns turns = hold_arm(body, held);

    const WristPlace after = wrist_of(body, held.side, held.actual, turns);
    CHECK(length(after.wrist_m - before.wrist_m) < 1e-5);
    CHECK(turns.hand == held.turns.hand);
  }
  CHECK(judged > 200);
}

TEST_CASE("a wrist out of reach comes near the end of the arm, on the line to where it was meant",
          "[held_arm]") {
  const body::Body& body = test::ada();
  const double arm_m =
      body.bone_length_m(body::Joint::LeftLowerArm) + body.bone_length_m(body::Joint::LeftHand);
  const HeldArm meant = arm_at(Side::Left, {0.2, 1.2, 0.4});
  const Vec3 wish = wrist_of(body, Side::Left, meant.meant, meant.turns).wrist_m;
  double before_m = 0;
  for (double back_m = 0; back_m < 0.6; back_m += 0.01) {
    HeldArm held = meant;
    held.actual.upper_arm_m = held.actual.upper_arm_m - Vec3{0, 0, back_m};

    const Vec3 wrist = wrist_of(body, Side::Left, held.actual, hold_arm(body, held)).wrist_m;

    const double reached_m = length(wrist - held.actual.upper_arm_m);
    CHECK(reached_m > before_m - 1e-7);
    CHECK(reached_m < arm_m + 1e-7);
    const Vec3 way = unit(wish - held.actual.upper_arm_m);
    CHECK(length(rejected(wrist - held.actual.upper_arm_m, way)) < 1e-5);
    before_m = reached_m;
  }
  CHECK(before_m > 0.9999 * arm_m);
}

TEST_CASE("a straight arm bends where its shoulder comes near", "[held_arm]") {
  const HeldArm meant = arm_at(Side::Left, {0.17, 1.36, 0.6});  // straight ahead; it is .52 m long
  const Vec3 wrist = wrist_of(test::ada(), Side::Left, meant.meant, meant.turns).wrist_m;
  HeldArm held = meant;
  held.actual.upper_arm_m = held.actual.upper_arm_m + Vec3{0, 0, 0.1};

  const ArmTurns turns = hold_arm(test::ada(), held);

  CHECK(length(wrist_of(test::ada(), Side::Left, held.actual, turns).wrist_m - wrist) < 1e-4);
}

TEST_CASE("a hand that is held keeps its turn in space, as far as pronation and wrist can",
          "[held_arm]") {
  RandomRotations random(3);
  for (int round = 0; round < 200; ++round) {
    HeldArm held = carried(random_arm(random), random.within(8 * kDegree));
    held.hand_held = 1;
    const WristPlace before = wrist_of(test::ada(), held.side, held.meant, held.turns);

    const ArmTurns turns = hold_arm(test::ada(), held);

    const WristPlace after = wrist_of(test::ada(), held.side, held.actual, turns);
    CHECK(angle_between(after.character_from_hand, before.character_from_hand) < 4 * kDegree);
    const body::ArmChain chain = body::arm_chain(held.side);
    const body::JointLimits& wrist = test::ada().limits[index_of(chain.hand)];
    CHECK(angle_between(body::within_limits(wrist, turns.hand), turns.hand) < 1e-6);
  }
}

TEST_CASE("no joint of the arm leaps while the trunk goes to and fro", "[held_arm]") {
  RandomRotations random(4);
  for (int round = 0; round < 60; ++round) {
    HeldArm meant = random_arm(random);
    meant.hand_held = random.number(0, 1);
    const Vec3 axis = random.direction();
    ArmTurns before = meant.turns;
    // A tenth of a degree of the trunk is a millimetre at the shoulder. Where an arm comes to be
    // straight its elbow is the fastest: a quarter millimetre of the line for a degree.
    for (double degrees = 0; degrees < 30; degrees += 0.1) {
      const ArmTurns turns =
          hold_arm(test::ada(), carried(meant, rotation_about(axis, degrees * kDegree)));
      REQUIRE(largest_turn(before, turns) < 1.5 * kDegree);
      before = turns;
    }
  }
}

TEST_CASE("an elbow comes to the end of the reach no harder than a quick stroke begins",
          "[held_arm]") {
  // The shoulder leaves the wrist at 1 m/s; what the joints of a quick stroke do is 300 rad/s^2.
  constexpr double kStep_s = 0.001;
  const HeldArm meant = arm_at(Side::Right, {-0.2, 1.2, 0.3});
  const auto elbow_at = [&](double time_s) {
    HeldArm held = meant;
    held.actual.upper_arm_m = held.actual.upper_arm_m - Vec3{0, 0, time_s};
    return rotation_vector(hold_arm(test::ada(), held).lower_arm);
  };
  double hardest_rad_s2 = 0;
  for (double time_s = kStep_s; time_s < 0.5; time_s += kStep_s) {
    const Vec3 change =
        elbow_at(time_s + kStep_s) - 2 * elbow_at(time_s) + elbow_at(time_s - kStep_s);
    hardest_rad_s2 = std::max(hardest_rad_s2, length(change) / (kStep_s * kStep_s));
  }
  CHECK(hardest_rad_s2 < 300);
  CHECK(hardest_rad_s2 > 50);  // it did come there
}

}  // namespace kine::solve::held_arm_test
