#include "realizer/math/units.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::units_test {

TEST_CASE("units: half a turn is 180 degrees, a radian some 57, a metre 100 centimetres",
          "[units]") {
  CHECK(180 * kDegree == Approx(std::acos(-1.0)));
  CHECK(kDegreesPerRadian == Approx(57.29577951308232));
  CHECK(kCentimetresPerMetre * 1.66 == Approx(166));
}

}  // namespace kine::units_test
