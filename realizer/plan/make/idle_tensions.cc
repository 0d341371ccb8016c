#include "realizer/plan/make/idle_tensions.h"

#include <algorithm>
#include <string>

#include "realizer/core/number.h"
#include "realizer/plan/make/tension_changes.h"
#include "realizer/plan/tension/muscle_tension.h"

namespace kine::plan {
namespace {

/// Null where none is named, or none is there: that was told already.
const NamedTension* find_named(const script::Name& name, const Plan& plan) {
  const auto found = std::ranges::find(plan.tensions, name.text, &NamedTension::id);
  return name.empty() || found == plan.tensions.end() ? nullptr : &*found;
}

bool is_of_muscles(const NamedTension::Part& part) { return part.muscles.has_value(); }

/// Of those alone: a group of the whole body has a trunk, too.
bool is_of_legs(const NamedTension::Part& part) {
  if (!part.muscles) return false;
  const body::JointSet moved = part.muscles->joints & muscles();
  return !moved.empty() && (moved & leg_muscles()) == moved;
}

bool is_heard(const NamedTension& named, ArmSet moved, bool has_muscles) {
  return std::ranges::any_of(named.parts, [&](const NamedTension::Part& part) {
    const bool by_muscles = has_muscles && part.arms == ArmSet::Both;
    return by_muscles || part.muscles || (part.arms & moved) != ArmSet::None;
  });
}

}  // namespace

void warn_of_missing_muscles(const script::Name& tension, const Plan& plan,
                             script::Dynamics dynamics, Faults& faults) {
  const NamedTension* const named = find_named(tension, plan);
  if (named == nullptr) return;
  if (dynamics == script::Dynamics::None && std::ranges::any_of(named->parts, is_of_muscles)) {
    faults.warn(tension.where,
                "only muscles hear what a tension says of joints or a group: give the character "
                "dynamics=\"torso\": " +
                    quoted(tension.text));
  }
  if (dynamics == script::Dynamics::Torso && std::ranges::any_of(named->parts, is_of_legs)) {
    faults.warn(tension.where,
                "legs of a torso go where they are told, so what a tension says of them does "
                "nothing: give the character dynamics=\"body\": " +
                    quoted(tension.text));
  }
}

void warn_of_idle_tensions(const script::Sequence& written, const Sequence& sequence,
                           const Plan& plan, const body::Body& body, script::Dynamics dynamics,
                           Faults& faults) {
  const ArmSet moved = arms_of(sequence, body);
  const auto look_at = [&](const script::Name& name) {
    warn_of_missing_muscles(name, plan, dynamics, faults);
    const NamedTension* const named = find_named(name, plan);
    if (named == nullptr || is_heard(*named, moved, dynamics != script::Dynamics::None)) return;
    faults.warn(name.where, "the tension changes nothing, for its sequence moves no arm" +
                                std::string(moved == ArmSet::None ? "" : " that it is of") + ": " +
                                quoted(name.text));
  };
  look_at(written.tension);
  for (const script::Pose& pose : written.poses) {
    look_at(pose.tension);
    look_at(pose.tension_from);
  }
}

}  // namespace kine::plan
