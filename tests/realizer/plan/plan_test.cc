// Tests for realizer/plan/plan.h.
#include "realizer/plan/plan.h"

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::plan_test {
namespace {

/// "hi", with a mark before it.
speech::SharedTrack something_said() {
  return std::make_shared<speech::SpeechTrack>(speech::SpeechTrack{
      .length = Seconds(0.6),
      .words = {{.byte_begin = 0,
                 .byte_end = 5,
                 .start = Seconds(0.1),
                 .end = Seconds(0.6),
                 .phone_begin = 1,
                 .phone_end = 3}},
      .phones = {{.ipa = "", .start = Seconds(0), .end = Seconds(0.1)},
                 {.ipa = "h", .start = Seconds(0.1), .end = Seconds(0.2)},
                 {.ipa = "aɪ", .start = Seconds(0.2), .end = Seconds(0.6), .stress = 1}},
      .marks = {{.id = "s1", .at = Seconds(0.1)}},
      .timing = speech::Timing::Estimated});
}

/// One of everything that a plan can say.
Plan everything() {
  const body::Body& body = test::example_body();
  const NamedTension tense{
      .id = "tense",
      .parts = {{.phase = {},
                 .arms = ArmSet::Right,
                 .manner = same_in_every_phase(Tension{.rest_error_m = 0.005, .zeta = 0.3})},
                {.phase = script::Phase::Retraction,
                 .arms = ArmSet::Right,
                 .manner = same_in_every_phase({})}},
      .over = Seconds(0.25),
      .lag = Lag::Keep,
      .frame = TensionFrame::Hips};
  script::Autonomous blink;
  blink.behaviour = test::named("blinkIntensity");
  blink.value = 0.5;

  Sequence greet;
  greet.id = "greet";
  greet.start = Seconds(0.5);
  greet.fade_in = Seconds(0.2);
  greet.fade_out = Seconds(0.3);
  greet.priority = 2;
  greet.frame = script::Space::HipsAtRest;
  greet.warp = script::TimeWarp{.kind = script::TimeWarp::Kind::Exp, .symmetry = 3};
  greet.tension = 0;
  greet.poses = {{.id = "ready", .time = Seconds(0.8), .hold = Seconds(0.1)},
                 {.id = "p1",
                  .time = Seconds(1.2),
                  .phase = script::Phase::Stroke,
                  .nucleus = 0,
                  .tension = 0,
                  .autonomous = {blink}}};
  const Reach reach{.joint = body::Joint::RightHand,
                    .target_m = {-0.2, 1.25, -0.0001},
                    .offset_m = {0, 0.1, 0},
                    .keep = true};
  const Aim aim{.joint = body::Joint::RightHand, .axis = {0, -1, 0}, .direction = {0, 0, 1}};
  const Swivel swivel{.angle_rad = 0.611, .reference = script::SwivelReference::Spine};
  const auto track = [&](const char* group, std::vector<Goal> goals) {
    return Track{.group = test::group_index(body, group),
                 .start = Seconds(0.5),
                 .keys = {{.pose = 0, .time = Seconds(0.8), .hold = Seconds(0.1), .goals = goals}}};
  };
  greet.tracks = {track("rightArm", {reach, aim, swivel}),
                  track("rightFingers", {TakeShape{.shape = 3, .influence = 0.75}}),
                  track("eyes", {LookAt{.target = Vec3{0, 1.6, 2}}}),
                  track("head", {LookAt{.target = "camera"}})};
  greet.channels = {{.channel = *body::find_channel("mouthSmileLeft"),
                     .keys = {{.time = Seconds(0.8), .hold = Seconds(0.1), .value = 0.6}}}};
  greet.clips = {{.clip = "idle2",
                  .group = test::group_index(body, "all"),
                  .time = Seconds(0.5),
                  .hold = Seconds(1),
                  .loop = true,
                  .weight = 0.5,
                  .speed = 2}};
  greet.speech = something_said();
  greet.body_language = {.mode = script::BodyLanguageMode::Small, .amount = 0.7};
  Plan plan;
  plan.id = "calm";
  plan.character = "ada";
  plan.composition = Composition::Replace;
  plan.nuclei = {
      {.id = "big", .expressivity = {{script::kSpatialExtent, 0.5}, {script::kPower, -1}}}};
  plan.tensions = {tense};
  plan.sequences = {greet};
  return plan;
}

}  // namespace

TEST_CASE("a sequence ends when its last pose, hold, clip and speech are over and it has faded out",
          "[plan]") {
  Sequence sequence;
  sequence.start = Seconds(1);
  sequence.fade_out = Seconds(0.5);
  CHECK(sequence.end_of_holds() == Seconds(1));

  sequence.poses = {{.id = "a", .time = Seconds(2), .hold = Seconds(1)},
                    {.id = "b", .time = Seconds(2.5)}};
  CHECK(sequence.end_of_holds() == Seconds(3));
  CHECK(sequence.end() == Seconds(3.5));

  sequence.clips = {{.clip = "idle", .time = Seconds(2), .hold = Seconds(2)}};
  CHECK(sequence.end_of_holds() == Seconds(4));

  sequence.speech =
      std::make_shared<speech::SpeechTrack>(speech::SpeechTrack{.length = Seconds(5)});
  CHECK(sequence.end_of_holds() == Seconds(6));
}

TEST_CASE("plans that say the same are equal, and what cannot be said makes a plan invalid",
          "[plan]") {
  const body::Body& body = test::example_body();
  CHECK(everything() == everything());
  Plan plan = everything();
  plan.sequences[0].speech = {};
  CHECK_FALSE(plan == everything());

  CHECK(plan.valid(body));
  plan.sequences[0].speech = std::make_shared<speech::SpeechTrack>(
      speech::SpeechTrack{.marks = {{.id = "late", .at = Seconds(1)}}});
  CHECK_FALSE(plan.valid(body));
}

TEST_CASE("a plan ends with the last of its sequences", "[plan]") {
  CHECK(Plan{}.end() == Seconds(0));
  Plan plan;
  plan.sequences.resize(2);
  plan.sequences[0].poses = {{.id = "a", .time = Seconds(2)}};
  plan.sequences[1].poses = {{.id = "a", .time = Seconds(1)}};
  CHECK(plan.end() == Seconds(2));
}

TEST_CASE("a plan as text says everything that is in it", "[plan]") {
  const std::string text = to_text(everything(), test::example_body());
  CHECK(test::difference_from_golden("plan/everything.txt", text) == "");
}

}  // namespace kine::plan::plan_test
