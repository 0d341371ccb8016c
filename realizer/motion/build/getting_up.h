// A body that fell gets up again, by the stance in which people lie on their backs.
//
//   hips on the ground --lying_place--> where a character lies so --make_getting_up--> Block
#pragma once

#include <memory>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/motion/block.h"

namespace kine::motion {

/// Where a character stands so that its hips are there when it lies on its back, the head where it
/// is now. The hips are given in the world.
body::Placement lying_place(const body::Body& body, const Vec3& hips_m,
                            const Quat& world_from_hips);

/// It goes to the stance at once, lies so for a while, and gets up.
std::shared_ptr<const Block> make_getting_up(Seconds lies);

}  // namespace kine::motion
