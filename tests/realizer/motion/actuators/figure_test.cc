// Tests for realizer/motion/actuators/figure.h.
#include "realizer/motion/actuators/figure.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "realizer/solve/arm.h"
#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::motion::figure_test {
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
constexpr double kMissed_m = 5e-3;  // where soft reach has its part
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

TEST_CASE("the direction of an upper arm holds where its hand has no place", "[figure]") {
  const plan::Aim forward{.joint = RightUpperArm, .axis = {-1, 0, 0}, .direction = {0, 0, 1}};

  const Posed alone = posed({{{"rightArm", forward}}});

  CHECK(distance(alone.direction(RightUpperArm, {-1, 0, 0}), {0, 0, 1}) < 1e-3);
}

TEST_CASE("beside a hand's place an elbow goes where upper arm or forearm point best", "[figure]") {
  // The elbow lies on a circle about the line from shoulder to wrist; what it can point at is known
  // from that circle: its point at this angle.
  const double angle = GENERATE(0.2, 1.1, 2.5, -1.3);
  const Vec3 shoulder = {-0.17, 1.4, 0};
  const Vec3 line = unit(kInFront - shoulder);
  const double d = length(kInFront - shoulder);
  const double along = (d * d + 0.30 * 0.30 - 0.25 * 0.25) / (2 * d);
  const double height = std::sqrt(0.30 * 0.30 - along * along);
  const Vec3 down = unit(rejected({0, -1, 0}, line));
  const Vec3 elbow = shoulder + along * line +
                     height * (std::cos(angle) * down + std::sin(angle) * cross(line, down));

  SECTION("an upper arm") {
    const plan::Aim aim{
        .joint = RightUpperArm, .axis = {-1, 0, 0}, .direction = unit(elbow - shoulder)};
    const Posed result = posed({{{"rightArm", aim}, {"rightArm", reach(RightHand, kInFront)}}});
    CHECK(distance(result.position(RightHand), kInFront) < kMet_m);
    CHECK(distance(result.position(RightLowerArm), elbow) < 2e-3);
    CHECK(result.warnings.empty());
  }
  SECTION("a forearm") {
    const plan::Aim aim{
        .joint = RightLowerArm, .axis = {-1, 0, 0}, .direction = unit(kInFront - elbow)};
    const Posed result = posed({{{"rightArm", aim}, {"rightArm", reach(RightHand, kInFront)}}});
    CHECK(distance(result.position(RightHand), kInFront) < kMet_m);
    CHECK(distance(result.position(RightLowerArm), elbow) < 2e-3);
  }
  SECTION("the place of the elbow itself") {
    const Posed result = posed(
        {{{"rightArm", reach(RightLowerArm, elbow)}, {"rightArm", reach(RightHand, kInFront)}}});
    CHECK(distance(result.position(RightHand), kInFront) < kMet_m);
    CHECK(distance(result.position(RightLowerArm), elbow) < 2e-3);
    CHECK(result.warnings.empty());
  }
}

TEST_CASE("a direction that the hand's place forbids is warned of with the angle", "[figure]") {
  // The upper arm cannot point back while the hand is in front at full stretch.
  const Vec3 stretched = {-0.17, 1.4, 0.53};
  const plan::Aim back{.joint = RightUpperArm, .axis = {-1, 0, 0}, .direction = {0, 0, -1}};

  const Posed result = posed({{{"rightArm", back}, {"rightArm", reach(RightHand, stretched)}}});

  CHECK(distance(result.position(RightHand), stretched) < kMet_m);
  REQUIRE(result.warnings.size() == 1);
  CHECK(result.warnings[0].message.starts_with("rightUpperArm stays 1"));
  CHECK(result.warnings[0].message.ends_with(" degrees away from its direction '0 0 -1'"));
}

TEST_CASE("the direction of a clavicle is met beside its hand's place", "[figure]") {
  const plan::Aim lifted{
      .joint = RightShoulder, .axis = {-1, 0, 0}, .direction = unit({-1, 0.3, 0.1})};

  const Posed result = posed({{{"rightArm", lifted}, {"rightArm", reach(RightHand, kInFront)}}});

  CHECK(distance(result.direction(RightShoulder, {-1, 0, 0}), lifted.direction) < 1e-3);
  CHECK(distance(result.position(RightHand), kInFront) < kMet_m);
}

