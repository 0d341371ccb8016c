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

TEST_CASE("a tension is kept as it was said", "[physical_memory]") {
  const plan::MuscleTension swings{.tension = Tension{0.2, 0.5}};
  const plan::MuscleTension stiff{.stiffness_Nm_rad = 500, .compensates = false};
  const plan::MuscleTension damped{.stiffness_Nm_rad = 8, .damping_Nms_rad = 0.6};
  const plan::MuscleTension usual{.compensates = false};
  for (const plan::MuscleTension& each : {swings, stiff, damped, usual}) {
    CHECK(KeptTension(each).said() == each);
    CHECK_FALSE(KeptTension(each).is_empty());
  }
  CHECK(KeptTension().is_empty());
  CHECK_FALSE(KeptTension(std::nullopt).said());
}

}  // namespace kine::physical_memory_test
