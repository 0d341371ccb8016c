// A transition: how the movements of a sketch go from pose to pose (Neff and Fiume 2003, section
// 4.3).
//
//   <transition phase="stroke" group="rightArm" curve="slow-fast" touch="-.3"/>
//
// A sketch has any number of them. Of two that say the same the one for a group counts, then the
// one for a phase, then the later one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "realizer/core/where.h"
#include "realizer/math/transition_curve.h"
#include "realizer/script/expressivity.h"
#include "realizer/script/name.h"
#include "realizer/script/sequence.h"

namespace kine::script {

inline constexpr Parameter kTouch{.name = "touch",
                                  .meaning = "from an arrival that lingers to one that stops hard",
                                  .at_zero = "movements as written",
                                  .element = MannerElement::Transition};
inline constexpr Parameter kArc{.name = "arc",
                                .meaning = "from straight ways of the hand to round ones",
                                .at_zero = "ways as written",
                                .element = MannerElement::Transition};
inline constexpr Parameter kFlow{.name = "flow",
                                 .meaning = "from a stop at each pose to holds that drift on",
                                 .at_zero = "poses as written",
                                 .element = MannerElement::Transition};
inline constexpr Parameter kTremble{.name = "tremble",
                                    .least = 0,
                                    .meaning = "how much joints tremble on their way",
                                    .at_zero = "they do not",
                                    .element = MannerElement::Transition};
inline constexpr Parameter kWaves{.name = "waves",
                                  .least = 0,
                                  .meaning = "how much movements go on in pushes",
                                  .at_zero = "they go evenly",
                                  .element = MannerElement::Transition};
inline constexpr Parameter kAccents{.name = "accents",
                                    .least = 0,
                                    .meaning = "how much tension bursts where movements arrive",
                                    .at_zero = "tension as it is",
                                    .element = MannerElement::Transition};
inline constexpr Parameter kSpasms{.name = "spasms",
                                   .least = 0,
                                   .meaning = "how much tension bursts at irregular times",
                                   .at_zero = "tension as it is",
                                   .element = MannerElement::Transition};
inline constexpr Parameter kIncomplete{.name = "incomplete",
                                       .least = 0,
                                       .meaning = "the share of a movement that is left out",
                                       .at_zero = "it is gone to its end",
                                       .element = MannerElement::Transition};

/// The curves that have a name.
struct NamedCurve {
  std::string_view name;
  TransitionCurve curve;
};
inline constexpr std::array<NamedCurve, 6> kNamedCurves = {{{"ease", {1, 0, 1, 0}},
                                                            {"linear", {1, 1, 1, 1}},
                                                            {"fast-slow", {1, 2, 1, 0}},
                                                            {"slow-fast", {1, 0, 1, 2}},
                                                            {"backtrack", {1, -1.5, 1, 0}},
                                                            {"overshoot", {1, 0, 1, -1.5}}}};

/// No tangent in space is longer.
inline constexpr double kCurvePlaceTangentMax = 6;

/// What becomes of a movement at its pose: it pauses, for its intention is kept, or it stops, for
/// its energy is lost.
enum class Halt : std::uint8_t { Pause, Stop };
inline constexpr std::string_view kHaltWords[] = {"pause", "stop"};

struct Transition {
  std::optional<Phase> phase = {};  // nothing: of all movements
  Name group = {};                  // none: of all joints
  std::optional<TransitionCurve> curve = {};
  Expressivity parameters = {};
  std::optional<Halt> halt = {};
  Where where = {};

  friend bool operator==(const Transition&, const Transition&) = default;
};

}  // namespace kine::script
