// The channels: named numbers beside the joints, in the order of the wire, the same for every
// body. ARKit's 52 face shapes under their names, the 15 visemes as viseme_*, VRM's expressions as
// vrm_*, shader values as shader_*.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace kine::body {

/// An index into channel_names().
struct Channel {
  std::uint8_t index = 0;
  friend auto operator<=>(Channel, Channel) = default;
};

inline constexpr std::size_t kArkitChannelCount = 52;
inline constexpr std::size_t kVisemeChannelCount = 15;
inline constexpr std::size_t kVrmChannelCount = 18;
inline constexpr std::size_t kShaderChannelCount = 2;
inline constexpr std::size_t kChannelCount =
    kArkitChannelCount + kVisemeChannelCount + kVrmChannelCount + kShaderChannelCount;

/// Above 1 a channel exaggerates; a renderer may clamp.
inline constexpr double kChannelMax = 1.5;

std::span<const std::string_view> channel_names();
std::optional<Channel> find_channel(std::string_view name);

}  // namespace kine::body
