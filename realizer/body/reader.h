// Bodies as people write them: schemas/bodies/*.xml, with the hand shapes of schemas/hands.xml
// and the stored poses of schemas/poses.xml.
#pragma once

#include <string_view>

#include "realizer/body/body.h"
#include "realizer/core/result.h"

namespace kine::body {

/// The body that `body_xml` describes, with the hand shapes of `hands_xml` and the
/// stored poses of `poses_xml`. Everything
/// that the rest of the realizer relies on is there and consistent, or there is an error that says
/// where it is not.
Result<Body> read(std::string_view body_xml, std::string_view hands_xml,
                  std::string_view poses_xml);

}  // namespace kine::body
