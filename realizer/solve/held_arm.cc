#include "realizer/solve/held_arm.h"

#include <algorithm>
#include <cmath>

#include "realizer/solve/elbow.h"

namespace kine::solve {
namespace {

/// An elbow that bends less is in the plane of its hinge, rather than in that of its bones.
constexpr double kStraight = 0.05;

/// How the bend of an elbow and the distance from shoulder to wrist go together. Near the ends of
/// its reach an arm gives way: any distance may be asked for. It does so over twice the way that a
/// target has (soft_reach_m), for here it comes to the end in motion, and must not stop dead.
class Elbow {
 public:
  Elbow(const body::Body& body, const body::ArmChain& chain, body::Side side)
      : upper_m_(body.bone_length_m(chain.lower_arm)),
        fore_m_(body.bone_length_m(chain.hand)),
        nearest_m_(nearest_reach_m(body, side)),
        room_m_(std::min(kSoftShare * (upper_m_ + fore_m_),
                         kRoomShareMax * (upper_m_ + fore_m_ - nearest_m_))) {}

  double bend_rad(double distance_m) const {
    const double d = softened_m(distance_m);
    const double cosine =
        (d * d - upper_m_ * upper_m_ - fore_m_ * fore_m_) / (2 * upper_m_ * fore_m_);
    return std::acos(std::clamp(cosine, -1.0, 1.0));
  }

  /// 1 where the arm gives way, 0 where it is far from that, and even between.
  double giving(double distance_m) const {
    const double inside_m = std::min(upper_m_ + fore_m_ - distance_m, distance_m - nearest_m_);
    const double h = std::clamp((kFarRooms - inside_m / room_m_) / (kFarRooms - 1), 0.0, 1.0);
    return h * h * h * (10 + h * (6 * h - 15));  // least jerk: it is crossed at any speed
  }

 private:
  static constexpr double kSoftShare = 0.06;    // of its length: a wrist comes to the end at 1 m/s
  static constexpr double kRoomShareMax = 0.1;  // of the range of an arm that hardly bends
  static constexpr double kFarRooms = 3;

  double softened_m(double distance_m) const {
    const double farthest_m = upper_m_ + fore_m_;
    const double over_m = distance_m - (farthest_m - room_m_);
    const double under_m = nearest_m_ + room_m_ - distance_m;
    if (over_m > 0) return farthest_m - room_m_ * std::exp(-over_m / room_m_);
    if (under_m > 0) return nearest_m_ + room_m_ * std::exp(-under_m / room_m_);
    return distance_m;
  }

  double upper_m_;
  double fore_m_;
  double nearest_m_;
  double room_m_;
};

/// `change`, ever less of it as it comes to the end of the room that there is.
double softened(double change, double min, double max) {
  constexpr double kFreeShare = 0.7;
  const double room = std::max(0.0, change < 0 ? -min : max);
  const double free = kFreeShare * room;
  const double size = std::abs(change);
  if (size <= free) return change;
  const double soft = room - free;
  const double end = soft > 0 ? room - soft * std::exp(-(size - free) / soft) : room;
  return change < 0 ? -end : end;
}

/// A rotation and its negative are one; keys and blends have the half with w >= 0.
Quat signed_up(const Quat& q) { return q.w < 0 ? -q : q; }

/// Turns the hand by `change`, in the axes of the forearm: what it can be by pronation, the rest in
/// the wrist, within the limits of both.
void turn_hand(const body::Body& body, const body::ArmChain& chain, const Quat& change,
               ArmTurns& turns) {
  const body::JointLimits& elbow = body.limits[index_of(chain.lower_arm)];
  const body::JointLimits& wrist = body.limits[index_of(chain.hand)];
  // change == pronation * swing, so its inverse is swing' * twist'.
  const double wanted_rad = -rotation_vector(swing_twist(conjugate(change), kForearmAxis).twist).x;
  const double present_rad = rotation_vector(swing_twist(turns.lower_arm, kForearmAxis).twist).x;
  const double pronation_rad =
      softened(wanted_rad, elbow.min_rad.x - present_rad, elbow.max_rad.x - present_rad);
  const Quat pronation = rotation_about(kForearmAxis, pronation_rad);
  turns.lower_arm = turns.lower_arm * pronation;

  const Vec3 present = body::turns_of(wrist.bone, turns.hand);
  const Vec3 wanted =
      body::turns_of(wrist.bone, conjugate(pronation) * change * turns.hand) - present;
  const Vec3& min = wrist.min_rad;
  const Vec3& max = wrist.max_rad;
  turns.hand = body::from_turns(
      wrist.bone, present + Vec3{softened(wanted.x, min.x - present.x, max.x - present.x),
                                 softened(wanted.y, min.y - present.y, max.y - present.y),
                                 softened(wanted.z, min.z - present.z, max.z - present.z)});
}

}  // namespace

ArmTurns hold_arm(const body::Body& body, const HeldArm& held) {
  const body::ArmChain chain = body::arm_chain(held.side);

  // The arm as it was meant, and where its wrist is to be.
  const Quat upper = held.meant.character_from_shoulder * held.turns.upper_arm;
  const Quat lower = upper * held.turns.lower_arm;
  const Quat hand = lower * held.turns.hand;
  const Vec3 to_elbow = upper * body.offsets_m[index_of(chain.lower_arm)];
  const Vec3 to_wrist = lower * body.offsets_m[index_of(chain.hand)];
  const Vec3 line = to_elbow + to_wrist;
  const Vec3 way = held.meant.upper_arm_m + line - held.actual.upper_arm_m;

  // The elbow bends until the wrist is as far away as it is to be. What an arm that is all but
  // straight would give way by itself, it keeps.
  const Elbow elbow(body, chain, held.side);
  const Vec3 along = unit(to_elbow);
  const Vec3 plane = cross(along, unit(to_wrist));
  const Vec3 hinge = upper * elbow_hinge(held.side);
  const Vec3 axis = unit(dot(hinge, plane) * plane + kStraight * kStraight * hinge, hinge);
  const double present_rad = std::atan2(dot(plane, axis), dot(along, unit(to_wrist)));
  const double kept_rad = present_rad - elbow.bend_rad(length(line));
  const double bend_rad =
      elbow.bend_rad(length(way)) + elbow.giving(length(way)) * kept_rad - present_rad;
  const Quat bend = rotation_about(axis, bend_rad);
  // Then the arm turns to it as a whole.
  const Quat swing = shortest_arc(unit(to_elbow + bend * to_wrist), unit(way, unit(line)));

  const Quat character_from_lower = swing * bend * lower;
  ArmTurns turns{
      .upper_arm = conjugate(held.actual.character_from_shoulder) * swing * upper,
      .lower_arm = conjugate(upper) * bend * lower,
      .hand = held.turns.hand,
  };
  if (held.hand_held > 0) {
    const Quat change = conjugate(character_from_lower) * hand * conjugate(held.turns.hand);
    turn_hand(body, chain, slerp({}, change, held.hand_held), turns);
  }
  return {signed_up(normalized(turns.upper_arm)), signed_up(normalized(turns.lower_arm)),
          signed_up(normalized(turns.hand))};
}

}  // namespace kine::solve
