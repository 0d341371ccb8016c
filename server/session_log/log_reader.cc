#include "server/session_log/log_reader.h"

#include <utility>

namespace kine::server {

Result<std::optional<LogLine>> LogReader::next() {
  text_.clear();
  if (line_ == kLogRowsMax) {
    return error_here(
        {ErrorCode::LimitExceeded, "past log_rows_max of " + std::to_string(kLogRowsMax)});
  }
  std::streambuf& bytes = *input_.rdbuf();
  constexpr int kEnd = std::istream::traits_type::eof();
  int byte = bytes.sbumpc();
  if (byte == kEnd) return std::optional<LogLine>();
  ++line_;
  for (; byte != '\n'; byte = bytes.sbumpc()) {
    if (byte == kEnd) {
      is_cut_off_ = true;
      return std::optional<LogLine>();
    }
    if (text_.size() == kLogLineBytesMax) {
      return error_here({ErrorCode::LimitExceeded,
                         "past log_line_bytes_max of " + std::to_string(kLogLineBytesMax)});
    }
    text_ += static_cast<char>(byte);
  }
  auto line = decode_log_line(text_);
  if (!line) return error_here(line.error());
  const auto* const head = std::get_if<HeadRow>(&line->row);
  if ((head != nullptr) != (line_ == 1)) {
    return error_here({ErrorCode::Syntax, "a session log begins with one row 'head'"});
  }
  if (head != nullptr && head->format != kSessionLogFormat) {
    return error_here({ErrorCode::Unsupported, "this program reads logs of the format " +
                                                   std::to_string(kSessionLogFormat) + ", not '" +
                                                   std::to_string(head->format) + "'"});
  }
  return std::optional<LogLine>(*std::move(line));
}

Error LogReader::error_here(Error error) const {
  error.where.line = static_cast<std::uint32_t>(line_);
  if (error.where.column == 0) error.where.column = 1;
  return error;
}

}  // namespace kine::server
