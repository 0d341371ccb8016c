// Tests for realizer/motion/clips/standing_clip.h: people of other builds stand, step, walk and
// jump on ours. When which foot stands is known from how they were made; where it is, from walking
// the chain of the body.
#include "realizer/motion/clips/standing_clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <ostream>
#include <utility>

#include "realizer/formats/read/clip_file.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/pose/clip_frames.h"
#include "realizer/pose/retarget/retarget.h"
#include "realizer/solve/leg.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/clips.h"
#include "tests/support/motion/random_rotations.h"
#include "tests/support/motion/recorded_motion.h"
#include "tests/support/motion/recorded_steps.h"

namespace kine::motion::standing_clip_test {
namespace {

using enum body::Joint;

constexpr double kDegree = std::numbers::pi / 180;
using ClipPointer = std::shared_ptr<const pose::Clip>;

ClipPointer clip_of(const pose::Recording& recording) {
  auto clip = pose::retarget(recording, {}, "steps");
  REQUIRE(clip);
  return std::make_shared<const pose::Clip>(*std::move(clip));
}

body::Body::Model model_of(const pose::ClipFrame& frame, const body::Body& body) {
  std::array<Quat, body::kJointCount> turns;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    turns[i] = pose::turn_in(frame, body::joint_at(i));
  }
  body::Body::Model model = body.compute_model(turns);
  const double height_m = body.offsets_m[0].y;
  for (Vec3& place : model.positions_m) {
    place = place + height_m * Vec3{frame.hips[0], frame.hips[1], frame.hips[2]};
  }
  return model;
}

struct Sole {
  Vec3 ball_m;  // on the sole, which bends below where the toes begin
  Vec3 heel_m;  // likewise
  double lowest_m() const { return std::min(ball_m.y, heel_m.y); }
};

Sole sole_of(const body::Body::Model& model, const body::Body& body, std::size_t side) {
  const pose::LegAtRest leg = standing_body(body).legs[side];
  const auto chain = solve::leg_chain(static_cast<body::Side>(side));
  const Vec3& ankle_m = model.positions_m[index_of(chain.foot)];
  const Quat& turn = model.character_from_joint[index_of(chain.foot)];
  return {.ball_m = ankle_m + turn * leg.ball_m - Vec3{0, (leg.ankle_m + leg.ball_m).y, 0},
          .heel_m = ankle_m + turn * leg.heel_m};
}

/// The feet of clips beside those of their recordings; the worst of all.
struct Stood {
  double off_ground_m = 0;        // of soles that stand
  double below_ground_m = 0;      // of any sole
  double slid_m = 0;              // of the balls of feet that stand
  double slid_further_m = 0;      // than those of the recording
  double knee_jump_rad = 0;       // from frame to frame
  double knee_jump_more_rad = 0;  // than in the recording

