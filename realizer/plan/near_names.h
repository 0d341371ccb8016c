// Names like one that was misspelt, for messages.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace kine::plan {

/// Of `known`, at most five that `name` may have been meant for, the nearest first, those equally
/// near in their order: few letters differ, or one of the two is within the other.
std::vector<std::string_view> names_near(std::string_view name,
                                         std::span<const std::string_view> known);

}  // namespace kine::plan
