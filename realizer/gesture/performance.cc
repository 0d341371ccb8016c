#include "realizer/gesture/performance.h"

#include <algorithm>

#include "realizer/gesture/stroke_time.h"
#include "realizer/speech/hearing/observations.h"

namespace kine::gesture {
namespace {

/// One of the draws of a performance.
Random next_draw(Random::Key purpose, Performance& performance) {
  purpose.tick = performance.draws++;
  return Random(purpose);
}

/// Whether arms have made no stroke for so long that they are to make one now.
bool is_still_for_long(const PerformedMoment& moment, double now_s,
                       const Performance& performance) {
  const double stirs_after_s = moment.profile.stirs_after_s;
  return stirs_after_s > 0 && moment.repertoire.section == BodySection::Arms &&
         performance.still_s && now_s - *performance.still_s > stirs_after_s;
}

bool has_stroke(const SectionRepertoire& repertoire, std::size_t motion) {
  return std::ranges::any_of(repertoire.segments, [&](const RepertoireSegment& each) {
    return each.motion == motion && each.stroke;
  });
}

/// What `choose` draws. Where arms are still for long it is drawn again until they move, if any
/// motion moves them: as if the others were not there.
template <typename Choose>
Choice drawn_choice(const PerformedMoment& moment, bool stirs, Random& random,
                    Performance& performance, const Choose& choose) {
  constexpr int kDrawnMost = 32;
  const SectionState before = performance.state;
  Choice choice = choose(random.number(0, 1));
  for (int i = 1; stirs && i < kDrawnMost && !has_stroke(moment.repertoire, choice.motion); ++i) {
    performance.state = before;
    choice = choose(random.number(0, 1));
  }
  return choice;
}

/// How fast a segment may be played.
double fastest_play(const PerformedMoment& moment, const RepertoireSegment& played) {
  const double bound_rad_s = moment.profile.turns_rad_s;
  if (bound_rad_s <= 0 || played.fastest_rad_s <= 0) return kFastest;
  return std::clamp(bound_rad_s / played.fastest_rad_s, kSlowest, kFastest);
}

/// A segment of the chosen motion starts.
std::size_t start_segment(const PerformedMoment& moment, const Choice& choice, double start_s,
                          double share, Performance& performance) {
  const std::size_t motion = choice.motion;
  const std::size_t segment = pick_segment(moment.repertoire, motion, moment.shown, share);
  const RepertoireSegment& played = moment.repertoire.segments[segment];
  const double fastest = fastest_play(moment, played);
  performance.speed = std::min(1.0, fastest);
  performance.stroke_s = start_s;
  if (played.stroke) {
    const auto speed = speed_to_meet(moment.peaks_s, start_s, *played.stroke, fastest);
    if (speed) performance.speed = *speed;
    const bool is_kept = speed || is_still_for_long(moment, start_s, performance);
    if (is_kept) performance.stroke_s += played.stroke->count() / performance.speed;
  }
  if (played.stroke || !performance.still_s) performance.still_s = start_s;
  const double length_s = played.turns->length().count() / performance.speed;
  display(motion, length_s, start_s - performance.heard_s.value_or(start_s), performance.state);
  performance.segment = segment;
  performance.why = choice.why;
  performance.began_s = start_s;
  performance.ends_s = start_s + length_s;
  return segment;
}

/// Segments that have come to their end by then are followed by others, but not in silence; the
/// last of them.
std::optional<std::size_t> follow_ends(const PerformedMoment& moment, double time_s,
                                       const Random::Key& purpose, Performance& performance) {
  constexpr double kRounding_s = 1e-6;
  std::optional<std::size_t> started;
  while (performance.segment && time_s >= performance.ends_s - kRounding_s) {
    if (performance.quiet) {
      performance.segment.reset();
      performance.state.displayed.reset();
      break;
    }
    Random random = next_draw(purpose, performance);
    const bool stirs = is_still_for_long(moment, performance.ends_s, performance);
    const Choice choice = drawn_choice(moment, stirs, random, performance, [&](double share) {
      return end(moment.repertoire.model, moment.profile, share, performance.state);
    });
    started = start_segment(moment, choice, performance.ends_s, random.number(0, 1), performance);
  }
  return started;
}

/// Whether nobody speaks at what was heard: silence, or a last syllable that silence has ended.
bool is_quiet(std::span<const HeardNow> heard, std::size_t i) {
  if (speech::is_silence(heard[i].symbol)) return true;
  return i + 1 < heard.size() && speech::is_silence(heard[i + 1].symbol) &&
         heard[i + 1].known_s == heard[i].known_s;
}

/// The segment that starts because of what was heard.
std::optional<std::size_t> take_heard(const PerformedMoment& moment, std::size_t i, double known_s,
                                      const Random::Key& purpose, Performance& performance) {
  const HeardNow& heard = moment.heard[i];
  Random random = next_draw(purpose, performance);
  const Observation observation{.symbol = heard.symbol,
                                .context = heard.context,
                                .after_s = known_s - performance.heard_s.value_or(known_s)};
  performance.heard_s = known_s;
  performance.quiet = !moment.profile.starts_in_silence && is_quiet(moment.heard, i);
  Profile profile = moment.profile;
  profile.ends_early = profile.ends_early && !performance.quiet && known_s >= performance.stroke_s;
  const bool stirs = profile.ends_early && is_still_for_long(moment, known_s, performance);
  const Choice choice = drawn_choice(moment, stirs, random, performance, [&](double share) {
    return hear(moment.repertoire.model, profile, observation, share, performance.state);
  });
  if (choice.why == Termination::None || performance.quiet) return {};
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
  for (std::size_t i = 0; i < moment.heard.size(); ++i) {
    const double known_s =
        std::max(std::min(moment.heard[i].known_s, moment.now_s), performance.heard_s.value_or(0));
    keep_last(follow_ends(moment, known_s, purpose, performance));
    keep_last(take_heard(moment, i, known_s, purpose, performance));
  }
  keep_last(follow_ends(moment, moment.now_s, purpose, performance));
  return started;
}

}  // namespace kine::gesture
