#include "realizer/motion/ground/stance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "realizer/math/ease.h"
#include "realizer/math/units.h"
#include "realizer/pose/gaze_keys.h"
#include "realizer/solve/arm.h"
#include "realizer/solve/leg.h"

namespace kine::motion {
namespace {

using pose::Bend;
using pose::Bends;
using pose::least_jerk;
using pose::StandingBody;

double of(const Bends& bends, Bend bend) { return bends[static_cast<std::size_t>(bend)]; }

/// 0 at either end, 1 in the midst.
double bump(double h) { return 16 * h * h * (1 - h) * (1 - h); }

/// What a stance adds to hips that stand.
struct Hips {
  Vec3 moved_m;
  double lean_rad = 0;  // forwards
};

// Sitting: the thighs level, the shins upright, on a seat as high as that makes it. On the way the
// trunk leans forward, so that the weight stays over the feet; the hips go back before they go
// down.
constexpr double kSitLean_rad = 38 * kDegree;
constexpr double kSitRecline_rad = -5 * kDegree;
constexpr double kSeatOverKnees_m = 0.015;

// The wrists of a character that has sat down lie over the thighs: how far along them, and how high
// over the bone, in legs; the fingers look forward, a bit inwards and up, and the elbows go out.
constexpr double kAlongThigh = 0.6;
constexpr double kOverThigh = 0.1;
constexpr double kFingersIn = 0.25;
constexpr double kFingersUp = 0.22;
constexpr double kElbowsOut_rad = 25 * kDegree;
constexpr double kOverCrossed_rad = 13 * kDegree;
constexpr double kHandsAhead = 2.5;  // of the hips, on the way down: a power

double sitting_lean_rad(double far) {
  return kSitLean_rad * std::sin(std::numbers::pi * std::pow(far, 0.85));
}

Hips sit(const StandingBody& body, double far) {
  const Vec3& ankle_m = body.legs[0].ankle_m;
  const double down_m =
      body.hips_m.y - (ankle_m.y + body.shin_m + body.hip_joint_m + kSeatOverKnees_m);
  const double back_m = body.thigh_m - 0.03 * body.leg_m() - ankle_m.z;
  return {.moved_m = {0, -down_m * std::pow(far, 1.25), -back_m * std::pow(far, 0.95)},
          .lean_rad = sitting_lean_rad(far) + kSitRecline_rad * least_jerk(far)};
}

// Crouching: low over the feet, the heels up.
constexpr double kCrouchLean_rad = 28 * kDegree;
constexpr double kCrouchHeels_rad = 24 * kDegree;
constexpr double kCrouchOfLeg = 0.5;

Hips crouch(const StandingBody& body, double far) {
  const double down_m =
      body.hips_m.y - body.hip_joint_m - body.legs[0].ankle_m.y - kCrouchOfLeg * body.leg_m();
  return {.moved_m = {0, -down_m * far, -0.06 * body.leg_m() * far},
          .lean_rad = kCrouchLean_rad * std::sin(std::numbers::pi / 2 * far)};
}

void roll_heel_up(const pose::LegAtRest& leg, double rad, Foot& foot) {
  const Vec3& pivot = rad > 0 ? leg.ball_m : leg.heel_m;
  const double c = std::cos(rad);
  const double s = std::sin(rad);
  foot.ankle_m =
      foot.ankle_m + pivot - Vec3{pivot.x, c * pivot.y - s * pivot.z, s * pivot.y + c * pivot.z};
  foot.pitch_rad += rad;
  foot.toes_rad += std::max(0.0, rad);
}

// Lying: down on the ground behind the heels, then on the back, the legs out.
constexpr double kLying_m = 0.13;
constexpr double kDownLean_rad = 45 * kDegree;
constexpr double kOnGround = 0.65;  // of the way
constexpr double kLiesDown = 0.4;
constexpr double kLyingFeet_rad = -60 * kDegree;

/// How far down hips are that go down for one thing and, in part, for lying, which is as far as
/// anybody comes: the sum where both are little.
double both_down_m(const StandingBody& body, double other_m, double lie_m) {
  const double most_m = body.hips_m.y - kLying_m;
  return lie_m + std::min(other_m, most_m) * (1 - lie_m / most_m);
}

/// How far the back has come down.
double lain_at(double far) { return eased((far - kLiesDown) / (1 - kLiesDown)); }

Hips lie(const StandingBody& body, double far) {
  const double down_m = body.hips_m.y - kLying_m;
  const double sat = eased(far / kOnGround);
  const double lain = lain_at(far);
  // On the ground the legs are out straight, from where the heels lie.
  constexpr double kStraightLeg = 0.997;
  Foot heel{.ankle_m = body.legs[0].ankle_m};
  roll_heel_up(body.legs[0], kLyingFeet_rad, heel);
  const double up_m = heel.ankle_m.y - kLying_m;
  const double reach_m = kStraightLeg * body.leg_m();
  const double joint_m = heel.ankle_m.z - std::sqrt(reach_m * reach_m - up_m * up_m);
  const double out_m = body.hips_m.z + body.hip_joint_m - joint_m;
  const double sat_m = 0.55 * body.leg_m();
  const double back_m = sat_m * sat + (out_m - sat_m) * lain;
  return {.moved_m = {0, -down_m * sat, -back_m},
          .lean_rad = kDownLean_rad * bump(sat) - std::numbers::pi / 2 * lain};
}

// Legs that are open, and those that are crossed: in front of the other as one stands, over it as
// one sits.
constexpr double kOpen_m = 0.13;
constexpr double kOpenYaw_rad = 14 * kDegree;
constexpr double kStepLift_m = 0.05;

double half_width_m(const StandingBody& body) { return std::abs(body.legs[0].ankle_m.x); }

void open(const StandingBody& body, double far, double sign, Foot& foot) {
  foot.ankle_m =
      foot.ankle_m + Vec3{sign * kOpen_m * body.leg_m() / 0.8 * far, kStepLift_m * bump(far), 0};
  foot.yaw_rad += sign * kOpenYaw_rad * far;
  foot.knee_rad += sign * kOpenYaw_rad * far;
}

void cross_over(const StandingBody& body, double far, double seated, double sign, Foot& foot) {
  const double width_m = half_width_m(body);
  // Standing: the foot goes round to the other side of its neighbour.
  const Vec3 standing_m = {-sign * 2.2 * width_m * far, 0.6 * kStepLift_m * bump(far),
                           0.30 * body.leg_m() / 0.8 * std::sin(std::numbers::pi / 2 * far)};
  // Sitting: the knee lies over the other knee, the foot hangs beside that shin.
  const Vec3 sitting_m = {-sign * 2.05 * width_m * far,
                          0.48 * body.shin_m * far + 0.12 * body.shin_m * bump(far),
                          0.65 * body.shin_m * far};
  foot.ankle_m = foot.ankle_m + (1 - seated) * standing_m + seated * sitting_m;
  foot.pitch_rad += seated * 18 * kDegree * far;
  // The knee goes round the other one.
  foot.knee_rad += sign * (20 + 16 * seated) * kDegree * far;
}

/// A foot that stands apart asks for it, as one stands.
void let_hips_down(const StandingBody& body, double seated, std::size_t side, Footing& footing) {
  const Vec3 away_m = footing.feet[side].ankle_m - body.legs[side].ankle_m;
  const double level_m2 = away_m.x * away_m.x + away_m.z * away_m.z;
  const double leg_m = body.leg_m();
  // A bit more, so that the knee does not snap.
  constexpr double kMore = 1.3;
  footing.hips_m.y -=
      (1 - seated) * kMore * (leg_m - std::sqrt(std::max(0.0, leg_m * leg_m - level_m2)));
}

}  // namespace

void bend(const Bends& bends, const StandingBody& body, Footing& footing) {
  if (bends == Bends{}) return;
  const Hips sits = sit(body, of(bends, Bend::Sit));
  const Hips crouches = crouch(body, of(bends, Bend::Crouch));
  const Hips lies = lie(body, of(bends, Bend::Lie));
  const double lean_rad = sits.lean_rad + crouches.lean_rad + lies.lean_rad;
  Vec3 moved_m = sits.moved_m + crouches.moved_m + lies.moved_m;
  moved_m.y = -both_down_m(body, -sits.moved_m.y - crouches.moved_m.y, -lies.moved_m.y);
  footing.hips_m = footing.hips_m + moved_m;
  footing.character_from_hips = footing.character_from_hips * rotation_about({1, 0, 0}, lean_rad);
  // A character that sits has the hands on the thighs. They are over them before these come up.
  const double hands_up = 1 - std::pow(1 - of(bends, Bend::Sit), kHandsAhead);
  for (double& on_thigh : footing.along.on_thighs) on_thigh = hands_up;
  for (double& arm_rad : footing.along.arms_rad)
    arm_rad += hands_up * sitting_lean_rad(of(bends, Bend::Sit));
  // One that crouches lets the arms hang, a bit ahead; one that goes down to the ground keeps the
  // hands off it.
  constexpr double kArmsAhead = 1.25;
  constexpr double kElbowsDown_rad = 75 * kDegree;
  const double on_ground =
      eased(of(bends, Bend::Lie) / kOnGround) * (1 - lain_at(of(bends, Bend::Lie)));
  for (std::size_t side = 0; side < footing.along.arms_rad.size(); ++side) {
    footing.along.arms_rad[side] += kArmsAhead * crouches.lean_rad;
    footing.along.forearms_rad[side] += kElbowsDown_rad * on_ground;
  }
  // One that leans forward looks ahead all the same.
  footing.along.head_rad.x -= 0.55 * std::max(0.0, lean_rad);
  const double seated = std::min(1.0, of(bends, Bend::Sit) + of(bends, Bend::Lie));
  constexpr std::array kOpen = {Bend::OpenLeft, Bend::OpenRight};
  constexpr std::array kCross = {Bend::CrossLeft, Bend::CrossRight};
  // Hands lie higher on legs that are crossed.
  const double crossed = seated * std::max(of(bends, kCross[0]), of(bends, kCross[1]));
  for (double& arm_rad : footing.along.arms_rad) arm_rad += kOverCrossed_rad * hands_up * crossed;
  for (std::size_t side = 0; side < footing.feet.size(); ++side) {
    Foot& foot = footing.feet[side];
    const double sign = side == 0 ? 1 : -1;
    open(body, of(bends, kOpen[side]), sign, foot);
    cross_over(body, of(bends, kCross[side]), seated, sign, foot);
    let_hips_down(body, seated, side, footing);
    roll_heel_up(
        body.legs[side],
        kCrouchHeels_rad * of(bends, Bend::Crouch) + kLyingFeet_rad * lain_at(of(bends, Bend::Lie)),
        foot);
  }
}

std::array<pose::ArmAtRest, 2> seated_arms(const body::Body& body, const StandingBody& stands) {
  const Hips seat = sit(stands, 1);
  auto pose = body.base_pose;
  Quat& hips = pose[body::index_of(body::Joint::Hips)];
  hips = rotation_about({1, 0, 0}, seat.lean_rad) * hips;
  const auto model = body.compute_model(pose);
  std::array<pose::ArmAtRest, 2> arms;
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    const auto index = static_cast<std::size_t>(side);
    const double sign = side == body::Side::Left ? 1 : -1;
    const Vec3 leg_m = model.positions_m[body::index_of(solve::leg_chain(side).upper_leg)];
    const Vec3 knee_m = stands.legs[index].ankle_m + Vec3{0, stands.shin_m, 0} - seat.moved_m;
    const Vec3 wrist_m =
        leg_m + kAlongThigh * (knee_m - leg_m) + Vec3{0, kOverThigh * stands.leg_m(), 0};
    const solve::ArmSolution solved = solve::solve_arm(
        body, pose,
        {.side = side,
         .wrist_m = wrist_m,
         .swivel_rad = kElbowsOut_rad,
         .first_aim = solve::ArmRequest::HandAim{{0, -1, 0}, unit(Vec3{0, -1, kFingersUp})},
         .second_aim =
             solve::ArmRequest::HandAim{{sign, 0, 0}, unit(Vec3{-sign * kFingersIn, 0, 1})}});
    arms[index] = {solved.upper_arm, solved.lower_arm, solved.hand};
  }
  return arms;
}

