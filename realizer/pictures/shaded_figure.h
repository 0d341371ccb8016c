// A figure drawn in the round: soft light from above, its own shadow on it, a dark place under it
// on the ground.
//
//   GroundShadow --draw_ground--> Canvas <--draw_shaded-- PosedMesh
#pragma once

#include <cstdint>

#include "realizer/pictures/canvas.h"
#include "realizer/pictures/ground_shadow.h"
#include "realizer/pictures/skinned_mesh.h"
#include "realizer/pictures/stick_figure.h"

namespace kine::pictures {

/// From where a figure is seen: parallel rays, which come down on the ground at an angle.
struct Camera {
  Aspect aspect = Aspect::Front;  // or Right
  double down = 0.2;              // the sine of the angle, in [0, 1)
  Vec3 centre_m;                  // what lies in the middle of the picture
  double pixels_a_metre = 100;

  /// To the right, upwards, and towards the eye.
  struct Axes {
    Vec3 right;
    Vec3 up;
    Vec3 near;
  };
  Axes axes() const;
};

/// The ground with the darkness on it, and the sky behind it, over all of the picture.
/// Pre: the camera looks down.
void draw_ground(Canvas& canvas, const GroundShadow& shadow, const Camera& camera);

/// The surface, over what is there.
void draw_shaded(Canvas& canvas, const PosedMesh& mesh, const Camera& camera);

}  // namespace kine::pictures
