#include "server/base/report_line.h"

namespace kine::server {
namespace {

std::string line_of(std::string_view file, Where where, std::string_view kind,
                    std::string_view message) {
  std::string line(file);
  if (where.line > 0) {
    line += ':' + std::to_string(where.line) + ':' + std::to_string(where.column);
  }
  line += ": ";
  line += kind;
  line += ": ";
  line += message;
  line += '\n';
  return line;
}

}  // namespace

std::string report_line(std::string_view file, const Error& error) {
  return line_of(file, error.where, "error", error.message);
}

std::string report_line(std::string_view file, const Warning& warning) {
  return line_of(file, warning.where, "warning", warning.message);
}

std::string report_lines(std::string_view file, const Diagnostics& diagnostics) {
  std::string lines;
  for (const Warning& warning : diagnostics.warnings()) lines += report_line(file, warning);
  if (diagnostics.left_out() > 0) {
    lines += line_of(file, {}, "warning",
                     std::to_string(diagnostics.left_out()) + " more warnings are left out");
  }
  return lines;
}

}  // namespace kine::server
