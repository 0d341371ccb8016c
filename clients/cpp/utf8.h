// Whether a text can travel: a string of the protocol is UTF-8.
#pragma once

#include <optional>
#include <string_view>

#include "realizer/core/where.h"

namespace kine::client {

/// The place of the first byte that is no UTF-8, if there is one.
std::optional<Where> find_bad_utf8(std::string_view text);

}  // namespace kine::client
