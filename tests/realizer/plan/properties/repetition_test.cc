// Tests for realizer/plan/properties/repetition.h.
#include "realizer/plan/properties/repetition.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/plan/strokes.h"
#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"
#include "tests/support/plan/plans.h"
#include "tests/support/plan/random_scripts.h"

namespace kine::plan::repetition_test {
namespace {

using namespace std::chrono_literals;

constexpr double kReady_m = 1.3;  // how high the hand is
constexpr double kStroke_m = 1.0;

script::Constraint hand(const char* joint, double height_m) {
  const double side = joint == std::string_view("rightHand") ? -1 : 1;
  return test::reach(joint, {side * 0.2, height_m, 0.3});
}

/// Ready at 1 s, the stroke at 1.4 s, held for 0.5 s.
script::Sequence beat(const char* joint = "rightHand") {
  script::Sequence sequence = test::sequence_of(
      {test::pose_at(1, {hand(joint, kReady_m)}), test::pose_at(1.4, {hand(joint, kStroke_m)})});
  sequence.poses[1].hold = 500ms;
  sequence.poses[1].phase = script::Phase::Stroke;
  sequence.sketch = test::named("a");
  return sequence;
}

script::Document document_of(std::vector<script::Sequence> sequences, double repetition) {
  script::Document document = test::document_of(std::move(sequences));
  document.sketches = {{.id = test::named("a"), .parameters = {{script::kRepetition, repetition}}}};
  return document;
}

Plan repeated(const script::Document& document) {
  Plan plan = test::applied(repetition(), test::plan_of(document));
  CHECK(plan.valid(test::ada()));
  return plan;
}

std::vector<std::string> warnings_of(const script::Document& document) {
  Diagnostics diagnostics;
  test::applied(repetition(), test::plan_of(document), diagnostics);
  std::vector<std::string> messages;
  for (const Warning& warning : diagnostics.warnings()) messages.push_back(warning.message);
  return messages;
}

/// When a hand is how high, and until when it stays there.
struct Place {
  double time_s = 0;
  double hold_s = 0;
  double height_m = 0;
};

std::vector<Place> places_of(const Plan& plan, std::size_t sequence = 0) {
  std::vector<Place> places;
  for (const Track& track : plan.sequences[sequence].tracks) {
    for (const Key& key : track.keys) {
      for (const body::Joint joint : {body::Joint::LeftHand, body::Joint::RightHand}) {
        const Reach* reach = find_reach(key, joint);
        if (reach == nullptr) continue;
        places.push_back({key.time.count(), key.hold.count(), reach->target_m.y});
      }
    }
  }
  return places;
}

void check_places(const std::vector<Place>& found, const std::vector<Place>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found[i].time_s == Approx(expected[i].time_s));
    CHECK(found[i].hold_s == Approx(expected[i].hold_s).margin(1e-9));
    CHECK(found[i].height_m == Approx(expected[i].height_m));
  }
}

/// A stroke of 0.4 s at 1.4 s, and a way back and one there for each time that it comes again.
std::vector<Place> beats(int times) {
  std::vector<Place> places = {{1, 0, kReady_m}, {1.4, 0, kStroke_m}};
  for (int i = 0; i < times; ++i) {
    places.push_back({1.8 + 0.8 * i, 0, kReady_m});
    places.push_back({2.2 + 0.8 * i, 0, kStroke_m});
  }
  places.back().hold_s = 0.5;
  return places;
}

}  // namespace

TEST_CASE("a stroke comes again up to three times, and is held behind the last one",
          "[repetition]") {
  check_places(places_of(repeated(document_of({beat()}, 1))), beats(3));
  check_places(places_of(repeated(document_of({beat()}, 0.67))), beats(2));
  check_places(places_of(repeated(document_of({beat()}, 1.0 / 3))), beats(1));
  check_places(places_of(repeated(document_of({beat()}, 0.16))), beats(0));
}

TEST_CASE("a repetition of 0, or one that comes to no stroke, changes nothing to the bit",
          "[repetition]") {
  for (const double none : {0.0, 0.16}) {
    const Plan plan = test::plan_of(document_of({beat()}, none));
    CHECK(test::applied(repetition(), plan) == plan);
  }
}

