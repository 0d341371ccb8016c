// What a body's file does not say: how thick it is, what it wears, its colours and its hair. A row
// a body, and a plain one for bodies that have none.
#pragma once

#include <string_view>

#include "realizer/math/vec3.h"

namespace kine::avatars {

/// Half widths and depths of the bare body in T-pose, metres.
struct Build {
  double chest_half_width_m = 0.150;
  double chest_half_depth_m = 0.110;
  double waist_half_width_m = 0.130;
  double waist_half_depth_m = 0.098;
  double hip_half_width_m = 0.160;
  double hip_half_depth_m = 0.112;
  double bust_m = 0;  // how far a bust stands out
  double neck_radius_m = 0.052;
  double shoulder_radius_m = 0.052;
  double elbow_radius_m = 0.039;
  double forearm_radius_m = 0.040;
  double wrist_radius_m = 0.025;
  double thigh_radius_m = 0.082;
  double knee_radius_m = 0.058;
  double ankle_radius_m = 0.042;
  double finger_thickness = 1;  // times the usual one for the length
};

/// What makes one face another's, beside its size.
struct Face {
  double jaw_width = 1;       // times the usual one
  double cheeks = 1;          // how full
  double chin_drop_m = 0;     // lower than usual, at the size of `ada`
  double brow_thickness = 1;  // times the usual one
  double lash_length_m = 0.0022;
  double lip_fullness = 1;
  double nose_size = 1;
  double eye_opening = 1;
};

enum class Hair : unsigned char { Bob, Short };
enum class Sleeves : unsigned char { ThreeQuarter, Rolled };

/// Linear RGB, as glTF has them.
struct Colours {
  Vec3 skin;
  Vec3 lips;
  Vec3 hair;
  Vec3 brows;
  Vec3 iris;
  Vec3 shirt;
  Vec3 trousers;
  Vec3 shoes;
};

struct Look {
  Build build;
  Face face;
  Hair hair = Hair::Short;
  Sleeves sleeves = Sleeves::Rolled;
  Colours colours;
};

/// The look of that body; of one without a row, the plain one.
Look look_of(std::string_view body);

/// Linear RGB of a colour as screens have it: 0xrrggbb.
Vec3 from_srgb(unsigned rgb);

}  // namespace kine::avatars
