// Long names in messages: of namespaces the ends differ.
#pragma once

#include <string>
#include <string_view>

namespace kine::script {

/// As quoted(), but of what is too long the end is shown.
std::string quoted_end(std::string_view text);

}  // namespace kine::script
