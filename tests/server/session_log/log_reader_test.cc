// Tests for server/session_log/log_reader.h
#include "server/session_log/log_reader.h"

#include <sstream>

#include "tests/support/catch.h"

namespace kine::server::log_reader_test {
namespace {

std::string head() { return encode({.stamp = {}, .row = HeadRow{}}); }
std::string end() { return encode({.stamp = {}, .row = EndRow{"over"}}); }

Error error_of(const std::string& log) {
  std::istringstream input(log);
  LogReader reader(input);
  for (;;) {
    const auto row = reader.next();
    if (!row) return row.error();
    REQUIRE(*row);
  }
}

}  // namespace

TEST_CASE("rows come one by one, and nothing at the end", "[log_reader]") {
  std::istringstream input(head() + end());
  LogReader reader(input);
  auto row = reader.next();
  REQUIRE((row && *row));
  CHECK(word_of((*row)->row) == "head");
  row = reader.next();
  REQUIRE((row && *row));
  CHECK(reader.line() == 2);
  row = reader.next();
  REQUIRE(row);
  CHECK_FALSE(*row);
  CHECK_FALSE(reader.is_cut_off());
}

TEST_CASE("a row without its end was cut off, and is none", "[log_reader]") {
  std::istringstream input(head() + end().substr(0, 20));
  LogReader reader(input);
  REQUIRE(reader.next());
  const auto row = reader.next();
  REQUIRE(row);
  CHECK_FALSE(*row);
  CHECK(reader.is_cut_off());
}

TEST_CASE("an error says the line and the column", "[log_reader]") {
  CHECK(error_of(head() + "{\"row\":x\n").where == Where{2, 8});
  CHECK(error_of(head() + end() + "{}\n").where == Where{3, 1});
  CHECK(error_of(end()).message == "a session log begins with one row 'head'");
  CHECK(error_of(head() + head()).where == Where{2, 1});
  CHECK(error_of(encode({.stamp = {}, .row = HeadRow{.format = 7}})).message ==
        "this program reads logs of the format 1, not '7'");
}

TEST_CASE("a line past its limit is not read to its end", "[log_reader]") {
  const Error error = error_of(head() + std::string(kLogLineBytesMax + 1, ' ') + "\n");
  CHECK(error.message == "past log_line_bytes_max of 16777216");
  CHECK(error.where.line == 2);
}

}  // namespace kine::server::log_reader_test
