// Bytes as text that a person can compare, for goldens.
#pragma once

#include <string>
#include <string_view>

namespace kine::test {

/// Two digits a byte, sixteen bytes a line.
std::string hex(std::string_view bytes);

}  // namespace kine::test
