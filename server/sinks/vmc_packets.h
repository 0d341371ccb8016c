// A frame as VMC's performers send it: OSC messages, in packets that no network cuts up.
//
//   Frame --vmc_packets--> packets of UDP
//
// The axes and the names of bones are Unity's, and those of face shapes that receivers know:
// ARKit's as "perfect sync" writes them, VRM 0's for the expressions. Each packet is complete in
// itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/tick/state/frame.h"

namespace kine::server {

/// What goes through every network in one piece.
inline constexpr std::size_t kVmcPacketBytesMax = 1'400;

/// Unity's HumanBodyBones: VRM's names with a capital, but for thumbs.
std::string vmc_bone_name(body::Joint joint);

/// Empty for a channel that VMC has no word for: visemes and shaders.
std::string vmc_blend_name(std::string_view channel);

/// `time` is since the stream began.
std::vector<std::string> vmc_packets(const body::Body& body, const Frame& frame, Seconds time);

}  // namespace kine::server
