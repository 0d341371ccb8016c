#include "realizer/gesture/performance.h"

#include <algorithm>

#include "realizer/gesture/stroke_time.h"

namespace kine::gesture {
namespace {

/// One of the draws of a performance.
Random next_draw(Random::Key purpose, Performance& performance) {
  purpose.tick = performance.draws++;
  return Random(purpose);
}

/// A segment of the chosen motion starts.
std::size_t start_segment(const PerformedMoment& moment, const Choice& choice, double start_s,
                          double share, Performance& performance) {
  const std::size_t motion = choice.motion;
  const std::size_t segment = pick_segment(moment.repertoire, motion, moment.shown, share);
  const RepertoireSegment& played = moment.repertoire.segments[segment];
  performance.speed = 1;
  performance.stroke_s = start_s;
  if (played.stroke) {
    const auto speed = speed_to_meet(moment.peaks_s, start_s, *played.stroke);
    performance.speed = speed.value_or(1);
    if (speed) performance.stroke_s += played.stroke->count() / *speed;
  }
  const double length_s = played.turns->length().count() / performance.speed;
  display(motion, length_s, start_s - performance.heard_s.value_or(start_s), performance.state);
  performance.segment = segment;
  performance.why = choice.why;
  performance.began_s = start_s;
  performance.ends_s = start_s + length_s;
  return segment;
}

/// Segments that have come to their end by then are followed by others; the last of them.
std::optional<std::size_t> follow_ends(const PerformedMoment& moment, double time_s,
                                       const Random::Key& purpose, Performance& performance) {
  constexpr double kRounding_s = 1e-6;
  std::optional<std::size_t> started;
  while (performance.segment && time_s >= performance.ends_s - kRounding_s) {
    Random random = next_draw(purpose, performance);
    const Choice choice =
        end(moment.repertoire.model, moment.profile, random.number(0, 1), performance.state);
    started = start_segment(moment, choice, performance.ends_s, random.number(0, 1), performance);
  }
  return started;
}

/// The segment that starts because of what was heard.
std::optional<std::size_t> take_heard(const PerformedMoment& moment, const HeardNow& heard,
                                      double known_s, const Random::Key& purpose,
                                      Performance& performance) {
  Random random = next_draw(purpose, performance);
  const Observation observation{.symbol = heard.symbol,
                                .context = heard.context,
                                .after_s = known_s - performance.heard_s.value_or(known_s)};
  performance.heard_s = known_s;
  Profile profile = moment.profile;
  profile.ends_early = profile.ends_early && known_s >= performance.stroke_s;
  const Choice choice =
      hear(moment.repertoire.model, profile, observation, random.number(0, 1), performance.state);
  if (choice.why == Termination::None) return {};
  return start_segment(moment, choice, known_s, random.number(0, 1), performance);
}

}  // namespace

Performance first_performance(const SectionRepertoire& repertoire) {
  return {.state = first_state(repertoire.model)};
}

std::optional<std::size_t> perform(const PerformedMoment& moment, Random::Key purpose,
                                   Performance& performance) {
  std::optional<std::size_t> started;
  const auto keep_last = [&](std::optional<std::size_t> segment) {
    if (segment) started = segment;
  };
  for (const HeardNow& heard : moment.heard) {
    const double known_s =
        std::max(std::min(heard.known_s, moment.now_s), performance.heard_s.value_or(0));
    keep_last(follow_ends(moment, known_s, purpose, performance));
    keep_last(take_heard(moment, heard, known_s, purpose, performance));
  }
  keep_last(follow_ends(moment, moment.now_s, purpose, performance));
  return started;
}

}  // namespace kine::gesture
