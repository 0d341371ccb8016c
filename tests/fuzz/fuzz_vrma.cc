// Any bytes as glTF: a clip, and a figure that stands still.
#include "realizer/formats/read/gltf_figure.h"
#include "realizer/formats/read/vrma_reader.h"
#include "realizer/pose/retarget/coverage.h"
#include "tests/fuzz/recording_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kine::fuzz::check_recording_of(data, size, kine::formats::read_vrma);
  const auto figure = kine::formats::read_figure({reinterpret_cast<const char*>(data), size});
  if (figure) kine::pose::coverage_of(figure->found, {});
  return 0;
}
