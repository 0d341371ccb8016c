// Plans for tests of the properties that rewrite them.
#pragma once

#include <string>

#include "realizer/core/diagnostics.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/property.h"
#include "realizer/script/document.h"

namespace kine::test {

/// The part of the document for its first character, on ada's body; a test whose document is
/// refused is broken, so this throws.
plan::Plan plan_of(const script::Document& document);

/// The plan rewritten by one property, or by all there are, for ada at the origin.
plan::Plan applied(const plan::Property& property, plan::Plan plan, Diagnostics& diagnostics);
plan::Plan applied(const plan::Property& property, plan::Plan plan);
plan::Plan with_all(plan::Plan plan);

/// What was written of it, and what properties made of that: no sequence goes back by keys.
plan::Plan without_ways_back(plan::Plan plan);

/// Its sequences' lines as tests/golden/plan has them, one after the other.
std::string lines_of(const plan::Plan& plan);

}  // namespace kine::test
