// What a body's file says of a joint's segment, for physics: a part of reader.h.
#pragma once

#include <string_view>

#include "realizer/body/segments.h"
#include "realizer/body/skeleton.h"
#include "realizer/core/result.h"
#include "realizer/xml/xml.h"

namespace kine::body {

/// The attribute `gyration` and the children of a `<joint>`. An error names the joint.
Result<Segment> read_segment(const xml::Element& element, Joint joint,
                             std::string_view namespace_uri);

}  // namespace kine::body
