#include "realizer/gesture/section.h"

#include "realizer/core/assert.h"

namespace kine::gesture {
namespace {

Choice started(Termination why, std::size_t state) { return {.why = why, .motion = state}; }

}  // namespace

SectionState first_state(const MotionModel& model) { return {.belief = first_belief(model)}; }

Choice hear(const MotionModel& model, const Profile& profile, const Observation& heard,
            double share, SectionState& state) {
  state.before = state.belief;
  state.displayed_then = state.displayed;
  state.heard = heard;
  if (!state.displayed) {
    state.belief = update(model, profile, heard, state.before, Evidence::MotionIsOver);
    return started(Termination::First, drawn(model, state.belief.alpha, share));
  }
  Displayed& displayed = *state.displayed;
  state.belief = update(model, profile, heard, state.before);
  const Distribution gamma = of_displayed(model, profile, heard, displayed);
  const Distribution from = combined(model, profile, state.belief.alpha, gamma);
  const std::size_t next = drawn(model, from, share);
  if (next < model.size()) return started(Termination::Early, next);
  displayed.started_just_now = false;
  displayed.fraction += heard.after_s / displayed.length_s;
  return {.why = Termination::None, .motion = displayed.motion};
}

Choice end(const MotionModel& model, const Profile& profile, double share, SectionState& state) {
  constexpr Evidence kOver = Evidence::MotionIsOver;
  if (!state.heard) {
    return started(Termination::Late, drawn(model, first_belief(model).alpha, share));
  }
  state.belief = update(model, profile, *state.heard, state.before, kOver);
  Distribution from = state.belief.alpha;
  if (state.displayed_then) {
    from = combined(model, profile, from,
                    of_displayed(model, profile, *state.heard, *state.displayed_then, kOver));
  }
  return started(Termination::Late, drawn(model, from, share));
}

void display(std::size_t motion, double length_s, double since_heard_s, SectionState& state) {
  KINE_ASSERT(length_s > 0);
  state.displayed = {.motion = motion,
                     .started_just_now = true,
                     .fraction = -since_heard_s / length_s,
                     .length_s = length_s};
}

}  // namespace kine::gesture
