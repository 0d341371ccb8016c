// Kochanek-Bartels tangents on unit quaternions, and the squad that they shape (Pohl 2010, section
// 4.2, with its equations put right: D3 of docs/decisions).
//
// A key's tangents are rotation vectors at half angle, as log() gives them, for one interval of the
// curve's parameter: shares of the chords log(conjugate(from) * to) on both sides of the key. Keys
// are on one side of the sphere: each has a dot product >= 0 with the next.
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

/// How much of the chord before a key and of the one behind it a tangent takes.
struct Shares {
  double before = 0;
  double after = 0;
};

/// The tangents at a key between two chords that take so long (4.5), scaled for unequal durations.
/// The factor of that is blended with continuity, so that continuity -1 is still the great arc.
Shares incoming_shares(double before_s, double after_s, const Tcb& tcb);
Shares outgoing_shares(double before_s, double after_s, const Tcb& tcb);

/// The share of the chord into a hold, and of the one out of it. The pose is constant inside, so
/// the curve comes to rest unless a negative continuity asks for the corner.
double share_into_hold(const Tcb& tcb);
double share_out_of_hold(const Tcb& tcb);

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
