// Tests for realizer/plan/properties/tempo.h.
#include "realizer/plan/properties/tempo.h"

#include <optional>
#include <vector>

#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"
#include "tests/support/plan/plans.h"
#include "tests/support/plan/random_scripts.h"

namespace kine::plan::tempo_test {
namespace {

using namespace std::chrono_literals;

/// Two poses, at 1 s for 0.5 s and at 2 s, in a sequence of this sketch.
script::Document sketched(const script::Expressivity& said) {
  script::Sequence sequence =
      test::sequence_of({test::pose_at(1, {test::reach("rightHand", {-0.2, 1.3, 0.3})}),
                         test::pose_at(2, {test::reach("rightHand", {-0.2, 1.0, 0.3})})});
  sequence.poses[0].hold = 500ms;
  sequence.sketch = test::named("a");
  script::Document document = test::document_of({sequence});
  document.sketches = {{.id = test::named("a"), .parameters = said}};
  return document;
}

Plan timed(const script::Document& document) {
  return test::applied(tempo(), test::plan_of(document));
}

const Pose& pose(const Plan& plan, std::size_t place) { return plan.sequences[0].poses[place]; }

}  // namespace

TEST_CASE("a tempo of 1 is twice as fast, one of -1 half as fast", "[tempo]") {
  const Plan fast = timed(sketched({{script::kTempo, 1}}));
  CHECK(pose(fast, 0).time.count() == Approx(0.5));
  CHECK(pose(fast, 0).hold.count() == Approx(0.25));
  CHECK(pose(fast, 1).time.count() == Approx(1));
  const Plan slow = timed(sketched({{script::kTempo, -1}}));
  CHECK(pose(slow, 0).time.count() == Approx(2));
  CHECK(pose(slow, 0).hold.count() == Approx(1));
  CHECK(pose(slow, 1).time.count() == Approx(4));
}

TEST_CASE("a duration changes movements and no holds", "[tempo]") {
  const Plan plan = timed(sketched({{script::kDuration, 1}}));
  CHECK(pose(plan, 0).time.count() == Approx(2));
  CHECK(pose(plan, 0).hold.count() == Approx(0.5));
  CHECK(pose(plan, 1).time.count() == Approx(3.5));
}

TEST_CASE("a pause changes holds and no movements", "[tempo]") {
  const Plan plan = timed(sketched({{script::kPause, 1}}));
  CHECK(pose(plan, 0).time.count() == Approx(1));
  CHECK(pose(plan, 0).hold.count() == Approx(1));
  CHECK(pose(plan, 1).time.count() == Approx(2.5));
}

TEST_CASE("a named stroke keeps its time", "[tempo]") {
  script::Document document = sketched({{script::kTempo, 1}});
  document.sequences[0].poses[1].phase = script::Phase::Stroke;
  CHECK(pose(timed(document), 1).time.count() == Approx(2));
}

TEST_CASE("a sketch that says nothing of times changes nothing, to the bit", "[tempo]") {
  for (const script::Expressivity& said :
       {script::Expressivity{}, script::Expressivity{{script::kPosture, 1}}}) {
    const Plan plan = test::plan_of(sketched(said));
    CHECK(test::applied(tempo(), plan) == plan);
  }
}

TEST_CASE("a plan stays valid at any tempo, and its strokes keep their times", "[tempo]") {
  constexpr std::uint32_t kSeeds = 60;
  int strokes = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    script::Document document = test::random_script(seed);
    const double tempo_of_seed = -1 + 2.0 * seed / (kSeeds - 1);
    document.sketches = {{.id = test::named("a"),
                          .parameters = {{script::kTempo, tempo_of_seed},
                                         {script::kDuration, seed % 2 == 0 ? 0.5 : -0.5}}}};
    for (script::Sequence& each : document.sequences) each.sketch = test::named("a");
    const Plan plan = test::plan_of(document);
    const Plan other = test::applied(tempo(), plan);
    REQUIRE(other.valid(test::ada()));
    REQUIRE(test::with_all(plan).valid(test::ada()));
    for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
      for (std::size_t j = 0; j < plan.sequences[i].poses.size(); ++j) {
        const Pose& written = plan.sequences[i].poses[j];
        if (written.phase != script::Phase::Stroke) continue;
        ++strokes;
        CHECK(other.sequences[i].poses[j].time.count() == Approx(written.time.count()));
      }
    }
  }
  CHECK(strokes > 0);
}

