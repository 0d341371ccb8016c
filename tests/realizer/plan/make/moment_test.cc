// Tests for realizer/plan/make/moment.h.
#include "realizer/plan/make/moment.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::moment_test {
namespace {

using enum body::Joint;
using script::Dialect;

struct Made {
  Result<Moment> moment;
  std::vector<Warning> warnings;
};

/// `pose` must outlive the result.
Made made(const script::Pose& pose, Dialect dialect = Dialect::Kinesphere) {
  Diagnostics diagnostics;
  Faults faults(dialect, diagnostics);
  const Names names(test::example_body(), test::example_vocabulary());
  auto moment = make_moment(pose, Seconds(2), names, faults);
  const auto warnings = diagnostics.warnings();
  return {std::move(moment), {warnings.begin(), warnings.end()}};
}

std::string group_of(const Moment::GroupGoal& goal) {
  return test::example_body().groups[goal.group].name;
}

script::Orientation orientation(std::string_view joint, std::string_view group = {}) {
  return {.joint = test::named(joint),
          .group = test::named(group),
          .axis = {0, 0, 1},
          .direction = {0, 0, 1}};
}

}  // namespace

TEST_CASE("times count from the sequence or from the script", "[moment]") {
  script::Pose pose = test::pose_at(0.5, {});
  CHECK(made(pose).moment->time == Seconds(2.5));
  pose.time.from = script::Time::From::Block;
  CHECK(made(pose).moment->time == Seconds(0.5));
}

TEST_CASE("each constraint stands under the group that moves it", "[moment]") {
  const script::Pose pose = test::pose_at(
      1, {test::reach("rightHand", {-0.2, 1.2, 0.4}), orientation("head"), orientation("chest"),
          test::shape("leftFingers", "fist"), test::morph("jawOpen", 0.5)});

  const Made result = made(pose);

  REQUIRE(result.moment);
  REQUIRE(result.moment->goals.size() == 4);
  CHECK(group_of(result.moment->goals[0]) == "rightArm");
  CHECK(std::get<Reach>(result.moment->goals[0].goal).target_m == Vec3{-0.2, 1.2, 0.4});
  CHECK(group_of(result.moment->goals[1]) == "headNeck");
  CHECK(group_of(result.moment->goals[2]) == "spine");
  CHECK(group_of(result.moment->goals[3]) == "leftFingers");
  REQUIRE(result.moment->morphs.size() == 1);
  CHECK(result.moment->morphs[0].weight == 0.5);
  CHECK(result.warnings.empty());
}

TEST_CASE("a hand touches a point of its body by a point of its own", "[moment]") {
  const Names names(test::ada(), test::example_vocabulary());
  const auto made_of = [&](std::string_view joint, std::string_view touches, std::string_view by) {
    script::Position position = test::reach(joint, {});
    position.touches = test::named(touches);
    position.by = test::named(by);
    Diagnostics diagnostics;
    Faults faults(Dialect::Kinesphere, diagnostics);
    return make_moment(test::pose_at(1, {position}), Seconds(0), names, faults);
  };
  const auto& points = test::ada().points;

  const auto ear = made_of("rightHand", "ear", "");
  REQUIRE(ear);
  const auto& reach = std::get<Reach>(ear->goals.at(0).goal);
  REQUIRE(reach.touch);
  CHECK(points[reach.touch->on].name == "rightEar");
  CHECK(points[reach.touch->by].name == "rightIndexTip");
  CHECK(reach.target_m.y == Approx(1.526).margin(0.01));
  CHECK(std::get<Reach>(made_of("leftHand", "rightElbow", "palm")->goals.at(0).goal).touch);

  CHECK(made_of("rightHand", "chinn", "").error().message ==
        "the body has no point of contact, near to it are chin: 'chinn'");
  CHECK(made_of("rightHand", "xyzzy", "")
            .error()
            .message.starts_with(
                "the body has no point of contact, there are leftHip, rightHip, belly,"));
  CHECK(made_of("rightHand", "chin", "nose").error().message ==
        "a hand touches with a point of its own, not with 'nose'");
  CHECK(made_of("rightHand", "elbow", "").error().message ==
        "no arm touches itself, as at 'elbow'");
  CHECK_FALSE(made_of("rightIndexDistal", "chin", ""));
  CHECK_FALSE(made_of("head", "chest", ""));
}

