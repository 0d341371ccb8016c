// Tests for realizer/dynamics/memory.h.
#include "realizer/dynamics/memory.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::memory_test {

using dynamics::Memory;

TEST_CASE("a copied memory is equal, and then a value of its own", "[dynamics_memory]") {
  Memory memory(3.5);
  Memory copy = memory;
  CHECK(copy == memory);
  copy.as<double>() = 4;
  CHECK(copy != memory);
  CHECK(memory.as<double>() == 3.5);
  copy = memory;
  CHECK(copy == memory);
}

TEST_CASE("memories of different kinds are not equal", "[dynamics_memory]") {
  CHECK(Memory() == Memory());
  CHECK(Memory().empty());
  CHECK(Memory() != Memory(1));
  CHECK(Memory(1) != Memory(1.0));
  CHECK(Memory(std::string("1")) == Memory(std::string("1")));
}

}  // namespace kine::memory_test
