// What a lexeme asks for, put to other bodies: the other side of one, and longer or shorter arms.
//
// Lexemes are written for one body whose right arm they move. Each hand's targets scale about its
// own shoulder with the arm, so that a hand that nears a straight arm there does so everywhere.
#pragma once

#include "realizer/body/body.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// The arm that lexemes are written for: where the joint of the right upper arm is while the
/// character stands at rest, and from there to the wrist. Those of the body `ada`.
inline constexpr Vec3 kLexemeShoulder_m{-0.17, 1.36, 0};
inline constexpr double kLexemeArm_m = 0.52;

/// The same of the other side: left and right in names change places, points and directions are
/// reflected in the plane x = 0. A swivel stays, for it is positive outwards on both sides.
script::Constraint mirrored(const script::Constraint& constraint);

/// The same on `body`: positions of hands about its shoulders, in the measure of its arms.
script::Constraint scaled_to(const body::Body& body, const script::Constraint& constraint);

}  // namespace kine::plan
