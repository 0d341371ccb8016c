#include "realizer/body/channels.h"

#include <array>

namespace kine::body {
namespace {

// The order is the order of the wire: ARKit's own, then Oculus' visemes, then VRM's expressions.
// clang-format off
constexpr std::array<std::string_view, kChannelCount> kNames = {
    "eyeBlinkLeft", "eyeLookDownLeft", "eyeLookInLeft", "eyeLookOutLeft", "eyeLookUpLeft",
    "eyeSquintLeft", "eyeWideLeft",
    "eyeBlinkRight", "eyeLookDownRight", "eyeLookInRight", "eyeLookOutRight", "eyeLookUpRight",
    "eyeSquintRight", "eyeWideRight",
    "jawForward", "jawLeft", "jawRight", "jawOpen",
    "mouthClose", "mouthFunnel", "mouthPucker", "mouthLeft", "mouthRight",
    "mouthSmileLeft", "mouthSmileRight", "mouthFrownLeft", "mouthFrownRight",
    "mouthDimpleLeft", "mouthDimpleRight", "mouthStretchLeft", "mouthStretchRight",
    "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper",
    "mouthPressLeft", "mouthPressRight", "mouthLowerDownLeft", "mouthLowerDownRight",
    "mouthUpperUpLeft", "mouthUpperUpRight",
    "browDownLeft", "browDownRight", "browInnerUp", "browOuterUpLeft", "browOuterUpRight",
    "cheekPuff", "cheekSquintLeft", "cheekSquintRight", "noseSneerLeft", "noseSneerRight",
    "tongueOut",

    "viseme_sil", "viseme_PP", "viseme_FF", "viseme_TH", "viseme_DD", "viseme_kk", "viseme_CH",
    "viseme_SS", "viseme_nn", "viseme_RR", "viseme_aa", "viseme_E", "viseme_I", "viseme_O",
    "viseme_U",

    "vrm_happy", "vrm_angry", "vrm_sad", "vrm_relaxed", "vrm_surprised", "vrm_neutral",
    "vrm_aa", "vrm_ih", "vrm_ou", "vrm_ee", "vrm_oh",
    "vrm_blink", "vrm_blinkLeft", "vrm_blinkRight",
    "vrm_lookUp", "vrm_lookDown", "vrm_lookLeft", "vrm_lookRight",

    "shader_blushing", "shader_pallor",
};
// clang-format on

static_assert(!kNames.back().empty(), "every channel has a name");

}  // namespace

std::span<const std::string_view> channel_names() { return kNames; }

std::optional<Channel> find_channel(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return Channel{static_cast<std::uint8_t>(i)};
  }
  return {};
}

}  // namespace kine::body
