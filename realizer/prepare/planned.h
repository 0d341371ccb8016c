// The plan of one character's part of a script: its own, or that of a BML block.
//
//   Document --make_plan--> Planned
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/core/work.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/schedule/schedule.h"
#include "realizer/prepare/prepare.h"
#include "realizer/script/document.h"

namespace kine {

/// A plan, and of a BML block what it was planned by.
struct Planned {
  plan::Plan plan;
  std::vector<plan::PartTimes> times = {};
  std::vector<plan::KnownPoint> others = {};
  std::vector<std::optional<Seconds>> stays_until = {};
  std::optional<std::vector<bool>> takes_manner = {};  // nothing: every sequence does
  std::vector<Warning> in_vain = {};
};

/// A BML block is brought to our own kind first, and so are the sounds of our own language.
Result<Planned> make_plan(const script::Document& document, const std::string& character,
                          const Cast& cast, const PrepareContext& context, Diagnostics& diagnostics,
                          WorkBudget& work);

}  // namespace kine
