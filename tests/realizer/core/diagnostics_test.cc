// Tests for realizer/core/diagnostics.h.
#include "realizer/core/diagnostics.h"

#include <string>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::diagnostics_test {

TEST_CASE("warnings are kept in the order in which they came", "[diagnostics]") {
  Diagnostics diagnostics;
  CHECK(diagnostics.warnings().empty());

  diagnostics.warn({2, 1}, "first");
  diagnostics.warn({1, 1}, "second");

  REQUIRE(diagnostics.warnings().size() == 2);
  CHECK(diagnostics.warnings()[0] == Warning{"first", {2, 1}});
  CHECK(diagnostics.warnings()[1] == Warning{"second", {1, 1}});
  CHECK(diagnostics.left_out() == 0);
}

TEST_CASE("past the limit warnings are counted, and the first are kept", "[diagnostics]") {
  Diagnostics diagnostics;
  for (std::size_t i = 0; i < kWarningsMax + 3; ++i) diagnostics.warn({}, std::to_string(i));

  CHECK(diagnostics.warnings().size() == kWarningsMax);
  CHECK(diagnostics.warnings().back().message == std::to_string(kWarningsMax - 1));
  CHECK(diagnostics.left_out() == 3);
}

TEST_CASE("an error ends the work, unless errors are collected", "[diagnostics]") {
  const Error first{ErrorCode::UnknownName, "no such gesture: 'wafe'", {2, 1}};
  Diagnostics stops;
  REQUIRE_FALSE(stops.meet(first));
  CHECK(stops.meet(first).error() == first);
  CHECK(stops.errors().empty());

  Diagnostics collects(Diagnostics::OnError::Collect);
  const Error second{ErrorCode::OutOfRange, "too late: '9 s'", {1, 1}};
  for (const Error& error : {first, second, first}) CHECK(collects.meet(error));
  REQUIRE(collects.errors().size() == 2);
  CHECK(collects.errors()[0] == first);
  CHECK(collects.errors()[1] == second);
}

TEST_CASE("a text that is wrong throughout fills no memory", "[diagnostics]") {
  Diagnostics diagnostics(Diagnostics::OnError::Collect);
  for (std::size_t i = 0; i < kWarningsMax + 3; ++i) {
    CHECK(diagnostics.meet({ErrorCode::Syntax, std::to_string(i)}));
  }
  CHECK(diagnostics.errors().size() == kWarningsMax);
}

}  // namespace kine::diagnostics_test
