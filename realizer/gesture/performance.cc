#include "realizer/gesture/performance.h"

namespace kine::gesture {
namespace {

/// The motion that starts because of what was heard: that of the last observation that starts one.
std::optional<std::size_t> heard_motion(const PerformedMoment& moment, Random& random,
                                        Performance& performance) {
  std::optional<std::size_t> motion;
  for (const HeardNow& heard : moment.heard) {
    const Observation observation{.symbol = heard.symbol,
                                  .context = heard.context,
                                  .after_s = moment.now_s - performance.heard_s};
    performance.heard_s = moment.now_s;
    const Choice choice = hear(moment.repertoire.model, moment.profile, observation,
                               random.number(0, 1), performance.state);
    if (choice.why != Termination::None) motion = choice.motion;
  }
  return motion;
}

}  // namespace

Performance first_performance(const SectionRepertoire& repertoire) {
  return {.state = first_state(repertoire.model)};
}

std::optional<std::size_t> perform(const PerformedMoment& moment, Random::Key purpose,
                                   Performance& performance) {
  constexpr double kRounding_s = 1e-6;
  const bool is_over = performance.segment && moment.now_s >= performance.ends_s - kRounding_s;
  if (moment.heard.empty() && !is_over) return {};
  purpose.tick = performance.draws++;
  Random random(purpose);
  std::optional<std::size_t> motion = heard_motion(moment, random, performance);
  if (!motion && is_over) {
    motion =
        end(moment.repertoire.model, moment.profile, random.number(0, 1), performance.state).motion;
  }
  if (!motion) return {};
  const std::size_t segment =
      pick_segment(moment.repertoire, *motion, moment.shown, random.number(0, 1));
  const double length_s = moment.repertoire.segments[segment].turns->length().count();
  display(*motion, length_s, moment.now_s - performance.heard_s, performance.state);
  performance.segment = segment;
  performance.began_s = moment.now_s;
  performance.ends_s = moment.now_s + length_s;
  return segment;
}

}  // namespace kine::gesture
