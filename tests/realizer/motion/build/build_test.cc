// Tests for realizer/motion/build/build.h.
#include "realizer/motion/build/build.h"

#include <algorithm>

#include "realizer/plan/make/make.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/clips.h"
#include "tests/support/motion/posed.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::build_test {
namespace {

using enum body::Joint;

struct Built {
  Block block;
  std::vector<Warning> warnings;
};

Built built(std::vector<script::Sequence> sequences,
            script::Dialect dialect = script::Dialect::Kinesphere,
            const body::Body& body = test::example_body()) {
  Diagnostics diagnostics;
  const auto plan = plan::make(test::document_of(std::move(sequences), dialect), "ada", body,
                               test::example_vocabulary(), diagnostics);
  REQUIRE(plan);
  Diagnostics building;
  Block block = build(*plan, body, {}, building);
  const auto warnings = building.warnings();
  return {std::move(block), {warnings.begin(), warnings.end()}};
}

script::Sequence wave() {
  script::Pose up =
      test::pose_at(0.5, {test::reach("rightHand", {-0.3, 1.4, 0.25}),
                          test::shape("rightFingers", "open"), test::morph("Grin", 0.6)});
  up.hold = 200ms;
  script::Sequence sequence =
      test::sequence_of({up, test::pose_at(1, {test::reach("rightHand", {-0.4, 1.4, 0.2})})});
  sequence.start.seconds = 250ms;
  sequence.fade_in = 100ms;
  sequence.fade_out = 300ms;
  return sequence;
}

pose::Keys keys_of(const Segment& segment, const body::Body& body) {
  const pose::Pose t_pose;
  return segment.actuator->compile(
      {.pose = &t_pose, .pose_before = &t_pose, .step = 16ms, .time = segment.start - 16ms}, body);
}

/// The wrist with what one key of a segment says, in the base pose otherwise.
Vec3 wrist_at(const Segment& segment, std::size_t key, const body::Body& body) {
  const pose::JointKeys keys = keys_of(segment, body).joints;
  std::array<Quat, body::kJointCount> rotations = body.base_pose;
  for (std::size_t b = 0; b < keys.blocks.size(); ++b) {
    const pose::QuatBlock& block = keys.rotations[key * keys.blocks.size() + b];
    for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
      if (!keys.masks[b].has(lane)) continue;
      rotations[keys.blocks[b] * pose::kLanes + lane] = {block.x[lane], block.y[lane],
                                                         block.z[lane], block.w[lane]};
    }
  }
  return body.compute_model(rotations).positions_m[index_of(RightHand)];
}

std::vector<std::string> sync_ids(const Block& block) {
  std::vector<std::string> ids;
  for (const SyncPoint& point : block.sync_points) ids.push_back(point.id);
  return ids;
}

}  // namespace

TEST_CASE("each group has a segment, and the channels of a sequence one", "[build]") {
  const Built result = built({wave()});

  REQUIRE(result.block.segments.size() == 3);
  const body::Body& body = test::example_body();
  CHECK(result.block.segments[0].actuator->joints() == body.find_group("rightArm")->joints);
  CHECK(result.block.segments[1].actuator->joints() == body.find_group("rightFingers")->joints);
  CHECK(result.block.segments[2].actuator->channels().count() == 2);
  for (const Segment& segment : result.block.segments) {
    CHECK(segment.valid());
    CHECK(segment.start == 250ms);
    CHECK(segment.end.count() == Approx(1.55));
    CHECK(segment.fade_in == 100ms);
    CHECK(segment.fade_out.count() == Approx(0.3));
  }
  CHECK(result.block.end.count() == Approx(1.55));
  CHECK(result.warnings.empty());
}

TEST_CASE("the keys of an arm meet the targets of the script", "[build]") {
  const Segment arm = built({wave()}).block.segments[0];
  const body::Body& body = test::example_body();

  CHECK(keys_of(arm, body).joints.times_s == std::vector<float>{0.234F, 0.75F, 0.95F, 1.25F});
  CHECK(length(wrist_at(arm, 1, body) - Vec3{-0.3, 1.4, 0.25}) < 1e-3);
  CHECK(length(wrist_at(arm, 2, body) - Vec3{-0.3, 1.4, 0.25}) < 1e-3);
  CHECK(length(wrist_at(arm, 3, body) - Vec3{-0.4, 1.4, 0.2}) < 1e-3);
}

