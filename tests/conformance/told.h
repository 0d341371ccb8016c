// What a client of BML would be told of all that the tests play, and whether it is BML's feedback:
// the schemas beside this file say what a parser of BML takes.
//
//   Prepared, Feedback --BmlFeedback--> elements --xmllint--> complaints
#pragma once

#include <string>

#include "realizer/core/diagnostics.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/state/feedback.h"

namespace kine::conformance {

/// A text that was taken in at a tick, or refused.
void tell_of(const Prepared& prepared, const Diagnostics& diagnostics, Tick tick);
void tell_of(const std::string& script_id, const Error& refused);
void tell_of(const Feedback& feedback);

/// What was told so far, a line an element.
const std::string& all_told();

/// What a validator says to elements; empty where it has nothing to say, or is not installed.
std::string complaints_about(const std::string& told);

}  // namespace kine::conformance