TEST_CASE("an elbow alone goes to its place by the upper arm", "[figure]") {
  const Vec3 elbow = Vec3{-0.17, 1.4, 0} + 0.30 * unit({-0.5, -0.4, 0.7});

  const Posed result = posed({{{"rightArm", reach(RightLowerArm, elbow)}}});

  CHECK(distance(result.position(RightLowerArm), elbow) < kMet_m);
  CHECK(result.rotations[index_of(RightLowerArm)] ==
        test::example_body().base_pose[index_of(RightLowerArm)]);
}

TEST_CASE("an arm brings the joint of a bent finger to its place", "[figure]") {
  const body::Body& body = test::example_body();
  const auto fist =
      static_cast<std::size_t>(body.find_shape("rightFingers", "fist") - body.shapes.data());
  const plan::TakeShape shape{.shape = fist, .influence = 0.5};

  const Posed result =
      posed({{{"rightArm", reach(RightIndexDistal, kInFront)}, {"rightFingers", shape}}});

  CHECK(distance(result.position(RightIndexDistal), kInFront) < kMet_m);
  CHECK(result.warnings.empty());
}

TEST_CASE("a finger points where it is asked to on an arm that moves in its pose", "[figure]") {
  const plan::Aim up{.joint = RightIndexProximal, .axis = {-1, 0, 0}, .direction = unit({0, 1, 1})};

  const Posed result =
      posed({{{"rightFingers", up}, {"rightArm", reach(RightHand, {-0.2, 1.5, 0.3})}}});

  CHECK(distance(result.direction(RightIndexProximal, {-1, 0, 0}), up.direction) < 1e-3);
}

TEST_CASE("where an arm does not reach, the trunk that may lean brings it there", "[figure]") {
  plan::Reach far = reach(RightHand, {-0.1, 1.2, 0.75});
  far.leans = true;

  const Posed result = posed({{{"spine", plan::Lean{}}, {"rightArm", far}}});

  CHECK(distance(result.position(RightHand), far.target_m) < kMissed_m);
  CHECK(result.warnings.empty());
  CHECK(result.position(RightShoulder).z > 0.1);
  // Without it, the hand stays away.
  CHECK(posed({{{"rightArm", far}}}).warnings.size() == 1);
}

TEST_CASE("a trunk that may lean stands straight for what the arm reaches", "[figure]") {
  plan::Reach far = reach(RightHand, {-0.1, 1.2, 0.75});
  plan::Reach near = reach(RightHand, kInFront);
  far.leans = near.leans = true;

  const Posed result = posed({{{"spine", plan::Lean{}}, {"rightArm", far}},
                              {{"spine", plan::Lean{}}, {"rightArm", near}}});

  CHECK(result.rotations[index_of(Spine)] == Quat{});
  CHECK(distance(result.position(RightHand), kInFront) < kMet_m);
}

TEST_CASE("the other arm is solved on the trunk that leans", "[figure]") {
  plan::Reach far = reach(RightHand, {-0.1, 1.2, 0.75});
  far.leans = true;
  const plan::Reach left = reach(LeftHand, {0.25, 1.1, 0.3});

  const Posed result = posed({{{"leftArm", left}, {"spine", plan::Lean{}}, {"rightArm", far}}});

  CHECK(distance(result.position(LeftHand), left.target_m) < kMet_m);
  CHECK(distance(result.position(RightHand), far.target_m) < kMissed_m);
}

TEST_CASE("a trunk leans for the point that an offset says", "[figure]") {
  plan::Reach far = reach(RightHand, {-0.1, 1.2, 0.85});
  far.leans = true;
  far.offset_m = {-0.09, 0, 0};

  const Posed result = posed({{{"spine", plan::Lean{}}, {"rightArm", far}}});

  const Vec3 knuckle = result.position(RightHand) + result.direction(RightHand, far.offset_m);
  CHECK(distance(knuckle, far.target_m) < kMissed_m);
}

TEST_CASE("a trunk that the pose directs does not lean", "[figure]") {
  plan::Reach far = reach(RightHand, {-0.1, 1.2, 0.9});
  far.leans = true;
  const plan::Aim upright{.joint = UpperChest, .axis = {0, 1, 0}, .direction = {0, 1, 0}};

  const Posed result = posed({{{"spine", plan::Lean{}}, {"spine", upright}, {"rightArm", far}}});

  CHECK(result.direction(UpperChest, {0, 1, 0}).y == Approx(1));
  CHECK(result.warnings.size() == 1);
}

