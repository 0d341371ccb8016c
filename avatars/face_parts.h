// What lies on and in a face: brows, lashes, teeth, tongue; and the eyeballs and ears.
#pragma once

#include "avatars/face_point.h"
#include "avatars/head_form.h"

namespace kine::avatars {

void add_brow(HalfFace& half, const Field& form, const Face& face);
void add_lashes(HalfFace& half, const Face& face);
void add_teeth(HalfFace& half, const Field& form);
void add_tongue(HalfFace& half);

inline constexpr double kIrisRadius = 0.0076;

/// The left eyeball, looking ahead: white, iris and pupil; the glint of a light is not mirrored.
Mesh make_eyeball();
Mesh make_glint();

Mesh make_ear(std::size_t triangles);

}  // namespace kine::avatars
