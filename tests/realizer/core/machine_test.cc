// Tests for realizer/core/machine.h.
#include "realizer/core/machine.h"

#include <string>

#include "hwy/targets.h"
#include "tests/support/catch.h"

namespace kine::machine_test {
namespace {

TEST_CASE("a machine is able where Highway, asked another way, finds the instructions",
          "[machine]") {
  const bool found = (hwy::SupportedTargets() & (HWY_AVX2 | HWY_NEON)) != 0;
  CHECK(machine_is_able() == found);
  CHECK_FALSE(std::string(machine_requirement()).empty());
}

}  // namespace
}  // namespace kine::machine_test