  void take(const Stood& other) {
    off_ground_m = std::max(off_ground_m, other.off_ground_m);
    below_ground_m = std::max(below_ground_m, other.below_ground_m);
    slid_m = std::max(slid_m, other.slid_m);
    slid_further_m = std::max(slid_further_m, other.slid_further_m);
    knee_jump_rad = std::max(knee_jump_rad, other.knee_jump_rad);
    knee_jump_more_rad = std::max(knee_jump_more_rad, other.knee_jump_more_rad);
  }
};

std::ostream& operator<<(std::ostream& out, const Stood& stood) {
  constexpr double kDegrees = 180 / std::numbers::pi;
  return out << "soles off the ground by " << 1e3 * stood.off_ground_m << " mm, below it by "
             << 1e3 * stood.below_ground_m << " mm; slid " << 1e3 * stood.slid_m << " mm, "
             << 1e3 * stood.slid_further_m << " mm further than recorded; knees jumped "
             << kDegrees * stood.knee_jump_rad << " degrees a frame, "
             << kDegrees * stood.knee_jump_more_rad << " more than recorded";
}

double level_way(const Vec3& from, const Vec3& to) {
  return std::hypot(to.x - from.x, to.z - from.z);
}

Stood stood(const pose::Clip& clip, const test::RecordedSteps& steps, const body::Body& body,
            const test::RecordedPerson& person) {
  Stood stood;
  const double scale = standing_body(body).leg_m() / person.leg_m;
  double recorded_jump_rad = 0;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const auto knee = solve::leg_chain(static_cast<body::Side>(side)).lower_leg;
    std::optional<std::pair<Vec3, Vec3>> began_m;
    double slid_m = 0;
    double recorded_slid_m = 0;
    for (std::size_t i = 0; i < clip.frames.size(); ++i) {
      const Sole sole = sole_of(model_of(clip.frames[i], body), body, side);
      const test::RecordedFoot& recorded = steps.feet[i][side];
      stood.below_ground_m = std::max(stood.below_ground_m, -sole.lowest_m());
      if (i > 0) {
        const auto bent_rad = [&](std::size_t frame) {
          return angle_between(pose::turn_in(clip.frames[frame], knee), {});
        };
        stood.knee_jump_rad =
            std::max(stood.knee_jump_rad, std::abs(bent_rad(i) - bent_rad(i - 1)));
        recorded_jump_rad = std::max(
            recorded_jump_rad, std::abs(steps.knees_rad[i][side] - steps.knees_rad[i - 1][side]));
      }
      if (!recorded.stands) {
        began_m.reset();
        continue;
      }
      stood.off_ground_m = std::max(stood.off_ground_m, std::abs(sole.lowest_m()));
      if (!began_m) began_m = {sole.ball_m, recorded.ball_m};
      slid_m = std::max(slid_m, level_way(began_m->first, sole.ball_m));
      recorded_slid_m =
          std::max(recorded_slid_m, scale * level_way(began_m->second, recorded.ball_m));
    }
    stood.slid_m = std::max(stood.slid_m, slid_m);
    stood.slid_further_m = std::max(stood.slid_further_m, slid_m - recorded_slid_m);
  }
  stood.knee_jump_more_rad = stood.knee_jump_rad - recorded_jump_rad;
  return stood;
}

}  // namespace

TEST_CASE("what stands in a recording stands here, and slides no further",
          "[motion][clip][feet][sweep]") {
  Stood before;
  Stood after;
  for (const test::RecordedPerson& person : test::recorded_people()) {
    for (const test::RecordedScene scene : test::kRecordedScenes) {
      const test::RecordedSteps steps = test::recorded(person, scene);
      const ClipPointer recorded = clip_of(steps.recording);
      for (const body::Body* body : {&test::ada(), &test::ben()}) {
        const ClipPointer clip = standing_clip(recorded, *body);
        const Stood now = stood(*clip, steps, *body, person);
        CAPTURE(person.build, test::name_of(scene), body->name, now);
        CHECK(test::keeps_promises(*clip));
        CHECK(now.off_ground_m < 0.005);
        CHECK(now.below_ground_m < 1e-4);
        CHECK(now.slid_further_m < 0.001);
        CHECK(now.knee_jump_more_rad < 2.5 * kDegree);
        before.take(stood(*recorded, steps, *body, person));
        after.take(now);
      }
    }
  }
  WARN("as turns alone have it: " << before);
  WARN("on its own legs: " << after);
  CHECK(before.off_ground_m > 0.02);  // or nothing is shown
  CHECK(before.slid_further_m > 0.02);
}

TEST_CASE("who is built as the body moves as recorded", "[motion][clip][feet]") {
  const test::RecordedSteps steps =
      test::recorded(test::person_like(test::ada()), test::RecordedScene::Walking);
  const ClipPointer recorded = clip_of(steps.recording);
  const ClipPointer clip = standing_clip(recorded, test::ada());
  for (std::size_t i = 0; i < clip->frames.size(); ++i) {
    const auto as_recorded = model_of(recorded->frames[i], test::ada()).positions_m;
    const auto now = model_of(clip->frames[i], test::ada()).positions_m;
    for (std::size_t joint = 0; joint < now.size(); ++joint) {
      CAPTURE(i, body::name_of(body::joint_at(joint)));
      REQUIRE(length(now[joint] - as_recorded[joint]) < 0.005);
    }
  }
}

