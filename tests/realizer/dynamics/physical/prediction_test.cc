// Tests for realizer/dynamics/physical/prediction.h: the paper's figures 3 and 4 among them.
#include "realizer/dynamics/physical/prediction.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "realizer/dynamics/physical/torso.h"
#include "realizer/math/ease.h"
#include "realizer/math/units.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::prediction_test {
namespace {

using body::Joint;

constexpr SetPoints kPoints{-2, 2};

/// Where both springs and gravity are in balance (eq. 5).
double balance_rad(const Gains& gains, double gravity_Nm) {
  return (gains.low_Nm_rad * kPoints.low_rad + gains.high_Nm_rad * kPoints.high_rad + gravity_Nm) /
         gains.tension_Nm_rad();
}

/// Of one movement of a joint.
struct Move {
  Joint joint = Joint::RightLowerArm;
  Vec3 axis{0, 1, 0};
  double turn_rad = M_PI / 3;
  Seconds length{1};
  double from_Nm_rad = 500;
  double to_Nm_rad = 500;
};

/// k_d = 0.1 k, as in the paper.
JointTensions as_stiff(const Move& move, double stiffness_Nm_rad) {
  JointTensions all = same_at_all_joints({.rest_error_m = 0.001, .zeta = 1});
  JointTension& own = all[body::index_of(move.joint)];
  own.stiffness_Nm_rad = stiffness_Nm_rad;
  own.damping_Nms_rad = 0.1 * stiffness_Nm_rad;
  own.predicts = true;
  return all;
}

Rotations rotations_with(Joint joint, const Quat& rotation) {
  Rotations rows;
  const auto put = [&](std::size_t row, const Quat& q) {
    rows[row] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                 static_cast<float>(q.w)};
  };
  for (std::size_t i = 0; i < rows.size(); ++i) put(i, test::ada().base_pose[i]);
  put(body::index_of(joint), rotation);
  return rows;
}

/// How much of the turn is behind it, at 240 Hz, for two lengths of the movement.
std::vector<double> progress_of(const Move& move) {
  const auto model = torso_model_of(test::ada());
  REQUIRE(model);
  Torso torso(*model);
  const std::size_t row = body::index_of(move.joint);
  const Quat from = test::ada().base_pose[row];
  const Quat to = rotation_about(move.axis, move.turn_rad) * from;
  const Vec3& hips = test::ada().offsets_m[0];
  std::array<float, 3> hips_m = {static_cast<float>(hips.x), static_cast<float>(hips.y),
                                 static_cast<float>(hips.z)};
  const JointTensions left = as_stiff(move, move.from_Nm_rad);
  JointTensions asked = as_stiff(move, move.to_Nm_rad);
  const Seconds step{1.0 / 240};
  WantedMotion motion;
  std::optional<TorsoState> state;
  std::vector<double> progress;
  for (int tick = 0; tick * step <= 2 * move.length; ++tick) {
    const double share = eased(std::min(tick * step / move.length, 1.0));
    Rotations rows = rotations_with(move.joint, slerp(from, to, share));
    motion.advance_to({&rows, &hips_m});
    JointWays ways;
    ways[row] = {from, to, share};
    asked[row].share = share;
    const TorsoTick now{.wanted = motion,
                        .from = {},
                        .to = {},
                        .tensions = asked,
                        .left_tensions = &left,
                        .step = step,
                        .ways = &ways};
    if (!state) {
      state = torso.begin(now);
    } else {
      REQUIRE(torso.advance(now, *state));
    }
    torso.show(*state, {}, {&rows, &hips_m});
    const auto& [x, y, z, w] = rows[row];
    const Vec3 turned = rotation_vector(normalized({x, y, z, w}) * conjugate(from));
    progress.push_back(dot(turned, move.axis) / move.turn_rad);
  }
  return progress;
}

/// At sixths of the movement.
std::vector<double> at_sixths(const std::vector<double>& progress) {
  std::vector<double> sixths;
  const std::size_t length = (progress.size() - 1) / 2;
  for (std::size_t i = 1; i <= 5; ++i) sixths.push_back(progress[i * length / 6]);
  return sixths;
}

/// A joint without a mass: its damper gives way to its springs, k_d v = k (balance - angle). The
/// balance lies where the springs of both poses have it between them.
std::vector<double> massless(const Move& move) {
  constexpr double kLag_s = 0.1;  // k_d / k
  constexpr double kStep_s = 1.0 / 24000;
  std::vector<double> progress = {0};
  double angle = 0;
  for (int i = 1; i * kStep_s <= 2 * move.length.count() + 1e-9; ++i) {
    const double share = eased(std::min(i * kStep_s / move.length.count(), 1.0));
    const double to = share * move.to_Nm_rad;
    const double balance = to / (to + (1 - share) * move.from_Nm_rad);
    angle += kStep_s / kLag_s * (balance - angle);
    if (i % 100 == 0) progress.push_back(angle);
  }
  return progress;
}

double overshoot(const std::vector<double>& progress) {
  return *std::ranges::max_element(progress) - 1;
}

}  // namespace

