// Ground keys: bound steps and stances, what the body below the waist does when. Immutable and
// shared, like other keys.
//
//   Actuator::compile --> GroundKeys --footing_at--> root, hips and feet --stand--> Pose
//
// Where feet stand is known when a walk begins, so all of it is a function of time; the legs are
// solved in the tick, on the hips that there are, so that no foot slides.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::pose {

/// Where a way bends, without a stop, and goes straight on. What goes before is kept with it, so
/// that nobody has to follow the way from its start.
struct WayBend {
  int from_step = 0;  // of the root
  int steps = 0;
  double rad = 0;          // to the left
  double step_m = 0;       // how far the root goes in a step up to there
  double then_step_m = 0;  // and from its end on
  body::Placement begins;  // where the root is then
  double along_m = 0;      // and how far along its way
  friend bool operator==(const WayBend&, const WayBend&) = default;
};

/// Who is led on more often than that in advance stops once.
inline constexpr std::size_t kWayBendsMax = 8;

/// Steps along a way: a turn on the spot, then straight ahead, and then its bends. Step 1 to
/// `steps` are made one after the other, and the last one brings the feet together. Times count
/// from `start_s`.
struct Gait {
  double start_s = 0;
  double lead_s = 0;  // in which the weight goes over, before the first foot leaves the ground
  double step_s = 0.5;
  int steps = 2;                         // >= 2
  body::Side first = body::Side::Right;  // the foot of step 1

  body::Placement from;     // where it stands at the start
  double turn_rad = 0;      // to its left
  int turning_steps = 0;    // of all steps, the ones in which it turns
  double step_m = 0;        // how far the root goes in a step
  double usual_m = 0.6;     // how far it likes to
  double half_width_m = 0;  // from the way to the middle of a foot, while it walks
  double drop_m = 0;        // how far the hips are down where both feet stand

  std::array<WayBend, kWayBendsMax> bends = {};
  int bend_count = 0;

  double length_s() const { return lead_s + steps * step_s; }
  friend bool operator==(const Gait&, const Gait&) = default;
};

/// What of a stance there may be, each from 0 to 1: how far one has sat down, and so on.
enum class Bend : std::uint8_t { Sit, Crouch, Lie, OpenLeft, OpenRight, CrossLeft, CrossRight };
inline constexpr std::size_t kBendCount = 7;
using Bends = std::array<double, kBendCount>;

/// From a value and its velocity to another value, at rest there.
struct BendMove {
  double from_s = 0;
  double to_s = 0;  // > from_s
  double from = 0;
  double velocity = 0;
  double to = 0;
  friend bool operator==(const BendMove&, const BendMove&) = default;
};

/// One leg of a body as it stands, in the character's space.
struct LegAtRest {
  Vec3 ankle_m;
  Vec3 ball_m;  // from the ankle: what a heel that rises turns about
  Vec3 heel_m;  // from the ankle: what toes that rise turn about
  double ball_height_m() const { return ankle_m.y + ball_m.y; }
  friend bool operator==(const LegAtRest&, const LegAtRest&) = default;
};

/// How high above the ankle the lowest point of a sole is that is turned so: below 0. It bends
/// under the ball.
inline double lowest_of_sole_m(const LegAtRest& leg, const Quat& character_from_foot) {
  return std::min((character_from_foot * leg.ball_m).y - leg.ball_height_m(),
                  (character_from_foot * leg.heel_m).y);
}

/// An arm whose hand rests on the thigh, parent_from_joint.
struct ArmAtRest {
  Quat upper_arm;
  Quat lower_arm;
  Quat hand;
  friend bool operator==(const ArmAtRest&, const ArmAtRest&) = default;
};

struct StandingBody {
  std::array<LegAtRest, 2> legs;  // the left one, the right one
  Vec3 hips_m;
  double hip_joint_m = 0;  // how far below the hips the legs begin
  double thigh_m = 0;
  double shin_m = 0;
  std::array<ArmAtRest, 2> seated_arms = {};  // the left one, the right one
  double leg_m() const { return thigh_m + shin_m; }
  friend bool operator==(const StandingBody&, const StandingBody&) = default;
};

/// What the last of the gaits leads to, behind what it was led to before.
struct WalkGoal {
  Vec3 point_m;
  double short_of_m = 0;
  int from_step = 0;  // from there on the way goes to it and to nothing before
  friend bool operator==(const WalkGoal&, const WalkGoal&) = default;
};

/// What the last walk was asked for, wherever that is by now.
struct AskedWalk {
  std::string name;                  // of where it goes; empty: to a point
  std::optional<double> short_of_m;  // how far before it that it stops; nothing: as usual
  friend bool operator==(const AskedWalk&, const AskedWalk&) = default;
};

/// x and z.
using Spot = std::array<float, 2>;

/// Where the root is going to be, a spot every so often; behind the last one it stays.
struct RootPath {
  static constexpr double kStep_s = 0.1;
  double start_s = 0;
  std::vector<Spot> spots_m;  // none: it stays where it stands
  friend bool operator==(const RootPath&, const RootPath&) = default;
};

struct GroundKeys {
  std::vector<Gait> gaits;                              // each starts when the one before is over
  std::array<std::vector<BendMove>, kBendCount> bends;  // each begins when the one before is over
  body::Placement stands;                               // before the first gait
  std::optional<double> faced_rad;                      // where it turns back to, and when it has
                                                        // turned for a while; none: it has not
  std::vector<WalkGoal> goals = {};     // of the last gait, one behind the other; empty: it turns
  RootPath path = {};                   // what others see of the gaits
  std::optional<AskedWalk> asked = {};  // nothing: it walks nowhere
  StandingBody body;
  double end_s = 0;  // when all of it is over; 0 and nothing else: there is none

  bool empty() const { return end_s == 0; }
  friend bool operator==(const GroundKeys&, const GroundKeys&) = default;
};

}  // namespace kine::pose
