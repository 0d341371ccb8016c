#include "realizer/gesture/section.h"

#include <algorithm>
#include <array>

#include "realizer/core/assert.h"

namespace kine::gesture {
namespace {

Choice started(Termination why, std::size_t motion) { return {.why = why, .motion = motion}; }

/// What is drawn from, by the profile.
Distribution wanted(const MotionModel& model, const Profile& profile, const Distribution& alpha,
                    const Distribution& gamma) {
  if (profile.from == DrawnFrom::Alpha) return alpha;
  if (profile.from == DrawnFrom::Gamma) return gamma;
  return combined(model, profile, alpha, gamma);
}

/// A state, by the profile.
std::size_t draw(const MotionModel& model, const Profile& profile, const Distribution& from,
                 double share, std::optional<std::size_t> displayed = {}) {
  std::size_t state = drawn(model, from, share);
  if (profile.how == DrawnHow::MostProbable) {
    const auto end = from.begin() + static_cast<std::ptrdiff_t>(2 * model.size());
    state = static_cast<std::size_t>(std::max_element(from.begin(), end) - from.begin());
  }
  const bool goes_on = displayed && state == model.size() + *displayed;
  if (!profile.any_motion || goes_on) return state;
  double below = 0;  // where the share falls within the state is drawn evenly, too
  for (std::size_t a = 0; a < state; ++a) below += from[a];
  const double within = from[state] > 0 ? (share - below) / from[state] : share;
  return drawn(model, first_belief(model).alpha, std::clamp(within, 0.0, 1.0));
}

/// The motion of a state.
std::size_t motion_of(const MotionModel& model, std::size_t state) {
  return state < model.size() ? state : state - model.size();
}

}  // namespace

std::string_view name_of(Termination why) {
  constexpr std::array<std::string_view, 4> kNames = {"none", "early", "late", "first"};
  return kNames[static_cast<std::size_t>(why)];
}

SectionState first_state(const MotionModel& model) { return {.belief = first_belief(model)}; }

Choice hear(const MotionModel& model, const Profile& profile, const Observation& heard,
            double share, SectionState& state) {
  state.before = state.belief;
  state.displayed_then = state.displayed;
  state.heard = heard;
  if (!state.displayed) {
    state.belief = update(model, profile, heard, state.before, Evidence::MotionIsOver);
    return started(Termination::First,
                   motion_of(model, draw(model, profile, state.belief.alpha, share)));
  }
  Displayed& displayed = *state.displayed;
  state.belief = update(model, profile, heard, state.before);
  const Distribution gamma = of_displayed(model, profile, heard, displayed);
  const std::size_t next = draw(model, profile, wanted(model, profile, state.belief.alpha, gamma),
                                share, displayed.motion);
  const bool goes_on = next == model.size() + displayed.motion;
  if (!goes_on && profile.ends_early) return started(Termination::Early, motion_of(model, next));
  displayed.started_just_now = false;
  displayed.fraction += heard.after_s / displayed.length_s;
  return {.why = Termination::None, .motion = displayed.motion};
}

Choice end(const MotionModel& model, const Profile& profile, double share, SectionState& state) {
  constexpr Evidence kOver = Evidence::MotionIsOver;
  if (!state.heard) {
    const Distribution first = first_belief(model).alpha;
    return started(Termination::Late, motion_of(model, draw(model, profile, first, share)));
  }
  state.belief = update(model, profile, *state.heard, state.before, kOver);
  Distribution from = state.belief.alpha;
  if (state.displayed_then) {
    from = wanted(model, profile, from,
                  of_displayed(model, profile, *state.heard, *state.displayed_then, kOver));
  }
  return started(Termination::Late, motion_of(model, draw(model, profile, from, share)));
}

void display(std::size_t motion, double length_s, double since_heard_s, SectionState& state) {
  KINE_ASSERT(length_s > 0);
  state.displayed = {.motion = motion,
                     .started_just_now = true,
                     .fraction = -since_heard_s / length_s,
                     .length_s = length_s};
}

}  // namespace kine::gesture
