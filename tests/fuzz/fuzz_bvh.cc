// Any text as BVH.
#include "realizer/formats/bvh_reader.h"
#include "tests/fuzz/recording_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kine::fuzz::check_recording_of(data, size, kine::formats::read_bvh);
  return 0;
}
