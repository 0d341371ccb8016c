// The feet of a gait: when each step is made, where its foot stands, and how it swings there.
//
// A foot that stands turns about its ball or its heel and goes nowhere. Code that looks at a step
// more than once asks for its feet once.
#pragma once

#include "realizer/body/body.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/pose/ground_keys.h"

namespace kine::motion {

/// Step k lifts its foot at one time and lands it at another.
double lifts(const pose::Gait& gait, int step);
double lands(const pose::Gait& gait, int step);
body::Side foot_of(const pose::Gait& gait, int step);

/// Which step it is at a time, from when it lifts to when the next one does; 0 before the first.
int step_at(const pose::Gait& gait, double time_s);

/// Where the root is on its way at a time: a step in a step's time, half a step behind the feet.
double step_of_root(const pose::Gait& gait, double time_s);

/// How far a step goes, as a share of what a foot usually does.
double stride(const pose::Gait& gait, int step);

/// How far a foot is turned up, and how fast. Above 0 the heel is up, below it the toes.
struct Pitch {
  double rad = 0;
  double rad_s = 0;
};

/// A foot as it stands from one step of its own to the next.
struct Stand {
  const pose::LegAtRest* leg = nullptr;
  Vec3 ankle_m;  // in the world, while it is flat
  double yaw_rad = 0;
  double lands_s = 0;
  double falls_s = 0;  // how long its toes fall; 0: it stood before anybody went
  double toes_up_rad = 0;
  double leaves_s = 0;
  double rises_s = 0;  // how long its heel rises; 0: it stays
  double heel_up_rad = 0;

  Pitch pitch_at(double time_s) const;
  Foot at(double time_s) const;
};

/// A foot on its way from where it stood to where it will.
struct Swing {
  Vec3 from_m;
  Vec3 to_m;
  Vec3 leaves_by_m;  // its velocity as it leaves, a swing
  double from_yaw_rad = 0;
  double to_yaw_rad = 0;
  Pitch leaves;
  Pitch meets;
  double lifts_s = 0;
  double swing_s = 0;

  Foot at(double time_s) const;
};

/// All of them from when a step lifts to when the next one does.
struct FeetOfStep {
  body::Side swings = body::Side::Left;
  Stand carries;
  Stand landed;
  Swing swing;  // before it has landed

  Foot at(body::Side side, double time_s) const;
};
FeetOfStep feet_of(const pose::Gait& gait, const pose::StandingBody& body, int step);

}  // namespace kine::motion
