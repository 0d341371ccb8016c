// Bytes as text: base64 as RFC 4648 has it, filled up.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kine::server {

std::string to_base64(std::string_view bytes);

/// Nothing where the text is none.
std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace kine::server
