// Text as it stands in XML, for forms that are written as it.
#pragma once

#include <string>
#include <string_view>

namespace kine::formats {

/// Between tags and in quoted attributes; what no XML can hold is left out.
std::string escaped_markup(std::string_view text);

}  // namespace kine::formats
