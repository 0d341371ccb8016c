// A figure drawn in lines: the left side blue, the right side red, hands with their fingers.
//
// What is near covers what is far, and what is far is paler. A palm that is seen is pale, a back of
// a hand solid, and a green tick points out of each palm. The head has a nose, and eyes that point.
#pragma once

#include <cstdint>

#include "realizer/formats/figure.h"
#include "realizer/pictures/canvas.h"

namespace kine::pictures {

inline constexpr Color kLeftColor = {24, 92, 196};
inline constexpr Color kRightColor = {204, 56, 24};
inline constexpr Color kMiddleColor = {64, 64, 68};
inline constexpr Color kPalmColor = {0, 140, 64};
inline constexpr Color kPaper = {255, 255, 255};

/// Where the eye is. Front: the figure's left is to the right. Right: it looks to the right.
enum class Aspect : std::uint8_t { Front, Right, Above };

/// From metres to pixels.
struct View {
  Aspect aspect = Aspect::Front;
  Vec3 centre_m;     // what lies in the middle …
  Point centre;      // … and where that is in the picture
  double scale = 1;  // pixels a metre

  Point point_of(const Vec3& position_m) const;

  /// How near a point is to the eye, in metres from the centre.
  double nearness_of(const Vec3& position_m) const;
};

/// How much of a figure is drawn, and how.
struct Drawing {
  body::JointSet joints = body::JointSet::all();  // the bones that end there; the head is a joint
  double strength = 1;                            // in (0, 1]: less is paler
  double thickness = 1;                           // of the lines
};
void draw_figure(Canvas& canvas, const View& view, const body::Body& body,
                 const formats::Figure& figure, const Drawing& drawing = {});

/// A hand with its fingers, and the forearm that it hangs on.
body::JointSet hand_joints(body::Side side);

/// The middle and the radius of a head in the space of the figure.
struct HeadBall {
  Vec3 centre_m;
  double radius_m = 0;
};
HeadBall head_ball(const body::Body& body, const formats::Figure& figure);

}  // namespace kine::pictures
