// The points of a body's surface as a body file has them: `<point>` in the `<joint>` that carries
// it.
#pragma once

#include <string_view>
#include <vector>

#include "realizer/body/surface_points.h"
#include "realizer/core/result.h"
#include "realizer/xml/xml.h"

namespace kine::body {

/// The `<point>`s of a `<joint>`, each of the left with its mirror image behind it.
Result<std::vector<SurfacePoint>> read_surface_points(const xml::Element& joint_element,
                                                      Joint joint, std::string_view namespace_uri);

}  // namespace kine::body
