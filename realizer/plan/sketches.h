// What the sketches of a plan say of one of its poses.
#pragma once

#include <optional>
#include <string_view>

#include "realizer/body/body.h"
#include "realizer/plan/plan.h"
#include "realizer/script/expressivity.h"

namespace kine::plan {

/// The set of a pose: its own, else that of its sequence, else that of the character; nullptr where
/// nobody names a sketch.
const Sketch* find_sketch(const Plan& plan, const Sequence& sequence, const Pose& pose);

/// That of a sequence, for what belongs to no pose.
const Sketch* find_sketch(const Plan& plan, const Sequence& sequence);

// What such a set says of <shape>, <timing> and <idle>; where there is none, all is usual.

const script::Expressivity& manner_of(const Plan& plan, const Sequence& sequence, const Pose& pose);
const script::Expressivity& manner_of(const Plan& plan, const Sequence& sequence);

/// Of one arm of a pose, which edits may give a set of its own.
const script::Expressivity& manner_of(const Plan& plan, const Sequence& sequence, const Pose& pose,
                                      body::Side arm);

/// The target, character or point of the scene that a pose leans to or away from; empty where no
/// sketch names one.
std::string_view lean_to_of(const Plan& plan, const Sequence& sequence, const Pose& pose);

/// The transitions of a movement of a joint to a pose as one: of each word what counts last.
Transition transition_of(const Plan& plan, const Sequence& sequence, const Pose& pose,
                         const body::Body& body, body::Joint joint);

/// The set of an inner scope, with what only the outer one says.
Sketch laid_over(const Sketch& outer, const Sketch& inner);

/// How much of the body goes along with the arms in a pose: as its sketches say, else as the plan
/// has it for its character.
double involvement_of(const Plan& plan, const Sequence& sequence, const Pose& pose);

/// How much of its own life its character has meanwhile, of [0, 1]; nothing where no sketch of the
/// script says it.
std::optional<double> idle_amount_of(const Plan& plan);

/// Lays a sketch under all that the plan's own script says: one that somebody gives the character
/// from outside.
void lay_under(const Sketch& outer, Plan& plan);

}  // namespace kine::plan
