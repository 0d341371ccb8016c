// The extension point for manners of motion: a row in builtins.cc each.
//
//   Plan --with_properties--> Plan
//   SolvedPoses --shape--> SolvedPoses, in motion::build
//
// A property rewrites a plan: a valid one stays valid, and where its parameters are 0 nothing
// changes, to the bit. First it sees targets and times, before any inverse kinematics; then the
// poses that this made. It sees no clock.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/core/diagnostics.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/solved_poses.h"
#include "realizer/script/expressivity.h"

namespace kine::plan {

/// The order in which properties come to a plan: what a later one measures, an earlier one has
/// made.
enum class Stage : std::uint8_t {
  Space,    // where: before anything is added, so that the middle is that of what was written
  Pauses,   // how long poses are kept: what is kept, a stroke may swing beyond
  Strokes,  // what is added round a stroke, in proportion to what it is by then
  Timing,   // how long it all takes
};

/// The body that a plan is for, and where what it asks in vain is said.
struct PropertyContext {
  const body::Body& body;
  body::Placement placement;
  Diagnostics& diagnostics;
};

class Property {
 public:
  virtual ~Property() = default;

  virtual std::string_view name() const = 0;
  virtual Stage stage() const = 0;

  /// What it reads: where all of these are 0, it changes nothing.
  virtual std::span<const script::Parameter* const> parameters() const = 0;

  /// Pure, but for the warnings.
  virtual Plan applied_to(Plan plan, const PropertyContext& context) const = 0;

  /// The second stage, on the solved poses of one sequence of the plan. What no track of a pose
  /// drives stays as it is. Pure, but for the warnings.
  virtual void shape(const Plan&, const Sequence&, const PropertyContext&, SolvedPoses&) const {}
};

/// Each property in the order of its stage; of one stage in the order given.
Plan with_properties(Plan plan, std::span<const Property* const> properties,
                     const PropertyContext& context);

}  // namespace kine::plan
