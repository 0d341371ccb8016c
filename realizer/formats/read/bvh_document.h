// A BVH that is written back with some of its turns changed, and everything else as it was read:
// hierarchy, blanks, order of channels, comments of recorders past the last frame.
//
//   text --read_bvh_motion--> BvhMotion --what changes it--> NodeTurns --rewritten--> text
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/formats/read/bvh_reader.h"

namespace kine::formats {

/// parent_from_node of each frame, for the nodes that turn otherwise.
using NodeTurns = std::map<std::size_t, std::vector<Quat>>;

/// Whether a node turns about three axes, so that it can be given any turn.
bool turns_freely(const BvhMotion& motion, std::size_t node);

/// `text` with the numbers of these nodes in place of their own; turns that are the recording's own
/// keep their numbers. Pre: `motion` was read from `text`; the nodes turn freely, in every frame.
std::string rewritten(std::string_view text, const BvhMotion& motion, const NodeTurns& turns);

}  // namespace kine::formats
