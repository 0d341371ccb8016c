#include "realizer/plan/make/timing.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "realizer/plan/plan.h"

namespace kine::plan {
namespace {

/// Sums of a script's decimals miss by less.

/// What only one moment can have at a time: a group, or a morph under its name.
using Aspect = std::pair<std::size_t, std::string_view>;

Aspect aspect_of(const Moment::GroupGoal& goal) { return {goal.group, {}}; }
Aspect aspect_of(const Moment::MorphWeight& morph) {
  constexpr std::size_t kNoGroup = ~std::size_t{0};
  return {kNoGroup, morph.name};
}

template <class Act>
void for_each_aspect(Moment& moment, Act act) {
  for (Moment::GroupGoal& goal : moment.goals) act(aspect_of(goal), goal.hold);
  for (Moment::MorphWeight& morph : moment.morphs) act(aspect_of(morph), morph.hold);
}

/// A pose that asks for nothing is a sync point and no more: it may share its time with another,
/// and lie within a hold.
bool is_mere_point(const Moment& moment) {
  return moment.written->constraints.empty() && moment.goals.empty() && moment.morphs.empty();
}

bool is_earlier(const Moment& a, const Moment& b) { return a.time < b.time; }

Result<Done> check_order(Seconds sequence_start, std::span<const Moment> moments) {
  Seconds before = sequence_start;
  const Moment* last = nullptr;  // that asks for something
  for (const Moment& moment : moments) {
    const bool first = &moment == &moments.front();
    const bool meets = !is_mere_point(moment) && last != nullptr && moment.time == last->time;
    if (!is_mere_point(moment)) last = &moment;
    if (moment.time < before || meets) {
      return error_of({.code = ErrorCode::OutOfRange,
                       .what = first ? "the pose lies before the start of its sequence:"
                                     : "the pose is not later than the one before it:",
                       .mend = {},
                       .value = text_of(moment.time),
                       .where = moment.written->time.where});
    }
    before = moment.time;
  }
  return Done{};
}

Result<Done> check_holds(std::span<const Moment> moments) {
  for (std::size_t i = 0; i < moments.size(); ++i) {
    std::size_t next = i + 1;
    while (next < moments.size() && is_mere_point(moments[next])) ++next;
    if (next == moments.size() || is_mere_point(moments[i])) continue;
    if (moments[i].time + moments[i].hold <= moments[next].time + kRounding) continue;
    return error_of({.code = ErrorCode::OutOfRange,
                     .what = "the pose holds longer than until the next one:",
                     .mend = {},
                     .value = text_of(moments[i].hold),
                     .where = moments[i].written->where});
  }
  return Done{};
}

/// Poses before the sequence: the engine played them when they say, so the sequence starts there.
Result<Done> mend_start(Seconds& sequence_start, std::vector<Moment>& moments, Faults& faults) {
  const Seconds written_start = sequence_start;
  for (Moment& moment : moments) {
    if (moment.hold < Seconds{0}) moment.hold = Seconds{0};
    if (moment.time >= written_start) continue;
    const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                  .what = "the pose lies before the start of its sequence",
                                  .mend = "which starts earlier for it",
                                  .value = text_of(moment.time),
                                  .where = moment.written->time.where});
    if (!met) return met;
    moment.time = std::max(moment.time, Seconds{0});
    sequence_start = std::min(sequence_start, std::max(moment.time - kLeastMovement, Seconds{0}));
  }
  return Done{};
}

Result<Done> mend_order(std::vector<Moment>& moments, Faults& faults) {
  for (std::size_t i = 1; i < moments.size(); ++i) {
    if (moments[i].time >= moments[i - 1].time) continue;
    const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                  .what = "the pose is earlier than the one before it",
                                  .mend = "they are put in order",
                                  .value = text_of(moments[i].time),
                                  .where = moments[i].written->time.where});
    if (!met) return met;
  }
  std::ranges::stable_sort(moments, is_earlier);
  return Done{};
}

/// Poses at one time that move different things are one moment; two of one thing cannot be.
Result<Done> mend_meetings(Seconds sequence_start, std::vector<Moment>& moments, Faults& faults) {
  std::map<Aspect, Seconds> reached;
  for (Moment& moment : moments) {
    Seconds earliest = moment.time;
    for_each_aspect(moment, [&](const Aspect& aspect, Seconds&) {
      const auto last = reached.find(aspect);
      const Seconds before = last == reached.end() ? sequence_start : last->second;
      if (moment.time <= before) earliest = std::max(earliest, before + kLeastMovement);
    });
    if (earliest > moment.time) {
      const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                    .what = "the pose leaves no time to reach it",
                                    .mend = "it comes " + text_of(kLeastMovement) + " later",
                                    .value = text_of(moment.time),
                                    .where = moment.written->time.where});
      if (!met) return met;
      moment.time = earliest;
    }
    for_each_aspect(moment, [&](const Aspect& aspect, Seconds&) { reached[aspect] = moment.time; });
  }
  std::ranges::stable_sort(moments, is_earlier);
  return Done{};
}

/// Each aspect keeps its moment until a little before its own next one.
Result<Done> settle_holds(std::vector<Moment>& moments, Faults& faults) {
  std::map<Aspect, Seconds> next_times;
  for (auto moment = moments.rbegin(); moment != moments.rend(); ++moment) {
    const Seconds written = moment->hold;
    bool cut = false;
    Seconds longest{0};
    for_each_aspect(*moment, [&](const Aspect& aspect, Seconds& hold) {
      hold = written;
      const auto next = next_times.find(aspect);
      if (next != next_times.end() && moment->time + hold + kRounding >= next->second) {
        hold = std::max(next->second - kLeastMovement - moment->time, Seconds{0});
        cut = cut || written > Seconds{0};
      }
      longest = std::max(longest, hold);
    });
    for_each_aspect(*moment,
                    [&](const Aspect& aspect, Seconds&) { next_times[aspect] = moment->time; });
    if (!moment->goals.empty() || !moment->morphs.empty()) moment->hold = longest;
    if (!cut) continue;
    const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                  .what = "the hold leaves no time to reach the next pose",
                                  .mend = "it is cut",
                                  .value = text_of(written),
                                  .where = moment->written->where});
    if (!met) return met;
  }
  return Done{};
}

}  // namespace

Result<Done> settle_times(Seconds& sequence_start, std::vector<Moment>& moments, Faults& faults) {
  if (!faults.mends()) {
    if (const auto ordered = check_order(sequence_start, moments); !ordered) {
      return ordered;
    }
    if (const auto held = check_holds(moments); !held) return held;
    return settle_holds(moments, faults);
  }
  if (const auto mended = mend_start(sequence_start, moments, faults); !mended) return mended;
  if (const auto mended = mend_order(moments, faults); !mended) return mended;
  if (const auto mended = mend_meetings(sequence_start, moments, faults); !mended) return mended;
  return settle_holds(moments, faults);
}

Seconds movement_start(Seconds sequence_start, std::span<const Moment> moments, std::size_t index,
                       const Faults& faults) {
  if (!faults.mends()) return sequence_start;
  const Moment& moment = moments[index];
  while (index > 0 && moments[index - 1].time == moment.time) --index;
  if (index == 0) return sequence_start;
  const Moment& before = moments[index - 1];
  const Seconds latest = std::max(moment.time - kLeastMovement, sequence_start);
  return std::clamp(before.time + before.hold, sequence_start, latest);
}

}  // namespace kine::plan
