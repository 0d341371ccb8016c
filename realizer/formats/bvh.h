// Motion as BVH: what motion capture tools read. The body alone, no face and no feedback.
//
// Centimetres, +Y up, facing +Z. The hips carry the character's place in the world; each joint
// turns by Z, then X, then Y (R = Rz Rx Ry), in degrees.
#pragma once

#include <memory>

#include "realizer/formats/writer.h"

namespace kine::formats {

std::unique_ptr<Writer> make_bvh(const Recorded& recorded);

}  // namespace kine::formats
