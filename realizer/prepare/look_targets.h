// Whether there is what a plan's look-ats name. The characters of the scene are known when a script
// is prepared; what clients set comes and goes.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/plan/plan.h"
#include "realizer/prepare/prepare.h"
#include "realizer/script/document.h"

namespace kine {

/// Refuses a joint that a character there is has not, and warns of a name that is neither `camera`
/// nor a character, nor set by a client so far: it is looked at from when somebody sets it.
Result<Done> check_look_targets(const plan::Plan& plan, const PrepareContext& context,
                                Diagnostics& diagnostics);

/// Whether a name leads to something now: `camera`, a character or a joint of one, or what a client
/// has set.
bool is_target(std::string_view name, const PrepareContext& context);

/// Whether it is a character, or a joint of one.
bool is_character(std::string_view name, const PrepareContext& context);

/// Where somebody is now, as far as that is known: else where it is at first.
body::Placement placement_of(const Cast& cast, const PrepareContext& context);

/// Where `camera`, a character or a target is now, as far as that is known, in the space of the one
/// that stands at `placement`.
std::optional<Vec3> find_place(std::string_view name, const PrepareContext& context,
                               const body::Placement& placement);

/// The targets that a script sets of itself, each where it is set first in the text.
struct OwnTarget {
  std::string name;
  Vec3 point_m;
  Where where = {};
};
std::vector<OwnTarget> targets_set_by(const script::Document& document);

/// Refuses targets of a plan that belong to the stage; a dialect that mends has them left out.
Result<Done> check_own_targets(plan::Plan& plan, script::Dialect dialect,
                               const PrepareContext& context, Diagnostics& diagnostics);

/// Empty, or why a client cannot set a target of this name: it belongs to the stage.
std::string reason_not_to_set(std::string_view name,
                              std::span<const std::shared_ptr<const Cast>> casts);

}  // namespace kine
