// Document -> Plan: names are looked up, ids given, times counted from the block's start, and the
// constraints of each sequence sorted into one track a group.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// The characters a document speaks to, under our names, each once, in the order in which they
/// come; an empty name stands for the one that the script was submitted to.
std::vector<std::string> characters_of(const script::Document& document,
                                       const Vocabulary& vocabulary);

/// Whether a plan is no longer than kBlockLengthMax, what its nuclei make of it included.
Result<Done> check_length(const Plan& plan);

/// The part of `document` that is for `character` (one of characters_of), on this body.
///
/// Our own dialect is refused where it is wrong, with the place. Classic ones are mended, with a
/// warning: times that run backwards, holds that overlap, unknown shapes, morphs and nuclei; a
/// constraint on an unknown joint is left out.
Result<Plan> make(const script::Document& document, std::string_view character,
                  const body::Body& body, const Vocabulary& vocabulary, Diagnostics& diagnostics);

}  // namespace kine::plan