namespace {

/// When four poses come that were written at 1, 2, 3 and 5 s, which hold for nothing.
std::vector<double> in_rhythm(const std::vector<double>& rhythm,
                              std::optional<std::size_t> stroke = {}) {
  std::vector<script::Pose> poses;
  for (const double time : {1, 2, 3, 5}) {
    const double up = 1 + time / 20;
    poses.push_back(test::pose_at(time, {test::reach("rightHand", {-0.2, up, 0.3})}));
  }
  if (stroke) poses[*stroke].phase = script::Phase::Stroke;
  script::Sequence sequence = test::sequence_of(poses);
  sequence.sketch = test::named("a");
  script::Document document = test::document_of({sequence});
  document.sketches = {{.id = test::named("a"), .rhythm = rhythm}};
  const Plan plan = timed(document);
  CHECK(plan.valid(test::example_body()));
  std::vector<double> times;
  for (std::size_t i = 0; i < 4; ++i) times.push_back(pose(plan, i).time.count());
  return times;
}

/// d' = d r sum(d) / sum(d r), of the movements d = 1, 1, 1, 2.
std::vector<double> by_shares(const std::vector<double>& shares) {
  const double movements[] = {1, 1, 1, 2};
  double shared = 0;
  for (std::size_t i = 0; i < 4; ++i) shared += movements[i] * shares[i];
  std::vector<double> times;
  double time = 0;
  for (std::size_t i = 0; i < 4; ++i)
    times.push_back(time += 5 * movements[i] * shares[i] / shared);
  return times;
}

void check_times(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(expected[i]));
}

}  // namespace

TEST_CASE("a rhythm shares the time among the movements, round and round", "[tempo]") {
  check_times(in_rhythm({2, 2, 1}), by_shares({2, 2, 1, 2}));
  check_times(in_rhythm({2, 1}), by_shares({2, 1, 2, 1}));
  check_times(in_rhythm({1, 2, 3, 4, 5}), by_shares({1, 2, 3, 4}));
  CHECK(in_rhythm({2, 2, 1}).back() == Approx(5));
}

TEST_CASE("a pose where a hold ends is no movement of the rhythm, and the hold stays", "[tempo]") {
  std::vector<script::Pose> poses = {test::pose_at(1, {test::reach("rightHand", {-0.2, 1.1, 0.3})}),
                                     test::pose_at(2, {test::reach("rightHand", {-0.2, 1.2, 0.3})}),
                                     test::pose_at(2.5, {})};
  poses[1].hold = Seconds(0.5);
  script::Sequence sequence = test::sequence_of(poses);
  sequence.sketch = test::named("a");
  script::Document document = test::document_of({sequence});
  document.sketches = {{.id = test::named("a"), .rhythm = {2, 1}}};
  const Plan plan = timed(document);
  // Two movements of a second by shares of 2 and 1.
  CHECK(pose(plan, 0).time.count() == Approx(4.0 / 3));
  CHECK(pose(plan, 1).time.count() == Approx(2));
  CHECK(pose(plan, 1).hold.count() == Approx(0.5));
  CHECK(pose(plan, 2).time.count() == Approx(2.5));
}

TEST_CASE("an even rhythm changes nothing, to the bit", "[tempo]") {
  CHECK(in_rhythm({3, 3}) == std::vector<double>{1, 2, 3, 5});
  CHECK(in_rhythm({0.7}) == std::vector<double>{1, 2, 3, 5});
}

TEST_CASE("a rhythm leaves a named stroke at its time", "[tempo]") {
  CHECK(in_rhythm({2, 2, 1}, 1)[1] == Approx(2));
  CHECK(in_rhythm({1, 4}, 2)[2] == Approx(3));
}

TEST_CASE("a sequence that comes later is not moved by one that is over", "[tempo]") {
  script::Document document = sketched({{script::kTempo, -1}});
  document.sequences.push_back(document.sequences[0]);
  document.sequences[1].start.seconds = 20s;
  const Plan plan = timed(document);
  CHECK(plan.sequences[1].start == 20s);
  CHECK(plan.sequences[1].poses[0].time.count() == Approx(22));
}

}  // namespace kine::plan::tempo_test
