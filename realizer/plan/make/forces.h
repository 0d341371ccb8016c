// Who is pushed where, and who carries what: the pushes and loads of a script in a body's terms.
#pragma once

#include <string_view>

#include "realizer/core/result.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/names.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// Those that act on this character (our name for it). A push that it cannot feel is a warning:
/// `dynamics` is the most of it that muscles ever move.
Result<Forces> forces_on(std::string_view character, const script::Document& document,
                         const Vocabulary& vocabulary, const Names& names,
                         script::Dynamics dynamics, Faults& faults);

}  // namespace kine::plan
