// Captured motion made tense or loose: mass trackers on the arms of any BVH (Neff 2022, section 5).
//
//   text of a .bvh --with_tension--> the same text, with other turns of its arms
//
// The skeleton stays as it is, and so does every number that is not a turn of an arm.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/plan/tension/phase_spans.h"
#include "realizer/plan/tension/tension.h"
#include "realizer/plan/tension/tension_manners.h"
#include "realizer/pose/retarget/retarget.h"

namespace kine {

struct CapturedTension {
  plan::TensionManner manner;  // has a tension in every phase
  plan::ArmSet arms = plan::ArmSet::Both;
  std::optional<std::vector<plan::PhaseSpan>> phases;  // nothing: found from the wrists' speed
};

struct TenseMotion {
  std::string bvh;
  std::vector<plan::PhaseSpan> phases;  // that were asked for, or found
};

/// `names` are what other skeletons call our joints. An arm of two that cannot be found is a
/// warning; none, or one that was asked for by itself, is an error.
Result<TenseMotion> with_tension(std::string_view bvh, const pose::JointNames& names,
                                 const CapturedTension& asked, Diagnostics& diagnostics);

}  // namespace kine
