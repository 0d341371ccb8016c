// The flesh of a body as its file has it: `<capsule>` in the `<joint>` that carries it.
#pragma once

#include <string_view>
#include <vector>

#include "realizer/body/capsules.h"
#include "realizer/core/result.h"
#include "realizer/xml/xml.h"

namespace kine::body {

/// The `<capsule>`s of a `<joint>`. Each has its mirror image behind it, unless it is its own.
Result<std::vector<Capsule>> read_capsules(const xml::Element& joint_element, Joint joint,
                                           std::string_view namespace_uri);

}  // namespace kine::body
