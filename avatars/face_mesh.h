// The skin of head and neck with loops round eyes and mouth, so that lids and lips open and close
// cleanly: rings of vertices there, and between them a triangulation as fine as the form needs.
#pragma once

#include "avatars/face_point.h"
#include "avatars/head_form.h"

namespace kine::avatars {

/// Skin, lips and the pocket behind them. The neck ends `neck_m` below the head's joint.
HalfFace make_half_face(const Field& form, const Face& face, double neck_m);

/// The margin of the left eye's lids in the plane of the face, from the eye's middle; `angle_rad`
/// goes round anticlockwise from the outer corner.
Vec3 lid_margin(const Face& face, double angle_rad);

/// The place on the sphere of the lids in front of (x, y).
Vec3 on_lids(double x, double y, double radius_m);

/// Where the lips meet, at `x`.
double mouth_line_y(double x);

}  // namespace kine::avatars
