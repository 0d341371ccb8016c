// Eyes on a head that muscles have turned: they keep their direction in space, as those of people
// do while their heads are shaken.
#pragma once

#include "realizer/body/body.h"
#include "realizer/dynamics/shown_pose.h"

namespace kine::dynamics::physical {

/// Brings the eyes of `shown` back to where they look in `wanted`, as far as they turn.
void keep_gaze(const body::Body& body, const Rotations& wanted, Rotations& shown);

}  // namespace kine::dynamics::physical
