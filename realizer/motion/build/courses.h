// Which course a movement takes: what the sketches of its pose say of transitions, joint by joint.
//
//   Plan, a pose of it, a joint --course_of--> Course
#pragma once

#include "realizer/body/body.h"
#include "realizer/motion/actuators/course.h"
#include "realizer/plan/plan.h"

namespace kine::motion {

/// Whether the sketches of a sequence or of its poses have any transition.
bool has_transitions(const plan::Plan& plan, const plan::Sequence& sequence);

/// Of the movement of a joint to a pose of the sequence.
Course course_of(const plan::Plan& plan, const plan::Sequence& sequence, const plan::Pose& pose,
                 const body::Body& body, body::Joint joint);

/// The same for a limb whose hand must be at its place in time: it goes to the end, and stays.
Course hard(Course course);

}  // namespace kine::motion
