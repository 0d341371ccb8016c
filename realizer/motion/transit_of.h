// Which transit a movement takes: what the sketches of its pose say of transitions, joint by joint.
//
//   Plan, a pose of it, a joint --transit_of--> Transit
#pragma once

#include <optional>

#include "realizer/body/body.h"
#include "realizer/motion/transit.h"
#include "realizer/plan/plan.h"

namespace kine::motion {

/// Whether the sketches of a sequence or of its poses have any transition.
bool has_transitions(const plan::Plan& plan, const plan::Sequence& sequence);

/// Of the movement of a joint to a pose of the sequence.
Transit transit_of(const plan::Plan& plan, const plan::Sequence& sequence, const plan::Pose& pose,
                   const body::Body& body, body::Joint joint);

/// How a joint goes its way back; nothing where its sketches say nothing of it, or there is none.
/// What lies beneath is all there is to go to, so it is never incomplete and does not sink.
std::optional<Transit> transit_back(const plan::Plan& plan, const plan::Sequence& sequence,
                                    const body::Body& body, body::Joint joint);

/// The same for a limb whose hand must be at its place in time: it goes to the end, and stays.
Transit hard(Transit transit);

}  // namespace kine::motion
