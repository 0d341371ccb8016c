// Any bytes as glTF.
#include "realizer/formats/vrma_reader.h"
#include "tests/fuzz/recording_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kine::fuzz::check_recording_of(data, size, kine::formats::read_vrma);
  return 0;
}
