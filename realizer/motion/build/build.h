// Plan -> Block: the motion factory. Key poses are solved by inverse kinematics here, before any
// tick; what cannot be reached is reached as far as it goes, with a warning.
#pragma once

#include <span>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/core/diagnostics.h"
#include "realizer/motion/block.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/property.h"
#include "realizer/pose/clip.h"

namespace kine::motion {

/// `clips` has those that the plan names. `root_in_world` places targets whose frame is the world;
/// see body/placement.h. `properties` shape solved poses, in their order.
Block build(const plan::Plan& plan, const body::Body& body, const body::Placement& root_in_world,
            Diagnostics& diagnostics, const pose::Clips& clips = {},
            std::span<const plan::Property* const> properties = {});

}  // namespace kine::motion
