// What tense arms do, against the closed forms of the spring and what a person expects of arms. No
// header of its own: the subject is realizer/dynamics/follow.h with realizer/math/mass_tracker.h.
#include <algorithm>
#include <cmath>
#include <vector>

#include "realizer/dynamics/arm_tension.h"
#include "realizer/solve/arm.h"
#include "realizer/solve/elbow.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"
#include "tests/support/motion/tracked_figures.h"

namespace kine::swing_test {
namespace {

using body::Joint;
using body::Side;
using dynamics::FrameOf;
using test::TrackedFigure;

constexpr Vec3 kBefore{0.2, 1.15, 0.3};  // where a left hand rests before the body
constexpr Vec3 kAcross{0, 0.2, 0.05};    // the way of a stroke

Quat& turn_of(TrackedFigure& figure, Joint joint) { return figure.turns[body::index_of(joint)]; }

/// ada with her left wrist there, as keys are solved.
void pose_wrist(const Vec3& wrist_m, TrackedFigure& figure) {
  const auto solved =
      solve::solve_arm(*figure.body, figure.turns, {.side = Side::Left, .wrist_m = wrist_m});
  turn_of(figure, Joint::LeftShoulder) = solved.shoulder;
  turn_of(figure, Joint::LeftUpperArm) = solved.upper_arm;
  turn_of(figure, Joint::LeftLowerArm) = solved.lower_arm;
  turn_of(figure, Joint::LeftHand) = solved.hand;
}

/// The share of its way that a hand which goes evenly from `start_s` on has gone.
double ramp(double time_s, double start_s, double length_s) {
  return std::clamp((time_s - start_s) / length_s, 0.0, 1.0);
}

/// Where the tracked wrist is along a stroke of `kAcross` from 0.1 to 0.4 s, at each tick.
std::vector<double> stroke_at(int ticks_a_second, const Tension& tension, double swings,
                              double seconds) {
  const Seconds step{1.0 / ticks_a_second};
  TrackedFigure figure = test::figure_of(test::ada());
  figure.arms[0] = test::arm_with(tension, test::ada(), step, FrameOf::Chest, swings);
  pose_wrist(kBefore, figure);
  const Vec3 start_m = figure.untracked_m(Side::Left);
  std::vector<double> along;
  for (int tick = 0; tick <= seconds * ticks_a_second; ++tick) {
    const double share = ramp(tick * step.count(), 0.1, 0.3);
    pose_wrist(kBefore + share * kAcross, figure);
    test::follow(std::span(&figure, 1), step);
    along.push_back(dot(figure.wrist_m(Side::Left) - start_m, unit(kAcross)));
  }
  return along;
}

TEST_CASE("30, 60 and 120 ticks a second show the same wrist", "[swing]") {
  const Tension tension = GENERATE(Tension{0.005, 0.3}, Tension{0.1, 0.5}, Tension{0.3, 0.4},
                                   Tension{0.05, 1.0}, Tension{0.02, 1.5});
  const double swings = GENERATE(0.0, 1.0);
  const auto slow = stroke_at(30, tension, swings, 1.5);
  const auto usual = stroke_at(60, tension, swings, 1.5);
  const auto fast = stroke_at(120, tension, swings, 1.5);
  for (std::size_t i = 0; i < slow.size(); ++i) {
    CAPTURE(tension.rest_error_m, tension.zeta, i);
    CHECK(std::abs(usual[2 * i] - slow[i]) < 1e-4);
    CHECK(std::abs(fast[4 * i] - slow[i]) < 1e-4);
  }
}

TEST_CASE("an arm overshoots a stop, and swings, as its two numbers say", "[swing]") {
  const Tension tension =
      GENERATE(Tension{0.005, 0.15}, Tension{0.005, 0.3}, Tension{0.01, 0.4}, Tension{0.02, 0.3});
  CAPTURE(tension.rest_error_m, tension.zeta);
  constexpr int kRate = 480;
  const auto along = stroke_at(kRate, tension, 0, 1.2);
  const double way = length(kAcross);
  const double wn = tension.natural_frequency();
  const double wd = wn * std::sqrt(1 - tension.zeta * tension.zeta);
  const double a = tension.zeta * wn;

  // By the closed form for a ramp of 0.3 s from rest: what its start has left of a swing adds up.
  const double speed = way / 0.3;
  const auto response = [&](double t) {  // (2) of the paper: to a ramp that goes on
    if (t <= 0) return 0.0;
    const double theta = std::acos(2 * tension.zeta * tension.zeta - 1);
    return speed * (t - 2 * tension.zeta / wn + std::exp(-a * t) * std::sin(wd * t + theta) / wd);
  };
  double worst = 0;
  for (std::size_t tick = 0; tick < along.size(); ++tick) {
    const double t = static_cast<double>(tick) / kRate - 0.1;
    worst = std::max(worst, std::abs(along[tick] - (response(t) - response(t - 0.3))));
  }
  CHECK(worst < 1e-4);

  // Peaks beyond the end lie a period apart.
  std::vector<double> peaks_s;
  for (std::size_t i = kRate * 4 / 10; i + 1 < along.size(); ++i) {
    if (along[i] > along[i - 1] && along[i] >= along[i + 1] && along[i] > way + 2e-4) {
      peaks_s.push_back(static_cast<double>(i) / kRate);
    }
  }
  REQUIRE_FALSE(peaks_s.empty());
  if (peaks_s.size() > 1) {
    CHECK(peaks_s[1] - peaks_s[0] == Approx(2 * M_PI / wd).margin(2.0 / kRate));
  }
}

TEST_CASE("under 1 g a loose arm hangs by its rest error, and a pure tracker does not", "[swing]") {
  const double swings = GENERATE(0.0, 1.0);
  const Tension tension{0.05, 1.0};
  const Seconds step{1.0 / 60};
  TrackedFigure figure = test::figure_of(test::ada());
  figure.arms[0] = test::arm_with(tension, test::ada(), step, FrameOf::Chest, swings);
  pose_wrist(kBefore, figure);
  const double start_m = figure.hips_m.z;
  for (int tick = 0; tick < 90; ++tick) {
    const double t = tick * step.count();
    figure.hips_m.z = start_m + 0.5 * kGravity_m_s2 * t * t;
    test::follow(std::span(&figure, 1), step);
  }
  const Vec3 behind = figure.wrist_m(Side::Left) - figure.untracked_m(Side::Left);
  // Three times as much is where it is bounded, so softly that 0.3 % are missing here.
  CHECK(behind.z == Approx(-swings * tension.rest_error_m).epsilon(0.01).margin(1e-5));
  CHECK(std::hypot(behind.x, behind.y) < 2e-3);
}

TEST_CASE("a turn of the body swings a loose arm against it", "[swing]") {
  const Seconds step{1.0 / 120};
  TrackedFigure figure = test::figure_of(test::ada());
  figure.arms[0] = test::arm_with({0.15, 0.4}, test::ada(), step);
  pose_wrist(kBefore, figure);
  const Vec3 at_rest = figure.untracked_m(Side::Left);
  double least = 0;
  double most = 0;
  for (int tick = 0; tick < 240; ++tick) {
    // To the left by half a radian within 0.4 s, eased; hands before the body go to its left.
    const double share = ramp(tick * step.count(), 0.1, 0.4);
    turn_of(figure, Joint::Spine) =
        rotation_about({0, 1, 0}, 0.5 * share * share * (3 - 2 * share));
    test::follow(std::span(&figure, 1), step);
    const double sideways = figure.wrist_m(Side::Left).x - at_rest.x;
    least = std::min(least, sideways);
    most = std::max(most, sideways);
  }
  CHECK(least < -0.02);  // left behind first …
  CHECK(most > 0.005);   // … and then beyond
}

TEST_CASE("the wrist's orientation is kept by a pure tracker", "[swing]") {
  const Seconds step{1.0 / 60};
  TrackedFigure figure = test::figure_of(test::ada());
  figure.arms[0] = test::arm_with({0.1, 0.5}, test::ada(), step, FrameOf::Chest, 0);
  for (int tick = 0; tick < 90; ++tick) {
    const double share = ramp(tick * step.count(), 0.1, 0.3);
    pose_wrist(kBefore + share * kAcross, figure);
    test::follow(std::span(&figure, 1), step);
    const auto hand = body::index_of(Joint::LeftHand);
    const Quat wanted = test::ada().compute_model(figure.turns).character_from_joint[hand];
    const Quat shown = test::ada().compute_model(figure.shown_turns()).character_from_joint[hand];
    CHECK(angle_between(wanted, shown) < 2e-5);
    // Its forearm rolls for it: the hand's joint does not twist.
    const Quat joint = figure.shown_turn(Joint::LeftHand);
    const Quat before = turn_of(figure, Joint::LeftHand);
    CHECK(std::abs(std::atan(joint.x / joint.w) - std::atan(before.x / before.w)) < 1e-4);
  }
}

TEST_CASE("a hand lags and flops the more the looser it is", "[swing]") {
  const auto greatest_lead = [](const Tension& tension) {
    const Seconds step{1.0 / 60};
    TrackedFigure figure = test::figure_of(test::ada());
    figure.arms[0] = test::arm_with(tension, test::ada(), step);
    double greatest = 0;
    for (int tick = 0; tick < 90; ++tick) {
      const double share = ramp(tick * step.count(), 0.1, 0.3);
      pose_wrist(kBefore + (share * share * (3 - 2 * share)) * kAcross, figure);
      test::follow(std::span(&figure, 1), step);
      const auto& lead = figure.arms[0]->hand_lead_rad;
      greatest =
          std::max(greatest, std::hypot(static_cast<double>(lead[0]), static_cast<double>(lead[1]),
                                        static_cast<double>(lead[2])));
    }
    return greatest;
  };
  const double tense = greatest_lead({0.005, 0.3});
  const double loose = greatest_lead({0.1, 0.5});
  const double limp = greatest_lead({0.3, 0.4});
  CHECK(tense < 0.1);
  CHECK(loose > 0.1);
  CHECK(limp > loose);
  CHECK(limp < 1);
}

TEST_CASE("no elbow bends further than it goes, wherever the mass is", "[swing]") {
  const Seconds step{1.0 / 60};
  test::RandomRotations random(3);
  for (int round = 0; round < 200; ++round) {
    TrackedFigure figure = test::figure_of(test::ada());
    pose_wrist(kBefore, figure);
    figure.arms[0] = test::arm_with({0.1, 0.5}, test::ada(), step);
    const Vec3 away = random.number(0, 0.8) * random.direction();
    figure.arms[0]->position_m = {static_cast<float>(away.x), static_cast<float>(away.y),
                                  static_cast<float>(away.z)};
    test::follow(std::span(&figure, 1), step);
    const Vec3 forearm = figure.shown_turn(Joint::LeftLowerArm) * Vec3{1, 0, 0};
    CHECK(std::acos(std::clamp(forearm.x, -1.0, 1.0)) < 145.1 * M_PI / 180);
  }
}

TEST_CASE("no elbow flips on the way through rest, straight arms and behind the back", "[swing]") {
  const Tension tension = GENERATE(Tension{0.005, 0.3}, Tension{0.1, 0.5}, Tension{0.3, 0.4});
  constexpr int kRate = 480;
  const Seconds step{1.0 / kRate};
  TrackedFigure figure = test::figure_of(test::ada());
  for (std::size_t side = 0; side < 2; ++side) {
    figure.arms[side] = test::arm_with(tension, test::ada(), step);
  }
  std::array<Quat, 4> last;
  double fastest = 0;
  for (int tick = 0; tick < 6 * kRate; ++tick) {
    const double t = tick * step.count();
    for (const Side side : {Side::Left, Side::Right}) {
      const double sign = solve::sign_of(side);
      const body::ArmChain chain = body::arm_chain(side);
      // Hanging, swung to the front and behind the back; the elbow passes through straight, out of
      // the plane of its hinge too.
      turn_of(figure, chain.upper_arm) =
          rotation_about({1, 0, 0}, 0.9 * std::sin(1.7 * t)) *
          rotation_about({0, 0, 1}, -sign * (1.45 + 0.2 * std::sin(2.3 * t)));
      turn_of(figure, chain.lower_arm) =
          rotation_about({0, -sign, 0}, 0.55 + 0.58 * std::sin(2.9 * t)) *
          rotation_about({0, 0, 1}, 0.05 * std::sin(1.1 * t));
    }
    test::follow(std::span(&figure, 1), step);
    const std::array now = {
        figure.shown_turn(Joint::LeftUpperArm), figure.shown_turn(Joint::LeftLowerArm),
        figure.shown_turn(Joint::RightUpperArm), figure.shown_turn(Joint::RightLowerArm)};
    for (std::size_t i = 0; tick > 0 && i < now.size(); ++i) {
      fastest = std::max(fastest, angle_between(now[i], last[i]) * kRate);
    }
    last = now;
  }
  CAPTURE(tension.rest_error_m);
  CHECK(fastest < 15);  // rad/s; the pose itself turns by up to 2, an elbow that flips by hundreds
}

TEST_CASE("nothing grows without bound in a million steps, whatever is asked", "[swing]") {
  test::RandomRotations random(7);
  std::vector<TrackedFigure> figures(16, test::figure_of(test::ada()));
  for (TrackedFigure& figure : figures) {
    for (auto& arm : figure.arms) arm = test::arm_with({0.1, 0.5}, test::ada(), Seconds{0.01});
  }
  Seconds step{0.01};
  double farthest = 0;
  constexpr int kTicks = 1'000'000 / 32;
  for (int tick = 0; tick < kTicks; ++tick) {
    if (tick % 16 == 0) step = Seconds{1 / random.number(20, 240)};
    TrackedFigure& figure = figures[static_cast<std::size_t>(tick % 16)];
    for (const Joint joint : {Joint::Spine, Joint::LeftUpperArm, Joint::RightUpperArm,
                              Joint::LeftHand, Joint::RightHand}) {
      turn_of(figure, joint) = random.within(joint == Joint::Spine ? 0.3 : 3);
    }
    const Tension tension{std::exp(random.number(std::log(0.0005), 0)), random.number(0.05, 2)};
    if (tick % 16 == 0) {
      for (TrackedFigure& each : figures) {
        for (auto& arm : each.arms) {
          dynamics::set_springs(tension, dynamics::lengths_of(test::ada(), Side::Left), step, *arm);
        }
      }
    }
    test::follow(figures, step);
    for (const auto& arm : figure.arms) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        REQUIRE(std::isfinite(arm->position_m[axis]));
        REQUIRE(std::isfinite(arm->velocity_m_s[axis]));
        REQUIRE(std::isfinite(arm->hand_lead_rad[axis]));
        farthest = std::max(farthest, std::abs(static_cast<double>(arm->position_m[axis])));
      }
    }
    for (const Joint joint : {Joint::LeftUpperArm, Joint::LeftLowerArm, Joint::RightHand}) {
      const Quat q = figure.shown_turn(joint);
      REQUIRE(dot(q, q) == Approx(1).epsilon(1e-4));
    }
  }
  CHECK(farthest < 30);  // metres, of a mass that jumps of up to a metre throw about
}

}  // namespace
}  // namespace kine::swing_test
