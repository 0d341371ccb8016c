// The avatars that are in the program: the figures that pictures show.
#pragma once

#include <span>
#include <string_view>

namespace kine::server {

/// Files (.vrm) of ours, one for each body that has an avatar.
std::span<const std::string_view> embedded_avatars();

}  // namespace kine::server
