// Tests for realizer/plan/coarticulation.h.
#include "realizer/plan/coarticulation.h"

#include <optional>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::coarticulation_test {
namespace {

using namespace std::chrono_literals;

/// A gesture of an arm, and of the fingers where `shapes`: half a second up, a stroke, and half a
/// second of going back after `relax`.
Sequence gesture(const std::string& id, const std::string& side, Seconds start, Seconds relax,
                 bool shapes = false) {
  const body::Body& body = test::ada();
  Sequence sequence;
  sequence.id = id;
  sequence.start = start;
  sequence.fade_out = 500ms;
  const Seconds stroke = start + 500ms;
  sequence.poses = {{.id = "stroke", .time = stroke, .hold = relax - stroke},
                    {.id = "relax", .time = relax}};
  const auto add = [&](const std::string& group, const Goal& goal) {
    sequence.tracks.push_back(
        {.group = test::group_index(body, group),
         .start = start,
         .keys = {{.time = stroke, .hold = relax - stroke, .goals = {goal}}}});
  };
  add(side + "Arm", Swivel{});
  if (shapes) add(side + "Fingers", TakeShape{});
  return sequence;
}

Plan coarticulated(std::vector<Sequence> sequences) {
  Plan plan;
  plan.sequences = std::move(sequences);
  coarticulate(test::ada(), plan);
  return plan;
}

std::optional<Retraction> retraction_of(const Plan& plan, std::size_t sequence,
                                        std::size_t track = 0) {
  return plan.sequences[sequence].tracks[track].retraction;
}

using Until = std::optional<Retraction>;

}  // namespace

TEST_CASE("an arm that is wanted again soon stays until the next gesture has it",
          "[coarticulation]") {
  // It would be back at 1.5 s and have to leave again at 1.7 s.
  const Plan plan =
      coarticulated({gesture("a", "right", 0s, 1s), gesture("b", "right", 1700ms, 3s)});
  CHECK(retraction_of(plan, 0) == Until({Seconds(1.7) + 500ms, 500ms}));
  CHECK(retraction_of(plan, 1) == std::nullopt);
}

TEST_CASE("where there is time to rest, an arm goes back", "[coarticulation]") {
  const Plan plan =
      coarticulated({gesture("a", "right", 0s, 1s), gesture("b", "right", 2100ms, 3s)});
  CHECK(retraction_of(plan, 0) == std::nullopt);
}

TEST_CASE("the other arm is another matter", "[coarticulation]") {
  Sequence both = gesture("a", "right", 0s, 1s);
  both.tracks.push_back(gesture("x", "left", 0s, 1s).tracks[0]);
  const Plan plan = coarticulated({both, gesture("b", "left", 1200ms, 3s)});
  CHECK(retraction_of(plan, 0, 0) == std::nullopt);
  CHECK(retraction_of(plan, 0, 1) == Until({Seconds(1.2) + 500ms, 500ms}));
}

TEST_CASE("fingers that the next gesture leaves alone wait with their arm, and go back then",
          "[coarticulation]") {
  const Plan plan =
      coarticulated({gesture("a", "right", 0s, 1s, true), gesture("b", "right", 1300ms, 3s)});
  CHECK(retraction_of(plan, 0, 1) == Until({1300ms, 500ms}));
}

TEST_CASE("the order in the text does not matter, and three in a row are two hand-overs",
          "[coarticulation]") {
  const Plan plan = coarticulated({gesture("c", "left", 2500ms, 4s), gesture("a", "left", 0s, 1s),
                                   gesture("b", "left", 1s, 2s)});
  CHECK(retraction_of(plan, 1) == Until({1500ms, 500ms}));
  CHECK(retraction_of(plan, 2) == Until({3s, 500ms}));
  CHECK(retraction_of(plan, 0) == std::nullopt);
}

TEST_CASE("a gesture that comes and goes in front of another does not end it", "[coarticulation]") {
  const Plan plan =
      coarticulated({gesture("long", "left", 0s, 5s), gesture("short", "left", 1s, 2s)});
  CHECK(retraction_of(plan, 0) == std::nullopt);
}

TEST_CASE("poses that go back are left out of what does not go back", "[coarticulation]") {
  Sequence first = gesture("a", "left", 0s, 1s);
  first.poses.push_back({.id = "back", .time = 1400ms, .phase = script::Phase::Retraction});
  first.tracks[0].keys.push_back({.pose = 2, .time = 1400ms, .goals = {Swivel{}}});
  const Plan plan = coarticulated({first, gesture("b", "left", 1500ms, 3s)});
  CHECK(plan.sequences[0].tracks[0].keys.size() == 1);
}

TEST_CASE("only what strokes and relaxes is a gesture, and it keeps what is above it",
          "[coarticulation]") {
  Sequence posture = gesture("a", "left", 0s, 1s);
  posture.poses[0].id = "ready";
  CHECK(retraction_of(coarticulated({posture, gesture("b", "left", 1s, 2s)}), 0) == std::nullopt);
  Sequence lower = gesture("b", "left", 1s, 2s);
  lower.priority = -1;
  CHECK(retraction_of(coarticulated({gesture("a", "left", 0s, 1s), lower}), 0) == std::nullopt);
}

TEST_CASE("a plan says until when an arm stays", "[coarticulation]") {
  Plan plan =
      coarticulated({gesture("a", "right", 0s, 1s, true), gesture("b", "right", 1300ms, 3s)});
  CHECK(plan.valid(test::ada()));
  const std::string text = to_text(plan, test::ada());
  CHECK(text.find("goes back from 1.800 to 2.300") != std::string::npos);
  CHECK(text.find("goes back from 1.300 to 1.800") != std::string::npos);
}

}  // namespace kine::plan::coarticulation_test
