// What one section of the body does while somebody speaks: which motion goes on, which one starts,
// and why (Levine, Theobalt and Koltun 2009, section 8.3). Sections listen to the same observations
// and choose by themselves.
//
//   an observation    --hear-->     Choice: an early termination, or nothing new
//   end of the motion --end-->      Choice: a late termination
//   what is played    --display-->  SectionState
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "realizer/gesture/inference.h"
#include "realizer/gesture/motion_model.h"

namespace kine::gesture {

/// What a character keeps of a section.
struct SectionState {
  Belief belief;
  std::optional<Displayed> displayed = {};
  std::optional<Observation> heard = {};         // the last one, …
  Belief before = {};                            // … what was believed before it …
  std::optional<Displayed> displayed_then = {};  // … and seen

  friend bool operator==(const SectionState&, const SectionState&) = default;
};

enum class Termination : std::uint8_t {
  None,   // the motion goes on
  Early,  // an observation ended it
  Late,   // it came to its end
  First   // there was none
};

/// "none", "early", "late" or "first".
std::string_view name_of(Termination why);

struct Choice {
  Termination why = Termination::None;
  std::size_t motion = 0;  // that starts, or goes on

  friend bool operator==(const Choice&, const Choice&) = default;
};

SectionState first_state(const MotionModel& model);

/// `share`: drawn evenly from 0 to 1.
Choice hear(const MotionModel& model, const Profile& profile, const Observation& heard,
            double share, SectionState& state);

/// The motion that is displayed has come to its end before the next observation. So none went on at
/// the last one, which is heard once more with that known. The same holds if the motion began after
/// that observation. Pre: a motion is displayed.
Choice end(const MotionModel& model, const Profile& profile, double share, SectionState& state);

/// A segment of the motion that was chosen is played from now on, so long after the last
/// observation. Pre: its length is above 0.
void display(std::size_t motion, double length_s, double since_heard_s, SectionState& state);

}  // namespace kine::gesture
