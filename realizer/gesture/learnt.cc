#include "realizer/gesture/learnt.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "realizer/core/random.h"
#include "realizer/gesture/completion_fit.h"

namespace kine::gesture {
namespace {

constexpr double kEmissionPrior = 4;  // observations as all are, beside those of a state
constexpr double kNextPrior = 2;      // starts as all are, beside those that follow a motion
constexpr double kFitPrior = 5;
constexpr Completion kUsualCompletion{.slope = 6, .half = 0.7};

/// The segment that is active at a time.
std::optional<std::size_t> segment_at(const Take& take, double time_s) {
  const auto after = std::ranges::upper_bound(take.segments, time_s, {}, &MotionSegment::from_s);
  if (after == take.segments.begin()) return {};
  const auto at = after - 1;
  if (time_s >= at->to_s) return {};
  return static_cast<std::size_t>(at - take.segments.begin());
}

template <typename Numbers>
void scale_to_one(Numbers& counts) {
  const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
  for (double& each : counts) {
    each = sum > 0 ? each / sum : 1 / static_cast<double>(counts.size());
  }
}

template <typename Numbers>
void add(Numbers& to, const Numbers& from, double weight) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += weight * from[i];
}

/// Probabilities of counts, drawn towards what is usual.
template <typename Numbers>
void make_probable(Numbers& counts, const Numbers& usual, double weight) {
  add(counts, usual, weight);
  scale_to_one(counts);
}

void make_probable(Emission& counts, const Emission& usual) {
  make_probable(counts.symbols, usual.symbols, kEmissionPrior);
  make_probable(counts.contexts, usual.contexts, kEmissionPrior);
}

/// Counts of a section, which become its model.
struct Counts {
  explicit Counts(std::size_t motions)
      : model{std::vector<Motion>(motions)}, starts(motions), samples(motions), lengths(motions) {
    for (Motion& motion : model.motions) {
      motion.next.assign(motions, 0);
      motion.switches.assign(motions, 0);
    }
  }

  void take(const Take& take) {
    const std::vector<ActiveState> states = active_states(take);
    for (std::size_t t = 0; t < states.size(); ++t) {
      take_state(take.heard[states[t].heard], states[t]);
      if (t > 0 && states[t].heard == states[t - 1].heard + 1) {
        take_transition(states[t - 1], states[t]);
      }
    }
    take_completions(take);
    for (const MotionSegment& each : take.segments) {
      lengths[each.motion].push_back(each.to_s - each.from_s);
    }
  }

  void take_state(const HeardAt& heard, const ActiveState& state) {
    Motion& motion = model.motions[state.motion];
    Emission& emission = state.started ? motion.start : motion.going_on;
    for (Emission* each : {&emission, &all}) {
      ++each->symbols[heard.symbol];
      ++each->contexts[heard.context];
    }
    ++(state.started ? motion.start_share : motion.going_on_share);
    if (state.started) ++starts[state.motion];
  }

  void take_transition(const ActiveState& from, const ActiveState& to) {
    Motion& motion = model.motions[from.motion];
    if (to.started) {
      ++(from.started ? motion.switches : motion.next)[to.motion];
    } else if (from.started) {
      ++motion.continues;
    }
  }

  void take_completions(const Take& take) {
    for (std::size_t t = 0; t + 1 < take.heard.size(); ++t) {
      const double time_s = take.heard[t].time_s;
      const auto at = segment_at(take, time_s);
      if (!at) continue;
      const MotionSegment& segment = take.segments[*at];
      samples[segment.motion].push_back(
          {.fraction = (time_s - segment.from_s) / (segment.to_s - segment.from_s),
           .goes_on = take.heard[t + 1].time_s < segment.to_s});
    }
  }

