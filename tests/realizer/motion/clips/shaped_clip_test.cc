// Tests for realizer/motion/clips/shaped_clip.h.
#include "realizer/motion/clips/shaped_clip.h"

#include <algorithm>
#include <cmath>

#include "realizer/motion/clips/clip_arms.h"
#include "realizer/motion/clips/clip_paths.h"
#include "realizer/motion/clips/clip_timing.h"
#include "realizer/pose/clip_frames.h"
#include "tests/support/catch.h"
#include "tests/support/motion/clips.h"
#include "tests/support/plan/examples.h"

namespace kine::motion::shaped_clip_test {
namespace {

using enum body::Joint;

const body::Body& body() { return test::example_body(); }

std::shared_ptr<const pose::Clip> gesture() {
  static const auto clip = test::gesture_clip(body());
  return clip;
}

std::shared_ptr<const pose::Clip> in_manner(const script::Expressivity& manner,
                                            body::JointSet joints = body::JointSet::all()) {
  return shaped(gesture(), {.joints = joints, .expressivity = manner}, body());
}

plan::Plan plan_with(const script::Expressivity& manner) {
  plan::Plan plan;
  plan.nuclei.push_back({.id = "n", .expressivity = manner});
  return plan;
}

plan::Clip played(std::string name) {
  return {.clip = std::move(name),
          .group = static_cast<std::size_t>(body().find_group("all") - body().groups.data()),
          .hold = Seconds(1)};
}

}  // namespace

TEST_CASE("a manner that asks nothing of arms gives back the very clip", "[motion][shaped_clip]") {
  CHECK(in_manner({}) == gesture());
  CHECK(in_manner({{script::kTemporalExtent, 1}}) == gesture());
  CHECK(in_manner({{script::kSpatialExtent, 1}}, body().find_group("headNeck")->joints) ==
        gesture());
  const auto nod = test::turning_clip(Head, 1, 11);
  CHECK(shaped(nod, {.joints = body::JointSet::all(), .expressivity = {{script::kPower, 1}}},
               body()) == nod);
}

TEST_CASE("the wrist of a shaped clip goes along its new path, and its arm with it",
          "[motion][shaped_clip]") {
  for (const double p : {-1.0, -0.4, 0.4}) {
    CAPTURE(p);
    const script::Expressivity manner{{script::kSpatialExtent, p}};
    const auto clip = in_manner(manner);
    CHECK(test::keeps_promises(*clip));
    CHECK(clip->frames.size() == gesture()->frames.size());
    const ClipArm arm = *find_arm(*gesture(), body(), body::Side::Right, body::JointSet::all());
    const auto path_m = new_paths(std::span(&arm, 1), manner, clip->frame_time, body()).front();
    const ClipArm solved = *find_arm(*clip, body(), body::Side::Right, body::JointSet::all());
    for (std::size_t i = 0; i < path_m.size(); ++i) {
      CAPTURE(i);
      CHECK(length(solved.wrists_m[i] - path_m[i]) < 0.01);
    }
    CHECK(clip->frames[10] == gesture()->frames[10]);  // at rest
  }
}

TEST_CASE("the hand of a shaped clip keeps its turn in the chest", "[motion][shaped_clip]") {
  const auto clip = in_manner({{script::kSpatialExtent, 0.4}});
  const auto hand_in_chest = [](const pose::ClipFrame& frame) {
    Quat turn;
    for (const body::Joint joint : {RightShoulder, RightUpperArm, RightLowerArm, RightHand}) {
      turn = turn * pose::turn_in(frame, joint);
    }
    return turn;
  };
  constexpr double kFewDegrees_rad = 0.1;
  CHECK(angle_between(hand_in_chest(clip->frames[90]), hand_in_chest(gesture()->frames[90])) <
        kFewDegrees_rad);
}

TEST_CASE("every manner makes a clip that keeps its promises", "[motion][shaped_clip]") {
  for (const double spatial : {-1.0, 0.0, 1.0}) {
    for (const double power : {-1.0, 0.0, 1.0}) {
      for (const double fluidity : {-1.0, 0.0, 1.0}) {
        CAPTURE(spatial, power, fluidity);
        const auto clip = in_manner({{script::kSpatialExtent, spatial},
                                     {script::kPower, power},
                                     {script::kFluidity, fluidity}});
        CHECK(test::keeps_promises(*clip));
        // No joint turns by more than 20 degrees in a fiftieth of a second.
        for (std::size_t i = 1; i < clip->frames.size(); ++i) {
          for (const body::Joint joint : {RightUpperArm, RightLowerArm, RightHand}) {
            CAPTURE(i, body::name_of(joint));
            CHECK(angle_between(pose::turn_in(clip->frames[i - 1], joint),
                                pose::turn_in(clip->frames[i], joint)) < 0.35);
          }
        }
      }
    }
  }
}

TEST_CASE("recorded fingers go part of the way to a fist with power", "[motion][shaped_clip]") {
  auto open = *gesture();
  open.joints = body::JointSet::all();
  const auto clip = std::make_shared<const pose::Clip>(std::move(open));
  const auto fist_of = [](const pose::Clip& shaped_clip, std::size_t frame) {
    return angle_between(pose::turn_in(shaped_clip.frames[frame], RightIndexProximal), {});
  };
  const body::Shape* fist = body().find_shape("rightFingers", "fist");
  const auto closed =
      std::ranges::find(fist->rotations, RightIndexProximal, &std::pair<body::Joint, Quat>::first);
  const double whole_rad = angle_between(closed->second, {});
  for (const double p : {0.25, 0.5, 1.0}) {
    CAPTURE(p);
    const auto made = shaped(
        clip, {.joints = body::JointSet::all(), .expressivity = {{script::kPower, p}}}, body());
    CHECK(fist_of(*made, 90) == Approx(0.35 * p * whole_rad).epsilon(1e-3));
    CHECK(fist_of(*made, 10) == Approx(0).margin(1e-3));
  }
}

TEST_CASE("the clips of a plan are shaped once for each manner", "[motion][shaped_clip]") {
  const plan::Plan plan = plan_with({{script::kSpatialExtent, 0.5}});
  Diagnostics diagnostics;
  ClipShaper shaper(plan, body(), diagnostics);
  plan::Sequence plain;
  plan::Sequence big;
  big.nucleus = 0;
  CHECK(shaper(plain, played("a"), gesture()) == gesture());
  const auto first = shaper(big, played("a"), gesture());
  CHECK(first != gesture());
  CHECK(shaper(big, played("a"), gesture()) == first);
  plan::Clip quick = played("a");
  quick.speed = 2;
  CHECK(shaper(big, quick, gesture()) != first);
  CHECK(diagnostics.warnings().empty());
}

TEST_CASE("the first release's profile leaves clips alone", "[motion][shaped_clip]") {
  plan::Plan plan = plan_with({{script::kSpatialExtent, 0.5}});
  plan.compat = script::Compat::Embr2010;
  Diagnostics diagnostics;
  plan::Sequence big;
  big.nucleus = 0;
  CHECK(ClipShaper(plan, body(), diagnostics)(big, played("a"), gesture()) == gesture());
}

TEST_CASE("a script has only so many frames shaped, and is told", "[motion][shaped_clip]") {
  const plan::Plan plan = plan_with({{script::kPower, 0.5}});
  Diagnostics diagnostics;
  ClipShaper shaper(plan, body(), diagnostics);
  plan::Sequence strong;
  strong.nucleus = 0;
  const std::size_t fit = kShapedFramesMax / gesture()->frames.size();
  for (std::size_t i = 0; i < fit; ++i) {
    CHECK(shaper(strong, played(std::to_string(i)), gesture()) != gesture());
  }
  CHECK(diagnostics.warnings().empty());
  CHECK(shaper(strong, played("one more"), gesture()) == gesture());
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].message.find("'one more'") != std::string::npos);
}

}  // namespace kine::motion::shaped_clip_test
