#include "realizer/solve/held_arm.h"

#include <algorithm>
#include <cmath>

#include "realizer/solve/elbow.h"

namespace kine::solve {
namespace {

constexpr Vec3 kForearmAxis = {1, 0, 0};

/// Distances from the shoulder to which a wrist can come. Near its ends it gives way: any distance
/// is wished for, and only those inside come out.
class Range {
 public:
  Range(double nearest_m, double farthest_m)
      : nearest_m_(nearest_m),
        farthest_m_(farthest_m),
        room_m_(std::min(kSoftShare * farthest_m, kRoomShareMax * (farthest_m - nearest_m))) {}

  double reached_m(double wished_m) const {
    const double over_m = wished_m - (farthest_m_ - room_m_);
    const double under_m = nearest_m_ + room_m_ - wished_m;
    if (over_m > 0) return farthest_m_ - room_m_ * std::exp(-over_m / room_m_);
    if (under_m > 0) return nearest_m_ + room_m_ * std::exp(-under_m / room_m_);
    return wished_m;
  }

  /// What was wished for where `reached_m` came out: an arm that is straight may have been meant
  /// for something behind its reach. No further than makes a difference.
  double wished_m(double reached_m) const {
    const double left_m = std::max(farthest_m_ - reached_m, kEnd * room_m_);
    if (left_m < room_m_) return farthest_m_ - room_m_ * (1 + std::log(left_m / room_m_));
    const double above_m = std::max(reached_m - nearest_m_, kEnd * room_m_);
    if (above_m < room_m_) return nearest_m_ + room_m_ * (1 + std::log(above_m / room_m_));
    return reached_m;
  }

 private:
  static constexpr double kSoftShare = 0.03;    // of the arm's length, as of soft_reach_m
  static constexpr double kRoomShareMax = 0.4;  // of the range: both ends have theirs
  static constexpr double kEnd = 1e-4;          // of the room: micrometres

  double nearest_m_;
  double farthest_m_;
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

double bend_at(double distance_m, double upper_m, double fore_m) {
  const double cosine =
      (distance_m * distance_m - upper_m * upper_m - fore_m * fore_m) / (2 * upper_m * fore_m);
  return std::acos(std::clamp(cosine, -1.0, 1.0));
}

}  // namespace

ArmTurns hold_arm(const body::Body& body, const HeldArm& held) {
  constexpr double kPlane = 0.002;  // an elbow that bends less is in the plane of its hinge
  const body::ArmChain chain = body::arm_chain(held.side);
  const double upper_m = body.bone_length_m(chain.lower_arm);
  const double fore_m = body.bone_length_m(chain.hand);
  const Range range(nearest_reach_m(body, held.side), upper_m + fore_m);

  // The arm as it was meant.
  const Quat upper = held.meant.character_from_shoulder * held.turns.upper_arm;
  const Quat lower = upper * held.turns.lower_arm;
  const Quat hand = lower * held.turns.hand;
  const Vec3 to_elbow = upper * body.offsets_m[index_of(chain.lower_arm)];
  const Vec3 to_wrist = lower * body.offsets_m[index_of(chain.hand)];
  const Vec3 line = to_elbow + to_wrist;
  const double meant_m = length(line);
  const Vec3 wish = held.meant.upper_arm_m + range.wished_m(meant_m) * unit(line);

  // The elbow bends until the wrist is as far away as it is to be …
  const Vec3 way = wish - held.actual.upper_arm_m;
  const double bend_rad =
      bend_at(range.reached_m(length(way)), upper_m, fore_m) - bend_at(meant_m, upper_m, fore_m);
  const Vec3 along = unit(to_elbow);
  const Vec3 hinge = upper * elbow_hinge(held.side);
  const Vec3 axis = unit(rejected(cross(along, unit(to_wrist)) + kPlane * hinge, along), hinge);
  const Quat bend = rotation_about(axis, bend_rad);
  // … and the arm turns to it as a whole.
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
