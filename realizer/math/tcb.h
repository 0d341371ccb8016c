// Kochanek-Bartels tangents on unit quaternions, and the squad that they shape (Pohl 2010, section
// 4.2, with its equations put right: ARCHITECTURE.md, D12).
//
// A key's tangents are rotation vectors at half angle, as log() gives them, for one interval of the
// curve's parameter. Keys are on one side of the sphere: each has a dot product >= 0 with the next.
#pragma once

#include "realizer/math/quat.h"

namespace kine {

/// How a curve passes a key, each in [-1, 1] (Kochanek and Bartels 1984).
struct Tcb {
  double tension = 0;     // 1: slow and straight, -1: wide
  double continuity = 0;  // away from 0 a corner; -1 between two keys is the great arc
  double bias = 0;        // 1: overshoots, -1: falls short

  friend bool operator==(const Tcb&, const Tcb&) = default;
};

/// What a curve does at one key: the direction and speed at which it comes in and goes out.
struct Tangents {
  Vec3 incoming;
  Vec3 outgoing;
};

/// The arc from a key to the next, and the time that it takes.
struct Chord {
  Vec3 arc;               // log(conjugate(from) * to)
  double duration_s = 0;  // > 0
};

/// The tangents at a key between two chords (4.5), scaled for unequal durations. The factor of that
/// is blended with continuity, so that continuity -1 is still the great arc.
Tangents tangents_at(const Chord& before, const Chord& after, const Tcb& tcb);

/// The tangents where a hold begins and ends: the pose is constant inside, so the curve comes to
/// rest unless a negative continuity asks for the corner.
Vec3 tangent_into_hold(const Chord& before, const Tcb& tcb);
Vec3 tangent_out_of_hold(const Chord& after, const Tcb& tcb);

/// The two inner quaternions of the interval from `from` to `to` (4.6): near the start and near the
/// end.
struct InnerQuats {
  Quat near_start;
  Quat near_end;
};
InnerQuats inner_quats(const Quat& from, const Quat& to, const Vec3& outgoing_at_from,
                       const Vec3& incoming_at_to);

/// Slerp(Slerp(from, to, h), Slerp(near_start, near_end, h), 2h(1-h)) (4.3): no arc is turned
/// round.
Quat squad(const Quat& from, const InnerQuats& inner, const Quat& to, double h);

}  // namespace kine
