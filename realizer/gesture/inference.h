// Which motion fits what was heard: equations 1 to 5 of Levine, Theobalt and Koltun (2009), for one
// section of the body.
//
//   Observation, Belief --update--> Belief          alpha and the expected fractions
//   Observation, Displayed --of_displayed--> gamma  what may follow what is seen
//   both --combined--> what to draw from
//
// States are numbered: motion i has just started at i, and goes on at n + i.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "realizer/gesture/motion_model.h"

namespace kine::gesture {

/// A number for each state; a model with n motions uses the first 2 n.
using Distribution = std::array<double, kStatesMax>;

struct Belief {
  Distribution alpha = {};                        // of each state, after all that was heard
  std::array<double, kMotionsMax> fraction = {};  // of each motion that is over, if it goes on

  friend bool operator==(const Belief&, const Belief&) = default;
};

/// The motion that is seen.
struct Displayed {
  std::size_t motion = 0;
  bool started_just_now = true;  // no observation has come since
  double fraction = 0;  // of it that was over at the last observation; below 0: begun later
  double length_s = 1;  // its own

  friend bool operator==(const Displayed&, const Displayed&) = default;
};

/// What is known besides.
enum class Evidence : std::uint8_t {
  None,
  MotionIsOver  // the displayed motion has come to its end, so that none goes on
};

/// Before anything was heard: a motion has just started, as likely as it starts in what was learnt.
Belief first_belief(const MotionModel& model);

/// Equations 2 and 4. The paper divides in 4 by alpha after the observation; here it is the
/// prediction before it. So no fraction is above what can have passed.
Belief update(const MotionModel& model, const Profile& profile, const Observation& heard,
              const Belief& before, Evidence evidence = Evidence::None);

/// Equation 5.
Distribution of_displayed(const MotionModel& model, const Profile& profile,
                          const Observation& heard, const Displayed& displayed,
                          Evidence evidence = Evidence::None);

/// alpha gamma, over pi where the profile says so. Where they have no state in common it is gamma,
/// and where gamma is empty, the starts as they were learnt.
Distribution combined(const MotionModel& model, const Profile& profile, const Distribution& alpha,
                      const Distribution& gamma);

/// The state at whose cumulative probability `share`, from 0 to 1, falls.
std::size_t drawn(const MotionModel& model, const Distribution& from, double share);

}  // namespace kine::gesture
