// Tests for realizer/dynamics/follow.h.
#include "realizer/dynamics/follow.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "realizer/dynamics/arm_tension.h"
#include "realizer/solve/elbow.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/every_target.h"
#include "tests/support/motion/random_rotations.h"
#include "tests/support/motion/tracked_figures.h"

namespace kine::follow_test {
namespace {

using body::Joint;
using body::Side;
using dynamics::FrameOf;
using dynamics::TrackedArm;
using test::JointTurns;
using test::TrackedFigure;

constexpr Seconds kStep{1.0 / 60};

Quat& turn_of(TrackedFigure& figure, Joint joint) { return figure.turns[body::index_of(joint)]; }

/// A figure that gestures and sways smoothly, differently for each seed, its arms before it.
class Mover {
 public:
  explicit Mover(std::uint32_t seed) : random_(seed) {
    for (Wave& wave : waves_) {
      wave = {random_.direction(), random_.number(0.3, 2.5), random_.number(0, 6)};
    }
  }

  void pose(double time_s, TrackedFigure& figure) const {
    figure.turns = figure.body->base_pose;
    std::size_t next = 0;
    for (const Joint joint : {Joint::Hips, Joint::Spine, Joint::UpperChest}) {
      turn_of(figure, joint) = waved(next++, 0.15, time_s);
    }
    for (const Side side : {Side::Left, Side::Right}) {
      const body::ArmChain chain = body::arm_chain(side);
      const double sign = solve::sign_of(side);
      turn_of(figure, chain.shoulder) = waved(next++, 0.1, time_s);
      turn_of(figure, chain.upper_arm) =
          rotation_about({0, 0, 1}, -0.9 * sign) * waved(next++, 0.5, time_s);
      const Wave& wave = waves_[next++];
      const double bent = 1.1 + 0.8 * std::sin(wave.speed * time_s + wave.phase);
      turn_of(figure, chain.lower_arm) =
          rotation_about({0, -sign, 0}, bent) *
          rotation_about({1, 0, 0}, 0.5 * std::sin(wave.phase + 2 * time_s));
      turn_of(figure, chain.hand) = waved(next++, 0.3, time_s);
    }
  }

 private:
  struct Wave {
    Vec3 axis;
    double speed = 0;
    double phase = 0;
  };

  Quat waved(std::size_t index, double most_rad, double time_s) const {
    const Wave& wave = waves_[index];
    return rotation_about(wave.axis, most_rad * std::sin(wave.speed * time_s + wave.phase));
  }

  test::RandomRotations random_;
  std::array<Wave, 16> waves_;
};

const std::vector<Tension>& tensions() {
  static const std::vector<Tension> all = {{0.005, 0.3},  {0.01, 0.4}, {0.1, 0.5},  {0.15, 0.4},
                                           {0.005, 0.15}, {0.3, 0.4},  {0.05, 1.0}, {0.02, 1.5}};
  return all;
}

/// Sixteen that move each in their own way, bodies, tensions and frames mixed.
struct Group {
  std::vector<Mover> movers;
  std::vector<TrackedFigure> figures;

  Group(std::size_t count, std::uint32_t seed) {
    for (std::size_t i = 0; i < count; ++i) {
      movers.emplace_back(static_cast<std::uint32_t>(seed + i));
      const body::Body& body = i % 3 == 0 ? test::ben() : test::ada();
      TrackedFigure figure = test::figure_of(body);
      for (std::size_t side = 0; side < 2; ++side) {
        figure.arms[side] =
            test::arm_with(tensions()[(i + 3 * side) % tensions().size()], body, kStep,
                           static_cast<FrameOf>((i + side) % 3), i % 4 == 3 ? 0 : 1);
      }
      figures.push_back(figure);
    }
  }