TEST_CASE("a swivel goes with the position it stands in or beside", "[moment]") {
  script::Position inside = test::reach("leftHand", {0.2, 1.2, 0.4});
  inside.swivel_rad = 0.6;
  script::Swivel beside;
  beside.group = test::named("rightArm");
  beside.angle_rad = 0.3;
  const script::Pose pose =
      test::pose_at(1, {inside, beside, test::reach("rightHand", {-0.2, 1.2, 0.4})});

  const Made result = made(pose);

  REQUIRE(result.moment);
  REQUIRE(result.moment->goals.size() == 4);
  CHECK(group_of(result.moment->goals[1]) == "leftArm");
  CHECK(std::get<Swivel>(result.moment->goals[1].goal).angle_rad == 0.6);
  CHECK(std::get<Swivel>(result.moment->goals[1].goal).side == body::Side::Left);
  CHECK(group_of(result.moment->goals[2]) == "rightArm");
  CHECK(std::get<Swivel>(result.moment->goals[2].goal).side == body::Side::Right);
}

TEST_CASE("a classic script says itself which group moves", "[moment]") {
  script::Position by_arm = test::reach("rhand", {});
  by_arm.group = test::named("rarm");
  const script::Pose pose = test::pose_at(1, {by_arm, orientation("head", "headAbdomen")});

  const Made result = made(pose, Dialect::EmbrScript);

  REQUIRE(result.moment);
  CHECK(group_of(result.moment->goals.at(0)) == "rightArm");
  CHECK(group_of(result.moment->goals.at(1)) == "headAbdomen");
  CHECK(result.warnings.empty());
}

TEST_CASE("a group that does not move the joint is mended", "[moment]") {
  const script::Pose pose =
      test::pose_at(1, {orientation("head", "larm"), orientation("chest", "tail")});

  const Made result = made(pose, Dialect::EmbrScript);

  REQUIRE(result.moment);
  CHECK(group_of(result.moment->goals.at(0)) == "headNeck");
  CHECK(group_of(result.moment->goals.at(1)) == "spine");
  CHECK(result.warnings.size() == 2);
  CHECK_FALSE(made(pose).moment);
}

TEST_CASE("an unknown name refuses our own dialect and is left out of a classic one", "[moment]") {
  struct Case {
    script::Constraint constraint;
    std::string message;
  };
  script::Swivel swivel;
  swivel.group = test::named("head");
  script::Shader shader;
  shader.name = test::named("glow");
  script::LookAt look_at;
  look_at.with = test::named("nose");
  script::Autonomous wink;
  wink.behaviour = test::named("wink");
  const Case cases[] = {
      {test::reach("tail", {}), "there is no joint 'tail'"},
      {orientation("jaw"), "no body group moves the joint 'jaw'"},
      {test::shape("leftFingers", "fin"), "there is no hand shape 'fin'"},
      {test::shape("wings", "fist"), "there is no body group 'wings'"},
      {test::morph("Smirk", 1), "there is no morph 'Smirk'"},
      {shader, "there is no shader 'glow'"},
      {wink, "there is no autonomous behaviour 'wink'"},
      {swivel, "a swivel needs an arm; name it with group 'head'"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.message);
    const script::Pose pose = test::pose_at(1, {each.constraint});

    const Made refused = made(pose);
    REQUIRE_FALSE(refused.moment);
    CHECK(refused.moment.error().message == each.message);

    const Made mended = made(pose, Dialect::EmbrScript);
    REQUIRE(mended.moment);
    CHECK(mended.moment->goals.empty());
    CHECK(mended.moment->morphs.empty());
    CHECK(mended.warnings.size() == 1);
  }
}

