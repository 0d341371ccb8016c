// How a character moves while it speaks: what <bodylanguage> says, in a <speech> or of a sound, and
// what `bodylanguage` of a <character> says of all its speeches.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "realizer/core/time.h"

namespace kine::script {

enum class BodyLanguageMode : std::uint8_t {
  None,
  Small,    // head, brows and gaze, a little
  Live,     // by a model of what people do, which hears the sound as it comes
  Delayed,  // the same, a little before it is heard
  Planned,  // gestures whose strokes end on stressed syllables, for all is known in advance
};

/// The element that says it.
inline constexpr std::string_view kBodyLanguageElement = "bodylanguage";

/// The word of each mode, in their order.
inline constexpr std::string_view kBodyLanguageWords[] = {"none", "small", "live", "delayed",
                                                          "planned"};

/// Which parts of the body move.
struct MovedSections {
  bool head = true;
  bool arms = true;
  bool lower = true;  // hips, trunk and legs

  bool any() const { return head || arms || lower; }
  friend bool operator==(const MovedSections&, const MovedSections&) = default;
};

/// Their words, in the order above.
inline constexpr std::string_view kSectionWords[] = {"head", "arms", "lower"};

/// By how much hearing is ahead of the sound that others hear.
inline constexpr Seconds kUsualDelay{0.6};
inline constexpr Seconds kDelayMin{0.1};
inline constexpr Seconds kDelayMax{2};

struct BodyLanguage {
  std::optional<BodyLanguageMode> mode = {};  // nothing: the character's
  double amount = 1;                          // of the way from the base pose, in [0, 1]
  MovedSections sections = {};
  Seconds delay = kUsualDelay;  // of mode Delayed

  friend bool operator==(const BodyLanguage&, const BodyLanguage&) = default;
};

}  // namespace kine::script