TEST_CASE("the bodies of the house meet them as well", "[build]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const Segment arm = built({wave()}, script::Dialect::Kinesphere, *body).block.segments[0];
    CAPTURE(body->name);
    CHECK(length(wrist_at(arm, 1, *body) - Vec3{-0.3, 1.4, 0.25}) < 2e-3);
  }
}

TEST_CASE("sync points are the start, each pose and the end, in the order of their times",
          "[build]") {
  script::Sequence nod = test::sequence_of({test::pose_at(0.25, {}), test::pose_at(1, {})});
  nod.id = test::named("nod");
  nod.poses[1].id = test::named("down");
  nod.fade_out = 0s;

  const Built result = built({wave(), nod});

  CHECK(sync_ids(result.block) == std::vector<std::string>{"script:nod:start", "script:s1:start",
                                                           "script:nod:p1", "script:s1:p1",
                                                           "script:nod:down", "script:nod:end",
                                                           "script:s1:p2", "script:s1:end"});
  CHECK(std::ranges::is_sorted(result.block.sync_points, {}, &SyncPoint::time));
}

TEST_CASE("segments stand in the order of their start", "[build]") {
  script::Sequence late = wave();
  late.start.seconds = 2s;
  const Built result = built({late, wave()});

  CHECK(std::ranges::is_sorted(result.block.segments, {}, &Segment::start));
}

TEST_CASE("fades that are longer than their segment are cut", "[build]") {
  script::Sequence sequence = test::sequence_of({test::pose_at(0, {test::morph("Grin", 1)})});
  sequence.fade_in = 1s;
  sequence.fade_out = 300ms;

  const Segment segment = built({sequence}).block.segments.at(0);

  CHECK(segment.valid());
  CHECK(segment.fade_in.count() == Approx(0).margin(1e-9));
  CHECK(segment.fade_out == 300ms);
}

TEST_CASE("a place of the head owns neck and spine", "[build]") {
  const Built result =
      built({test::sequence_of({test::pose_at(0.5, {test::reach("head", {0, 1.5, 0.1})})})});

  REQUIRE(result.block.segments.size() == 2);
  const body::JointSet joints =
      result.block.segments[0].actuator->joints() | result.block.segments[1].actuator->joints();
  CHECK(joints == test::example_body().find_group("headAbdomen")->joints);
}

TEST_CASE("looks lie below what else a sequence asks of the same joints", "[build]") {
  script::LookAt look_at;
  look_at.target = Vec3{0, 1.6, 2};
  look_at.with = test::named("head-neck");
  script::Orientation tilt;
  tilt.joint = test::named("head");
  tilt.group = test::named("head");
  tilt.axis = {0, 1, 0};
  tilt.direction = {0.2, 1, 0};

  const Built result = built({test::sequence_of({test::pose_at(0.5, {tilt, look_at})})});

  REQUIRE(result.block.segments.size() == 2);
  CHECK_FALSE(keys_of(result.block.segments[0], test::example_body()).find<pose::GazeKeys>() ==
              nullptr);
  CHECK(keys_of(result.block.segments[1], test::example_body()).find<pose::GazeKeys>() == nullptr);
  CHECK(result.block.segments[0].start == result.block.segments[1].start);
}

TEST_CASE("a classic group begins where the pose before its first one ends", "[build]") {
  script::Position left = test::reach("lhand", {0.2, 0.2, 0.3});
  left.group = test::named("larm");
  script::Position right = test::reach("rhand", {-0.2, 0.2, 0.3});
  right.group = test::named("rarm");
  script::Sequence sequence =
      test::sequence_of({test::pose_at(0.5, {left}), test::pose_at(1, {right})});
  sequence.frame = script::Space::HipsAtRest;

  const Built result = built({sequence}, script::Dialect::EmbrScript);

  REQUIRE(result.block.segments.size() == 2);
  CHECK(result.block.segments[0].start == 0s);
  CHECK(result.block.segments[1].start == 500ms);
}

TEST_CASE("an unreachable target warns and still moves", "[build]") {
  const Built result =
      built({test::sequence_of({test::pose_at(0.5, {test::reach("leftHand", {0.2, 1.4, 3})})})});

  CHECK(result.block.segments.size() == 1);
  CHECK(result.warnings.size() == 1);
}

