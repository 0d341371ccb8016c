#include "realizer/formats/figure.h"

#include <array>
#include <cstddef>

namespace kine::formats {
Quat rotation_of(const float* xyzw) { return normalized({xyzw[0], xyzw[1], xyzw[2], xyzw[3]}); }

Stand stand_of(const Frame& frame) {
  return {.position_m = {frame.root[0], frame.root[1], frame.root[2]},
          .world_from_character = rotation_of(frame.root.data() + 3)};
}

Figure compute_figure(const body::Body& body, const Frame& frame) {
  std::array<Quat, body::kJointCount> parent_from_joint;
  for (std::size_t index = 0; index < body::kJointCount; ++index) {
    parent_from_joint[index] = rotation_of(frame.parent_from_joint[index].data());
  }
  Figure figure = body.compute_model(parent_from_joint);

  // The frame's hips stand in place of the body's.
  const Vec3 hips_m = {frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]};
  const Vec3 moved_m = hips_m - body.offsets_m[body::index_of(body::Joint::Hips)];
  const Stand stand = stand_of(frame);
  for (std::size_t index = 0; index < body::kJointCount; ++index) {
    Vec3& position_m = figure.positions_m[index];
    position_m = stand.position_m + stand.world_from_character * (position_m + moved_m);
    Quat& turn = figure.character_from_joint[index];
    turn = stand.world_from_character * turn;
  }
  return figure;
}

Vec3 bone_end_m(const body::Body& body, body::Joint joint) {
  constexpr Vec3 kFaceBone_m = {0, 0, 0.03};
  constexpr double kOfTheBoneBefore = 0.8;
  switch (joint) {
    case body::Joint::Jaw:
    case body::Joint::LeftEye:
    case body::Joint::RightEye:
      return kFaceBone_m;
    case body::Joint::LeftToes:
    case body::Joint::RightToes:
      return {0, 0, 0.5 * body.offsets_m[body::index_of(joint)].z};
    default:
      return kOfTheBoneBefore * body.offsets_m[body::index_of(joint)];
  }
}

Figure seen_from(const Stand& stand, const Figure& figure_in_world) {
  const Quat character_from_world = conjugate(stand.world_from_character);
  Figure figure = figure_in_world;
  for (Vec3& position_m : figure.positions_m) {
    position_m = character_from_world * (position_m - stand.position_m);
  }
  for (Quat& turn : figure.character_from_joint) turn = character_from_world * turn;
  return figure;
}

}  // namespace kine::formats
