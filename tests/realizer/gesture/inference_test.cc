// Tests for realizer/gesture/inference.h.
#include "realizer/gesture/inference.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/gesture/models.h"

namespace kine::gesture::inference_test {
namespace {

constexpr double kNear = 1e-8;  // what a constant completion is not

std::vector<Observation> heard_at_random(std::size_t count, std::uint64_t seed) {
  Random random({.seed = seed, .purpose = 7});
  std::vector<Observation> heard(count);
  for (Observation& each : heard) {
    each = {.symbol = static_cast<std::uint8_t>(random.bits() % kSymbols),
            .context = static_cast<std::uint8_t>(random.bits() % kContexts),
            .after_s = random.number(0.1, 0.4)};
  }
  return heard;
}

/// The tables of a hidden Markov model whose completions are constant: what the equations say of it
/// is known from all its paths.
struct Tables {
  Tables(const MotionModel& m, const Profile& p) : model(m), profile(p), n(m.size()) {}

  double first(std::size_t state) const {
    if (state >= n) return 0;
    double sum = 0;
    for (const Motion& each : model.motions) sum += each.start_share;
    return model.motions[state].start_share / sum;
  }

  double transition(std::size_t from, std::size_t to) const {
    const Motion& motion = model.motions[from % n];
    const bool starts = to < n;
    if (!starts && to - n != from % n) return 0;
    if (from < n && !profile.completes_starts) {
      return starts ? motion.switches[to] : motion.continues;
    }
    const double on = motion.completion.goes_on(0.5);
    return starts ? (1 - on) * motion.next[to] : on;
  }

  double emission(std::size_t state, const Observation& heard) const {
    const Motion& motion = model.motions[state % n];
    const Emission& of = state < n ? motion.start : motion.going_on;
    return of.symbols[heard.symbol] * std::pow(of.contexts[heard.context], profile.context_weight);
  }

  const MotionModel& model;
  Profile profile;
  std::size_t n;
};

/// Sums over all sequences of states: P(A_t = a | V) and E[tau_t(i) | A_t = c_i].
Belief by_enumeration(const Tables& tables, const std::vector<Observation>& heard) {
  const std::size_t states = 2 * tables.n;
  std::vector<double> weights(states, 0);
  std::vector<double> fractions(states, 0);
  const auto paths =
      static_cast<std::size_t>(std::pow(static_cast<double>(states), heard.size() + 1));
  for (std::size_t path = 0; path < paths; ++path) {
    std::size_t left = path;
    std::size_t state = left % states;
    double weight = tables.first(state);
    double fraction = 0;
    for (const Observation& each : heard) {
      left /= states;
      const std::size_t next = left % states;
      weight *= tables.transition(state, next) * tables.emission(next, each);
      fraction = next < tables.n
                     ? 0
                     : fraction + each.after_s / tables.model.motions[next % tables.n].length_s;
      state = next;
    }
    weights[state] += weight;
    fractions[state] += weight * fraction;
  }
  double sum = 0;
  for (const double each : weights) sum += each;
  Belief belief;
  for (std::size_t a = 0; a < states; ++a) belief.alpha[a] = weights[a] / sum;
  for (std::size_t i = 0; i < tables.n; ++i) {
    belief.fraction[i] = fractions[tables.n + i] / weights[tables.n + i];
  }
  return belief;
}

double largest_difference(const Belief& a, const Belief& b) {
  double largest = 0;
  for (std::size_t i = 0; i < kStatesMax; ++i) {
    largest = std::max(largest, std::abs(a.alpha[i] - b.alpha[i]));
  }
  for (std::size_t i = 0; i < kMotionsMax; ++i) {
    largest = std::max(largest, std::abs(a.fraction[i] - b.fraction[i]));
  }
  return largest;
}

double sum_of(const Distribution& all) {
  double sum = 0;
  for (const double each : all) sum += each;
  return sum;
}

const std::vector<Profile> kProfiles = {{},
                                        kLevine2009,
                                        {.shares_power = 1, .context_weight = 0},
                                        {.context_weight = 1, .completes_starts = false}};

/// Of two motions: they start in 0.1 and 0.2 of the time, and go on in 0.3 and 0.4.
MotionModel model_with_shares() {
  MotionModel model = test::random_model(2, 3);
  const double shares[] = {0.1, 0.2, 0.3, 0.4};
  for (std::size_t i = 0; i < 2; ++i) {
    model.motions[i].start_share = shares[i];
    model.motions[i].going_on_share = shares[2 + i];
  }
  return model;
}

}  // namespace

TEST_CASE("alpha and the expected fractions are those of all sequences of states", "[gesture]") {
  double largest = 0;
  for (const Profile& profile : kProfiles) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const std::size_t motions = seed % 2 == 0 ? 3 : 2;
      const MotionModel model = test::random_model(motions, seed);
      const auto heard = heard_at_random(motions == 2 ? 5 : 4, seed);
      Belief belief = first_belief(model);
      for (const Observation& each : heard) belief = update(model, profile, each, belief);
      const Belief truth = by_enumeration(Tables(model, profile), heard);
      largest = std::max(largest, largest_difference(belief, truth));
    }
  }
  INFO("largest difference " << largest);
  CHECK(largest < kNear);
}

