// The form of a head, as a field, in a space of its own: the origin at the head's joint, the size
// that of `ada`. Heads of other bodies are this one, scaled.
#pragma once

#include "avatars/look.h"
#include "avatars/solids.h"

namespace kine::avatars {

/// The left eye: what lids slide on.
inline constexpr Vec3 kEye{0.030, 0.088, 0.075};
inline constexpr double kEyeRadius = 0.0170;
inline constexpr double kLidRadius = 0.0184;  // of the sphere that closed lids lie on

/// Where the lips meet, in the middle.
inline constexpr double kMouthY = 0.0215;
inline constexpr double kMouthHalfWidth = 0.0222;

/// About this point rays reach every part of head and neck once.
inline constexpr Vec3 kMiddle{0, 0.085, -0.020};

/// Skin of head and neck, without ears. `neck_radius_m` is the body's, in this space.
Field head_form(const Face& face, double neck_radius_m);

Field ear_form();

/// The foremost point of the surface at (x, y).
Vec3 front(const Field& form, double x, double y);

/// The outermost point of the surface from kMiddle in that direction.
Vec3 outermost(const Field& form, const Vec3& direction);

/// How much light of the sky reaches a point of the surface, in [0, 1].
double openness(const Field& form, const Vec3& p, const Vec3& normal, double reach_m);

}  // namespace kine::avatars
