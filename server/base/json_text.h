// Text as JSON has it.
#pragma once

#include <string>
#include <string_view>

namespace kine::server {

/// `text` as a JSON string, in its quotes. Bytes that are no UTF-8 become U+FFFD, so any reader of
/// JSON takes it.
std::string json_quoted(std::string_view text);

}  // namespace kine::server
