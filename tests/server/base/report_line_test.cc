// Tests for server/base/report_line.h: the form that editors follow.
#include "server/base/report_line.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::report_line_test {

using namespace kine;

TEST_CASE("a report names file, line, column and kind", "[report_line]") {
  CHECK(
      server::report_line(
          "a.xml", Error{.code = ErrorCode::Syntax, .message = "no joint 'x'", .where = {3, 14}}) ==
      "a.xml:3:14: error: no joint 'x'\n");
  CHECK(server::report_line("a.xml", Warning{.message = "cut", .where = {1, 1}}) ==
        "a.xml:1:1: warning: cut\n");
}

TEST_CASE("a report without a place names the file alone", "[report_line]") {
  CHECK(server::report_line("a.xml", Error{.message = "cannot be read"}) ==
        "a.xml: error: cannot be read\n");
}

TEST_CASE("every warning is a line, and what was left out is counted", "[report_line]") {
  Diagnostics diagnostics;
  CHECK(server::report_lines("a", diagnostics).empty());

  diagnostics.warn({1, 2}, "one");
  diagnostics.warn({3, 4}, "two");
  CHECK(server::report_lines("a", diagnostics) == "a:1:2: warning: one\na:3:4: warning: two\n");

  for (std::size_t count = 2; count < kWarningsMax + 3; ++count) diagnostics.warn({}, "more");
  CHECK(server::report_lines("a", diagnostics)
            .ends_with("a: warning: more\na: warning: 3 more warnings are left out\n"));
}

}  // namespace kine::report_line_test
