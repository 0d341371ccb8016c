// Tests for realizer/motion/clips/clip_transits.h.
#include "realizer/motion/clips/clip_transits.h"

#include <algorithm>

#include "realizer/motion/clips/clip_arms.h"
#include "realizer/motion/clips/shaped_clip.h"
#include "realizer/pose/clip_frames.h"
#include "tests/support/catch.h"
#include "tests/support/motion/clips.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::clip_transits_test {
namespace {

using enum body::Joint;

constexpr std::size_t kFrames = 21;  // two seconds

const body::Body& body() { return test::example_body(); }

pose::Clip moved(const pose::Clip& clip, const Transit& transit) {
  return with_transits(
      clip, body::JointSet::all(),
      [&](body::Joint, std::optional<script::Phase>) { return transit; }, clip.frame_time, body());
}

/// The turn about +Z of a joint of a clip of one movement, which turns it by a radian.
double turn_rad(const pose::Clip& clip, body::Joint joint, std::size_t frame) {
  return rotation_vector(pose::turn_in(clip.frames[frame], joint)).z;
}

}  // namespace

TEST_CASE("a clip in which no arm moves is one movement, and goes as its transit says",
          "[clip_transits]") {
  const auto nod = test::turning_clip(Head, 1, kFrames);
  const Transit eases{.curve = TransitionCurve{1, 0, 1, 0}};
  const pose::Clip eased_clip = moved(*nod, eases);
  const pose::Clip beyond = moved(*nod, {.curve = TransitionCurve{1, 0, 1, -1.5}});
  CHECK(test::keeps_promises(eased_clip));
  CHECK(test::keeps_promises(beyond));
  double most_rad = 0;
  for (std::size_t i = 0; i < kFrames; ++i) {
    CAPTURE(i);
    const double h = static_cast<double>(i) / (kFrames - 1);
    CHECK(turn_rad(eased_clip, Head, i) == Approx(h * h * (3 - 2 * h)).margin(1e-3));
    most_rad = std::max(most_rad, turn_rad(beyond, Head, i));
  }
  // The Hermite cubic from rest to -1.5 at its end is 4.5 h^2 - 3.5 h^3, at most where h is 6/7.
  CHECK(most_rad == Approx(1.102).margin(0.005));
  CHECK(turn_rad(beyond, Head, kFrames - 1) == Approx(1).margin(1e-6));
}

TEST_CASE("legs and hips go as they were recorded", "[clip_transits]") {
  for (const body::Joint joint : {Hips, LeftUpperLeg, RightFoot}) {
    const auto clip = test::turning_clip(joint, 1, kFrames, 0.5);
    CHECK(moved(*clip, {.touch = 1, .waves = 1}).frames == clip->frames);
  }
}

TEST_CASE("movements of an arm begin and end where they did, and what rests there stays",
          "[clip_transits]") {
  const auto gesture = test::gesture_clip(body());
  const auto arm = find_arm(*gesture, body(), body::Side::Right, body::JointSet::all());
  REQUIRE(arm);
  const pose::Clip heavy = moved(*gesture, {.touch = 1});
  CHECK(test::keeps_promises(heavy));
  bool is_changed = false;
  for (const ClipPhase& phase : arm->phases) {
    CAPTURE(phase.first);
    for (std::size_t i = phase.first; i < phase.end; ++i) {
      const double apart_rad = angle_between(pose::turn_in(heavy.frames[i], RightUpperArm),
                                             pose::turn_in(gesture->frames[i], RightUpperArm));
      if (!is_movement(phase.phase) || i == phase.first) CHECK(apart_rad < 1e-3);
      is_changed = is_changed || apart_rad > 0.05;
    }
  }
  CHECK(is_changed);
}

TEST_CASE("a transition of a phase leaves the others as they were recorded", "[clip_transits]") {
  const auto gesture = test::gesture_clip(body());
  const auto arm = find_arm(*gesture, body(), body::Side::Right, body::JointSet::all());
  const auto of_strokes = [](body::Joint, std::optional<script::Phase> phase) {
    return phase == script::Phase::Stroke ? Transit{.touch = -1} : Transit{};
  };
  const pose::Clip soft =
      with_transits(*gesture, body::JointSet::all(), of_strokes, gesture->frame_time, body());
  bool strokes_change = false;
  for (const ClipPhase& phase : arm->phases) {
    for (std::size_t i = phase.first; i < phase.end; ++i) {
      const double apart_rad = angle_between(pose::turn_in(soft.frames[i], RightUpperArm),
                                             pose::turn_in(gesture->frames[i], RightUpperArm));
      if (phase.phase != script::Phase::Stroke) CHECK(apart_rad < 1e-6);
      strokes_change = strokes_change || apart_rad > 0.05;
    }
  }
  CHECK(strokes_change);
}

TEST_CASE("clips of a plan are shaped by the transitions of its sketch, each manner once",
          "[clip_transits]") {
  const auto gesture = test::gesture_clip(body());
  plan::Plan plan;
  plan.sketches.resize(2);
  plan.sketches[0].transitions.push_back({.parameters = {{script::kTouch, 1}}});
  plan::Sequence sequence;
  const auto group = static_cast<std::size_t>(body().find_group("all") - body().groups.data());
  const plan::Clip played{.clip = "gesture", .group = group, .hold = 1s};
  Diagnostics diagnostics;
  ClipShaper shaper(plan, body(), diagnostics);
  CHECK(shaper(sequence, played, gesture) == gesture);
  sequence.sketch = 1;  // which has no transition
  CHECK(shaper(sequence, played, gesture) == gesture);
  sequence.sketch = 0;
  const auto heavy = shaper(sequence, played, gesture);
  CHECK(heavy->frames == moved(*gesture, {.touch = 1}).frames);
  CHECK(shaper(sequence, played, gesture) == heavy);
  CHECK(diagnostics.warnings().empty());
}

}  // namespace kine::motion::clip_transits_test
