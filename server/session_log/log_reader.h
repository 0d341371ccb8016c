// A session log read line by line: as a stream, for a log may be longer than memory.
//
//   bytes --LogReader::next--> LogLine, LogLine, … or one error that says the line
//
// A log that a crash has cut off within its last row is whole up to there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>

#include "realizer/core/result.h"
#include "server/session_log/rows.h"

namespace kine::server {

/// Of a line: a script of the greatest length whose every byte is escaped, and the words of ten
/// minutes of speech.
inline constexpr std::size_t kLogLineBytesMax = std::size_t{16} << 20;

/// Of a log: as many as fit into the longest file that is written, and some.
inline constexpr std::uint64_t kLogRowsMax = 100'000'000;

class LogReader {
 public:
  /// `input` outlives it.
  explicit LogReader(std::istream& input) : input_(input) {}

  /// Nothing at the end of the log. The first row is the head, and there is no other one.
  Result<std::optional<LogLine>> next();

  /// Of the row that came last, counted from 1.
  std::uint64_t line() const { return line_; }

  /// Whether the last row had no end.
  bool is_cut_off() const { return is_cut_off_; }

 private:
  Error error_here(Error error) const;

  std::istream& input_;
  std::string text_;
  std::uint64_t line_ = 0;
  bool is_cut_off_ = false;
};

}  // namespace kine::server
