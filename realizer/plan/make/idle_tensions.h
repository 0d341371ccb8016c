// Warnings of tensions that are named in vain.
#pragma once

#include "realizer/body/body.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// For each tension that a sequence or a pose of it names and that changes nothing there, or of
/// which a part is for muscles that the character does not have.
void warn_of_idle_tensions(const script::Sequence& written, const Sequence& sequence,
                           const Plan& plan, const body::Body& body, script::Dynamics dynamics,
                           Faults& faults);

/// The same of muscles, for the tension that a character has throughout.
void warn_of_missing_muscles(const script::Name& tension, const Plan& plan,
                             script::Dynamics dynamics, Faults& faults);

}  // namespace kine::plan
