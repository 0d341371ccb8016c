// A body in one frame, measured: where its joints are, how they are turned, where its mass is.
//
//   Frame --figure_of--> Figure --measures--> degrees and centimetres
#pragma once

#include <array>

#include "realizer/body/body.h"
#include "realizer/tick/state/frame.h"

namespace kine::test::movement {

/// In the space of its character.
struct Figure {
  std::array<Vec3, body::kJointCount> places_m;
  std::array<Quat, body::kJointCount> turns;              // character_from_joint
  std::array<Quat, body::kJointCount> parent_from_joint;  // unit quaternions
  Vec3 mass_m;                                            // its centre

  const Vec3& place_m(body::Joint joint) const { return places_m[body::index_of(joint)]; }
  const Quat& turn(body::Joint joint) const { return turns[body::index_of(joint)]; }
  const Quat& local(body::Joint joint) const { return parent_from_joint[body::index_of(joint)]; }
};

Figure figure_of(const Frame& frame, const body::Body& body);

/// Between the feet, on the ground.
Vec3 between_feet_m(const Figure& figure);

/// The joints around the support, in their order.
inline constexpr std::array kAroundSupport = {body::Joint::LeftFoot, body::Joint::LeftToes,
                                              body::Joint::RightToes, body::Joint::RightFoot};

/// How far a place is from the nearest edge of the support, seen from above: below 0 it is outside.
/// Soles end at the balls of the feet, and heels are 5 cm behind the ankles.
double inside_support_cm(const Vec3& place_m, std::array<Vec3, kAroundSupport.size()> feet_m);

/// Of its centre of mass.
double inside_support_cm(const Figure& figure);

/// How far the upper chest is pitched ahead against gravity.
double chest_pitch_deg(const Figure& figure);

/// How far the way from the hips to the head is pitched ahead.
double lean_deg(const Figure& figure);

/// How far a place is ahead of the straight line from one below it to one above it.
double bulge_cm(const Vec3& of_m, const Vec3& from_m, const Vec3& to_m);

/// Where a shoulder is from the upper chest, in the axes of that: to the left, up, ahead.
Vec3 shoulder_cm(const Figure& figure, body::Side side);

/// How far a knee is bent.
double knee_deg(const Figure& figure, body::Side side);

double wrist_from_shoulder_cm(const Figure& figure, body::Side side);

/// The elbow's turn about the line from shoulder to wrist: 0 hangs below it, above 0 it is out.
double swivel_deg(const Figure& figure, body::Side side);

/// How far both eyes look past a point, at most.
double gaze_error_deg(const Figure& figure, const Vec3& point_m);

}  // namespace kine::test::movement
