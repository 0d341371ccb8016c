#include "server/base/csv_table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/core/utf8.h"

namespace kine::server {
namespace {

bool is_blank_in_cell(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

class CsvReading {
 public:
  explicit CsvReading(std::string_view text) : text_(text) {}

  Result<CsvTable> read() {
    CsvTable table;
    while (skip_to_row()) {
      auto row = read_row();
      if (!row) return row.error();
      if (table.columns.empty()) {
        if (auto fault = find_fault_of_names(*row)) return *std::move(fault);
        table.columns = *std::move(row);
        continue;
      }
      if (row->size() != table.columns.size()) {
        return Error{ErrorCode::Syntax,
                     "a row has as many cells as the first line, " +
                         std::to_string(table.columns.size()) + ", not " +
                         quoted(std::to_string(row->size())),
                     row->front().where};
      }
      if (table.rows.size() == kCsvRowsMax) {
        return Error{ErrorCode::LimitExceeded,
                     "the rows of a table must be at most " + std::to_string(kCsvRowsMax),
                     row->front().where};
      }
      table.rows.push_back(*std::move(row));
    }
    if (!table.columns.empty()) return table;
    return Error{
        ErrorCode::Syntax, "a table has the names of its columns in its first line", {1, 1}};
  }

 private:
  bool at_end() const { return at_ == text_.size(); }

  void step() {
    ++where_.column;
    if (text_[at_] == '\n') where_ = {where_.line + 1, 1};
    ++at_;
  }

  /// Past empty lines and comments; false at the end.
  bool skip_to_row() {
    while (!at_end()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      const std::string_view line = text_.substr(at_, end - at_);
      const bool is_empty = std::ranges::all_of(line, is_blank_in_cell);
      if (!is_empty && !line.starts_with('#')) return true;
      while (at_ < end) step();
      if (!at_end()) step();
    }
    return false;
  }

  Result<std::vector<CsvCell>> read_row() {
    std::vector<CsvCell> row;
    while (true) {
      while (!at_end() && is_blank_in_cell(text_[at_])) step();
      CsvCell cell{.text = {}, .where = where_};
      const bool in_quotes = !at_end() && text_[at_] == '"';
      if (auto fault = in_quotes ? read_quoted(cell) : read_plain(cell)) return *std::move(fault);
      if (cell.text.size() > kCsvCellBytesMax || row.size() == kCsvColumnsMax) {
        return Error{ErrorCode::LimitExceeded,
                     "a row has at most " + std::to_string(kCsvColumnsMax) + " cells of " +
                         std::to_string(kCsvCellBytesMax) + " bytes",
                     cell.where};
      }
      row.push_back(std::move(cell));
      if (at_end()) return row;
      const bool goes_on = text_[at_] == ',';
      step();
      if (!goes_on) return row;
    }
  }

  std::optional<Error> read_plain(CsvCell& cell) {
    while (!at_end() && text_[at_] != ',' && text_[at_] != '\n') {
      if (text_[at_] == '"') {
        return Error{ErrorCode::Syntax, "a cell with quotes begins with them", where_};
      }
      cell.text += text_[at_];
      step();
    }
    while (!cell.text.empty() && is_blank_in_cell(cell.text.back())) cell.text.pop_back();
    return {};
  }

  std::optional<Error> read_quoted(CsvCell& cell) {
    for (step(); !at_end(); step()) {
      if (text_[at_] != '"') {
        cell.text += text_[at_];
        continue;
      }
      if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        cell.text += '"';
        step();
        continue;
      }
      step();
      while (!at_end() && is_blank_in_cell(text_[at_])) step();
      if (at_end() || text_[at_] == ',' || text_[at_] == '\n') return {};
      return Error{ErrorCode::Syntax, "behind the quotes of a cell stands a comma or a line's end",
                   where_};
    }
    return Error{ErrorCode::Syntax, "the quotes of a cell are never closed", cell.where};
  }

  static std::optional<Error> find_fault_of_names(const std::vector<CsvCell>& names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].text.empty()) {
        return Error{ErrorCode::Syntax, "each column has a name", names[i].where};
      }
      for (std::size_t before = 0; before < i; ++before) {
        if (names[before].text != names[i].text) continue;
        return Error{ErrorCode::Syntax, "two columns have the name " + quoted(names[i].text),
                     names[i].where};
      }
    }
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Where where_ = {1, 1};
};

}  // namespace

Result<CsvTable> read_csv(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (!is_utf8(text)) return Error{ErrorCode::Syntax, "a table is UTF-8", {1, 1}};
  return CsvReading(text).read();
}

}  // namespace kine::server
