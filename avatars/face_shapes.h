// ARKit's 52 shapes of a face, as fields of displacements over a head at rest.
#pragma once

#include <string_view>

#include "avatars/face_point.h"
#include "avatars/head_form.h"

namespace kine::avatars {

/// How a point of the left half moves when a shape of the *left*, or one of the middle, is 1. A
/// negative `place.x` is a point of the right half. For a shape of the right, mirror both ways.
Vec3 left_displacement(std::string_view shape, const Face& face, const FacePoint& point);

/// "mouthSmileRight" moves as "mouthSmileLeft" mirrored.
Vec3 displacement(std::string_view shape, const Face& face, const FacePoint& point);

}  // namespace kine::avatars