TEST_CASE("the poses that are put in are strokes and ways back, of which nobody is told",
          "[repetition]") {
  const Plan plan = repeated(document_of({beat()}, 1.0 / 3));
  const std::vector<Pose>& poses = plan.sequences[0].poses;
  REQUIRE(poses.size() == 5);
  CHECK(poses[1].phase == script::Phase::Stroke);
  CHECK(poses[1].appointed);
  CHECK(poses[1].hold == 0s);
  CHECK(poses[2].id.empty());
  CHECK_FALSE(poses[2].phase.has_value());
  CHECK(poses[3].id.empty());
  CHECK(poses[3].phase == script::Phase::Stroke);
  CHECK_FALSE(poses[3].appointed);
  CHECK(poses[3].hold.count() == Approx(0.5));
  CHECK(poses[4].goes_back);
}

TEST_CASE("later poses follow, and the way back takes as long as it did", "[repetition]") {
  script::Sequence sequence = beat();
  sequence.poses.push_back(test::pose_at(2.5, {hand("rightHand", 1.1)}));
  const Plan plain = test::plan_of(document_of({sequence}, 0));
  const Plan plan = repeated(document_of({sequence}, 1));
  CHECK(places_of(plan).back().time_s == Approx(2.5 + 6 * 0.4));
  CHECK(plan.sequences[0].end().count() == Approx(plain.sequences[0].end().count() + 6 * 0.4));
}

TEST_CASE("what marks that a stroke is over comes behind the last one", "[repetition]") {
  script::Sequence sequence = beat();
  sequence.poses[1].hold = 0s;
  sequence.poses.push_back(test::pose_at(1.4, {}));
  sequence.poses[2].id = test::named("relax");
  const Plan plan = repeated(document_of({sequence}, 1.0 / 3));
  const auto relax = std::ranges::find(plan.sequences[0].poses, "relax", &Pose::id);
  REQUIRE(relax != plan.sequences[0].poses.end());
  CHECK(relax->time.count() == Approx(2.2));
  CHECK(relax->hold.count() == Approx(0).margin(1e-9));
}

TEST_CASE("where no stroke is named it is the last pose that leads a hand", "[repetition]") {
  script::Sequence sequence = beat();
  sequence.poses[1].phase = {};
  const Plan plan = repeated(document_of({sequence}, 1.0 / 3));
  check_places(places_of(plan), beats(1));
  // Named now, so that each has the force of a power, but its time is no appointment.
  CHECK(plan.sequences[0].poses[1].phase == script::Phase::Stroke);
  CHECK_FALSE(plan.sequences[0].poses[1].appointed);
}

TEST_CASE("of strokes that go on without a hold the last one comes again", "[repetition]") {
  script::Sequence wave = test::sequence_of({test::pose_at(1, {hand("rightHand", 1.1)}),
                                             test::pose_at(1.2, {hand("rightHand", 1.2)}),
                                             test::pose_at(1.5, {hand("rightHand", 1.3)})});
  for (std::size_t i : {1, 2}) wave.poses[i].phase = script::Phase::Stroke;
  wave.sketch = test::named("a");
  const std::vector<Place> on = {
      {1, 0, 1.1}, {1.2, 0, 1.2}, {1.5, 0, 1.3}, {1.8, 0, 1.2}, {2.1, 0, 1.3}};
  check_places(places_of(repeated(document_of({wave}, 1.0 / 3))), on);
  // With a hold between them each is one of its own.
  wave.poses[1].hold = 100ms;
  wave.poses[2].time.seconds = 1900ms;
  CHECK(places_of(repeated(document_of({wave}, 1.0 / 3))).size() == 7);
}

TEST_CASE("both arms of a gesture repeat together", "[repetition]") {
  script::Sequence left = beat("leftHand");
  left.poses[0].time.seconds = 1200ms;  // its stroke takes half as long
  const Plan plan = repeated(document_of({beat(), left}, 1));
  check_places(places_of(plan), beats(3));
  std::vector<Place> of_left = beats(3);
  of_left[0].time_s = 1.2;
  check_places(places_of(plan, 1), of_left);
}

