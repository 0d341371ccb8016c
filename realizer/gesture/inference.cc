#include "realizer/gesture/inference.h"

#include <algorithm>
#include <cmath>

#include "realizer/core/assert.h"

namespace kine::gesture {
namespace {

constexpr double kNothing = 1e-30;

double likelihood(const Emission& emission, const Profile& profile, const Observation& heard) {
  KINE_ASSERT(heard.symbol < kSymbols);
  KINE_ASSERT(heard.context < kContexts);
  const double of_symbol = emission.symbols[heard.symbol];
  if (profile.context_weight == 0) return of_symbol;
  return of_symbol * std::pow(emission.contexts[heard.context], profile.context_weight);
}

/// Multiplies by P(V | a) each state that the evidence allows, and lets all sum to 1.
void weigh(const MotionModel& model, const Profile& profile, const Observation& heard,
           Evidence evidence, Distribution& states) {
  const std::size_t n = model.size();
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Motion& motion = model.motions[i];
    states[i] *= likelihood(motion.start, profile, heard);
    states[n + i] *=
        evidence == Evidence::MotionIsOver ? 0 : likelihood(motion.going_on, profile, heard);
    sum += states[i] + states[n + i];
  }
  for (double& each : states) each = sum > kNothing ? each / sum : 0;
}

/// Adds to the states what may follow one that is there with some probability. The result is the
/// probability that its motion goes on.
class Following {
 public:
  Following(const MotionModel& model, const Profile& profile, Distribution& states)
      : model_(model), profile_(profile), states_(states) {}

  /// Equation 1 for c.
  double after_going_on(std::size_t motion, double probability, double fraction) {
    const double on = model_.motions[motion].completion.goes_on(fraction);
    start_next(model_.motions[motion].next, probability * (1 - on));
    return go_on(motion, probability * on);
  }

  /// Equation 1 for s.
  double after_start(std::size_t motion, double probability, double fraction) {
    if (profile_.completes_starts) return after_going_on(motion, probability, fraction);
    const Motion& from = model_.motions[motion];
    start_next(from.switches, probability);
    return go_on(motion, probability * from.continues);
  }

 private:
  void start_next(const std::vector<double>& next, double probability) {
    for (std::size_t j = 0; j < next.size(); ++j) states_[j] += probability * next[j];
  }

  double go_on(std::size_t motion, double probability) {
    states_[model_.size() + motion] += probability;
    return probability;
  }

  const MotionModel& model_;
  const Profile& profile_;
  Distribution& states_;
};

Distribution starts_as_learnt(const MotionModel& model) {
  Distribution starts = {};
  double sum = 0;
  for (const Motion& motion : model.motions) sum += motion.start_share;
  for (std::size_t i = 0; i < model.size(); ++i) {
    starts[i] =
        sum > 0 ? model.motions[i].start_share / sum : 1 / static_cast<double>(model.size());
  }
  return starts;
}

double share_of(const MotionModel& model, std::size_t state) {
  const Motion& motion = model.motions[state % model.size()];
  return state < model.size() ? motion.start_share : motion.going_on_share;
}

double sum_of(const Distribution& states) {
  double sum = 0;
  for (const double each : states) sum += each;
  return sum;
}

}  // namespace

Belief first_belief(const MotionModel& model) { return {.alpha = starts_as_learnt(model)}; }

Belief update(const MotionModel& model, const Profile& profile, const Observation& heard,
              const Belief& before, Evidence evidence) {
  const std::size_t n = model.size();
  Belief after;
  Following following(model, profile, after.alpha);
  for (std::size_t i = 0; i < n; ++i) {
    const double passed = heard.after_s / model.motions[i].length_s;
    const double fraction = before.fraction[i] + passed;
    const double went_on = following.after_going_on(i, before.alpha[n + i], fraction);
    const double begun = following.after_start(i, before.alpha[i], passed);
    const double predicted = went_on + begun;
    if (predicted > kNothing) {
      after.fraction[i] = (went_on * fraction + begun * passed) / predicted;
    }
  }
  weigh(model, profile, heard, evidence, after.alpha);
  if (sum_of(after.alpha) == 0) after.alpha = starts_as_learnt(model);
  return after;
}

Distribution of_displayed(const MotionModel& model, const Profile& profile,
                          const Observation& heard, const Displayed& displayed, Evidence evidence) {
  Distribution gamma = {};
  Following following(model, profile, gamma);
  const double fraction = displayed.fraction + heard.after_s / displayed.length_s;
  if (displayed.started_just_now) {
    following.after_start(displayed.motion, 1, fraction);
  } else {
    following.after_going_on(displayed.motion, 1, fraction);
  }
  weigh(model, profile, heard, evidence, gamma);
  return gamma;
}

Distribution combined(const MotionModel& model, const Profile& profile, const Distribution& alpha,
                      const Distribution& gamma) {
  const std::size_t n = model.size();
  Distribution product = {};
  double sum = 0;
  for (std::size_t a = 0; a < 2 * n; ++a) {
    const std::size_t other = a < n ? a + n : a - n;  // state of the same motion
    const double belief = alpha[a] + (profile.pools_states ? alpha[other] : 0);
    const double share = share_of(model, a) + (profile.pools_states ? share_of(model, other) : 0);
    product[a] = belief * gamma[a];
    if (profile.shares_power > 0) {
      product[a] = share > kNothing ? product[a] / std::pow(share, profile.shares_power) : 0;
    }
    sum += product[a];
  }
  if (sum < kNothing) return sum_of(gamma) > kNothing ? gamma : starts_as_learnt(model);
  for (double& each : product) each /= sum;
  return product;
}

std::size_t drawn(const MotionModel& model, const Distribution& from, double share) {
  std::size_t last = 0;
  double until = 0;
  for (std::size_t a = 0; a < 2 * model.size(); ++a) {
    if (from[a] <= 0) continue;
    last = a;
    until += from[a];
    if (share < until) return a;
  }
  return last;  // the sum is 1 but for rounding
}

}  // namespace kine::gesture