TEST_CASE("gains on the way hold each pose at its end, and the straight line lies between",
          "[prediction]") {
  PredictedDegree way{.from = {.angle_rad = -0.5, .gravity_Nm = 3, .tension_Nm_rad = 40},
                      .to = {.angle_rad = 0.8, .gravity_Nm = -5, .tension_Nm_rad = 200}};
  const auto gains_at = [&](double share) {
    way.share = share;
    return gains_on_the_way(way, std::lerp(-0.5, 0.8, share), 1, kPoints, kPoints);
  };
  const Gains from = gains_at(0);
  const Gains to = gains_at(1);
  CHECK(balance_rad(from, 3) == Approx(-0.5));
  CHECK(balance_rad(to, -5) == Approx(0.8));
  CHECK(from.tension_Nm_rad() == Approx(40));
  CHECK(to.tension_Nm_rad() == Approx(200));
  const Gains middle = gains_at(0.25);
  CHECK(middle.low_Nm_rad == Approx(0.75 * from.low_Nm_rad + 0.25 * to.low_Nm_rad));
  CHECK(middle.high_Nm_rad == Approx(0.75 * from.high_Nm_rad + 0.25 * to.high_Nm_rad));
}

TEST_CASE("as tense at both ends, gains on the way hold what is wanted, beside the way as well",
          "[prediction]") {
  const PredictedDegree way{.from = {.angle_rad = -0.5, .gravity_Nm = 3, .tension_Nm_rad = 60},
                            .to = {.angle_rad = 0.8, .gravity_Nm = -5, .tension_Nm_rad = 60},
                            .share = 0.4};
  const double gravity_Nm = std::lerp(3, -5, 0.4);
  for (const double beside_rad : {0.0, 0.1, -0.2}) {
    const double wanted_rad = std::lerp(-0.5, 0.8, 0.4) + beside_rad;
    const Gains gains = gains_on_the_way(way, wanted_rad, 1, kPoints, kPoints);
    CHECK(balance_rad(gains, gravity_Nm) == Approx(wanted_rad));
    const Gains sagging = gains_on_the_way(way, wanted_rad, 0, kPoints, kPoints);
    CHECK(balance_rad(sagging, 0) == Approx(wanted_rad));
  }
}

TEST_CASE("figure 3: what becomes looser sets out late, and what becomes firmer ends early",
          "[prediction]") {
  struct Row {
    double from_Nm_rad;
    double to_Nm_rad;
    std::vector<double> of_study;  // progress at sixths, measured there on a shoulder
  };
  for (const Row& row :
       {Row{500, 500, {.03, .15, .36, .60, .82}}, Row{1000, 100, {.00, .02, .06, .15, .37}},
        Row{100, 1000, {.16, .58, .81, .92, .97}}}) {
    CAPTURE(row.from_Nm_rad, row.to_Nm_rad);
    const Move move{.from_Nm_rad = row.from_Nm_rad, .to_Nm_rad = row.to_Nm_rad};
    const auto by_engine = at_sixths(progress_of(move));
    const auto closed = at_sixths(massless(move));
    CAPTURE(by_engine, closed);
    for (std::size_t i = 0; i < 5; ++i) {
      CHECK(by_engine[i] == Approx(closed[i]).margin(0.02));
      CHECK(by_engine[i] == Approx(row.of_study[i]).margin(0.05));  // an arm is heavier
    }
  }
}

TEST_CASE("figure 4: the looser, the farther a movement goes beyond its pose", "[prediction]") {
  const auto overshoot_of = [](double stiffness_Nm_rad) {
    return overshoot(progress_of({.joint = Joint::RightUpperArm,
                                  .axis = {-1, 0, 0},
                                  .length = Seconds{0.6},
                                  .from_Nm_rad = stiffness_Nm_rad,
                                  .to_Nm_rad = stiffness_Nm_rad}));
  };
  const double loose = overshoot_of(20);
  const double less_loose = overshoot_of(50);
  CAPTURE(loose, less_loose, overshoot_of(200));
  CHECK(loose == Approx(0.23).margin(0.1));  // the study's shoulder
  CHECK(less_loose == Approx(0.066).margin(0.04));
  CHECK(overshoot_of(200) == Approx(0).margin(0.01));
}

TEST_CASE("two that predict and take turns in a torso move as each of them alone", "[prediction]") {
  const auto model = torso_model_of(test::ada());
  REQUIRE(model);
  const Quat from = test::ada().base_pose[body::index_of(Joint::RightLowerArm)];
  const Quat to = rotation_about({0, 1, 0}, 1) * from;
  struct One {
    JointTensions asked;
    WantedMotion motion = {};
    std::optional<TorsoState> state = {};
  };
  const auto advance = [&](int tick, Torso& torso, One& one) {
    const double share = eased(tick / 60.0);
    Rotations rows = rotations_with(Joint::RightLowerArm, slerp(from, to, share));
    std::array<float, 3> hips_m = {0, 0.9F, 0};
    one.motion.advance_to({&rows, &hips_m});
    JointWays ways;
    ways[body::index_of(Joint::RightLowerArm)] = {from, to, share};
    const TorsoTick now{.wanted = one.motion,
                        .from = {},
                        .to = {},
                        .tensions = one.asked,
                        .step = Seconds(1.0 / 60),
                        .ways = &ways};
    if (!one.state) one.state = torso.begin(now);
    REQUIRE(torso.advance(now, *one.state));
  };
  Torso shared(*model);
  Torso first_torso(*model);
  Torso second_torso(*model);
  const One first{.asked = as_stiff({}, 20)};
  const One second{.asked = as_stiff({}, 400)};
  One together[] = {first, second};
  One alone[] = {first, second};
  for (int tick = 0; tick <= 60; ++tick) {
    for (One& each : together) advance(tick, shared, each);
    advance(tick, first_torso, alone[0]);
    advance(tick, second_torso, alone[1]);
  }
  CHECK(together[0].state == alone[0].state);
  CHECK(together[1].state == alone[1].state);
}

}  // namespace kine::dynamics::physical::prediction_test