TEST_CASE("an empty plan is a block that is over at once", "[build]") {
  plan::Plan plan;
  plan.id = "nothing";
  plan.composition = plan::Composition::Replace;
  Diagnostics diagnostics;

  const Block block = build(plan, test::example_body(), {}, diagnostics);

  CHECK(block.id == "nothing");
  CHECK(block.composition == plan::Composition::Replace);
  CHECK(block.segments.empty());
  CHECK(block.end == 0s);
}

TEST_CASE("what classic scripts want to hear is said with its pose, and at the end", "[build]") {
  script::Pose up = test::pose_at(0.5, {test::morph("jawOpen", 1)});
  up.feedback_ids = {test::named("g1_ready"), test::named("g1_again")};
  script::Document document =
      test::document_of({test::sequence_of({up})}, script::Dialect::EmbrScript);
  document.feedback_messages = {test::named("all done")};
  Diagnostics diagnostics;
  const auto plan =
      plan::make(document, "ada", test::example_body(), test::example_vocabulary(), diagnostics);
  REQUIRE(plan);
  CHECK(diagnostics.warnings().empty());
  const Block block = build(*plan, test::example_body(), {}, diagnostics);

  const std::string id = block.id;
  CHECK(sync_ids(block) == std::vector<std::string>{id + ":s1:start", id + ":s1:p1",
                                                    id + ":s1:p1:g1_ready", id + ":s1:p1:g1_again",
                                                    id + ":s1:end", id + ":all done"});
  CHECK(block.sync_points[3].time == Seconds(0.5));
  CHECK(block.sync_points.back().time == block.end);
}

/// Where one channel is at a time of a block that is bound at its start.
float channel_at(const Segment& segment, body::Channel channel, double time_s) {
  const pose::Keys keys = keys_of(segment, test::example_body());
  return test::posed(keys, time_s).channels[channel.index];
}

TEST_CASE("a warp bends the way of a movement and leaves its ends where they are", "[build]") {
  script::Sequence plain = test::sequence_of({test::pose_at(1, {test::morph("jawOpen", 1)})});
  script::Sequence warped = plain;
  warped.warp = script::TimeWarp{.kind = script::TimeWarp::Kind::Exp, .symmetry = 3};
  const body::Channel jaw = *body::find_channel("jawOpen");
  const Built even = built({plain});
  const Built bent = built({warped});

  // A morph rises evenly, so it shows the warp itself: exp 3 is 2h - 5/3 h^2 + 2/3 h^3.
  for (const double h : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    CHECK(channel_at(even.block.segments[0], jaw, h) == Approx(h).margin(0.02));
    CHECK(channel_at(bent.block.segments[0], jaw, h) ==
          Approx(h * (2 + h * (-5.0 / 3 + h * 2 / 3))).margin(0.04));
  }
}

/// A sequence of two seconds with two clips, one a second.
plan::Plan plan_of_clips(std::optional<script::TimeWarp> warp, std::optional<double> power = {}) {
  plan::Plan plan;
  plan.character = "ada";
  const body::Body& body = test::example_body();
  const auto all = static_cast<std::size_t>(body.find_group("all") - body.groups.data());
  plan::Sequence sequence{.id = "s",
                          .warp = warp,
                          .nucleus = {},
                          .tension = {},
                          .poses = {},
                          .tracks = {},
                          .channels = {},
                          .clips = {}};
  for (const Seconds time : {Seconds(0), Seconds(1)}) {
    sequence.clips.push_back({.clip = "gesture", .group = all, .time = time, .hold = Seconds(1)});
  }
  if (power) {
    sequence.nucleus = 0;
    plan.nuclei.push_back({.id = "n", .expressivity = {{script::kPower, *power}}});
  }
  plan.sequences.push_back(std::move(sequence));
  return plan;
}

Block block_of_clips(const plan::Plan& plan) {
  Diagnostics diagnostics;
  const body::Body& body = test::example_body();
  static const pose::Clips clips = {{"gesture", test::gesture_clip(body)}};
  return build(plan, body, {}, diagnostics, clips);
}

