// What moves a character when, and which tension counts at which of its joints: for
// `check --explain`.
#pragma once

#include <string>

#include "realizer/body/body.h"
#include "realizer/plan/plan.h"

namespace kine::plan {

/// Indented lines, of a plan as its properties left it: by times as written, warps aside. Joints
/// that are alike all the time stand together. Empty where nothing but its plan moves it.
std::string explain_muscles(const Plan& plan, const body::Body& body);

}  // namespace kine::plan
