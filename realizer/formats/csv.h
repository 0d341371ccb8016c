// Motion as a table for statistics: a line of names, then one row a tick.
//
//   time_s
//   root_x … root_z, root_qx … root_qw    where the character stands in the world
//   hips_x … hips_z                       the hips in the root's space
//   hips_world_x … hips_world_z           of each joint: where it is in the world,
//   hips_qx … hips_qw                       and its turn in its parent's space
//   eyeBlinkLeft …                        each channel
//
// Metres, seconds, unit quaternions. Numbers read back to the same float.
#pragma once

#include <memory>

#include "realizer/formats/writer.h"

namespace kine::formats {

std::unique_ptr<Writer> make_csv(const Recorded& recorded);

}  // namespace kine::formats
