// A table as CSV (RFC 4180), strictly: names in its first line, then a row a line.
//
//   text --read_csv--> CsvTable --plan_batch--> BatchRuns
//
// The text may come from anybody: all of it is bounded, and what is wrong is one error with its
// place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

/// Bounds of a table: a study with a row for each of its trials has thousands, and their columns
/// are few.
inline constexpr std::size_t kCsvRowsMax = 100'000;
inline constexpr std::size_t kCsvColumnsMax = 64;
inline constexpr std::size_t kCsvCellBytesMax = 4'096;

struct CsvCell {
  std::string text;  // without its quotes
  Where where;
};

/// Each row has as many cells as there are columns, and names differ.
struct CsvTable {
  std::vector<CsvCell> columns;
  std::vector<std::vector<CsvCell>> rows;
};

/// Commas between cells; quotes round those that hold commas, quotes (two for one) or line ends.
/// Blanks round a cell without quotes are none of it. Empty lines, and those that begin with #, are
/// passed over; a byte order mark, too.
Result<CsvTable> read_csv(std::string_view text);

}  // namespace kine::server