TEST_CASE(
    "two things at once of one hand refuse our own dialect; of a classic one the later counts",
    "[moment]") {
  const script::Pose pose = test::pose_at(
      1, {test::reach("leftHand", {0.1, 1, 0.3}), test::reach("leftHand", {0.2, 1, 0.3}),
          test::shape("left", "open"), test::shape("left", "fist"), test::morph("jawOpen", 0.1),
          test::morph("jawOpen", 0.2)});

  CHECK_FALSE(made(pose).moment);
  const Made mended = made(pose, Dialect::Animl);
  REQUIRE(mended.moment);
  REQUIRE(mended.moment->goals.size() == 2);
  CHECK(std::get<Reach>(mended.moment->goals[0].goal).target_m.x == 0.2);
  CHECK(mended.moment->morphs.at(0).weight == 0.2);
  CHECK(mended.warnings.size() == 3);
}

TEST_CASE("a hand and the head meet two directions, and no third", "[moment]") {
  const script::Pose two = test::pose_at(1, {orientation("leftHand"), orientation("leftHand")});
  CHECK(made(two).moment->goals.size() == 2);
  const script::Pose three =
      test::pose_at(1, {orientation("leftHand"), orientation("leftHand"), orientation("leftHand")});
  CHECK_FALSE(made(three).moment);
  const script::Pose head = test::pose_at(1, {orientation("head"), orientation("head")});
  CHECK(made(head).moment->goals.size() == 2);
}

TEST_CASE("a rate of life out of range refuses our own dialect, and ends at it in a classic one",
          "[moment]") {
  script::Autonomous blink;
  blink.behaviour = test::named("blink-rate");
  blink.value = 500;
  const script::Pose pose = test::pose_at(1, {blink});

  const Made refused = made(pose);
  REQUIRE_FALSE(refused.moment);
  CHECK(refused.moment.error().message == "out of the range of 'blink-rate' is '500'");
  CHECK(made(pose, Dialect::EmbrScript).warnings.size() == 1);
  blink.value = 20;
  CHECK(made(test::pose_at(1, {blink})).warnings.empty());
}

TEST_CASE("hands and fingers are kept in their places, other joints are refused", "[moment]") {
  const auto kept = [](const char* joint) {
    script::Position position = test::reach(joint, {0.1, 1, 0.3});
    position.keep = true;
    return test::pose_at(1, {position});
  };
  for (const char* joint : {"leftHand", "leftIndexDistal"}) {
    const script::Pose pose = kept(joint);
    const Made result = made(pose);
    REQUIRE(result.moment);
    REQUIRE(result.moment->goals.size() == 1);
    CHECK(std::get<Reach>(result.moment->goals[0].goal).keep);
    CHECK(result.warnings.empty());
  }

  const script::Pose elbow = kept("leftLowerArm");
  const Made refused = made(elbow);
  REQUIRE_FALSE(refused.moment);
  CHECK(refused.moment.error().message == "only a hand is kept in its place, not 'leftLowerArm'");
  const Made mended = made(elbow, Dialect::EmbrScript);
  REQUIRE(mended.moment);
  CHECK_FALSE(std::get<Reach>(mended.moment->goals[0].goal).keep);
  CHECK(mended.warnings.size() == 1);
}

TEST_CASE("where the trunk may lean for a hand, the spine is asked to lean once", "[moment]") {
  script::Position left = test::reach("leftHand", {0.2, 1, 0.8});
  script::Position right = test::reach("rightIndexDistal", {-0.2, 1, 0.8});
  left.chain = right.chain = script::Chain::ArmSpine;
  const script::Pose pose = test::pose_at(1, {left, right});

  const Made result = made(pose);

  REQUIRE(result.moment);
  REQUIRE(result.moment->goals.size() == 3);
  CHECK(group_of(result.moment->goals[0]) == "spine");
  CHECK(std::holds_alternative<Lean>(result.moment->goals[0].goal));
  CHECK(group_of(result.moment->goals[1]) == "leftArm");
  CHECK(std::get<Reach>(result.moment->goals[1].goal).leans);
  CHECK(group_of(result.moment->goals[2]) == "rightArm");
  CHECK(std::get<Reach>(result.moment->goals[2].goal).leans);
}

