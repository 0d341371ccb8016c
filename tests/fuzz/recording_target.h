// What every reader of recordings promises a fuzzer: a Recording that keeps its promises or one
// Error with a message, and what is read is carried over to our joints as a Clip of unit
// quaternions that stay on their side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/pose/retarget/retarget.h"
#include "tests/support/motion/clips.h"

namespace kine::fuzz {

template <class Read>
void check_recording_of(const std::uint8_t* data, std::size_t size, Read read) {
  const auto recording = read(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!recording) {
    KINE_ASSERT(!recording.error().message.empty());
    return;
  }
  KINE_ASSERT(pose::valid(*recording));
  const auto clip = pose::retarget(
      *recording,
      {{"LeftUpLeg", body::Joint::LeftUpperLeg}, {"LeftLeg", body::Joint::LeftLowerLeg}}, "clip");
  if (clip) KINE_ASSERT(test::keeps_promises(*clip));
}

}  // namespace kine::fuzz
