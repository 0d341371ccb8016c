// BVH read: the text of motion capture tools, whatever its skeleton and the order of its channels.
//
//   text of a .bvh --read_bvh--> Recording
//
// The text may come from anybody: all of it is bounded by core/limits.h, and what is wrong is one
// error with its place.
#pragma once

#include <string_view>

#include "realizer/core/result.h"
#include "realizer/pose/recording.h"

namespace kine::formats {

/// Rotations turn about the axes in the order in which CHANNELS names them, each in the axes that
/// the one before has turned. Channels of position stand in place of the offset.
Result<pose::Recording> read_bvh(std::string_view text);

}  // namespace kine::formats
