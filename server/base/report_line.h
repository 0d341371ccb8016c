// Errors and warnings as compilers print them: "FILE:LINE:COLUMN: error: …", which editors follow.
#pragma once

#include <string>
#include <string_view>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"

namespace kine::server {

/// Each is one line with its end; line and column are left out where no place is known.
std::string report_line(std::string_view file, const Error& error);
std::string report_line(std::string_view file, const Warning& warning);

/// A line a warning, and one for how many were left out.
std::string report_lines(std::string_view file, const Diagnostics& diagnostics);

}  // namespace kine::server
