// Tests for realizer/tick/state/physical_memory.h.
#include "realizer/tick/state/physical_memory.h"

#include "tests/support/catch.h"

namespace kine::physical_memory_test {

TEST_CASE("what is kept of a physical body is small, and a value", "[physical_memory]") {
  CHECK(sizeof(PhysicalBody) <= 8192);
  PhysicalMemory memory(1);
  memory.front().torso.emplace().engine.velocities.back() = 1;
  PhysicalMemory copy = memory;
  CHECK(copy == memory);
  copy.front().torso->engine.velocities.back() = 2;
  CHECK(copy != memory);
  CHECK(memory.front().torso->engine.velocities.back() == 1);
}

}  // namespace kine::physical_memory_test
