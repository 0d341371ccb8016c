// Text in columns, as commands print lists.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kine::server {

/// With blanks behind it, as wide as that; longer text stays as it is.
std::string padded(std::string_view text, std::size_t width);

/// With a blank between each two.
std::string in_one_line(const std::vector<std::string>& words);

}  // namespace kine::server
