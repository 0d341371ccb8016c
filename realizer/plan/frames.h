// The spaces of sequences brought to one: that of the character, as it stands at rest.
#pragma once

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/math/quat.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// point_in_character = origin_m + character_from_frame * point_in_frame.
struct FrameAtRest {
  Vec3 origin_m;
  Quat character_from_frame;

  Vec3 point_in_character(const Vec3& point) const {
    return origin_m + character_from_frame * point;
  }
  Vec3 point_in_frame(const Vec3& point) const {
    return conjugate(character_from_frame) * (point - origin_m);
  }
  Vec3 vector_in_frame(const Vec3& vector) const {
    return conjugate(character_from_frame) * vector;
  }
};

/// Where the frame is while the body is in its base pose.
FrameAtRest frame_at_rest(script::Space space, const body::Body& body,
                          const body::Placement& placement);

}  // namespace kine::plan
