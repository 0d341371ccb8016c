// Which state of the source the program was built from: what a log, a manifest or an output says,
// so that somebody can build the same program again. The build writes the definition
// (cmake/revision.cmake).
#pragma once

#include <string_view>

namespace kine::server {

/// The commit in 40 hexadecimal digits, with "-dirty" behind it where tracked files had been
/// changed; "unknown" where the source was no checkout.
std::string_view revision();

/// "0.1.0": the version of the program.
inline constexpr std::string_view kVersion = KINE_VERSION;

}  // namespace kine::server
