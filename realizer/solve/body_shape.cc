#include "realizer/solve/body_shape.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>

#include "realizer/body/centre_of_mass.h"
#include "realizer/math/ease.h"
#include "realizer/math/units.h"

namespace kine::solve {
namespace {

using body::BodyOffsets;
using enum body::Joint;

/// One part of the shape at its full: degrees and centimetres read more easily. A lean is ahead, a
/// turn and a bend are to the left. The way of a pelvis is its height: balance finds the rest.
struct Part {
  Vec3 pelvis_cm = {};
  Vec3 pelvis = {};  // lean, turn, bend in degrees
  std::array<Vec3, body::kSpineJoints.size()> spine = {};
  Vec3 clavicle = {};  // of the left one: up, back, 0
};

constexpr Vec3 rotation_of(const Vec3& degrees) {
  return kDegree * Vec3{degrees.x, degrees.y, -degrees.z};
}

BodyOffsets offsets_of(const Part& part) {
  BodyOffsets offsets{.pelvis_m = 0.01 * part.pelvis_cm, .pelvis_rad = rotation_of(part.pelvis)};
  for (std::size_t i = 0; i < part.spine.size(); ++i) {
    offsets.spine_rad[i] = rotation_of(part.spine[i]);
  }
  const auto [up, back, unused] = part.clavicle;
  offsets.clavicles_rad = {kDegree * Vec3{0, back, up}, kDegree * Vec3{0, -back, -up}};
  return offsets;
}

// Spine, chest, upper chest, neck, head.

/// Gravity has it: knees give, the pelvis tips back, spine and neck fold, the chin stays up a
/// little.
constexpr Part kSlumped{.pelvis_cm = {0, -2, 0},
                        .pelvis = {-7, 0, 0},
                        .spine = {{{11, 0, 0}, {10, 0, 0}, {8, 0, 0}, {9, 0, 0}, {-5, 0, 0}}},
                        .clavicle = {-3, -8, 0}};
constexpr Part kUpright{.pelvis = {2, 0, 0},
                        .spine = {{{-4, 0, 0}, {-4, 0, 0}, {0, 0, 0}, {5, 0, 0}, {-3, 0, 0}}},
                        .clavicle = {1, 9, 0}};

/// Each counters the one below it: the hip of the leg that bears is out and high, the shoulder over
/// it low, the head goes back over the feet.
constexpr Part kBeautyLine{.pelvis_cm = {0, -0.5, 0},
                           .pelvis = {0, 4, -5},
                           .spine = {{{0, -2, 7}, {0, -3, 5}, {0, -2, 3}, {0, 1, -5}, {0, 2, -4}}}};

/// About the ankles and in the hips; the eyes stay up.
constexpr Part kLeaning{.pelvis_cm = {0, -0.5, 0},
                        .pelvis = {7, 0, 0},
                        .spine = {{{7, 0, 0}, {5, 0, 0}, {3, 0, 0}, {-4, 0, 0}, {-8, 0, 0}}}};
constexpr Part kRecoiling{.pelvis_cm = {0, -1, -2},
                          .pelvis = {-4, 0, 0},
                          .spine = {{{-7, 0, 0}, {-6, 0, 0}, {-4, 0, 0}, {6, 0, 0}, {5, 0, 0}}},
                          .clavicle = {4, 2, 0}};

/// The loin carries the chest ahead of hips and head, and the chest opens. Below 0 it is hollow.
constexpr Part kChestAhead{.pelvis = {2, 0, 0},
                           .spine = {{{9, 0, 0}, {-7, 0, 0}, {-8, 0, 0}, {3, 0, 0}, {1, 0, 0}}},
                           .clavicle = {0, 6, 0}};
constexpr Part kAbdomenAhead{.pelvis_cm = {0, 0, 4},
                             .pelvis = {6, 0, 0},
                             .spine = {{{-14, 0, 0}, {2, 0, 0}, {4, 0, 0}, {2, 0, 0}, {0, 0, 0}}}};
constexpr Part kHeadAhead{.spine = {{{0, 0, 0}, {0, 0, 0}, {3, 0, 0}, {18, 0, 0}, {-17, 0, 0}}}};

constexpr Part kRaised{.clavicle = {14, 0, 0}};
constexpr Part kRound{.spine = {{{0, 0, 0}, {3, 0, 0}, {5, 0, 0}, {-4, 0, 0}, {-2, 0, 0}}},
                      .clavicle = {0, -16, 0}};
constexpr double kTilt_rad = 8 * kDegree;

/// Weight on the left leg: its hip is out and high, the free one sinks and comes ahead.
constexpr Part kContrapposto{
    .pelvis_cm = {0, -1, 0},
    .pelvis = {0, 5, -6},
    .spine = {{{0, -3, 6}, {0, -3, 4}, {0, -2, 2}, {0, 1, -3}, {0, 2, -2}}}};

/// A load pulls the left shoulder down, and the trunk leans away from it. Knees are soft under it.
constexpr Part kLoaded{.pelvis_cm = {0, -2.5, 0}};
constexpr Part kLoadedLeft{.spine = {{{0, 0, -3}, {0, 0, -3}, {0, 0, -2}, {0, 0, 2}, {0, 0, 2}}}};
constexpr double kPulledDown_rad = 4 * kDegree;

BodyOffsets with_signs(double value, const Part& above, const Part& below) {
  return value >= 0 ? value * offsets_of(above) : -value * offsets_of(below);
}

/// A part that has a side: below 0 it is of the other one.
BodyOffsets sided(double value, const Part& left) {
  if (value >= 0) return value * offsets_of(left);
  const auto mirrored = [](const Vec3& turn) { return Vec3{turn.x, -turn.y, -turn.z}; };
  BodyOffsets right = -value * offsets_of(left);
  right.pelvis_m.x = -right.pelvis_m.x;
  right.pelvis_rad = mirrored(right.pelvis_rad);
  for (Vec3& each : right.spine_rad) each = mirrored(each);
  return right;
}

Vec3 led(const Vec3& turn_rad, const Quat& heading) { return heading * turn_rad; }

/// A lean that leads elsewhere than ahead.
BodyOffsets heading(double heading_rad, BodyOffsets offsets) {
  if (heading_rad == 0) return offsets;
  const Quat turn = rotation_about({0, 1, 0}, heading_rad);
  offsets.pelvis_m = led(offsets.pelvis_m, turn);
  offsets.pelvis_rad = led(offsets.pelvis_rad, turn);
  for (Vec3& each : offsets.spine_rad) each = led(each, turn);
  return offsets;
}

/// How far the centre of mass is to go: what is asked, and what a line, a leg and a lean take
/// along.
std::array<double, 2> balance_of(const body::Body& body, const Shape& shape) {
  constexpr double kLine = 0.75;  // shares of the way to the edge
  constexpr double kOneLeg = 0.85;
  constexpr double kLean = 0.35;
  constexpr double kFirm = 0.4;
  const auto [side, front] = shape.balance;
  const double left = std::clamp(side + kLine * shape.line + kOneLeg * shape.legs, -1.0, 1.0);
  const double led = kLean * shape.lean;
  const double ahead = std::clamp(front + led * std::cos(shape.heading_rad), -1.0, 1.0);
  // A load wants a firm stand: the body stays away from the edge with it.
  const double firm = 1 - kFirm * std::max(shape.loads[0], shape.loads[1]);
  return towards_edge_m(body, shape, {firm * left, firm * ahead});
}

Vec3 within(const Vec3& value, double most) {
  return {std::clamp(value.x, -most, most), std::clamp(value.y, -most, most),
          std::clamp(value.z, -most, most)};
}

/// What the sum of all parts may come to: a back that folds and twists no farther than backs do.
constexpr double kSpineMost_rad = 25 * kDegree;  // a joint of it
constexpr double kPelvisMost_rad = 20 * kDegree;
constexpr double kClavicleMost_rad = 25 * kDegree;

BodyOffsets within_comfort(BodyOffsets offsets) {
  offsets.pelvis_rad = within(offsets.pelvis_rad, kPelvisMost_rad);
  for (Vec3& each : offsets.spine_rad) each = within(each, kSpineMost_rad);
  for (Vec3& each : offsets.clavicles_rad) each = within(each, kClavicleMost_rad);
  return offsets;
}

/// Gravity has the eyes, too; who is upright looks up a little. All else leaves them where they
/// are.
double gaze_of(const Shape& shape) {
  constexpr double kSlumpedGaze_rad = 24 * kDegree;
  constexpr double kUprightGaze_rad = -4 * kDegree;
  return shape.posture < 0 ? -shape.posture * kSlumpedGaze_rad : shape.posture * kUprightGaze_rad;
}

double norm_of(std::initializer_list<double> numbers) {
  double squares = 0;
  for (const double each : numbers) squares += each * each;
  return std::sqrt(squares);
}

/// The numbers that move the hips level by themselves.
double hips_moved_by(const Shape& shape) {
  return norm_of({shape.abdomen, shape.balance[0], shape.balance[1]});
}

double moved_by_others(const Shape& shape) {
  return norm_of({shape.posture, shape.line, shape.lean, shape.chest, shape.head, shape.raise,
                  shape.round, shape.tilt, shape.legs, shape.loads[0], shape.loads[1]});
}

/// A trace of a shape moves the body by a trace: what a shape does as a whole comes with this.
constexpr double kAllButATrace = 0.2;

double share_of(const Shape& shape) {
  return eased_between(0, kAllButATrace, norm_of({hips_moved_by(shape), moved_by_others(shape)}));
}

/// Balance moves hips level, too. So it comes no faster than what a number asks of them: more of
/// the number is more of what it moves.
double balance_share_of(const Shape& shape) {
  const double by_hips = eased_between(0, 1, hips_moved_by(shape));
  const double by_others = eased_between(0, kAllButATrace, moved_by_others(shape));
  return 1 - (1 - by_hips) * (1 - by_others);
}

BodyOffsets curve_of(const Shape& shape) {
  BodyOffsets sum = with_signs(shape.posture, kUpright, kSlumped);
  sum = sum + heading(shape.heading_rad, with_signs(shape.lean, kLeaning, kRecoiling));
  sum = sum + sided(shape.line, kBeautyLine);
  sum = sum + shape.chest * offsets_of(kChestAhead);
  sum = sum + shape.abdomen * offsets_of(kAbdomenAhead);
  sum = sum + shape.head * offsets_of(kHeadAhead);
  sum = sum + shape.raise * offsets_of(kRaised);
  sum = sum + shape.round * offsets_of(kRound);
  sum = sum + sided(shape.legs, kContrapposto);
  sum = sum + sided(shape.loads[0] - shape.loads[1], kLoadedLeft);
  sum = sum + (shape.loads[0] + shape.loads[1]) * offsets_of(kLoaded);
  sum.clavicles_rad[0].z += shape.tilt * kTilt_rad - shape.loads[0] * kPulledDown_rad;
  sum.clavicles_rad[1].z += shape.tilt * kTilt_rad + shape.loads[1] * kPulledDown_rad;
  return within_comfort(sum);
}

}  // namespace

std::array<double, 2> towards_edge_m(const body::Body& body, const Shape& stance,
                                     const std::array<double, 2>& shares) {
  constexpr double kHeelBehindAnkle_m = 0.05;
  constexpr double kInside = 0.8;  // nobody stands on the very edge
  const body::Body::Model model = body.compute_model(body.base_pose);
  const auto at = [&](body::Joint joint) { return model.positions_m[body::index_of(joint)]; };
  const auto [left, ahead] = shares;
  const Vec3 mass_m = centre_of_mass_m(body, model);
  const body::FootOffset foot = stance_of(stance)[0];
  const Vec3 ankle_m = at(LeftFoot) + foot.moved_m;
  const Vec3 sole_m = rotation_about({0, 1, 0}, foot.yaw_rad) * (at(LeftToes) - at(LeftFoot));
  const double to_edge_m =
      ahead > 0 ? ankle_m.z + sole_m.z - mass_m.z : mass_m.z - (ankle_m.z - kHeelBehindAnkle_m);
  const double ahead_m = kInside * ahead * std::max(to_edge_m, 0.0);
  const double along = (mass_m.z + ahead_m - ankle_m.z) / sole_m.z;
  const double edge_m = ankle_m.x + along * sole_m.x - mass_m.x;
  return {kInside * left * std::max(edge_m, 0.0), ahead_m};
}

ShapeWish wish_of(const body::Body& body, const Shape& shape) {
  return {.curve = curve_of(shape),
          .mass_m = balance_of(body, shape),
          .gaze_rad = gaze_of(shape),
          .share = share_of(shape),
          .balances = balance_share_of(shape)};
}

std::array<body::FootOffset, 2> stance_of(const Shape& shape) {
  constexpr double kWidth_m = 0.1;  // of both feet together
  constexpr double kToes_rad = 30 * kDegree;
  const double aside_m = 0.5 * shape.width * kWidth_m;
  const double out_rad = shape.toes * kToes_rad;
  return {{{.moved_m = {aside_m, 0, 0}, .yaw_rad = out_rad},
           {.moved_m = {-aside_m, 0, 0}, .yaw_rad = -out_rad}}};
}

}  // namespace kine::solve
