// The clips of a sequence: which there are, on what, and until when.
#pragma once

#include <vector>

#include "realizer/core/result.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/names.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// In the order in which they are written. One that there is not is an error that says which names
/// are like it; a classic script goes on without it.
Result<std::vector<Clip>> make_clips(const script::Sequence& written, Seconds sequence_start,
                                     const Names& names, Faults& faults);

}  // namespace kine::plan
