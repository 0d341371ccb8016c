// Which file a request asks for: the target of a stranger's request as a path that stays where it
// is. There is no disk behind it, and still no path is taken that would leave a folder on one.
#pragma once

#include <string>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::server {

/// "/scripts/wave.xml" of "/scripts/wave.xml?again": decoded, without its query. An error where it
/// is no path, or one with "..", ".", empty parts, backslashes or control characters, however they
/// are written.
Result<std::string> path_of_target(std::string_view target);

}  // namespace kine::server
