// Tests for realizer/script/symmetry.h.
#include "realizer/script/symmetry.h"

#include "realizer/math/time_warp.h"
#include "tests/support/catch.h"

namespace kine::script::symmetry_test {

TEST_CASE("time runs on within the range of a symmetry, and backwards a decimal past it",
          "[symmetry]") {
  constexpr double kDecimal = 1e-4;
  const SymmetryRange exp = even_symmetries(TimeWarp::Kind::Exp);
  CHECK(exp_warp(exp.least).is_monotone());
  CHECK(exp_warp(exp.most).is_monotone());
  CHECK_FALSE(exp_warp(exp.least - kDecimal).is_monotone());
  CHECK_FALSE(exp_warp(exp.most + kDecimal).is_monotone());
  const SymmetryRange tan = even_symmetries(TimeWarp::Kind::Tan);
  CHECK(tan_warp(tan.least).is_monotone());
  CHECK(tan_warp(tan.most).is_monotone());
  CHECK_FALSE(tan_warp(tan.least - kDecimal).is_monotone());
  CHECK_FALSE(tan_warp(tan.most + kDecimal).is_monotone());
}

}  // namespace kine::script::symmetry_test
