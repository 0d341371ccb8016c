// Motion as binary glTF 2.0, linear from tick to tick, in our own space (+Y up, facing +Z, metres).
//
//   .vrma   a VRM animation (VRMC_vrm_animation 1.0): the humanoid's bones, the hips' way, the
//           face's channels as expressions, and where the eyes look
//   .glb    a figure of round bones that moves, which opens wherever glTF does: the same bones
//           and way, and no face
//
// Nodes are the joints under their names, at rest in T-pose; the hips carry the character's place
// in the world. Joints that never move have two keys.
#pragma once

#include <memory>

#include "realizer/formats/writer.h"

namespace kine::formats {

std::unique_ptr<Writer> make_vrma(const Recorded& recorded);
std::unique_ptr<Writer> make_glb(const Recorded& recorded);

}  // namespace kine::formats
