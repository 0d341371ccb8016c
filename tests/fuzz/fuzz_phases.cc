// Any text as the phases of captured motion: phases that keep their promises and read back to the
// same, or one error with its place.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/plan/tension/phase_spans.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto phases = kine::plan::read_phases({reinterpret_cast<const char*>(data), size});
  if (!phases) {
    KINE_ASSERT(!phases.error().message.empty());
    KINE_ASSERT(phases.error().where.line > 0 && phases.error().where.column > 0);
    return 0;
  }
  for (const kine::plan::PhaseSpan& phase : *phases) {
    KINE_ASSERT(phase.start.count() >= 0);
    KINE_ASSERT(phase.start < phase.end);
    KINE_ASSERT(phase.end <= kine::kBlockLengthMax);
    KINE_ASSERT(phase.arms != kine::script::ArmSet::None);
  }
  const auto again = kine::plan::read_phases(kine::plan::to_text(*phases));
  KINE_ASSERT(again.has_value());
  KINE_ASSERT(*again == *phases);
  return 0;
}