TEST_CASE("clips of a warped sequence begin and end when bent time comes to them", "[build]") {
  const script::TimeWarp exp{.kind = script::TimeWarp::Kind::Exp, .symmetry = 3};
  const Block plain = block_of_clips(plan_of_clips({}));
  const Block bent = block_of_clips(plan_of_clips(exp));
  REQUIRE(bent.segments.size() == 2);
  CHECK(plain.segments[1].start == Seconds(1));
  CHECK(keys_of(plain.segments[1], test::example_body()).clip.warps.empty());

  const double h = bent.segments[1].start.count() / 2;
  CHECK(h < 0.5);
  CHECK(h * (2 + h * (-5.0 / 3 + h * 2 / 3)) == Approx(0.5));
  CHECK(bent.segments[0].end == bent.segments[1].start);
  CHECK(bent.segments[1].end == Seconds(2));
  const auto warps = keys_of(bent.segments[0], test::example_body()).clip.warps;
  REQUIRE(warps.whole);
  CHECK(*warps.whole == pose::WarpSpan{0, 2, exp_warp(3)});
}

TEST_CASE("clips of a sequence with a nucleus are shaped, and those of a plain one shared",
          "[build]") {
  const body::Body& body = test::example_body();
  const auto clip_of = [&](const Block& block, std::size_t segment) {
    return keys_of(block.segments[segment], body).clip.clip;
  };
  const Block plain = block_of_clips(plan_of_clips({}));
  CHECK(clip_of(block_of_clips(plan_of_clips({}, 0)), 0) == clip_of(plain, 0));
  const Block strong = block_of_clips(plan_of_clips({}, 1));
  CHECK(clip_of(strong, 0) != clip_of(plain, 0));
  CHECK(clip_of(strong, 1) == clip_of(strong, 0));
}

TEST_CASE("a pose of a warped sequence says its sync point when it is reached", "[build]") {
  script::Sequence sequence = test::sequence_of({test::pose_at(0.5, {test::morph("jawOpen", 1)}),
                                                 test::pose_at(1, {test::morph("jawOpen", 0)})});
  sequence.warp = script::TimeWarp{.kind = script::TimeWarp::Kind::Exp, .symmetry = 3};
  const Built result = built({sequence});

  const auto first = std::ranges::find_if(
      result.block.sync_points, [](const SyncPoint& point) { return point.id.ends_with(":p1"); });
  REQUIRE(first != result.block.sync_points.end());
  const double h = first->time.count();
  CHECK(h < 0.35);
  CHECK(h * (2 + h * (-5.0 / 3 + h * 2 / 3)) == Approx(0.5));
}

TEST_CASE("a tension changes when bent time comes to its movement", "[build]") {
  script::Sequence sequence = wave();
  sequence.poses[0].hold = 0s;
  sequence.poses[1].tension = test::named("limp");
  sequence.warp = script::TimeWarp{.kind = script::TimeWarp::Kind::Exp, .symmetry = 3};
  const Block block = built({sequence}).block;
  const auto reached = std::ranges::find_if(
      block.sync_points, [](const SyncPoint& point) { return point.id.ends_with(":p1"); });
  REQUIRE(reached != block.sync_points.end());
  CHECK(reached->time != 750ms);
  const plan::TensionChange limp{
      .at = reached->time, .arms = plan::ArmSet::Right, .tension = Tension{0.3, 0.4}};
  CHECK(block.tensions == std::vector{limp});
}

TEST_CASE("a movement of its own may go back before it goes on: recoil", "[build]") {
  script::Sequence sequence = test::sequence_of({test::pose_at(0.5, {test::morph("jawOpen", 0.5)}),
                                                 test::pose_at(1, {test::morph("jawOpen", 1)})});
  sequence.poses[1].warp =
      script::TimeWarp{.kind = script::TimeWarp::Kind::Tan, .symmetry = 0.05, .recoil = true};
  const body::Channel jaw = *body::find_channel("jawOpen");
  const Built result = built({sequence});
  float least = 1;
  for (double t = 0.5; t < 0.75; t += 0.01) {
    least = std::min(least, channel_at(result.block.segments[0], jaw, t));
  }
  CHECK(least < 0.42F);
  CHECK(channel_at(result.block.segments[0], jaw, 1) == Approx(1));
}

}  // namespace kine::motion::build_test
