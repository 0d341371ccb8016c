// Tests for realizer/gesture/section.h.
#include "realizer/gesture/section.h"

#include "tests/support/catch.h"
#include "tests/support/gesture/models.h"

namespace kine::gesture::section_test {
namespace {

constexpr std::uint8_t kGo = 0;
constexpr std::uint8_t kStay = 1;

/// Two motions in turn. With "go" one always starts, with "stay" one always goes on.
MotionModel obedient_model() {
  MotionModel model = test::random_model(2, 1);
  for (std::size_t i = 0; i < 2; ++i) {
    Motion& motion = model.motions[i];
    motion.length_s = 1;
    motion.completion = test::constant_completion(0.5);
    motion.next = {i == 0 ? 0.0 : 1.0, i == 0 ? 1.0 : 0.0};
    motion.continues = 0.5;
    motion.switches = {motion.next[0] / 2, motion.next[1] / 2};
    motion.start.symbols = {};
    motion.going_on.symbols = {};
    motion.start.symbols[kGo] = 1;
    motion.going_on.symbols[kStay] = 1;
    motion.start_share = motion.going_on_share = 0.25;
  }
  return model;
}

Observation say(std::uint8_t symbol) { return {.symbol = symbol, .context = 0, .after_s = 0.3}; }

/// The same choice for any share that is drawn.
Choice certain(const MotionModel& model, const Profile& profile, const Observation& heard,
               SectionState& state) {
  const SectionState before = state;
  const Choice choice = hear(model, profile, heard, 0.5, state);
  for (const double share : {0.0, 0.25, 0.75, 0.999}) {
    SectionState other = before;
    CHECK(hear(model, profile, heard, share, other) == choice);
    CHECK(other == state);
  }
  return choice;
}

/// Shares as they come in the long run, where f decides after starts as well.
void set_shares_of_chain(MotionModel& model) {
  const std::size_t n = model.size();
  std::vector<double> active(n, 1 / static_cast<double>(n));
  for (int i = 0; i < 500; ++i) {
    std::vector<double> starts(n, 0);
    for (std::size_t from = 0; from < n; ++from) {
      const double ends = 1 - model.motions[from].completion.goes_on(0.5);
      for (std::size_t to = 0; to < n; ++to) {
        starts[to] += active[from] * ends * model.motions[from].next[to];
      }
    }
    for (std::size_t j = 0; j < n; ++j) {
      Motion& motion = model.motions[j];
      motion.start_share = starts[j];
      motion.going_on_share = active[j] * motion.completion.goes_on(0.5);
      active[j] = motion.start_share + motion.going_on_share;
    }
  }
}

const std::vector<Profile> kProfiles = {{}, kLevine2009};

}  // namespace

TEST_CASE("the first observation starts a motion", "[gesture]") {
  MotionModel model = obedient_model();
  // The belief is that the second has started: the first one follows.
  model.motions[0].start_share = 0;
  for (const Profile& profile : kProfiles) {
    SectionState state = first_state(model);
    CHECK(certain(model, profile, say(kGo), state) == Choice{Termination::First, 0});
    CHECK_FALSE(state.displayed);
  }
}

TEST_CASE("a first observation that fits no start draws one of those that were learnt",
          "[gesture]") {
  MotionModel model = obedient_model();
  model.motions[0].start_share = 0;
  SectionState state = first_state(model);
  CHECK(certain(model, {}, say(kStay), state) == Choice{Termination::First, 1});
}

TEST_CASE("a motion goes on, or an observation ends it early", "[gesture]") {
  const MotionModel model = obedient_model();
  for (const Profile& profile : kProfiles) {
    SectionState state = first_state(model);
    hear(model, profile, say(kGo), 0, state);
    display(0, 2, 0, state);
    CHECK(state.displayed->started_just_now);
    CHECK(certain(model, profile, say(kStay), state) == Choice{Termination::None, 0});
    CHECK_FALSE(state.displayed->started_just_now);
    CHECK(state.displayed->fraction == Approx(0.15));
    CHECK(certain(model, profile, say(kStay), state) == Choice{Termination::None, 0});
    CHECK(state.displayed->fraction == Approx(0.3));
    CHECK(certain(model, profile, say(kGo), state) == Choice{Termination::Early, 1});
    display(1, 1.5, 0, state);
    CHECK(certain(model, profile, say(kGo), state) == Choice{Termination::Early, 0});
  }
}

TEST_CASE("an end that no start explains draws one of those that were learnt", "[gesture]") {
  MotionModel model = obedient_model();
  model.motions[0].start_share = 0;
  for (const Profile& profile : kProfiles) {
    SectionState state = first_state(model);
    hear(model, profile, say(kGo), 0, state);
    display(0, 0.5, 0, state);
    REQUIRE(hear(model, profile, say(kStay), 0, state).why == Termination::None);
    CHECK(end(model, profile, 0, state) == Choice{Termination::Late, 1});
  }
}

TEST_CASE("the observation before a late termination is heard again, without going on",
          "[gesture]") {
  MotionModel model = obedient_model();
  for (Motion& each : model.motions) {
    // "Stay" may begin a motion as well, though going on fits better.
    each.start.symbols[kGo] = 0.9;
    each.start.symbols[kStay] = 0.1;
  }
  for (const Profile& profile : kProfiles) {
    SectionState state = first_state(model);
    hear(model, profile, say(kGo), 0, state);
    display(0, 0.5, 0, state);
    REQUIRE(hear(model, profile, say(kStay), 0.999, state).why == Termination::None);
    const SectionState then = state;
    for (const double share : {0.0, 0.5, 0.999}) {
      state = then;
      CHECK(end(model, profile, share, state) == Choice{Termination::Late, 1});
    }
    const Belief again = update(model, profile, say(kStay), then.before, Evidence::MotionIsOver);
    CHECK(state.belief == again);
    display(1, 1, 0.2, state);
    CHECK(state.displayed->fraction == Approx(-0.2));
    hear(model, profile, say(kStay), 0.999, state);
    CHECK(state.displayed->fraction == Approx(0.1));  // 0.3 s later, 0.1 s after it began
  }
}

TEST_CASE("a motion that began early and ends before the next observation is chosen anew",
          "[gesture]") {
  const MotionModel model = obedient_model();
  for (const Profile& profile : kProfiles) {
    SectionState state = first_state(model);
    hear(model, profile, say(kGo), 0, state);
    display(0, 2, 0, state);
    REQUIRE(hear(model, profile, say(kGo), 0.5, state) == Choice{Termination::Early, 1});
    display(1, 0.2, 0, state);
    // What was seen when the observation came is motion 0, which motion 1 follows.
    CHECK(end(model, profile, 0.5, state) == Choice{Termination::Late, 1});
  }
}

TEST_CASE("an end before anything was heard draws a start that was learnt", "[gesture]") {
  MotionModel model = obedient_model();
  model.motions[1].start_share = 0;
  SectionState state = first_state(model);
  display(1, 1, 0, state);
  CHECK(end(model, {}, 0.999, state) == Choice{Termination::Late, 0});
}

TEST_CASE("without anything to hear, motions come as often as they were learnt", "[gesture]") {
  // All that is heard is alike, so alpha becomes pi; then alpha gamma / pi is the chain itself.
  const Profile whole{.shares_power = 1};
  MotionModel model = test::random_model(3, 21);
  for (Motion& each : model.motions) each.start = each.going_on = model.motions[0].start;
  set_shares_of_chain(model);
  SectionState state = first_state(model);
  display(0, 1, 0, state);
  Random random({.seed = 5});
  std::array<double, 3> starts = {};
  std::array<double, 3> going_on = {};
  constexpr int kCount = 40'000;
  for (int i = 0; i < kCount; ++i) {
    const Choice choice = hear(model, whole, say(kGo), random.number(0, 1), state);
    const bool begins = choice.why == Termination::Early;
    if (begins) display(choice.motion, 1, 0, state);
    (begins ? starts : going_on)[choice.motion] += 1.0 / kCount;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(starts[i] == Approx(model.motions[i].start_share).margin(0.01));
    CHECK(going_on[i] == Approx(model.motions[i].going_on_share).margin(0.01));
  }
}

TEST_CASE("sections with the same past choose the same", "[gesture]") {
  const MotionModel model = test::random_model(5, 3);
  const auto run = [&] {
    Random random({.seed = 8});
    SectionState state = first_state(model);
    std::vector<std::size_t> chosen;
    for (int i = 0; i < 50; ++i) {
      const Observation heard{.symbol = static_cast<std::uint8_t>(random.bits() % kSymbols),
                              .context = 0,
                              .after_s = 0.25};
      const Choice choice = hear(model, {}, heard, random.number(0, 1), state);
      if (choice.why != Termination::None) display(choice.motion, 1, 0, state);
      chosen.push_back(choice.motion);
    }
    return std::pair(chosen, state);
  };
  CHECK(run() == run());
}

TEST_CASE("a control that plays motions to their end is ended by no syllable", "[gesture]") {
  const MotionModel model = obedient_model();
  Profile profile;
  profile.ends_early = false;
  SectionState state = first_state(model);
  const Choice first = hear(model, profile, say(kGo), 0.5, state);
  REQUIRE(first.why == Termination::First);
  display(first.motion, 1, 0, state);
  CHECK(certain(model, profile, say(kGo), state).why == Termination::None);
  CHECK(certain(model, profile, say(kGo), state).why == Termination::None);
  CHECK(end(model, profile, 0.5, state).why == Termination::Late);
}

TEST_CASE("the most probable state is the same for any share", "[gesture]") {
  const MotionModel model = test::random_model(6, 3);
  Profile profile;
  profile.how = DrawnHow::MostProbable;
  SectionState state = first_state(model);
  const Choice first = hear(model, profile, say(4), 0.9, state);
  display(first.motion, 1, 0, state);
  for (std::uint8_t symbol = 0; symbol < 8; ++symbol) {
    const Choice choice = certain(model, profile, say(symbol), state);
    if (choice.why != Termination::None) display(choice.motion, 1, 0, state);
  }
}

TEST_CASE("a control starts any motion, as often as it was learnt", "[gesture]") {
  MotionModel model = obedient_model();
  model.motions[0].start_share = 0.4;
  model.motions[1].start_share = 0.1;
  Profile profile;
  profile.any_motion = true;
  SectionState playing = first_state(model);
  hear(model, profile, say(kGo), 0.5, playing);
  display(0, 1, 0, playing);
  int zeros = 0;
  for (int i = 0; i < 1'000; ++i) {
    SectionState state = playing;
    const Choice choice = hear(model, profile, say(kGo), (i + 0.5) / 1'000, state);
    REQUIRE(choice.why == Termination::Early);
    zeros += choice.motion == 0 ? 1 : 0;
  }
  CHECK(zeros == 800);
}

TEST_CASE("gamma alone says what may follow the motion that is displayed", "[gesture]") {
  const MotionModel model = obedient_model();
  Profile profile;
  profile.from = DrawnFrom::Gamma;
  SectionState state = first_state(model);
  const Choice first = hear(model, profile, say(kGo), 0.5, state);
  display(first.motion, 1, 0, state);
  CHECK(certain(model, profile, say(kStay), state).why == Termination::None);
  const Choice next = certain(model, profile, say(kGo), state);
  CHECK(next.why == Termination::Early);
  CHECK(next.motion == 1 - first.motion);
}

TEST_CASE("alpha alone may leave for a motion that goes on already", "[gesture]") {
  const MotionModel model = obedient_model();
  Profile profile;
  profile.from = DrawnFrom::Alpha;
  SectionState playing = first_state(model);
  hear(model, profile, say(kGo), 0.5, playing);
  display(0, 1, 0, playing);
  std::size_t others = 0;
  for (int i = 0; i < 100; ++i) {
    SectionState state = playing;
    const Choice choice = hear(model, profile, say(kStay), (i + 0.5) / 100, state);
    if (choice.motion == 0) continue;
    ++others;
    CHECK(choice.why == Termination::Early);
  }
  CHECK(others > 0);
  CHECK(others < 100);
}

}  // namespace kine::gesture::section_test
