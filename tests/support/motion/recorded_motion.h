// Motions for tests of the forms: frames whose numbers are drawn from a seed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "realizer/formats/writer.h"

namespace kine::test {

/// The body ada and a rate, as writers want them.
formats::Recorded recorded_ada(std::uint32_t hz = 60);

/// Frames 0, 1, … of a body that stands anywhere and turns every joint anyhow.
std::vector<Frame> random_frames(std::uint32_t seed, std::size_t count);

/// Everything at rest in T-pose, at the origin.
Frame still_frame(const body::Body& body, Tick tick);

/// All that the writer of this ending makes of the frames.
std::string written(const formats::Recorded& recorded, std::string_view ending,
                    const std::vector<Frame>& frames);

}  // namespace kine::test
