// Which scope sets what: for a person who wonders why a pose is as it is.
//
//   g1
//     ready
//       extent 0.5, set by edit 9:3 'wide'; over sequence 7:40 'tired' -0.4 (style tired)
#pragma once

#include <cstddef>
#include <string>

#include "realizer/body/body.h"
#include "realizer/plan/plan.h"

namespace kine::plan {

/// More lines than these are counted, not said.
inline constexpr std::size_t kExplanationLinesMax = 5000;

/// Each number and each word of transitions that the sketches of a plan say of a pose, and its
/// nucleus and tension: which scope sets it, and what that overrules. The numbers are as scripts
/// have them: <clarity> has changed none yet.
std::string explanation_of(const Plan& plan, const body::Body& body);

}  // namespace kine::plan
