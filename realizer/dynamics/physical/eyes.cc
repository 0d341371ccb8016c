#include "realizer/dynamics/physical/eyes.h"

#include "realizer/math/quat.h"

namespace kine::dynamics::physical {
namespace {

using enum body::Joint;

Quat rotation_in(const Rotations& rotations, body::Joint joint) {
  const auto& [x, y, z, w] = rotations[body::index_of(joint)];
  return normalized({x, y, z, w});
}

Quat character_from_head(const Rotations& rotations) {
  Quat whole;
  for (const body::Joint joint : {Hips, Spine, Chest, UpperChest, Neck, Head}) {
    whole = whole * rotation_in(rotations, joint);
  }
  return whole;
}

}  // namespace

void keep_gaze(const body::Body& body, const Rotations& wanted, Rotations& shown) {
  const Quat turned = conjugate(character_from_head(shown)) * character_from_head(wanted);
  for (const body::Joint eye : {LeftEye, RightEye}) {
    const Quat kept = normalized(turned * rotation_in(wanted, eye));
    const Quat q = body::within_limits(body.limits[body::index_of(eye)], kept);
    shown[body::index_of(eye)] = {static_cast<float>(q.x), static_cast<float>(q.y),
                                  static_cast<float>(q.z), static_cast<float>(q.w)};
  }
}

}  // namespace kine::dynamics::physical
