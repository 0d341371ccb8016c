// Tests for server/base/csv_table.h, by RFC 4180.
#include "server/base/csv_table.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::csv_table_test {

using namespace kine;
using server::read_csv;

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(std::string_view text) {
  const auto table = read_csv(text);
  REQUIRE(table);
  Rows rows;
  for (const auto& row : table->rows) {
    rows.emplace_back();
    for (const server::CsvCell& cell : row) rows.back().push_back(cell.text);
  }
  return rows;
}

std::string error_of(std::string_view text) {
  const auto table = read_csv(text);
  if (table) return "";
  return std::to_string(table.error().where.line) + ":" +
         std::to_string(table.error().where.column) + ": " + table.error().message;
}

}  // namespace

TEST_CASE("cells stand between commas, in quotes where they hold some", "[csv_table]") {
  CHECK(rows_of("a,b,c\n1,2,3\n") == Rows{{"1", "2", "3"}});
  CHECK(rows_of("a,b,c\r\n1,\"2,\r\n\"\"3\"\"\",\r\n") == Rows{{"1", "2,\r\n\"3\"", ""}});
  CHECK(rows_of("\xEF\xBB\xBF"
                "a,b\n x y ,\" z \" \n") == Rows{{"x y", " z "}});
  CHECK(rows_of("# a study\na,b\n\n,\n# more\n1,2") == Rows{{"", ""}, {"1", "2"}});
}

TEST_CASE("cells know their places", "[csv_table]") {
  const auto table = read_csv("a,b\n\n1, \"x\ny\"\n3,4\n");
  REQUIRE(table);
  CHECK(table->columns[1].where == Where{1, 3});
  CHECK(table->rows[0][1].where == Where{3, 4});
  CHECK(table->rows[1][0].where == Where{5, 1});
}

TEST_CASE("what is no table is an error with its place", "[csv_table]") {
  CHECK(error_of("") == "1:1: a table has the names of its columns in its first line");
  CHECK(error_of("a,b\n1\n") == "2:1: a row has as many cells as the first line, 2, not '1'");
  CHECK(error_of("a,a\n") == "1:3: two columns have the name 'a'");
  CHECK(error_of("a,\n") == "1:3: each column has a name");
  CHECK(error_of("a\n\"x\n") == "2:1: the quotes of a cell are never closed");
  CHECK(error_of("a\n\"x\"y\n") ==
        "2:4: behind the quotes of a cell stands a comma or a line's end");
  CHECK(error_of("a\nx\"y\"\n") == "2:2: a cell with quotes begins with them");
  CHECK(error_of("a\n\xFF\n") == "1:1: a table is UTF-8");
}

TEST_CASE("a table is bounded in cells, their bytes and rows", "[csv_table]") {
  std::string names = "c0";
  for (std::size_t i = 1; i < server::kCsvColumnsMax; ++i) names += ",c" + std::to_string(i);
  CHECK(error_of(names) == "");
  CHECK(error_of(names + ",more").find("at most 64 cells of 4096 bytes") != std::string::npos);
  CHECK(error_of("a\n" + std::string(server::kCsvCellBytesMax, 'x')) == "");
  CHECK(error_of("a\n" + std::string(server::kCsvCellBytesMax + 1, 'x')) != "");
  std::string rows = "a\n";
  for (std::size_t i = 0; i < server::kCsvRowsMax; ++i) rows += "1\n";
  CHECK(error_of(rows) == "");
  CHECK(error_of(rows + "1\n") == "100002:1: the rows of a table must be at most 100000");
}

}  // namespace kine::csv_table_test
