// Which scope sets what: for a person who wonders why a pose is as it is.
//
//   g1
//     ready
//       extent 0.5, set by edit 9:3 'wide'; over sequence 7:40 'tired' -0.4 (style tired)
//
// Before that stands what became of the script's meanings:
//
//   g1: greeting is nod, 3 of 5 by sequence 7:40 'shy' (style shy)
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "realizer/body/body.h"
#include "realizer/plan/plan.h"
#include "realizer/script/name.h"

namespace kine::plan {

/// What became of a meaning.
struct ChosenMeaning {
  std::string gesture;  // its id
  std::string meaning;
  std::string lexeme;
  double weight = 1;                      // of the choice …
  double weights = 1;                     // … and of all that it was drawn from
  std::optional<SketchScope> scope = {};  // whose sketch has it; none: it is of no sketch
  script::Name sketch = {};               // as that scope names it
  std::string style = {};                 // whose dictionary; empty: the sketch's, or everybody's
};

/// More lines than these are counted, not said.
inline constexpr std::size_t kExplanationLinesMax = 5000;

/// Each number and each word of transitions that the sketches of a plan say of a pose, and its
/// nucleus and tension: which scope sets it, and what that overrules. The numbers are as scripts
/// have them: <clarity> has changed none yet.
std::string explanation_of(const Plan& plan, const body::Body& body,
                           std::span<const ChosenMeaning> meanings = {});

}  // namespace kine::plan
