#include "realizer/math/two_bones.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kine {
namespace {

/// As far as an elbow bends: from there on forearm and upper arm meet.
constexpr double kBendMax_rad = 150 * std::numbers::pi / 180;

/// What an elbow lies off the line, in lengths of the arm, below which the hinge has a say.
constexpr double kStraightShare = 0.02;

/// How far apart the ends may be, softly, as they `were` before: what was stays, even if it is out
/// of bounds.
class Distance {
 public:
  Distance(double upper, double lower, double were)
      : farthest_(upper + lower), were_(were), soft_from_(kSoftReachShare * farthest_) {
    const double folded =
        std::sqrt(upper * upper + lower * lower + 2 * upper * lower * std::cos(kBendMax_rad));
    nearest_ = std::max(std::abs(upper - lower), std::min(folded, were / kNearRoom));
    nearest_ = std::max(nearest_, kLeastShare * farthest_);
  }

  double brought_to(double asked) const {
    if (asked < std::clamp(were_, kNearRoom * nearest_, kNearSoft * nearest_)) return folded(asked);
    // What a straight arm lacks of softness goes with it a little way.
    const double kept = were_ - stretched(were_);
    const double share =
        asked > were_
            ? room(asked) / room(were_)
            : std::max(0.0, (asked - kKeptFrom * farthest_) / (were_ - kKeptFrom * farthest_));
    return kept > 0 ? stretched(asked) + kept * share : stretched(asked);
  }

 private:
  static constexpr double kNearRoom = 1.05;
  static constexpr double kNearSoft = 1.2;
  static constexpr double kLeastShare = 1e-3;
  static constexpr double kKeptFrom = 0.9;

  double room(double asked) const { return farthest_ - stretched(asked); }

  double stretched(double asked) const {
    if (asked <= soft_from_) return asked;
    const double soft = farthest_ - soft_from_;
    return farthest_ - soft * std::exp(-(asked - soft_from_) / soft);
  }

  double folded(double asked) const {
    const double from = std::clamp(were_, kNearRoom * nearest_, kNearSoft * nearest_);
    const double soft = from - nearest_;
    return nearest_ + soft * std::exp(-(from - asked) / soft);
  }

  double farthest_;
  double were_;
  double soft_from_;
  double nearest_ = 0;
};

Vec3 square_to(const Vec3& n) {
  return unit(cross(n, std::abs(n.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
}

/// Where the middle lies off the line along `n`, or where it would if it bent.
Vec3 side_of(const TwoBones& bones, const Vec3& n, const Vec3& hinge, double length_of_both) {
  const Vec3 off = rejected(bones.middle - bones.root, n);
  const double straight = kStraightShare * length_of_both;
  const double bent = std::min(1.0, length(off) / straight);
  const Vec3 by_hinge = unit(cross(n, hinge), square_to(n));
  return unit(off + straight * (1 - bent) * (1 - bent) * by_hinge, by_hinge);
}

/// Axes of a bone along `bone` in the plane whose normal is near to `normal`.
Quat axes_of(const Vec3& bone, const Vec3& normal) {
  const Vec3 x = unit(bone);
  const Vec3 z = unit(rejected(normal, x), square_to(x));
  return from_axes(x, cross(z, x), z);
}

/// The end of the bones is to be so far along `way` from their root.
TwoBoneReach bent(const TwoBones& bones, const Vec3& way, double far, const Vec3& hinge) {
  const double upper = length(bones.middle - bones.root);
  const double lower = length(bones.end - bones.middle);
  const Vec3 n = unit(bones.end - bones.root, unit(bones.middle - bones.root));

  const Vec3 side = side_of(bones, n, hinge, upper + lower);
  const Vec3 new_side = unit(rejected(shortest_arc(n, way) * side, way), square_to(way));
  const double along = (far * far + upper * upper - lower * lower) / (2 * far);
  const double off = std::sqrt(std::max(0.0, upper * upper - along * along));

  TwoBoneReach reach{
      {bones.root, bones.root + along * way + off * new_side, bones.root + far * way}, {}, {}};
  const Vec3 normal = cross(side, n);
  const Vec3 new_normal = cross(new_side, way);
  reach.upper = normalized(axes_of(reach.bones.middle - bones.root, new_normal) *
                           conjugate(axes_of(bones.middle - bones.root, normal)));
  reach.lower = normalized(axes_of(reach.bones.end - reach.bones.middle, new_normal) *
                           conjugate(axes_of(bones.end - bones.middle, normal)));
  return reach;
}

/// Where the end of the bones is to go from their root.
Vec3 way_to(const TwoBones& bones, const Vec3& target) {
  const Vec3 now = unit(bones.end - bones.root, unit(bones.middle - bones.root));
  return unit(target - bones.root, now);
}

}  // namespace

TwoBoneReach reached(const TwoBones& bones, const Vec3& target, const Vec3& hinge) {
  const double upper = length(bones.middle - bones.root);
  const double lower = length(bones.end - bones.middle);
  const double were = length(bones.end - bones.root);
  const double far = Distance(upper, lower, were).brought_to(length(target - bones.root));
  return bent(bones, way_to(bones, target), far, hinge);
}

TwoBoneReach reached_exactly(const TwoBones& bones, const Vec3& target, const Vec3& hinge) {
  constexpr double kNotFolded = 1e-3;
  const double upper = length(bones.middle - bones.root);
  const double lower = length(bones.end - bones.middle);
  const double nearest = std::max(std::abs(upper - lower), kNotFolded * (upper + lower));
  const double far = std::clamp(length(target - bones.root), nearest, upper + lower);
  return bent(bones, way_to(bones, target), far, hinge);
}

}  // namespace kine