TEST_CASE("what stands in any form of file stands here", "[motion][clip][feet]") {
  test::RecordedPerson person = test::person_like(test::ada());
  person.frames_a_second = 60;
  for (const test::RecordedScene scene :
       {test::RecordedScene::Swaying, test::RecordedScene::Walking, test::RecordedScene::OnToes}) {
    const test::RecordedSteps steps = test::recorded(person, scene);
    for (const std::string ending : {".bvh", ".vrma", ".glb"}) {
      CAPTURE(test::name_of(scene), ending);
      const auto found = formats::read_recording(
          "steps" + ending, test::written(test::recorded_ada(60), ending, steps.frames));
      REQUIRE(found);
      REQUIRE(found->recording.frame_count == steps.feet.size());
      const ClipPointer clip = standing_clip(clip_of(found->recording), test::ben());
      const Stood now = stood(*clip, steps, test::ben(), person);
      CAPTURE(now);
      CHECK(now.off_ground_m < 0.005);
      CHECK(now.slid_further_m < 0.001);
    }
  }
}

TEST_CASE("whatever is recorded, a clip keeps its promises", "[motion][clip][feet]") {
  test::RandomRotations random(5);
  for (int i = 0; i < 40; ++i) {
    test::RecordedSteps steps = test::recorded(
        test::recorded_people()[static_cast<std::size_t>(i) % 7], test::RecordedScene::Walking);
    const double wild = i % 4;
    for (pose::Recording::Node& node : steps.recording.nodes) {
      for (Quat& turn : node.rotations) turn = normalized(turn * random.within(wild));
      for (Vec3& place : node.positions) place = place + 100 * wild * (random.within(3) * place);
    }
    CHECK(test::keeps_promises(*standing_clip(clip_of(steps.recording), test::ben())));
  }
}

TEST_CASE("above the legs a clip that stands turns as it was recorded", "[motion][clip][feet]") {
  const test::RecordedPerson person = test::recorded_people()[2];
  const ClipPointer recorded =
      clip_of(test::recorded(person, test::RecordedScene::Swaying).recording);
  const ClipPointer clip = standing_clip(recorded, test::ben());
  for (std::size_t i = 0; i < clip->frames.size(); ++i) {
    for (std::size_t joint = 0; joint < index_of(LeftUpperLeg); ++joint) {
      REQUIRE(pose::turn_in(clip->frames[i], body::joint_at(joint)) ==
              pose::turn_in(recorded->frames[i], body::joint_at(joint)));
    }
  }
}

TEST_CASE("a clip without two legs is left as it is, and so is one that stands",
          "[motion][clip][feet]") {
  const ClipPointer head = test::turning_clip(Head, 1, 11);
  CHECK(standing_clip(head, test::ada()) == head);
  const test::RecordedSteps steps = test::recorded({}, test::RecordedScene::Standing);
  const ClipPointer stands = standing_clip(clip_of(steps.recording), test::ada());
  CHECK(standing_clip(stands, test::ada()) == stands);

  pose::Recording one_leg = steps.recording;
  for (pose::Recording::Node& node : one_leg.nodes) {
    if (node.name == "rightFoot") node.name = "nobody knows it";
  }
  const ClipPointer hops = clip_of(one_leg);
  CHECK(standing_clip(hops, test::ada()) == hops);
}

TEST_CASE("feet stay on the ground where a clip goes round", "[motion][clip][feet]") {
  for (const test::RecordedScene scene :
       {test::RecordedScene::Swaying, test::RecordedScene::TurningHips}) {
    const test::RecordedSteps steps = test::recorded(test::recorded_people()[1], scene);
    const ClipPointer clip = standing_clip(clip_of(steps.recording), test::ada());
    REQUIRE_FALSE(clip->seam.empty());
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const Vec3 stood_m =
          sole_of(model_of(clip->frames[0], test::ada()), test::ada(), side).ball_m;
      for (const pose::ClipFrame& frame : clip->seam) {
        const Sole sole = sole_of(model_of(frame, test::ada()), test::ada(), side);
        CHECK(std::abs(sole.lowest_m()) < 5e-4);
        CHECK(length(sole.ball_m - stood_m) < 1e-3);
      }
    }
  }
}

}  // namespace kine::motion::standing_clip_test
