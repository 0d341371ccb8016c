// Tests for realizer/script/tension.h.
#include "realizer/script/tension.h"

#include "tests/support/catch.h"

namespace kine::script::tension_test {

TEST_CASE("sets of arms are joined and cut", "[tension]") {
  CHECK((ArmSet::Left | ArmSet::Right) == ArmSet::Both);
  CHECK((ArmSet::Both & ArmSet::Left) == ArmSet::Left);
  CHECK((ArmSet::Left & ArmSet::Right) == ArmSet::None);
}

}  // namespace kine::script::tension_test
