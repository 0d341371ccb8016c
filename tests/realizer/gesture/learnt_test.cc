// Tests for realizer/gesture/learnt.h.
#include "realizer/gesture/learnt.h"

#include <cmath>
#include <numeric>

#include "tests/support/catch.h"
#include "tests/support/gesture/models.h"

namespace kine::gesture::learnt_test {
namespace {

template <typename Numbers>
std::size_t index_drawn(Random& random, const Numbers& probabilities) {
  double share = random.number(0, 1);
  std::size_t i = 0;
  while (i + 1 < probabilities.size() && share >= probabilities[i]) share -= probabilities[i++];
  return i;
}

double sum_of(const std::vector<double>& all) {
  return std::accumulate(all.begin(), all.end(), 0.0);
}

/// What follows a state, in the paper's profile: n starts, then "goes on".
std::vector<double> row_of(const MotionModel& model, std::size_t state) {
  const std::size_t n = model.size();
  const Motion& motion = model.motions[state % n];
  std::vector<double> row = state < n ? motion.switches : motion.next;
  const double on = state < n ? motion.continues : motion.completion.goes_on(0.5);
  if (state >= n) {
    for (double& each : row) each *= 1 - on;
  }
  row.push_back(on);
  return row;
}

/// A take of the paper's generative model: a segment begins between two observations.
Take generated(const MotionModel& model, std::size_t count, std::uint64_t seed) {
  constexpr double kEvery_s = 0.25;
  Random random({.seed = seed});
  const std::size_t n = model.size();
  Take take;
  take.segments.push_back({.from_s = -kEvery_s / 2, .to_s = 0, .motion = 0});
  std::size_t state = 0;
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t next = index_drawn(random, row_of(model, state));
    state = next < n ? next : n + state % n;
    const double time_s = kEvery_s * static_cast<double>(t);
    if (state < n) {
      take.segments.back().to_s = time_s + kEvery_s / 2;
      take.segments.push_back({.from_s = time_s + kEvery_s / 2, .to_s = 0, .motion = state});
    }
    const Motion& motion = model.motions[state % n];
    const Emission& emission = state < n ? motion.start : motion.going_on;
    take.heard.push_back(
        {.time_s = time_s,
         .symbol = static_cast<std::uint8_t>(index_drawn(random, emission.symbols)),
         .context = static_cast<std::uint8_t>(index_drawn(random, emission.contexts))});
  }
  take.segments.back().to_s = kEvery_s * static_cast<double>(count);
  return take;
}

/// How often each state comes in the long run: rows of transitions, applied until nothing changes.
std::vector<double> long_run(const MotionModel& model) {
  const std::size_t n = model.size();
  std::vector<double> shares(2 * n, 1 / (2 * static_cast<double>(n)));
  for (int i = 0; i < 500; ++i) {
    std::vector<double> after(2 * n, 0);
    for (std::size_t from = 0; from < 2 * n; ++from) {
      const auto row = row_of(model, from);
      for (std::size_t to = 0; to < n; ++to) after[to] += shares[from] * row[to];
      after[n + from % n] += shares[from] * row[n];
    }
    shares = after;
  }
  return shares;
}

template <typename Numbers>
double largest_difference(const Numbers& a, const Numbers& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Two segments of a second and one of a half, of motions 0, 1 and 1, with five observations.
Take tiny_take() {
  return {.heard = {{.time_s = 0.4, .symbol = 1, .context = 0},
                    {.time_s = 0.8, .symbol = 2, .context = 0},
                    {.time_s = 1.2, .symbol = 3, .context = 1},
                    {.time_s = 1.6, .symbol = 4, .context = 1},
                    {.time_s = 2.2, .symbol = 5, .context = 2}},
          .segments = {{.from_s = 0, .to_s = 1, .motion = 0},
                       {.from_s = 1, .to_s = 2, .motion = 1},
                       {.from_s = 2, .to_s = 2.5, .motion = 1}}};
}

}  // namespace

TEST_CASE("an observation is paired with what is active at the next one", "[gesture]") {
  const auto states = active_states(tiny_take());
  REQUIRE(states.size() == 4);
  const std::size_t motions[] = {0, 1, 1, 1};
  const bool started[] = {false, true, false, true};  // a motion may follow itself
  for (std::size_t t = 0; t < 4; ++t) {
    CHECK(states[t].motion == motions[t]);
    CHECK(states[t].started == started[t]);
    CHECK(states[t].heard == t);
  }
}

TEST_CASE("what is heard before or after all segments belongs to none", "[gesture]") {
  Take take = tiny_take();
  take.segments.erase(take.segments.begin());
  take.segments.pop_back();  // from 1 s to 2 s
  const auto states = active_states(take);
  REQUIRE(states.size() == 2);
  CHECK(states[0].heard == 1);
  CHECK(states[0].started);
  CHECK(states[1].heard == 2);
  CHECK_FALSE(states[1].started);
  CHECK(active_states({}).empty());
}

TEST_CASE("a take of five observations is counted as by hand", "[gesture]") {
  const std::vector<Take> takes = {tiny_take()};
  const MotionModel model = learn(takes, 2);
  CHECK(fault_of(model).empty());
  const Motion& first = model.motions[0];
  const Motion& second = model.motions[1];
  CHECK(first.start_share == 0);
  CHECK(first.going_on_share == Approx(0.25));
  CHECK(second.start_share == Approx(0.5));
  CHECK(second.going_on_share == Approx(0.25));
  // Four observations of the mean, in which 1 to 4 come alike, beside those of the state.
  CHECK(first.start.symbols[1] == Approx(1.0 / 4));
  CHECK(first.going_on.symbols[1] == Approx(2.0 / 5));
  CHECK(first.going_on.symbols[2] == Approx(1.0 / 5));
  CHECK(second.start.symbols[2] == Approx(2.0 / 6));
  CHECK(second.start.symbols[3] == Approx(1.0 / 6));
  CHECK(second.start.symbols[5] == 0);  // nothing follows the last one
  CHECK(second.start.contexts[0] == Approx(3.0 / 6));
  CHECK(second.going_on.contexts[1] == Approx(3.0 / 5));
  CHECK(first.next == std::vector<double>{0, 1});
  CHECK(second.next == std::vector<double>{0, 1});
  // Motion 1 went on once after a start; two more are taken for known, one of them of going on.
  CHECK(first.continues == Approx(1.0 / 2));
  CHECK(second.continues == Approx(2.0 / 3));
  CHECK(second.switches[1] == Approx(1.0 / 3));
  CHECK(first.length_s == Approx(1));
  CHECK(second.length_s == Approx(0.75));
}

TEST_CASE("no transition is counted over a gap between segments", "[gesture]") {
  Take take;
  for (const double time_s : {0.2, 0.6, 1.5, 3.2, 3.4, 4.2, 4.4}) {
    take.heard.push_back({.time_s = time_s});
  }
  take.segments = {{.from_s = 0, .to_s = 1, .motion = 0},
                   {.from_s = 3, .to_s = 4, .motion = 1},
                   {.from_s = 4, .to_s = 5, .motion = 0}};
  const MotionModel model = learn(std::vector<Take>{take}, 2);
  CHECK(model.motions[0].next[1] == Approx(0.5));  // as motions start in all
  CHECK(model.motions[1].next[0] == Approx((1 + 2 * 0.5) / 3));
}

TEST_CASE("what a known model generates leads back to it", "[gesture]") {
  const MotionModel truth = test::random_model(3, 12);
  std::vector<Take> takes;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) takes.push_back(generated(truth, 10'000, seed));
  const MotionModel model = learn(takes, 3);
  REQUIRE(fault_of(model).empty());
  const auto shares = long_run(truth);
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Motion& is = model.motions[i];
    const Motion& should = truth.motions[i];
    for (const double each :
         {largest_difference(is.next, should.next),
          largest_difference(is.switches, should.switches),
          std::abs(is.continues - should.continues),
          largest_difference(is.start.symbols, should.start.symbols),
          largest_difference(is.going_on.symbols, should.going_on.symbols),
          largest_difference(is.start.contexts, should.start.contexts),
          largest_difference(is.going_on.contexts, should.going_on.contexts),
          std::abs(is.start_share - shares[i]), std::abs(is.going_on_share - shares[3 + i])}) {
      largest = std::max(largest, each);
    }
    CHECK(sum_of(is.next) == Approx(1));
    CHECK(sum_of(is.switches) + is.continues == Approx(1));
    CHECK(is.completion.slope > 0);
    CHECK(is.completion.goes_on(0.1) > is.completion.goes_on(0.9));
  }
  INFO("largest difference " << largest);
  CHECK(largest < 0.03);
}

TEST_CASE("a motion is over where no observation can follow in it", "[gesture]") {
  // Of segments of a second, the last observation is the one in the last 0.2 s.
  Take take;
  for (int i = 0; i < 400; ++i) {
    take.segments.push_back({.from_s = 1.0 * i, .to_s = 1.0 * i + 1, .motion = 0});
  }
  Random random({.seed = 2});
  for (double time_s = 0; time_s < 400; time_s += random.number(0.19, 0.21)) {
    take.heard.push_back({.time_s = time_s, .symbol = 0, .context = 0});
  }
  const MotionModel model = learn(std::vector<Take>{take}, 1);
  CHECK(model.motions[0].completion.half == Approx(0.8).margin(0.02));
  CHECK(model.motions[0].completion.slope > 15);
}

TEST_CASE("what was never seen is as usual, and nothing seen is a model, too", "[gesture]") {
  const MotionModel some = learn(std::vector<Take>{tiny_take()}, 5);
  CHECK(fault_of(some).empty());
  CHECK(some.motions[4].next == some.motions[0].next);
  CHECK(some.motions[4].start.symbols[2] == Approx(0.25));
  const MotionModel none = learn({}, 2);
  CHECK(fault_of(none).empty());
  CHECK(none.motions[0].next[1] == Approx(0.5));
  CHECK(none.motions[0].start.symbols[7] == Approx(1.0 / kSymbols));
}

TEST_CASE("symbols that do not know the state say nothing of it", "[gesture]") {
  MotionModel model = test::random_model(3, 5);
  for (Motion& each : model.motions) each.start = each.going_on = model.motions[0].start;
  const std::vector<Take> takes = {generated(model, 20'000, 3)};
  CHECK(information_bits(takes, 3) == Approx(0).margin(0.003));
}

TEST_CASE("what chance says is taken away, also with more states than observations fill",
          "[gesture]") {
  MotionModel model = test::random_model(45, 5);
  for (Motion& each : model.motions) each.start = each.going_on = model.motions[0].start;
  const std::vector<Take> takes = {generated(model, 7200, 3)};
  CHECK(information_bits(takes, 45) == Approx(0).margin(0.01));
}

TEST_CASE("symbols that tell the state say all of it", "[gesture]") {
  MotionModel model = test::random_model(3, 5);
  for (std::size_t i = 0; i < 3; ++i) {
    model.motions[i].start.symbols = {};
    model.motions[i].going_on.symbols = {};
    model.motions[i].start.symbols[i] = 1;
    model.motions[i].going_on.symbols[10 + i] = 1;
  }
  double entropy_bits = 0;
  for (const double share : long_run(model)) entropy_bits -= share * std::log2(share);
  const std::vector<Take> takes = {generated(model, 20'000, 3)};
  CHECK(information_bits(takes, 3) == Approx(entropy_bits).margin(0.01));
  CHECK(information_bits({}, 3) == 0);
}

}  // namespace kine::gesture::learnt_test