TEST_CASE("before anything is heard a motion starts, as often as it was seen to", "[gesture]") {
  MotionModel model = test::random_model(2, 1);
  model.motions[0].start_share = 0.3;
  model.motions[1].start_share = 0.1;
  const Belief first = first_belief(model);
  CHECK(first.alpha[0] == Approx(0.75));
  CHECK(first.alpha[1] == Approx(0.25));
  CHECK(sum_of(first.alpha) == Approx(1));
  for (Motion& each : model.motions) each.start_share = 0;
  CHECK(first_belief(model).alpha[1] == Approx(0.5));
}

TEST_CASE("no expected fraction is above what can have passed", "[gesture]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    MotionModel model = test::random_model(4, seed);
    for (Motion& each : model.motions) each.completion = {.slope = 6, .half = 0.7};
    for (const Profile& profile : kProfiles) {
      Belief belief = first_belief(model);
      double passed_s = 0;
      for (const Observation& each : heard_at_random(30, seed)) {
        const Belief before = belief;
        belief = update(model, profile, each, before);
        passed_s += each.after_s;
        CHECK(sum_of(belief.alpha) == Approx(1));
        for (std::size_t i = 0; i < model.size(); ++i) {
          const double length_s = model.motions[i].length_s;
          CHECK(belief.fraction[i] <= passed_s / length_s + kNear);
          CHECK(belief.fraction[i] <= before.fraction[i] + each.after_s / length_s + kNear);
          CHECK(belief.fraction[i] >= each.after_s / length_s - kNear);
        }
      }
    }
  }
}

TEST_CASE("where a motion has come to its end, only starts are left", "[gesture]") {
  const MotionModel model = test::random_model(3, 4);
  const auto heard = heard_at_random(2, 4);
  const Profile profile;
  const Belief before = update(model, profile, heard[0], first_belief(model));
  const Belief any = update(model, profile, heard[1], before);
  const Belief over = update(model, profile, heard[1], before, Evidence::MotionIsOver);
  double starts = 0;
  for (std::size_t i = 0; i < 3; ++i) starts += any.alpha[i];
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(over.alpha[i] == Approx(any.alpha[i] / starts));
    CHECK(over.alpha[3 + i] == 0);
  }
}

TEST_CASE("gamma is a row of the transitions times what was heard", "[gesture]") {
  const MotionModel model = test::random_model(3, 9);
  const Observation heard = heard_at_random(1, 9).front();
  for (const Profile& profile : kProfiles) {
    const Tables tables(model, profile);
    for (std::size_t from = 0; from < 6; ++from) {
      const Displayed displayed{
          .motion = from % 3, .started_just_now = from < 3, .fraction = 0.2, .length_s = 0.8};
      const Distribution gamma = of_displayed(model, profile, heard, displayed);
      double sum = 0;
      for (std::size_t to = 0; to < 6; ++to) {
        sum += tables.transition(from, to) * tables.emission(to, heard);
      }
      for (std::size_t to = 0; to < 6; ++to) {
        const double expected = tables.transition(from, to) * tables.emission(to, heard) / sum;
        CHECK(gamma[to] == Approx(expected).margin(kNear));
      }
    }
  }
}

TEST_CASE("what is displayed completes by its own length", "[gesture]") {
  MotionModel model = test::random_model(1, 2);
  model.motions[0].completion = {.slope = 5, .half = 0.8};
  model.motions[0].going_on = model.motions[0].start;
  const Displayed displayed{.started_just_now = false, .fraction = 0.3, .length_s = 2};
  const Distribution gamma = of_displayed(model, {}, {.after_s = 0.6}, displayed);
  CHECK(gamma[1] == Approx(1 / (1 + std::exp(5 * (0.3 + 0.3 - 0.8)))));
}

