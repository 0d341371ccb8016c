// Limits that an operator sets by their names.
//
//   "scripts_per_second_max=50" --set_limit--> Limits
#pragma once

#include <string_view>

#include "realizer/core/result.h"
#include "server/base/limits.h"

namespace kine::server {

/// "NAME=VALUE". An error where there is no such limit, or the value is out of its bounds.
Result<Done> set_limit(std::string_view assignment, Limits& limits);

}  // namespace kine::server
