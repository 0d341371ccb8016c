// Any text as BVH. One with arms is made loose as well, and what that writes is a BVH again.
#include "realizer/formats/read/bvh_reader.h"
#include "realizer/prepare/captured.h"
#include "tests/fuzz/recording_target.h"

namespace {

using namespace kine;

void check_tension_of(std::string_view text) {
  const pose::JointNames names = {{"LeftArm", body::Joint::LeftUpperArm},
                                  {"LeftForeArm", body::Joint::LeftLowerArm}};
  const CapturedTension loose = {.manner = plan::same_in_every_phase(Tension{0.1, 0.5}),
                                 .arms = plan::ArmSet::Both,
                                 .phases = {}};
  Diagnostics diagnostics;
  const auto motion = with_tension(text, names, loose, diagnostics);
  if (motion) KINE_ASSERT(formats::read_bvh(motion->bvh).has_value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kine::fuzz::check_recording_of(data, size, kine::formats::read_bvh);
  check_tension_of({reinterpret_cast<const char*>(data), size});
  return 0;
}
