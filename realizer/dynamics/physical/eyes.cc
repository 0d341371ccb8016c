#include "realizer/dynamics/physical/eyes.h"

#include <algorithm>
#include <array>

#include "realizer/math/quat.h"

namespace kine::dynamics::physical {
namespace {

using enum body::Joint;

constexpr Vec3 kAhead{0, 0, 1};
constexpr double kNearest_m = 0.1;  // eyes converge no more than for that

Quat rotation_in(const Rotations& rotations, body::Joint joint) {
  const auto& [x, y, z, w] = rotations[body::index_of(joint)];
  return normalized({x, y, z, w});
}

/// Where a head is, in the character's space.
struct HeadPlace {
  Vec3 position_m;
  Quat character_from_head;

  Vec3 place_m(const body::Body& body, body::Joint eye) const {
    return position_m + character_from_head * body.offsets_m[body::index_of(eye)];
  }
};

HeadPlace head_of(const body::Body& body, const ShownPose& pose) {
  const auto& [x, y, z] = *pose.hips_m;
  HeadPlace place{{x, y, z}, rotation_in(*pose.parent_from_joint, Hips)};
  for (const body::Joint joint : {Spine, Chest, UpperChest, Neck, Head}) {
    place.position_m = place.place_m(body, joint);
    place.character_from_head =
        place.character_from_head * rotation_in(*pose.parent_from_joint, joint);
  }
  return place;
}

struct Ray {
  Vec3 origin_m;
  Vec3 direction;
};

/// One over the distance at which a ray is closest to another one; 0 where they do not converge.
double nearness_per_m(const Ray& ray, const Ray& other) {
  const double turned_towards = length(cross(ray.direction, other.direction));
  const double apart_m =
      dot(ray.direction, rejected(other.origin_m - ray.origin_m, other.direction));
  constexpr double kParallel = 1e-6;
  if (turned_towards < kParallel || apart_m <= 0) return 0;
  return std::min(turned_towards * turned_towards / apart_m, 1 / kNearest_m);
}

}  // namespace

void keep_gaze(const body::Body& body, const ShownPose& wanted, double share,
               const ShownPose& shown) {
  const HeadPlace from = head_of(body, wanted);
  const HeadPlace now = head_of(body, shown);
  constexpr std::array kEyes = {LeftEye, RightEye};
  std::array<Quat, kEyes.size()> turns;  // character_from_eye
  std::array<Ray, kEyes.size()> rays;
  for (std::size_t i = 0; i < kEyes.size(); ++i) {
    turns[i] = from.character_from_head * rotation_in(*wanted.parent_from_joint, kEyes[i]);
    rays[i] = {from.place_m(body, kEyes[i]), turns[i] * kAhead};
  }
  for (std::size_t i = 0; i < kEyes.size(); ++i) {
    const auto& [from_m, kept] = rays[i];
    const Vec3 moved_m = now.place_m(body, kEyes[i]) - from_m;
    const Vec3 aimed = unit(kept - nearness_per_m(rays[i], rays[1 - i]) * moved_m);
    const Quat eye =
        normalized(conjugate(now.character_from_head) * shortest_arc(kept, aimed) * turns[i]);
    const Quat aimed_eye = body::within_limits(body.limits[body::index_of(kEyes[i])], eye);
    const Quat q = share < 1
                       ? slerp(rotation_in(*wanted.parent_from_joint, kEyes[i]), aimed_eye, share)
                       : aimed_eye;
    (*shown.parent_from_joint)[body::index_of(kEyes[i])] = {
        static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
        static_cast<float>(q.w)};
  }
}

}  // namespace kine::dynamics::physical
