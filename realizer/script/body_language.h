// How a character moves while it speaks: what <bodylanguage> in a <speech> says, and what
// `bodylanguage` of a <character> says of all its speeches.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kine::script {

enum class BodyLanguageMode : std::uint8_t {
  None,
  Small,  // head, brows and gaze, a little
};

/// The element that says it, in a <speech>.
inline constexpr std::string_view kBodyLanguageElement = "bodylanguage";

/// The word of each mode, in their order.
inline constexpr std::string_view kBodyLanguageWords[] = {"none", "small"};

/// Words of modes that are not built yet: a script that asks for one is refused.
inline constexpr std::string_view kBodyLanguageToCome[] = {"live", "delayed", "planned"};

struct BodyLanguage {
  std::optional<BodyLanguageMode> mode = {};  // nothing: the character's
  double amount = 1;                          // of the way from the base pose, in [0, 1]

  friend bool operator==(const BodyLanguage&, const BodyLanguage&) = default;
};

}  // namespace kine::script
