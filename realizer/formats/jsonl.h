// Motion as text that programs read a line at a time: one JSON object each.
//
//   {"skeleton":{"body":…,"joints":[{"name":…,"parent":…,"offset":[x,y,z]},…],"channels":[…]},
//    "fps":60}
//   {"t":0,"feedback":{"kind":"started","id":…,"message":…}}
//   {"t":0,"root":[x,y,z,qx,qy,qz,qw],"hips":[x,y,z],"rotations":[[x,y,z,w],…],"channels":[…]}
//
// Other programs rely on the form. Numbers read back to the same float.
#pragma once

#include <memory>

#include "realizer/formats/writer.h"

namespace kine::formats {

std::unique_ptr<Writer> make_jsonl(const Recorded& recorded);

}  // namespace kine::formats
