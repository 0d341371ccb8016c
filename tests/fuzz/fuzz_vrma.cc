// Any bytes as glTF: a Recording that keeps its promises or one Error with a message, and what is
// read is carried over to our joints as a Clip of unit quaternions that stay on their side.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/formats/vrma_reader.h"
#include "realizer/pose/retarget.h"
#include "tests/support/clips.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto recording = kine::formats::read_vrma(bytes);
  if (!recording) {
    KINE_ASSERT(!recording.error().message.empty());
    return 0;
  }
  KINE_ASSERT(kine::pose::valid(*recording));
  const auto clip = kine::pose::retarget(*recording,
                                         {{"LeftUpLeg", kine::body::Joint::LeftUpperLeg},
                                          {"LeftLeg", kine::body::Joint::LeftLowerLeg}},
                                         "clip");
  if (clip) KINE_ASSERT(kine::test::keeps_promises(*clip));
  return 0;
}
