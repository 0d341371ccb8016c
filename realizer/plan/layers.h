// How sketches lie over each other: the integrator of Neff and Fiume 2003, section 4.
//
//   server < character < script < sequence or gesture < edit (span, then part) < pose
//
// The nearest scope counts, number by number. Among edits of one scope a number that a sketch
// writes counts before one that only its style says; then the later edit counts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/skeleton.h"
#include "realizer/plan/plan.h"
#include "realizer/script/expressivity.h"
#include "realizer/script/sketch.h"

namespace kine::plan {

/// The numbers that count in the sketch of a character alone.
inline constexpr const script::Parameter* kOfCharacters[] = {&script::kWidth, &script::kToes,
                                                             &script::kIdleAmount};

/// Whether it is the scope of a sequence or gesture, or of a part of one.
constexpr bool is_of_gestures(SketchScope scope) { return scope >= SketchScope::Sequence; }

/// What a set of numbers is for.
struct LayerPart {
  std::span<const body::Group> groups;
  std::optional<body::Side> arm = {};  // nothing: the whole body
};

/// Whether a number is about these joints alone. Those about arms are about one arm in its own set.
bool is_about(const script::Parameter& parameter, body::JointSet joints,
              std::optional<body::Side> arm = {});

/// A naming whose numbers are laid over what lies there: all at once, or those of an edit in two
/// turns.
struct Laying {
  enum class Numbers : std::uint8_t { All, OfStyle, Written };
  const SketchNaming* naming = nullptr;
  Numbers numbers = Numbers::All;
};

/// Namings come in the order of their scopes. What is laid last counts.
std::vector<Laying> in_order(std::span<const SketchNaming> namings);

/// What it lays: of an edit of a group the numbers that are about that group.
script::Expressivity numbers_of(const Laying& laying, const NamedSketch& sketch,
                                const LayerPart& part);

/// An edit of half an amount goes half of the way.
Sketch laid_over(Sketch outer, const Laying& laying, const NamedSketch& sketch,
                 const LayerPart& part);

/// All namings over `outer`.
Sketch laid_over(Sketch outer, std::span<const SketchNaming> namings,
                 std::span<const NamedSketch> named, const LayerPart& part);

}  // namespace kine::plan
