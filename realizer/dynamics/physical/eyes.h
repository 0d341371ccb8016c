// Eyes on a head that muscles have moved: they look where they would look on the wanted one, as
// those of people do while their heads are shaken.
#pragma once

#include "realizer/body/body.h"
#include "realizer/dynamics/shown_pose.h"

namespace kine::dynamics::physical {

/// Brings the eyes of `shown` back to what they look at in `wanted`, as far as they turn. Where
/// their rays meet is what they look at; eyes that look far away keep their direction. `share` is
/// how far they go there from their turns in `wanted`.
void keep_gaze(const body::Body& body, const ShownPose& wanted, double share,
               const ShownPose& shown);

}  // namespace kine::dynamics::physical