BendNow bend_at(std::span<const pose::BendMove> moves, double time_s) {
  if (moves.empty()) return {};
  auto move = moves.begin();
  while (std::next(move) != moves.end() && std::next(move)->from_s <= time_s) ++move;
  if (time_s >= move->to_s) return {.value = move->to, .velocity = 0};
  const double length_s = move->to_s - move->from_s;
  const double h = std::max(0.0, (time_s - move->from_s) / length_s);
  const double way = move->to - move->from;
  const double v = length_s * move->velocity;
  const double c3 = 10 * way - 6 * v;
  const double c4 = -15 * way + 8 * v;
  const double c5 = 6 * way - 3 * v;
  const double value = move->from + h * (v + h * h * (c3 + h * (c4 + h * c5)));
  const double slope = v + h * h * (3 * c3 + h * (4 * c4 + h * 5 * c5));
  return {.value = std::clamp(value, 0.0, 1.0), .velocity = slope / length_s};
}

Bends bends_at(const pose::GroundKeys& keys, double time_s) {
  Bends bends{};
  for (std::size_t i = 0; i < bends.size(); ++i) bends[i] = bend_at(keys.bends[i], time_s).value;
  return bends;
}

Seconds usual_length(const Bends& from, const Bends& to) {
  constexpr std::array<double, pose::kBendCount> kWhole_s = {1.5, 1.1, 4.0, 0.8, 0.8, 1.0, 1.0};
  double length_s = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double share = std::abs(to[i] - from[i]);
    length_s = std::max(length_s, kWhole_s[i] * std::sqrt(share));
  }
  return Seconds(length_s);
}

}  // namespace kine::motion
