// Recordings for tests, small and known.
#pragma once

#include <cstdint>
#include <string>

#include "realizer/core/time.h"

namespace kine::test {

/// ada (of the recorder's id 4) and ben (9) for ticks `first` to `first` + `count` - 1: ada's hips
/// are at x = tick / 1000, ben's at 1 + tick / 1000. At every tenth tick ada's feedback "t:TICK".
std::string recording_of_two(Tick first, std::size_t count, std::uint32_t rate_hz = 60);

}  // namespace kine::test
