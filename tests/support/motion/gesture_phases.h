// The phases of a gesture as they are seen: how long the wrists move in each, and how fast.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "realizer/cast/cast.h"
#include "realizer/core/time.h"

namespace kine::test {

/// What one phase is at the wrist that is faster in it.
struct PhaseSeen {
  Seconds planned{0};  // from one sync point to the next
  Seconds moving{0};   // from the first frame in which a wrist moves to the last one
  double peak_m_s = 0;
};

struct GestureSeen {
  PhaseSeen preparation;  // from the start to `ready`
  PhaseSeen stroke;       // from there to `relax`, with all that is held
  PhaseSeen retraction;   // from there to the end
  double way_back_m = 0;  // from where the wrist is at `relax` to where it is at the end

  double fastest_m_s() const;
  /// How much longer it goes back than it comes, by what is planned.
  double ratio() const { return retraction.planned / preparation.planned; }
};

/// Who has a style: the gesture alone, or all that its character does.
enum class StyleOf { Gesture, Character };

struct GestureAsked {
  std::string lexeme;
  std::string hand;   // "right", "left" or "both"
  std::string style;  // empty: none
  StyleOf of = StyleOf::Gesture;
};

/// One gesture of the lexicon from its start to its end. Nothing where it cannot be planned.
std::optional<GestureSeen> see_gesture(std::span<const std::shared_ptr<const Cast>> casts,
                                       const Cast& cast, const GestureAsked& asked);

}  // namespace kine::test
