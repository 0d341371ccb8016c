#include "avatars/face_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "avatars/face_mesh.h"
#include "realizer/body/skeleton.h"

namespace kine::avatars {
namespace {

constexpr Vec3 kJawHinge{0, 0.035, 0.015};
constexpr double kJawOpen = 0.33;  // radians

/// 1 in the middle of an ellipsoid, 0 outside, smooth.
double nearness(const Vec3& p, const Vec3& centre, const Vec3& radii) {
  const Vec3 q = p - centre;
  const double d = (q.x / radii.x) * (q.x / radii.x) + (q.y / radii.y) * (q.y / radii.y) +
                   (q.z / radii.z) * (q.z / radii.z);
  return d < 1 ? (1 - d) * (1 - d) : 0;
}

/// Which points a pull moves.
enum class Of : unsigned char { Skin, Brow, UpperLip, LowerLip };

/// Draws what is near along.
struct Pull {
  std::string_view shape;
  Vec3 centre;
  Vec3 radii;
  Vec3 by;
  Of of = Of::Skin;
};

constexpr Vec3 kCorner{0.0250, 0.0225, 0.088};
constexpr Vec3 kInnerBrow{0.0140, 0.1110, 0.095};
constexpr Vec3 kOuterBrow{0.0400, 0.1130, 0.082};
constexpr Vec3 kCheek{0.0390, 0.0480, 0.080};

// Of shapes with two sides only the left one.
constexpr Pull kPulls[] = {
    {"mouthSmileLeft", kCorner, {0.034, 0.022, 0.045}, {0.0066, 0.0012, -0.0046}},
    {"mouthSmileLeft", {0.0275, 0.0235, 0.088}, {0.0230, 0.020, 0.045}, {0.0012, 0.0088, 0}},
    {"mouthSmileLeft", kCheek, {0.028, 0.024, 0.038}, {0.0020, 0.0060, 0.0042}},
    {"mouthFrownLeft", kCorner, {0.026, 0.022, 0.040}, {0.0012, -0.0082, -0.0016}},
    {"mouthFrownLeft", {0.020, 0.004, 0.09}, {0.020, 0.014, 0.03}, {0, -0.0020, 0.0008}},
    {"mouthDimpleLeft", kCorner, {0.022, 0.017, 0.040}, {0.0042, 0.0014, -0.0045}},
    {"mouthStretchLeft", kCorner, {0.030, 0.022, 0.045}, {0.0085, -0.0035, -0.0050}},
    {"mouthLeft", {0.004, 0.0215, 0.098}, {0.050, 0.030, 0.05}, {0.0095, 0.0008, -0.0008}},
    {"mouthPressLeft",
     {0.014, 0.0215, 0.097},
     {0.026, 0.020, 0.04},
     {0, -0.0014, -0.0012},
     Of::UpperLip},
    {"mouthPressLeft",
     {0.014, 0.0215, 0.097},
     {0.026, 0.020, 0.04},
     {0, 0.0018, -0.0014},
     Of::LowerLip},
    {"mouthLowerDownLeft",
     {0.011, 0.0190, 0.098},
     {0.021, 0.022, 0.04},
     {0.0008, -0.0068, 0.0004},
     Of::LowerLip},
    {"mouthUpperUpLeft",
     {0.011, 0.0240, 0.098},
     {0.021, 0.020, 0.04},
     {0.0006, 0.0058, 0.0006},
     Of::UpperLip},
    {"mouthUpperUpLeft", {0.022, 0.0400, 0.090}, {0.018, 0.014, 0.03}, {0.0006, 0.0026, 0.0010}},
    {"mouthRollLower",
     {0, 0.0190, 0.099},
     {0.032, 0.016, 0.04},
     {0, 0.0030, -0.0062},
     Of::LowerLip},
    {"mouthRollUpper",
     {0, 0.0240, 0.099},
     {0.032, 0.016, 0.04},
     {0, -0.0024, -0.0055},
     Of::UpperLip},
    {"mouthShrugLower",
     {0, 0.0080, 0.095},
     {0.036, 0.024, 0.04},
     {0, 0.0052, 0.0018},
     Of::LowerLip},
    {"mouthShrugLower", {0, 0.0000, 0.092}, {0.026, 0.016, 0.04}, {0, 0.0042, 0.0010}},
    {"mouthShrugUpper",
     {0, 0.0240, 0.099},
     {0.032, 0.022, 0.04},
     {0, 0.0038, 0.0024},
     Of::UpperLip},
    {"browDownLeft", kInnerBrow, {0.024, 0.020, 0.04}, {-0.0034, -0.0066, 0.0012}, Of::Brow},
    {"browDownLeft", {0.034, 0.114, 0.086}, {0.026, 0.020, 0.04}, {-0.0010, -0.0036, 0}, Of::Brow},
    {"browInnerUp", kInnerBrow, {0.024, 0.026, 0.04}, {0.0004, 0.0082, -0.0004}, Of::Brow},
    {"browInnerUp",
     {-0.0140, 0.1110, 0.095},
     {0.024, 0.026, 0.04},
     {-0.0004, 0.0082, -0.0004},
     Of::Brow},
    {"browOuterUpLeft", kOuterBrow, {0.030, 0.026, 0.045}, {0.0002, 0.0076, -0.0008}, Of::Brow},
    {"cheekPuff", {0.042, 0.026, 0.064}, {0.030, 0.030, 0.045}, {0.0080, 0, 0.0060}},
    {"cheekPuff", {-0.042, 0.026, 0.064}, {0.030, 0.030, 0.045}, {-0.0080, 0, 0.0060}},
    {"cheekPuff", {0, 0.0215, 0.1}, {0.026, 0.020, 0.03}, {0, 0, 0.0022}},
    {"cheekSquintLeft", {0.036, 0.061, 0.086}, {0.028, 0.019, 0.037}, {0, 0.0066, 0.0030}},
    {"noseSneerLeft", {0.0120, 0.0510, 0.100}, {0.015, 0.015, 0.03}, {0.0006, 0.0040, -0.0010}},
    {"noseSneerLeft", {0.0170, 0.0400, 0.094}, {0.016, 0.014, 0.03}, {0.0004, 0.0026, 0.0008}},
    {"noseSneerLeft", kInnerBrow, {0.018, 0.016, 0.03}, {-0.0010, -0.0022, 0}, Of::Brow},
};

double share_of(const Pull& pull, const FacePoint& point) {
  double share = nearness(point.place, pull.centre, pull.radii) * (1 - point.inside);
  if (pull.of == Of::Brow) share *= 1 - std::max(point.upper_lid, point.lower_lid);
  if (pull.of == Of::UpperLip) share *= std::max(0.0, point.lip);
  if (pull.of == Of::LowerLip) share *= std::max(0.0, -point.lip);
  return share;
}

/// How far the margins of the left eye's lids go up, in the middle of the eye.
struct Lids {
  std::string_view shape;
  double upper_m;
  double lower_m;
};

constexpr Lids kLids[] = {
    {"eyeSquintLeft", -0.0016, 0.0030},    {"eyeWideLeft", 0.0026, -0.0012},
    {"eyeLookDownLeft", -0.0042, -0.0010}, {"eyeLookUpLeft", 0.0016, 0.0010},
    {"eyeLookInLeft", -0.0002, 0.0003},    {"eyeLookOutLeft", -0.0002, 0.0003},
    {"cheekSquintLeft", -0.0006, 0.0030},  {"mouthSmileLeft", -0.0004, 0.0012},
    {"noseSneerLeft", 0, 0.0006},          {"browDownLeft", -0.0024, 0.0006},
};

/// Of the margin above and below `x`, how high over the eye's middle; both 0 beside the eye.
struct Margins {
  double upper_y;
  double lower_y;
};

Margins margins_at(const Face& face, double x) {
  const double half_width = lid_margin(face, 0).x;
  const double c = std::clamp(x / half_width, -1.0, 1.0);
  const double angle = std::acos(c);
  return {lid_margin(face, angle).y, lid_margin(face, -angle).y};
}

/// A lid slides on the eyeball: up by `up_m` at its margin, less towards its crease.
Vec3 slid(const FacePoint& point, double share, double up_m) {
  const Vec3& p = point.place;
  const Vec3 before = on_lids(p.x, p.y, kLidRadius);
  const Vec3 after = on_lids(p.x, p.y + share * up_m, kLidRadius);
  const double forward = share > 0.3 ? 1 : share / 0.3;
  return {0, after.y - before.y, forward * (after.z - before.z)};
}

Vec3 blinked(const Face& face, const FacePoint& point) {
  constexpr double kMeet = 0.20;  // of the way up from the lower margin
  constexpr double kOverlap = 0.0005;
  const auto [upper_y, lower_y] = margins_at(face, point.place.x - kEye.x);
  const double meet_y = mixed(lower_y, upper_y, kMeet);
  if (point.upper_lid > 0) {
    Vec3 d = slid(point, point.upper_lid, meet_y - upper_y - kOverlap);
    d.z += 0.0006 * point.upper_lid;
    return d;
  }
  return slid(point, point.lower_lid, meet_y - lower_y + kOverlap / 2);
}

Vec3 lids_moved(std::string_view shape, const Face& face, const FacePoint& point) {
  if (point.place.x < 0 || (point.upper_lid == 0 && point.lower_lid == 0)) return {};
  if (shape == "eyeBlinkLeft") return blinked(face, point);
  Vec3 sum;
  for (const Lids& lids : kLids) {
    if (lids.shape != shape) continue;
    const auto [upper_y, lower_y] = margins_at(face, point.place.x - kEye.x);
    const auto [highest, lowest] = margins_at(face, 0);
    const double open = std::clamp((upper_y - lower_y) / (highest - lowest), 0.0, 1.0);
    sum = sum + (point.upper_lid > 0 ? slid(point, point.upper_lid, open * lids.upper_m)
                                     : slid(point, point.lower_lid, open * lids.lower_m));
    if (shape == "eyeLookInLeft") sum.x -= 0.0006 * (point.upper_lid + point.lower_lid);
    if (shape == "eyeLookOutLeft") sum.x += 0.0006 * (point.upper_lid + point.lower_lid);
  }
  return sum;
}

Vec3 jaw_opened(const Vec3& place) {
  const Quat turn = rotation_about({1, 0, 0}, kJawOpen);
  return kJawHinge + turn * (place - kJawHinge) - place;
}

/// Round lips: drawn together and forward, and for a funnel apart.
Vec3 rounded(const FacePoint& point, double together, double forward_m, double apart_m) {
  const Vec3& p = point.place;
  const double near = nearness(p, {0, kMouthY, 0.098}, {0.048, 0.034, 0.055}) * (1 - point.inside);
  const double middle = std::max(0.0, 1 - (p.x / 0.026) * (p.x / 0.026));
  return {-together * near * p.x, apart_m * point.lip * middle * (1 - point.inside),
          forward_m * near * (0.45 + 0.55 * middle)};
}

Vec3 moved_by_jaw_or_mouth(std::string_view shape, const FacePoint& point) {
  if (shape == "jawOpen") return point.jaw * jaw_opened(point.place);
  if (shape == "jawLeft") return point.jaw * Vec3{0.0085, 0, -0.0006};
  if (shape == "jawForward") return point.jaw * Vec3{0, -0.0008, 0.0070};
  if (shape == "mouthFunnel") return rounded(point, 0.40, 0.0105, 0.0054);
  if (shape == "mouthPucker") return rounded(point, 0.54, 0.0125, 0.0012);
  if (shape == "mouthClose") {
    // With the jaw open the lower lip follows it; this takes most of that back.
    const double share = (point.lip < 0 ? -0.70 : 0.30) * std::abs(point.lip) * (1 - point.inside);
    const Vec3 opened = jaw_opened(point.place);
    const double side = std::max(0.0, 1 - std::pow(std::abs(point.place.x) / 0.030, 4));
    return side * share * opened;
  }
  if (shape == "tongueOut") return point.tongue * Vec3{0, 0.0012, 0.0340};
  return {};
}

}  // namespace

Vec3 left_displacement(std::string_view shape, const Face& face, const FacePoint& point) {
  Vec3 sum = moved_by_jaw_or_mouth(shape, point) + lids_moved(shape, face, point);
  for (const Pull& pull : kPulls) {
    if (pull.shape == shape) sum = sum + share_of(pull, point) * pull.by;
  }
  return sum;
}

Vec3 displacement(std::string_view shape, const Face& face, const FacePoint& point) {
  constexpr std::string_view kRight = "Right";
  if (!shape.ends_with(kRight)) return left_displacement(shape, face, point);
  const std::string left = std::string(shape.substr(0, shape.size() - kRight.size())) + "Left";
  FacePoint image = point;
  image.place = mirrored(point.place);
  return mirrored(left_displacement(left, face, image));
}

}  // namespace kine::avatars
