// A figure drawn in the round: shaded, with a shadow on the ground, by no more than arithmetic.
//
//   Body --round_bones--> Figure places them --draw_shaded--> Canvas
//
// Every pixel asks each round bone in closed form where it is nearest, so outlines are exact, and
// the picture is the same to the byte wherever it is drawn.
#pragma once

#include <span>

#include "realizer/formats/figure.h"
#include "realizer/formats/round_bones.h"
#include "realizer/pictures/canvas.h"
#include "realizer/pictures/stick_figure.h"

namespace kine::pictures {

/// From where a figure is seen: parallel rays, which come down on the ground at an angle.
struct Camera {
  Aspect aspect = Aspect::Front;  // or Right
  double down = 0.2;              // the sine of the angle, in (0, 1)
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

/// A picture of `width` by `height` pixels. `bones` are the body's whose joints the figure places.
Canvas draw_shaded(std::span<const formats::RoundBone> bones, const formats::Figure& figure,
                   const Camera& camera, int width, int height);

}  // namespace kine::pictures
