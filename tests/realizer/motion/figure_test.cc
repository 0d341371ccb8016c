// Tests for realizer/motion/figure.h.
#include "realizer/motion/figure.h"

#include <numbers>

#include "realizer/solve/arm.h"
#include "tests/support/catch.h"
#include "tests/support/examples.h"

namespace kine::motion {
namespace {

using enum body::Joint;

struct Posed {
  std::array<Quat, body::kJointCount> rotations;
  body::Body::Model model;
  std::vector<Warning> warnings;

  Vec3 position(body::Joint joint) const { return model.positions_m[index_of(joint)]; }
  Vec3 direction(body::Joint joint, const Vec3& axis) const {
    return model.character_from_joint[index_of(joint)] * axis;
  }
};

struct Asking {
  std::string group;
  plan::Goal goal;
};

/// What the figure is after these poses, one after the other.
Posed posed(const std::vector<std::vector<Asking>>& poses, Figure::Stage stage = {}) {
  const body::Body& body = test::example_body();
  Diagnostics diagnostics;
  Figure figure(body, stage, diagnostics);
  for (const std::vector<Asking>& pose : poses) {
    std::vector<Asked> asked;
    for (const Asking& each : pose) {
      asked.push_back({body.find_group(each.group)->joints, &each.goal});
    }
    figure.take(asked);
  }
  const auto warnings = diagnostics.warnings();
  return {figure.rotations(),
          body.compute_model(figure.rotations()),
          {warnings.begin(), warnings.end()}};
}

plan::Reach reach(body::Joint joint, const Vec3& target_m) {
  return {.joint = joint, .target_m = target_m, .offset_m = {}};
}

double distance(const Vec3& a, const Vec3& b) { return length(a - b); }

constexpr double kMet_m = 1e-3;
const Vec3 kInFront = {-0.2, 1.2, 0.35};

}  // namespace

TEST_CASE("without poses the figure stands in the base pose", "[figure]") {
  CHECK(posed({}).rotations == test::example_body().base_pose);
}

TEST_CASE("a hand reaches a target of the character's space", "[figure]") {
  const Posed result = posed({{{"rightArm", reach(RightHand, kInFront)}}});

  CHECK(distance(result.position(RightHand), kInFront) < kMet_m);
  CHECK(result.warnings.empty());
}

TEST_CASE("a target in the world is seen from where the character stands", "[figure]") {
  // It stands at x = 2 and faces +X, so its front is the world's +X and its right the world's +Z.
  const Figure::Stage stage{.frame = script::Space::World,
                            .placement = {{2, 0, 0}, std::numbers::pi / 2}};
  const Vec3 in_world = {2 + kInFront.z, kInFront.y, -kInFront.x};

  const Posed result = posed({{{"rightArm", reach(RightHand, in_world)}}}, stage);

  CHECK(distance(result.position(RightHand), kInFront) < kMet_m);
}

TEST_CASE("a target may be relative to the hips or the chest", "[figure]") {
  const Vec3 hips = {0, 0.95, 0};
  const Vec3 chest = {0, 1.29, 0};
  const auto wrist = [](script::Space frame, const Vec3& target) {
    return posed({{{"rightArm", reach(RightHand, target)}}}, {.frame = frame, .placement = {}})
        .position(RightHand);
  };

  CHECK(distance(wrist(script::Space::Hips, kInFront - hips), kInFront) < kMet_m);
  CHECK(distance(wrist(script::Space::HipsAtRest, kInFront - hips), kInFront) < kMet_m);
  CHECK(distance(wrist(script::Space::Chest, kInFront - chest), kInFront) < kMet_m);
}

TEST_CASE("a target at the chest goes where the torso of its pose takes it", "[figure]") {
  const Vec3 from_chest = {-0.2, 0, 0.35};
  const plan::Aim turn{.joint = UpperChest, .axis = {0, 0, 1}, .direction = unit({0.4, 0, 1})};

  const Posed result = posed({{{"rightArm", reach(RightHand, from_chest)}, {"spine", turn}}},
                             {.frame = script::Space::Chest, .placement = {}});

  const Vec3 there = result.position(UpperChest) + result.direction(UpperChest, from_chest);
  CHECK(distance(result.position(RightHand), there) < kMet_m);
}

TEST_CASE("an arm is solved for the torso of its own pose", "[figure]") {
  const plan::Aim bow{.joint = UpperChest, .axis = {0, 1, 0}, .direction = unit({0, 1, 0.4})};

  const Posed result = posed({{{"rightArm", reach(RightHand, kInFront)}, {"spine", bow}}});

  CHECK(distance(result.direction(UpperChest, {0, 1, 0}), bow.direction) < 0.01);
  CHECK(distance(result.position(RightHand), kInFront) < kMet_m);
}

TEST_CASE("a point of the hand meets the target where an offset says so", "[figure]") {
  plan::Reach with_knuckle = reach(LeftHand, {0.2, 1.2, 0.35});
  with_knuckle.offset_m = {0.09, 0, 0};

  const Posed result = posed({{{"leftArm", with_knuckle}}});

  const Vec3 knuckle = result.position(LeftHand) + result.direction(LeftHand, {0.09, 0, 0});
  CHECK(distance(knuckle, with_knuckle.target_m) < kMet_m);
}

TEST_CASE("a hand meets one direction exactly beside its position", "[figure]") {
  const plan::Aim palm{.joint = RightHand, .axis = {0, -1, 0}, .direction = {0, 0, 1}};

  const Posed result = posed({{{"rightArm", reach(RightHand, kInFront)}, {"rightArm", palm}}});

  CHECK(distance(result.direction(RightHand, {0, -1, 0}), {0, 0, 1}) < 0.01);
  CHECK(distance(result.position(RightHand), kInFront) < kMet_m);
}

TEST_CASE("a swivel puts the elbow where it says", "[figure]") {
  const double angle_rad = GENERATE(0.0, 0.4, 0.9);
  const plan::Swivel swivel{.side = body::Side::Right, .angle_rad = angle_rad};

  const Posed result = posed({{{"rightArm", reach(RightHand, kInFront)}, {"rightArm", swivel}}});

  CHECK(solve::swivel_of(test::example_body(), result.rotations, body::Side::Right,
                         solve::SwivelZero::Carried) == Approx(angle_rad).margin(0.01));
}

TEST_CASE("a swivel alone turns the elbow of the pose before and leaves the wrist", "[figure]") {
  const plan::Swivel swivel{.side = body::Side::Right, .angle_rad = 0.9};

  const Posed before = posed({{{"rightArm", reach(RightHand, kInFront)}}});
  const Posed after = posed({{{"rightArm", reach(RightHand, kInFront)}}, {{"rightArm", swivel}}});

  CHECK(distance(after.position(RightHand), kInFront) < kMet_m);
  CHECK(distance(after.position(RightLowerArm), before.position(RightLowerArm)) > 0.02);
  CHECK(solve::swivel_of(test::example_body(), after.rotations, body::Side::Right,
                         solve::SwivelZero::Carried) == Approx(0.9).margin(0.01));
}

TEST_CASE("a head looks along its direction by all joints of its group", "[figure]") {
  const plan::Aim down{.joint = Head, .axis = {0, 0, 1}, .direction = unit({0, -0.5, 1})};

  const Posed result = posed({{{"headNeck", down}}});

  CHECK(distance(result.direction(Head, {0, 0, 1}), down.direction) < 1e-3);
  CHECK(angle_between(result.rotations[index_of(Neck)], {}) > 0.05);
  CHECK(result.rotations[index_of(UpperChest)] == Quat{});
}

TEST_CASE("a shape is taken as far as its influence goes", "[figure]") {
  const body::Body& body = test::example_body();
  const auto fist =
      static_cast<std::size_t>(body.find_shape("leftFingers", "fist") - body.shapes.data());
  const auto bend = [&](double influence) {
    const Posed result =
        posed({{{"leftFingers", plan::TakeShape{.shape = fist, .influence = influence}}}});
    return angle_between(result.rotations[index_of(LeftIndexProximal)], {});
  };

  CHECK(bend(1) == Approx(1.2));
  CHECK(bend(0.25) == Approx(0.3));
  CHECK(bend(0) == Approx(0).margin(1e-9));
}

TEST_CASE("what is out of reach is warned of with the distance and the target", "[figure]") {
  plan::Reach far = reach(RightHand, {-0.17, 1.4, 2});
  far.where = {4, 5};

  const Posed result = posed({{{"rightArm", far}}});

  // The shoulder is at (-.17, 1.4, 0) and the arm .55 m long.
  REQUIRE(result.warnings.size() == 1);
  CHECK(result.warnings[0].where == Where{4, 5});
  CHECK(result.warnings[0].message.starts_with("rightHand stays 14"));
  CHECK(result.warnings[0].message.ends_with(" cm away from its target '-0.17 1.4 2'"));
}

TEST_CASE("a direction that limits forbid is warned of with the angle", "[figure]") {
  body::Body stiff = test::example_body();
  for (const body::Joint joint : {Neck, Head}) {
    stiff.limits[index_of(joint)].min_rad = {-0.1, -0.1, -0.1};
    stiff.limits[index_of(joint)].max_rad = {0.1, 0.1, 0.1};
  }
  const plan::Goal aside = plan::Aim{.joint = Head, .axis = {0, 0, 1}, .direction = {1, 0, 0}};
  Diagnostics diagnostics;
  Figure figure(stiff, {}, diagnostics);

  const Asked asked[] = {{stiff.find_group("headNeck")->joints, &aside}};
  figure.take(asked);

  // 90 degrees less twice 0.1 rad.
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].message ==
        "head stays 78.5 degrees away from its direction '1 0 0'");
}

TEST_CASE("the direction of an upper arm holds alone; its hand's position goes before",
          "[figure]") {
  const plan::Aim forward{.joint = RightUpperArm, .axis = {-1, 0, 0}, .direction = {0, 0, 1}};

  const Posed alone = posed({{{"rightArm", forward}}});
  CHECK(distance(alone.direction(RightUpperArm, {-1, 0, 0}), {0, 0, 1}) < 1e-3);

  const Posed beside = posed({{{"rightArm", forward}, {"rightArm", reach(RightHand, kInFront)}}});
  CHECK(distance(beside.position(RightHand), kInFront) < kMet_m);
  REQUIRE(beside.warnings.size() == 1);
  CHECK(beside.warnings[0].message.starts_with("not realized yet: "));
}

TEST_CASE("look-at and positions of other joints are not realized", "[figure]") {
  CHECK(is_realized(reach(LeftHand, {})));
  CHECK(is_realized(plan::Swivel{}));
  CHECK_FALSE(is_realized(reach(Head, {})));
  CHECK_FALSE(is_realized(plan::LookAt{}));
}

}  // namespace kine::motion