TEST_CASE("arms that strike at nearly one time are told that they repeat out of step",
          "[repetition]") {
  script::Sequence left = beat("leftHand");
  left.poses[0].time.seconds = 1100ms;
  left.poses[1].time.seconds = 1500ms;
  const auto warnings = warnings_of(document_of({beat(), left}, 1));
  CHECK(std::ranges::count(warnings,
                           "a stroke of sequence 's2' repeats out of step with 's1': let both end "
                           "at one time") == 1);
  CHECK(warnings_of(document_of({beat(), beat("leftHand")}, 1)).empty());
}

TEST_CASE("a stroke with nothing before it is not repeated, and one sentence says so",
          "[repetition]") {
  script::Sequence sequence = beat();
  sequence.poses.erase(sequence.poses.begin());
  const script::Document document = document_of({sequence}, 1);
  const Plan plan = test::plan_of(document);
  CHECK(test::applied(repetition(), plan) == plan);
  const auto warnings = warnings_of(document);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] ==
        "the stroke of sequence 's1' does not repeat, for no pose comes before it: write "
        "one that it goes back to");
}

TEST_CASE("a later stroke keeps its time, and the one before repeats less", "[repetition]") {
  script::Sequence sequence = beat();
  sequence.poses.push_back(test::pose_at(3, {hand("rightHand", 1.1)}));
  sequence.poses[2].phase = script::Phase::Stroke;
  const script::Document document = document_of({sequence}, 1);
  const Plan plan = repeated(document);
  const std::string later = test::plan_of(document).sequences[0].poses[2].id;
  const auto found = std::ranges::find(plan.sequences[0].poses, later, &Pose::id);
  REQUIRE(found != plan.sequences[0].poses.end());
  CHECK(found->time.count() == Approx(3));
  const auto places = places_of(plan);
  const auto before = std::ranges::count_if(places, [](const Place& p) { return p.time_s < 2.99; });
  CHECK(before > std::ssize(beats(0)));
  CHECK(before < std::ssize(beats(3)));
  const auto warnings = warnings_of(document);
  CHECK(std::ranges::count(warnings,
                           "a stroke of sequence 's1' repeats less than asked, for a later stroke "
                           "keeps its time: let that come later") == 1);
}

TEST_CASE("a hand in the world repeats as well", "[repetition]") {
  script::Sequence sequence = beat();
  sequence.frame = script::Space::World;
  check_places(places_of(repeated(document_of({sequence}, 1))), beats(3));
}

TEST_CASE("repeats stay within the poses that a script may have", "[repetition]") {
  script::Sequence sequence = beat();
  for (std::size_t i = 0; i + 5 < kPosesMax; ++i) {
    sequence.poses.push_back(test::pose_at(2 + 0.01 * static_cast<double>(i), {}));
  }
  const script::Document document = document_of({sequence}, 1);
  // Two of six fit.
  CHECK(test::plan_of(document).sequences[0].poses.size() == kPosesMax - 2);
  CHECK(repeated(document).sequences[0].poses.size() == kPosesMax);
  const auto warnings = warnings_of(document);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] ==
        "strokes repeat less from sequence 's1' on, for a script has at most 4096 poses: "
        "repeat fewer");
}

TEST_CASE("a plan stays valid at any repetition, and its strokes keep their times",
          "[repetition]") {
  constexpr std::uint32_t kSeeds = 60;
  int strokes = 0;
  int longer = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    script::Document document = test::random_script(seed);
    document.sketches = {
        {.id = test::named("a"), .parameters = {{script::kRepetition, 0.4 + 0.01 * seed}}}};
    for (script::Sequence& each : document.sequences) each.sketch = test::named("a");
    const Plan plan = test::plan_of(document);
    const Plan other = test::applied(repetition(), plan);
    REQUIRE(other.valid(test::ada()));
    REQUIRE(test::with_all(plan).valid(test::ada()));
    for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
      longer += other.sequences[i].poses.size() > plan.sequences[i].poses.size() ? 1 : 0;
      for (const Pose& written : plan.sequences[i].poses) {
        if (written.phase != script::Phase::Stroke) continue;
        for (const Pose& kept : other.sequences[i].poses) {
          if (kept.id != written.id) continue;
          ++strokes;
          CHECK(kept.time.count() == Approx(written.time.count()));
        }
      }
    }
  }
  CHECK(strokes > 0);
  CHECK(longer > 20);
}

}  // namespace kine::plan::repetition_test
