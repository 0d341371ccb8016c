// Tests for realizer/motion/standing_clip.h: people of other builds stand, step, walk and jump on
// ours. When which foot stands is known from how they were made; where it is, from walking the
// chain of the body.
#include "realizer/motion/standing_clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

#include "realizer/motion/footing.h"
#include "realizer/pose/clip_frames.h"
#include "realizer/pose/retarget.h"
#include "realizer/solve/leg.h"
#include "tests/support/bodies.h"
#include "tests/support/catch.h"
#include "tests/support/clips.h"
#include "tests/support/recorded_steps.h"

namespace kine::motion::standing_clip_test {
namespace {

using enum body::Joint;
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
  Vec3 joint_m;  // of the toes
  Vec3 ball_m;   // below it, on the sole
  Vec3 heel_m;   // likewise
  double lowest_m() const { return std::min(ball_m.y, heel_m.y); }
};

Sole sole_of(const body::Body::Model& model, const body::Body& body, std::size_t side) {
  const pose::LegAtRest leg = standing_body(body).legs[side];
  const auto chain = solve::leg_chain(static_cast<body::Side>(side));
  const Vec3& ankle_m = model.positions_m[index_of(chain.foot)];
  const Quat& turn = model.character_from_joint[index_of(chain.foot)];
  return {.joint_m = ankle_m + turn * leg.ball_m,
          .ball_m = ankle_m + turn * Vec3{leg.ball_m.x, -leg.ankle_m.y, leg.ball_m.z},
          .heel_m = ankle_m + turn * leg.heel_m};
}

/// What of a clip's feet is as in the recording.
struct Stood {
  double off_ground_m = 0;    // of the soles that stand, at most
  double below_ground_m = 0;  // of any sole
  double slid_m = 0;          // of the balls that stand, at most
  double recorded_slid_m = 0;
  double knee_jump_rad = 0;  // from frame to frame, at most
  double recorded_knee_jump_rad = 0;
  double bent_rad = 0;  // the knees, in the middle
  double recorded_bent_rad = 0;
};

Stood stood(const pose::Clip& clip, const test::RecordedSteps& steps, const body::Body& body,
            const test::RecordedPerson& person) {
  Stood stood;
  const double scale = standing_body(body).leg_m() / person.leg_m;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    std::optional<Vec3> began_m;
    Vec3 recorded_m;
    double knee_before_rad = 0;
    for (std::size_t i = 0; i < clip.frames.size(); ++i) {
      const Sole sole = sole_of(model_of(clip.frames[i], body), body, side);
      const test::RecordedFoot& recorded = steps.feet[i][side];
      stood.below_ground_m = std::max(stood.below_ground_m, -sole.lowest_m());
      const auto lower = solve::leg_chain(static_cast<body::Side>(side)).lower_leg;
      const double knee_rad = angle_between(pose::turn_in(clip.frames[i], lower), {});
      stood.bent_rad += knee_rad / static_cast<double>(clip.frames.size()) / 2;
      stood.recorded_bent_rad +=
          steps.knees_rad[i][side] / static_cast<double>(clip.frames.size()) / 2;
      if (i > 0) {
        stood.knee_jump_rad = std::max(stood.knee_jump_rad, std::abs(knee_rad - knee_before_rad));
        stood.recorded_knee_jump_rad =
            std::max(stood.recorded_knee_jump_rad,
                     std::abs(steps.knees_rad[i][side] - steps.knees_rad[i - 1][side]));
      }
      knee_before_rad = knee_rad;
      if (!recorded.stands) {
        began_m.reset();
        continue;
      }
      stood.off_ground_m = std::max(stood.off_ground_m, std::abs(sole.lowest_m()));
      if (!began_m) {
        began_m = sole.joint_m;
        recorded_m = recorded.ball_m;
      }
      stood.slid_m = std::max(stood.slid_m, std::hypot(sole.joint_m.x - began_m->x,
                                                       sole.joint_m.z - began_m->z));
      stood.recorded_slid_m =
          std::max(stood.recorded_slid_m, scale * length(recorded.ball_m - recorded_m));
    }
  }
  return stood;
}

void print(const std::string& label, const Stood& stood) {
  std::printf("%-52s off %5.1f below %5.1f slid %5.1f (%5.1f) mm  knee jump %5.2f (%5.2f) bent %5.1f (%5.1f)\n",
              label.c_str(), stood.off_ground_m * 1e3, stood.below_ground_m * 1e3, stood.slid_m * 1e3,
              stood.recorded_slid_m * 1e3, stood.knee_jump_rad * 57.3, stood.recorded_knee_jump_rad * 57.3,
              stood.bent_rad * 57.3, stood.recorded_bent_rad * 57.3);
}

}  // namespace

TEST_CASE("what stands in a recording stands here", "[motion][clip][standing]") {
  for (const test::RecordedPerson& person : test::recorded_people()) {
    for (const test::RecordedScene scene : test::kRecordedScenes) {
      const test::RecordedSteps steps = test::recorded(person, scene);
      const ClipPointer recorded = clip_of(steps.recording);
      for (const body::Body* body : {&test::ada(), &test::ben()}) {
        const std::string label = person.build + ", " + test::name_of(scene) + ", on " + body->name;
        CAPTURE(label);
        const ClipPointer clip = standing_clip(recorded, *body);
        CHECK(test::keeps_promises(*clip));
        print("before " + label, stood(*recorded, steps, *body, person));
        const Stood now = stood(*clip, steps, *body, person);
        print("       " + label, now);
        CHECK(now.off_ground_m < 0.005);
        CHECK(now.below_ground_m < 0.001);
        CHECK(now.slid_m < now.recorded_slid_m + 0.005);
      }
    }
  }
}

}  // namespace kine::motion::standing_clip_test