  MotionModel model;
  Emission all;
  std::vector<double> starts;
  std::vector<std::vector<CompletionSample>> samples;
  std::vector<std::vector<double>> lengths;
};

void make_completions(Counts& counts) {
  std::vector<CompletionSample> pooled;
  for (const auto& each : counts.samples) pooled.insert(pooled.end(), each.begin(), each.end());
  const Completion usual = fit_completion(pooled, kUsualCompletion, 1);
  for (std::size_t i = 0; i < counts.samples.size(); ++i) {
    counts.model.motions[i].completion = fit_completion(counts.samples[i], usual, kFitPrior);
  }
}

void make_lengths(Counts& counts) {
  constexpr double kUnseen_s = 1;
  for (std::size_t i = 0; i < counts.lengths.size(); ++i) {
    const auto& lengths = counts.lengths[i];
    const double sum_s = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    counts.model.motions[i].length_s =
        lengths.empty() ? kUnseen_s : sum_s / static_cast<double>(lengths.size());
  }
}

/// T_s: two pseudo-counts, half of them of going on.
void make_switches(const std::vector<double>& starts, Motion& motion) {
  motion.continues += kNextPrior / 2;
  add(motion.switches, starts, kNextPrior / 2);
  const double sum =
      std::accumulate(motion.switches.begin(), motion.switches.end(), motion.continues);
  motion.continues /= sum;
  for (double& each : motion.switches) each /= sum;
}

/// What was heard in which state, number by number.
struct Heard {
  std::vector<std::size_t> states;
  std::vector<std::size_t> symbols;
};

/// I(symbol; state) of the counts as they are.
double mutual_bits(const Heard& heard, std::size_t motions) {
  std::vector<double> together(2 * motions * kSymbols, 0);
  std::vector<double> of_states(2 * motions, 0);
  std::vector<double> of_symbols(kSymbols, 0);
  for (std::size_t t = 0; t < heard.states.size(); ++t) {
    ++together[heard.states[t] * kSymbols + heard.symbols[t]];
    ++of_states[heard.states[t]];
    ++of_symbols[heard.symbols[t]];
  }
  const auto all = static_cast<double>(heard.states.size());
  double bits = 0;
  for (std::size_t i = 0; i < together.size(); ++i) {
    if (together[i] == 0) continue;
    const double alone = of_states[i / kSymbols] * of_symbols[i % kSymbols];
    bits += together[i] / all * std::log2(together[i] * all / alone);
  }
  return bits;
}

void shuffle(Random& random, std::vector<std::size_t>& numbers) {
  for (std::size_t i = numbers.size(); i > 1; --i) {
    std::swap(numbers[i - 1], numbers[random.bits() % i]);
  }
}

}  // namespace

std::vector<ActiveState> active_states(const Take& take) {
  std::vector<ActiveState> states;
  for (std::size_t t = 0; t + 1 < take.heard.size(); ++t) {
    const auto now = segment_at(take, take.heard[t].time_s);
    const auto next = segment_at(take, take.heard[t + 1].time_s);
    if (!next) continue;
    states.push_back({.motion = take.segments[*next].motion, .started = next != now, .heard = t});
  }
  return states;
}

MotionModel learn(std::span<const Take> takes, std::size_t motions) {
  Counts counts(motions);
  for (const Take& take : takes) counts.take(take);
  scale_to_one(counts.all.symbols);
  scale_to_one(counts.all.contexts);
  scale_to_one(counts.starts);
  double heard = 0;
  for (const Motion& each : counts.model.motions) heard += each.start_share + each.going_on_share;
  for (Motion& motion : counts.model.motions) {
    make_probable(motion.start, counts.all);
    make_probable(motion.going_on, counts.all);
    make_probable(motion.next, counts.starts, kNextPrior);
    make_switches(counts.starts, motion);
    motion.start_share /= std::max(heard, 1.0);
    motion.going_on_share /= std::max(heard, 1.0);
  }
  make_completions(counts);
  make_lengths(counts);
  return std::move(counts.model);
}

double information_bits(std::span<const Take> takes, std::size_t motions) {
  constexpr int kShuffles = 10;
  Heard heard;
  for (const Take& take : takes) {
    for (const ActiveState& each : active_states(take)) {
      heard.states.push_back(each.started ? each.motion : motions + each.motion);
      heard.symbols.push_back(take.heard[each.heard].symbol);
    }
  }
  const double bits = mutual_bits(heard, motions);
  double by_chance = 0;
  Random random({.seed = heard.symbols.size(), .purpose = key_of("information")});
  for (int i = 0; i < kShuffles; ++i) {
    shuffle(random, heard.symbols);
    by_chance += mutual_bits(heard, motions) / kShuffles;
  }
  return bits - by_chance;
}

}  // namespace kine::gesture