TEST_CASE("both are multiplied, and divided by the share of a state", "[gesture]") {
  MotionModel model = model_with_shares();
  const Distribution alpha = {0.4, 0.3, 0.2, 0.1};
  const Distribution gamma = {0.25, 0.5, 0, 0.25};
  const Distribution paper = combined(model, kLevine2009, alpha, gamma);
  CHECK(paper[0] == Approx(0.1 / 0.275));
  CHECK(paper[1] == Approx(0.15 / 0.275));
  CHECK(paper[2] == 0);
  CHECK(paper[3] == Approx(0.025 / 0.275));
  Profile by_states{.shares_power = 1, .pools_states = false};
  const Distribution ours = combined(model, by_states, alpha, gamma);
  CHECK(ours[0] == Approx(1 / 1.8125));
  CHECK(ours[1] == Approx(0.75 / 1.8125));
  CHECK(ours[2] == 0);
  CHECK(ours[3] == Approx(0.0625 / 1.8125));
  // A state that was never seen has no share to divide by.
  model.motions[1].start_share = 0;
  CHECK(combined(model, by_states, alpha, gamma)[1] == 0);
}

TEST_CASE("a state may be divided by a part of its share", "[gesture]") {
  const MotionModel model = model_with_shares();
  const Distribution even = {0.25, 0.25, 0.25, 0.25};
  const Profile half{.shares_power = 0.5, .pools_states = false};
  const Distribution drawn_from = combined(model, half, even, even);
  // Their shares are 0.1, 0.2, 0.3 and 0.4.
  CHECK(drawn_from[0] / drawn_from[3] == Approx(2));
  CHECK(drawn_from[1] / drawn_from[3] == Approx(std::sqrt(2)));
}

TEST_CASE("belief and share may be those of a motion", "[gesture]") {
  MotionModel model = model_with_shares();
  // Of the first motion 0.6 / 0.4, of the second 0.4 / 0.6.
  const Distribution drawn_from =
      combined(model, {.shares_power = 1}, {0.4, 0.3, 0.2, 0.1}, {0.25, 0.5, 0, 0.25});
  const double sum = 1.5 * 0.25 + (0.5 + 0.25) / 1.5;
  CHECK(drawn_from[0] == Approx(1.5 * 0.25 / sum));
  CHECK(drawn_from[1] == Approx(0.5 / 1.5 / sum));
  CHECK(drawn_from[2] == 0);
  CHECK(drawn_from[3] == Approx(0.25 / 1.5 / sum));
}

TEST_CASE("without a state in common gamma decides, and without gamma the starts", "[gesture]") {
  const MotionModel model = test::random_model(2, 3);
  const Distribution gamma = {0, 0.75, 0, 0.25};
  for (const Profile& profile : kProfiles) {
    CHECK(combined(model, profile, {1, 0, 0, 0}, gamma) == gamma);
    CHECK(combined(model, profile, {1, 0, 0, 0}, {}) == first_belief(model).alpha);
  }
}

TEST_CASE("an observation that no state explains leads back to the starts", "[gesture]") {
  MotionModel model = test::random_model(2, 3);
  for (Motion& each : model.motions) each.start.symbols[5] = each.going_on.symbols[5] = 0;
  const Belief belief = update(model, {}, {.symbol = 5, .after_s = 0.2}, first_belief(model));
  CHECK(belief.alpha == first_belief(model).alpha);
  CHECK(sum_of(of_displayed(model, {}, {.symbol = 5, .after_s = 0.2}, {})) == 0);
}

TEST_CASE("a state is drawn by the cumulative sums", "[gesture]") {
  const MotionModel model = test::random_model(2, 1);
  const Distribution from = {0.25, 0, 0.5, 0.25};
  CHECK(drawn(model, from, 0) == 0);
  CHECK(drawn(model, from, 0.2499) == 0);
  CHECK(drawn(model, from, 0.25) == 2);
  CHECK(drawn(model, from, 0.7499) == 2);
  CHECK(drawn(model, from, 0.75) == 3);
  CHECK(drawn(model, from, 1) == 3);
  CHECK(drawn(model, {0.5, 0.5 - 1e-12, 0, 0}, 1) == 1);
}

}  // namespace kine::gesture::inference_test
