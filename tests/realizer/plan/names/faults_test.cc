// Tests for realizer/plan/names/faults.h.
#include "realizer/plan/names/faults.h"

#include "tests/support/catch.h"

namespace kine::plan::faults_test {
namespace {

Fault unknown_shape() {
  return {
      .what = "there is no hand shape", .mend = "it is left out", .value = "claw", .where = {3, 7}};
}

}  // namespace

TEST_CASE("a fault refuses our own dialect with the value and its place", "[faults]") {
  Diagnostics diagnostics;
  Faults faults(script::Dialect::Kinesphere, diagnostics);

  const auto met = faults.meet(unknown_shape());

  REQUIRE_FALSE(met);
  CHECK(met.error() == Error{ErrorCode::UnknownName, "there is no hand shape 'claw'", {3, 7}});
  CHECK(diagnostics.warnings().empty());
}

TEST_CASE("a fault of a classic dialect is mended with a warning that says how", "[faults]") {
  const auto dialect = GENERATE(script::Dialect::EmbrScript, script::Dialect::Animl);
  Diagnostics diagnostics;
  Faults faults(dialect, diagnostics);

  CHECK(faults.meet(unknown_shape()));

  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0] ==
        Warning{"there is no hand shape, it is left out: 'claw'", {3, 7}});
}

TEST_CASE("times in messages read as they are written", "[faults]") {
  CHECK(text_of(Seconds(0.3)) == "0.3 s");
  CHECK(text_of(Seconds(600)) == "600 s");
}

}  // namespace kine::plan::faults_test