TEST_CASE("a hand with its trunk follows its target without a jump", "[figure]") {
  // In 4 mm steps from near to far, across and down.
  const std::vector<Vec3> ways = {
      {-0.2, 1.2, 0.3}, {-0.2, 1.2, 0.9}, {0.3, 1.1, 0.7}, {-0.6, 0.8, 0.4}, {-0.2, 1.2, 0.3}};
  double farthest_m = 0;
  double largest_rad = 0;
  std::optional<Posed> before;
  for (std::size_t i = 1; i < ways.size(); ++i) {
    constexpr double kStep_m = 0.004;
    const int steps = static_cast<int>(length(ways[i] - ways[i - 1]) / kStep_m);
    for (int step = 0; step < steps; ++step) {
      plan::Reach hand = reach(
          RightHand, ways[i - 1] + (static_cast<double>(step) / steps) * (ways[i] - ways[i - 1]));
      hand.leans = true;
      Posed now = posed({{{"spine", plan::Lean{}}, {"rightArm", hand}}});
      if (before) {
        farthest_m = std::max(
            farthest_m, distance(now.position(RightLowerArm), before->position(RightLowerArm)));
        for (const body::Joint joint : {Spine, Chest, UpperChest}) {
          largest_rad = std::max(largest_rad, angle_between(now.rotations[index_of(joint)],
                                                            before->rotations[index_of(joint)]));
        }
      }
      before = std::move(now);
    }
  }
  CHECK(largest_rad < 0.03);
  CHECK(farthest_m < 0.05);
}

TEST_CASE("a head goes to its place and looks on as it did", "[figure]") {
  // 12 cm ahead, as much lower as a straight column of .60 m from the spine's joint to the head's
  // that bows at its foot is: what the spine's shape leaves of that is millimetres.
  const Vec3 place = {0, 1.05 + std::sqrt(0.50 * 0.50 - 0.12 * 0.12), 0.12};

  const Posed result = posed({{{"spine", plan::Lean{}}, {"headNeck", reach(Head, place)}}});

  CHECK(distance(result.position(Head), place) < 0.01);
  CHECK(distance(result.direction(Head, {0, 0, 1}), {0, 0, 1}) < 1e-6);
  CHECK(angle_between(result.rotations[index_of(Spine)], {}) > 0.02);
}

TEST_CASE("a head has both a place and a direction", "[figure]") {
  const Vec3 place = {0.08, 1.05 + std::sqrt(0.50 * 0.50 - 0.10 * 0.10 - 0.08 * 0.08), 0.10};
  const plan::Aim aside{.joint = Head, .axis = {0, 0, 1}, .direction = unit({-0.5, -0.2, 1})};

  const Posed result =
      posed({{{"spine", plan::Lean{}}, {"headNeck", reach(Head, place)}, {"headNeck", aside}}});

  CHECK(distance(result.position(Head), place) < 0.012);
  CHECK(distance(result.direction(Head, {0, 0, 1}), aside.direction) < 1e-3);
}

TEST_CASE("a chest goes to its place by the spine below it", "[figure]") {
  // .24 m above the spine's joint.
  const Vec3 place = {0.03, 1.05 + std::sqrt(0.24 * 0.24 - 0.03 * 0.03 - 0.05 * 0.05), 0.05};

  const Posed result = posed({{{"spine", reach(UpperChest, place)}}});

  CHECK(distance(result.position(UpperChest), place) < 0.005);
}

TEST_CASE("a shoulder is lifted to its place by the clavicle", "[figure]") {
  // .14 m from the clavicle's joint at (-.03, 1.4, 0).
  const Vec3 place = Vec3{-0.03, 1.4, 0} + 0.14 * unit({-1, 0.3, 0.1});

  const Posed result = posed({{{"rightArm", reach(RightUpperArm, place)}}});

  CHECK(distance(result.position(RightUpperArm), place) < 0.002);
}

TEST_CASE("a look-at is no matter of a pose that is solved beforehand", "[figure]") {
  CHECK(is_realized(reach(LeftHand, {})));
  CHECK(is_realized(reach(Head, {})));
  CHECK(is_realized(plan::Lean{}));
  CHECK_FALSE(is_realized(plan::LookAt{}));
}

}  // namespace kine::motion::figure_test
