#include "avatars/head_form.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kine::avatars {
namespace {

/// From a point outside, towards the surface along `direction`; the last step is exact.
Vec3 marched(const Field& form, const Vec3& from, const Vec3& direction, double reach_m) {
  constexpr double kLeastStep = 0.0006;
  constexpr double kCaution = 0.6;  // the field says at most so much more than the true distance
  double low = 0;
  double high = 0;
  while (high < reach_m) {
    const double gap = form(from + high * direction);
    if (gap <= 0) break;
    low = high;
    high += std::max(kLeastStep, kCaution * gap);
  }
  for (int i = 0; i < 30; ++i) {
    const double middle = (low + high) / 2;
    (form(from + middle * direction) > 0 ? low : high) = middle;
  }
  return from + high * direction;
}

double skull_m(const Face& face, const Vec3& p) {
  const double jaw = face.jaw_width;
  const double drop = face.chin_drop_m;
  double d = distance_m(Egg{{0, 0.118, -0.006}, {0.0755, 0.083, 0.099}}, p);
  d = joined(d, distance_m(Egg{{0, 0.128, 0.028}, {0.0600, 0.050, 0.0680}}, p), 0.03);
  d = joined(d, distance_m(Egg{{0, 0.055, 0.022}, {0.0640 * jaw, 0.070, 0.066}}, p), 0.02);
  const Cone jawbone{{0.044 * jaw, 0.022, 0.012}, {0.010, -0.004 - drop, 0.066}, 0.020, 0.0205};
  d = joined(d, distance_m(jawbone, p), 0.030);
  d = joined(d, distance_m(Egg{{0.033, 0.044, 0.053}, {0.0300, 0.0330, 0.0320 * face.cheeks}}, p),
             0.030);
  d = joined(d, distance_m(Egg{{0, 0.022, 0.062}, {0.033, 0.028, 0.0355}}, p), 0.022);
  d = joined(d, distance_m(Egg{{0, -0.007 - drop, 0.0745}, {0.0185, 0.0165, 0.0200}}, p), 0.016);
  d = joined(d, distance_m(Egg{{0.030, 0.066, 0.070}, {0.0290, 0.0180, 0.0190}}, p), 0.030);
  return joined(d, distance_m(Egg{{0.022, 0.110, 0.074}, {0.028, 0.010, 0.0195}}, p), 0.020);
}

double nose_m(const Face& face, const Vec3& p) {
  const double s = face.nose_size;
  double d = distance_m(Cone{{0, 0.095, 0.0830}, {0, 0.056, 0.1025}, 0.0085, 0.0080 * s}, p);
  const Egg tip{{0, 0.0530, 0.1055}, {0.0088 * s, 0.0080 * s, 0.0086 * s}};
  d = joined(d, distance_m(tip, p), 0.010);
  const Egg wing{{0.0098 * s, 0.0500, 0.0960}, {0.0062 * s, 0.0062 * s, 0.0090 * s}};
  return joined(d, distance_m(wing, p), 0.007);
}

}  // namespace

Field head_form(const Face& face, double neck_radius_m) {
  return [face, neck_radius_m](const Vec3& at) {
    const Vec3 p{std::abs(at.x), at.y, at.z};
    double d = skull_m(face, p);
    d = without(d, distance_m(Egg{{0.0315, 0.0925, 0.1000}, {0.0225, 0.0125, 0.0165}}, p), 0.016);
    d = joined(d, nose_m(face, p), 0.014);
    d = joined(d, distance_m(Egg{kEye, {kLidRadius, kLidRadius, kLidRadius}}, p), 0.0060);
    const double r = neck_radius_m;
    const Cone neck{{0, -0.13, -0.034}, {0, 0.03, -0.018}, 1.04 * r, 0.98 * r};
    return joined(d, distance_m(neck, p), 0.022);
  };
}

Field ear_form() {
  const Quat turn = rotation_about({0, 1, 0}, -0.34) * rotation_about({1, 0, 0}, -0.16);
  const Vec3 centre{0.0715, 0.071, -0.012};
  return [turn, centre](const Vec3& p) {
    double d = distance_m(Egg{centre, {0.0070, 0.0310, 0.0180}, turn}, p);
    const Vec3 hollow = centre + turn * Vec3{0.0060, 0.0050, 0.0010};
    d = without(d, distance_m(Egg{hollow, {0.0056, 0.0200, 0.0105}, turn}, p), 0.005);
    const Vec3 lobe = centre + turn * Vec3{-0.001, -0.024, 0.006};
    d = joined(d, distance_m(Egg{lobe, {0.0060, 0.0090, 0.0080}, turn}, p), 0.006);
    const Vec3 tragus = centre + turn * Vec3{0.001, -0.004, 0.0135};
    return joined(d, distance_m(Egg{tragus, {0.0048, 0.0070, 0.0045}, turn}, p), 0.004);
  };
}

Vec3 front(const Field& form, double x, double y) {
  return marched(form, {x, y, 0.15}, {0, 0, -1}, 0.16);
}

Vec3 outermost(const Field& form, const Vec3& direction) {
  constexpr double kOutside = 0.26;
  return marched(form, kMiddle + kOutside * direction, -direction, kOutside);
}

double openness(const Field& form, const Vec3& p, const Vec3& normal, double reach_m) {
  double open = 1;
  double weight = 0.55;
  for (int i = 1; i <= 3; ++i) {
    const double step = reach_m * i / 3;
    open -= weight * std::clamp(1 - form(p + step * normal) / step, 0.0, 1.0);
    weight *= 0.6;
  }
  return std::clamp(open, 0.0, 1.0);
}

}  // namespace kine::avatars
