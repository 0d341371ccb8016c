// Colours as light: linear RGB, which may be added and mixed, and back to what screens have.
#pragma once

#include "realizer/formats/color.h"
#include "realizer/math/vec3.h"

namespace kine::pictures {

/// Each component in [0, 1].
Vec3 light_of(formats::Color color);

/// What is out of [0, 1] is cut.
formats::Color color_of(const Vec3& light);

}  // namespace kine::pictures
