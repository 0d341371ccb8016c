// Tests for realizer/dynamics/change_frame.h.
#include "realizer/dynamics/change_frame.h"

#include <cmath>

#include "realizer/dynamics/arm_tension.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/tracked_figures.h"

namespace kine::change_frame_test {
namespace {

using body::Joint;
using body::Side;
using dynamics::FrameOf;
using test::TrackedFigure;

constexpr Seconds kStep{1.0 / 240};

/// The trunk turns, the left arm swings.
void pose(double time_s, TrackedFigure& figure) {
  const auto turn = [&](Joint joint) -> Quat& { return figure.turns[body::index_of(joint)]; };
  turn(Joint::Hips) = rotation_about({0, 1, 0}, 0.3 * std::sin(2 * time_s));
  turn(Joint::Spine) = rotation_about({0, 1, 0}, 0.3 * std::sin(3 * time_s));
  turn(Joint::LeftUpperArm) =
      rotation_about({0, 0, 1}, -0.8) * rotation_about({0, 1, 0}, 0.5 * std::sin(5 * time_s));
  turn(Joint::LeftLowerArm) = rotation_about({0, -1, 0}, 1.2);
}

TEST_CASE("a mass that changes its frame goes on in space without a jump", "[change_frame]") {
  const FrameOf to = GENERATE(FrameOf::Hips, FrameOf::World);
  TrackedFigure figure = test::figure_of(test::ada());
  figure.arms[0] = test::arm_with({0.1, 0.5}, test::ada(), kStep);
  Vec3 last;
  Vec3 before_last;
  for (int tick = 0; tick < 240; ++tick) {
    pose(tick * kStep.count(), figure);
    if (tick == 120) {
      dynamics::Rotations rotations;
      for (std::size_t i = 0; i < rotations.size(); ++i) {
        const Quat& q = figure.turns[i];
        rotations[i] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                        static_cast<float>(q.w)};
      }
      std::array<float, 3> hips_m = {static_cast<float>(figure.hips_m.x),
                                     static_cast<float>(figure.hips_m.y),
                                     static_cast<float>(figure.hips_m.z)};
      dynamics::change_frame(test::ada(), {&rotations, &hips_m}, Side::Left, kStep, to,
                             *figure.arms[0]);
      CHECK(figure.arms[0]->frame == static_cast<float>(to));
      CHECK(figure.arms[0]->position_m != dynamics::TrackedArm::Three{});
    }
    test::follow(std::span(&figure, 1), kStep);
    const Vec3 now = figure.shown_m(Joint::LeftHand);
    // A swing of this arm takes 2 g at most; its speed of a metre a second, lost, would be 24.
    if (tick > 2)
      CHECK(length(now - last - (last - before_last)) < 45 * std::pow(kStep.count(), 2));
    before_last = last;
    last = now;
  }
}

TEST_CASE("an arm that has not begun yet begins in the other frame", "[change_frame]") {
  dynamics::TrackedArm arm = test::arm_with({0.1, 0.5}, test::ada(), kStep);
  dynamics::TrackedArm expected = arm;
  expected.frame = static_cast<float>(FrameOf::World);
  dynamics::change_frame(test::ada(), {}, Side::Left, kStep, FrameOf::World, arm);
  CHECK(arm == expected);
}

}  // namespace
}  // namespace kine::change_frame_test