  void advance(int tick) {
    for (std::size_t i = 0; i < figures.size(); ++i) {
      movers[i].pose(tick * kStep.count(), figures[i]);
    }
    test::follow(figures, kStep);
  }
};

TEST_CASE("tracked arms are those of the plain filter in double", "[follow]") {
  Group group(16, 100);
  std::array<std::array<test::PlainTracker, 2>, 16> plain;
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      plain[i][side] = {.tension = tensions()[(i + 3 * side) % tensions().size()],
                        .frame = static_cast<FrameOf>((i + side) % 3),
                        .swings = i % 4 == 3 ? 0.0 : 1.0};
    }
  }
  for (int tick = 0; tick < 240; ++tick) {
    group.advance(tick);
    for (std::size_t i = 0; i < 16; ++i) {
      TrackedFigure& figure = group.figures[i];
      JointTurns expected = figure.turns;
      for (const Side side : {Side::Left, Side::Right}) {
        JointTurns turns = figure.turns;
        test::follow_plainly(*figure.body, side, kStep, plain[i][side == Side::Left ? 0 : 1],
                             turns);
        const body::ArmChain chain = body::arm_chain(side);
        for (const Joint joint : {chain.upper_arm, chain.lower_arm, chain.hand}) {
          expected[body::index_of(joint)] = turns[body::index_of(joint)];
        }
      }
      const auto model = figure.body->compute_model(expected);
      const auto shown = figure.body->compute_model(figure.shown_turns());
      for (const Joint joint : {Joint::LeftUpperArm, Joint::LeftLowerArm, Joint::LeftHand,
                                Joint::RightUpperArm, Joint::RightLowerArm, Joint::RightHand}) {
        const std::size_t at = body::index_of(joint);
        CAPTURE(tick, i, body::name_of(joint));
        REQUIRE(angle_between(figure.shown_turn(joint), expected[at]) < 5e-5);
        REQUIRE(length(shown.positions_m[at] - model.positions_m[at]) < 1e-5);
      }
    }
  }
}

TEST_CASE("tracked arms are the same to the bit on every instruction set", "[follow]") {
  std::vector<std::vector<TrackedFigure>> results;
  test::on_each_target([&] {
    Group group(16, 200);
    for (int tick = 0; tick < 100; ++tick) group.advance(tick);
    results.push_back(group.figures);
  });
  for (const auto& figures : results) {
    for (std::size_t i = 0; i < figures.size(); ++i) {
      CHECK(figures[i].shown == results[0][i].shown);
      CHECK(figures[i].arms == results[0][i].arms);
    }
  }
}

TEST_CASE("nobody's arms depend on who else is tracked", "[follow]") {
  Group all(16, 300);
  Group few(16, 300);
  few.figures.erase(few.figures.begin() + 1, few.figures.begin() + 9);
  few.movers.erase(few.movers.begin() + 1, few.movers.begin() + 9);
  few.figures[0].arms[1].reset();
  std::reverse(few.figures.begin(), few.figures.end());
  std::reverse(few.movers.begin(), few.movers.end());
  for (int tick = 0; tick < 60; ++tick) {
    all.advance(tick);
    few.advance(tick);
  }
  for (std::size_t i = 0; i < few.figures.size(); ++i) {
    const std::size_t same = few.figures.size() - 1 - i;
    const TrackedFigure& other = all.figures[same == 0 ? 0 : same + 8];
    CHECK(few.figures[i].arms[0] == other.arms[0]);
    if (same != 0) CHECK(few.figures[i].shown == other.shown);
  }
}

TEST_CASE("an arm without tension is not touched, and no other joint is", "[follow]") {
  Group group(5, 400);
  for (std::size_t i = 0; i < group.figures.size(); ++i) group.figures[i].arms[i % 2].reset();
  for (int tick = 0; tick < 30; ++tick) group.advance(tick);
  for (std::size_t i = 0; i < group.figures.size(); ++i) {
    const TrackedFigure& figure = group.figures[i];
    const body::ArmChain tracked = body::arm_chain(i % 2 == 0 ? Side::Right : Side::Left);
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const Joint each = body::joint_at(joint);
      if (each == tracked.upper_arm || each == tracked.lower_arm || each == tracked.hand) continue;
      const Quat& q = figure.turns[joint];
      CHECK(figure.shown[joint] == std::array{static_cast<float>(q.x), static_cast<float>(q.y),
                                              static_cast<float>(q.z), static_cast<float>(q.w)});
    }
  }
}

TEST_CASE("an arm that rests where it should be is where it was", "[follow]") {
  Group group(16, 500);
  std::vector<TrackedFigure>& figures = group.figures;
  for (std::size_t i = 0; i < figures.size(); ++i) group.movers[i].pose(1.5, figures[i]);
  for (int tick = 0; tick < 20; ++tick) test::follow(figures, kStep);
  for (const TrackedFigure& figure : figures) {
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      CHECK(angle_between(figure.shown_turn(body::joint_at(joint)), figure.turns[joint]) < 2e-5);
    }
  }
}

}  // namespace
}  // namespace kine::follow_test