TEST_CASE("a group that has arm and spine lets the trunk lean, an arm does not", "[moment]") {
  script::Position position = test::reach("rightHand", {-0.2, 1, 0.8});
  position.group = test::named("all");
  const script::Pose by_all = test::pose_at(1, {position});
  const Made all = made(by_all, Dialect::EmbrScript);
  REQUIRE(all.moment->goals.size() == 1);
  CHECK(group_of(all.moment->goals[0]) == "all");
  CHECK(std::get<Reach>(all.moment->goals[0].goal).leans);

  position.group = test::named("rarm");
  const script::Pose by_arm = test::pose_at(1, {position});
  CHECK_FALSE(std::get<Reach>(made(by_arm).moment->goals.at(0).goal).leans);
}

TEST_CASE("a head's place moves neck and spine, unless its group is said", "[moment]") {
  script::Position position = test::reach("head", {0, 1.5, 0.2});
  const script::Pose free = test::pose_at(1, {position});
  const Made by_trunk = made(free);
  REQUIRE(by_trunk.moment->goals.size() == 2);
  CHECK(group_of(by_trunk.moment->goals[0]) == "spine");
  CHECK(group_of(by_trunk.moment->goals[1]) == "headNeck");

  position.group = test::named("headNeck");
  const script::Pose bound = test::pose_at(1, {position});
  CHECK(made(bound).moment->goals.size() == 1);
}

TEST_CASE("the place of an elbow or a finger is for its arm", "[moment]") {
  const script::Pose pose = test::pose_at(1, {test::reach("leftIndexDistal", {0.2, 1.2, 0.4}),
                                              test::reach("rightLowerArm", {-0.3, 1.2, 0.2})});
  const Made result = made(pose);

  REQUIRE(result.moment);
  CHECK(group_of(result.moment->goals.at(0)) == "leftArm");
  CHECK(group_of(result.moment->goals.at(1)) == "rightArm");
  CHECK(result.warnings.empty());
}

TEST_CASE("hips and feet have no place: refused, or left out of a classic script", "[moment]") {
  const std::string joint = GENERATE("hips", "leftFoot", "rightUpperLeg", "leftEye");
  const script::Pose pose = test::pose_at(1, {test::reach(joint, {0, 1, 0})});
  const std::string what =
      "a place can be asked of hands, fingers, elbows, upper arms, chest, neck and head, not of";

  const Made refused = made(pose);
  REQUIRE_FALSE(refused.moment);
  CHECK(refused.moment.error().code == ErrorCode::Unsupported);
  CHECK(refused.moment.error().message == what + " '" + joint + "'");

  const Made mended = made(pose, Dialect::EmbrScript);
  REQUIRE(mended.moment);
  CHECK(mended.moment->goals.empty());
  REQUIRE(mended.warnings.size() == 1);
  CHECK(mended.warnings[0].message == what + ", its constraint is left out: '" + joint + "'");
}

TEST_CASE("a hand and its fingers have one place between them", "[moment]") {
  const script::Pose pose = test::pose_at(1, {test::reach("leftHand", {0.2, 1.2, 0.4}),
                                              test::reach("leftIndexDistal", {0.2, 1.2, 0.4})});
  CHECK_FALSE(made(pose).moment);
}

TEST_CASE("a chain is for hands and fingers", "[moment]") {
  script::Position position = test::reach("head", {0, 1.5, 0.2});
  position.chain = script::Chain::ArmSpine;
  const script::Pose pose = test::pose_at(1, {position});
  CHECK_FALSE(made(pose).moment);
}

TEST_CASE("a stored pose without a group is taken by all groups that it poses", "[moment]") {
  script::Shape fists;
  fists.shape = test::named("fist");
  const script::Pose pose = test::pose_at(1, {fists});

  const Made result = made(pose);

  REQUIRE(result.moment);
  REQUIRE(result.moment->goals.size() == 2);
  CHECK(group_of(result.moment->goals[0]) == "leftFingers");
  CHECK(group_of(result.moment->goals[1]) == "rightFingers");
}

}  // namespace kine::plan::moment_test
