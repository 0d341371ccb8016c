// What a document does to a body, from planning to the frames of the tick.
#pragma once

#include <cstdint>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"
#include "realizer/script/document.h"
#include "realizer/tick/state/frame.h"

namespace kine::test {

/// How many times a second frames are taken.
inline constexpr std::uint32_t kPathRate_hz = 120;

/// Every frame of ada at the origin, from the first tick of the script to the last.
std::vector<Frame> frames_of(const script::Document& document);

/// Where a joint is in each frame, in her space.
std::vector<Vec3> path_of(const std::vector<Frame>& frames, body::Joint joint);

/// How a joint is turned in each frame.
std::vector<Quat> turns_of(const std::vector<Frame>& frames, body::Joint joint);

}  // namespace kine::test
