// BVH read: the text of motion capture tools, whatever its skeleton and the order of its channels.
//
//   text of a .bvh --read_bvh--> Recording
//
// The text may come from anybody: all of it is bounded by core/limits.h, and what is wrong is one
// error with its place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/pose/recording.h"
#include "realizer/pose/retarget/coverage.h"

namespace kine::formats {

/// A recording, and which number of the text says what of it.
struct BvhMotion {
  /// One number of each frame: a turn about an axis or a place along it, of one node.
  struct Channel {
    std::size_t node = 0;
    std::size_t axis = 0;  // x, y, z
    bool is_turn = false;
  };

  pose::Recording recording;
  std::vector<Channel> channels;           // in the order of their numbers in each frame
  std::string_view values;                 // the text from the first frame's first number on
  std::vector<Where> places;               // of the nodes' names
  std::vector<std::string> left_out = {};  // what a recording does not hold
};

/// Rotations turn about the axes in the order in which CHANNELS names them, each in the axes that
/// the one before has turned. Channels of position stand in place of the offset.
Result<pose::Recording> read_bvh(std::string_view text);
Result<pose::FoundRecording> find_in_bvh(std::string_view text);
Result<BvhMotion> read_bvh_motion(std::string_view text);  // looks into `text`

}  // namespace kine::formats
