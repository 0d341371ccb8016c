// How people walk: how many steps a way takes a body, how long they are, and how long it all takes.
//
// Planning asks before anybody walks, and the gait keeps to it.
#pragma once

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/core/time.h"

namespace kine::body {

/// A way on flat ground: turn on the spot first, then ahead.
struct Way {
  double turn_rad = 0;  // to the left
  double length_m = 0;

  /// Too short for a step, and for a turn of the feet.
  bool is_nothing() const;
  /// Whether it goes anywhere, or only turns.
  bool goes() const;
  /// Of its steps, the ones in which it turns.
  int turning_steps() const;
};

/// From `from` to a point on the ground, as far as `short_of_m` before it.
Way way_to(const Vec3& point_m, const Placement& from, double short_of_m);

/// How far the trunk turns in comfort; who looks farther with all of the body steps round.
inline constexpr double kTrunkTurns_rad = 0.7;

// Where the zones of Hall's proxemics end.
inline constexpr double kIntimate_m = 0.45;
inline constexpr double kPersonal_m = 1.2;
inline constexpr double kSocial_m = 3.6;

/// How far before a character one stops who comes to talk.
inline constexpr double kTalkingDistance_m = kPersonal_m;

/// Nobody comes nearer to somebody by chance, hip to hip.
inline constexpr double kNearest_m = kIntimate_m;

/// How much room somebody takes who is passed: half the shoulders and some air.
double room_m(const Body& body);

/// Thigh and shin.
double leg_length_m(const Body& body);

/// How far and how fast one steps.
struct Pace {
  double step_m = 0;
  double step_s = 0;
};

/// So many times as quick as people like to walk: steps are longer, and a bit more so quicker.
Pace pace_of(double leg_m, double quicker = 1);

/// How many times as quick somebody walks whose steps take so long.
double quicker_of(double leg_m, double step_s);

/// What is still a walk, as a share of the usual speed.
inline constexpr double kQuickest = 1.5;
inline constexpr double kSlowest = 0.45;

/// All steps of a way at steps of a length; the last one brings the feet together.
int steps_of(const Way& way, double step_m);

/// Before the first step the weight goes over, for so much of a step's time.
inline constexpr double kLeadOfStep = 0.35;

/// How long the way takes at a pace. 0 where there is nothing to do.
Seconds walking_time(const Way& way, double leg_m, double quicker = 1);

}  // namespace kine::body
