// Tests for realizer/plan/retime.h.
#include "realizer/plan/retime.h"

#include "tests/support/catch.h"

namespace kine::plan::retime_test {
namespace {

using namespace std::chrono_literals;

bool near(Seconds a, Seconds b) { return std::abs((a - b).count()) < 1e-12; }

Sequence sequence_with(std::vector<Pose> poses, Seconds start = 0s) {
  Sequence sequence;
  sequence.start = start;
  sequence.poses = std::move(poses);
  return sequence;
}

Pose with_nucleus(Seconds time, std::optional<std::size_t> nucleus) {
  return {.id = "p", .time = time, .nucleus = nucleus};
}

TEST_CASE("sequences that share a nucleus are one gesture", "[retime]") {
  Plan plan;
  plan.nuclei = {{.id = "a", .expressivity = {{script::kPower, 1}}},
                 {.id = "b", .expressivity = {{script::kPower, -1}}},
                 {.id = "neutral", .expressivity = {{script::kFluidity, 1}}}};
  plan.sequences = {sequence_with({with_nucleus(1s, 0)}), sequence_with({with_nucleus(1s, {})}),
                    sequence_with({with_nucleus(1s, 1), with_nucleus(2s, 2)}),
                    sequence_with({with_nucleus(1s, 2), with_nucleus(2s, 0)})};

  CHECK(gestures_of(plan, script::kPower) == std::vector<Gesture>{{0, 3}, {2}});
  CHECK(gestures_of(plan, script::kFluidity) == std::vector<Gesture>{{2, 3}});
  CHECK(gestures_of(plan, script::kSpatialExtent).empty());
  CHECK(parameter_of(plan, 1, script::kPower) == -1);
  CHECK(parameter_of(plan, {}, script::kPower) == 0);
}

TEST_CASE("sequences that go on at once are one gesture, one behind them is another", "[retime]") {
  Plan plan;
  plan.sequences = {sequence_with({with_nucleus(3s, {})}, 2s),
                    sequence_with({with_nucleus(2s, {})}), sequence_with({with_nucleus(1s, {})}),
                    sequence_with({with_nucleus(2s, {})}, 1s)};
  CHECK(gestures_at_once(plan, {0, 1, 3}) == std::vector<Gesture>{{1, 3}, {0}});
  CHECK(gestures_at_once(plan, {0, 2, 3}) == std::vector<Gesture>{{2}, {3}, {0}});
  CHECK(gestures_at_once(plan, {}).empty());
}

TEST_CASE("poses that were put in come to their place, and keys keep their poses", "[retime]") {
  Sequence sequence =
      sequence_with({with_nucleus(1s, {}), with_nucleus(3s, {}), with_nucleus(2s, {})});
  Track track{.group = 0, .keys = {}};
  for (const std::size_t pose : {0, 2, 1}) {
    track.keys.push_back({.pose = pose, .time = sequence.poses[pose].time, .goals = {}, .tcb = {}});
  }
  sequence.tracks = {track};
  sequence.channels = {{.channel = {}, .keys = {{.pose = 2}}}};
  sort_poses(sequence);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(sequence.poses[i].time == Seconds(1.0 + static_cast<double>(i)));
    CHECK(sequence.tracks[0].keys[i].pose == i);
  }
  CHECK(sequence.channels[0].keys[0].pose == 1);
}

TEST_CASE("a leg is the way to a pose and the rest in it", "[retime]") {
  const std::vector<Leg> legs = legs_of(sequence_with({{.id = "p1", .time = 1s, .hold = 0.5s},
                                                       {.id = "p2", .time = 2s},
                                                       {.id = "p3", .time = 3s, .hold = 1s}},
                                                      0.25s));
  REQUIRE(legs.size() == 3);
  CHECK((legs[0].from == 0.25s && legs[0].to == 1s && legs[0].hold_end == 1.5s));
  CHECK((legs[1].from == 1.5s && legs[1].to == 2s && legs[1].hold_end == 2s));
  CHECK((legs[2].from == 2s && legs[2].to == 3s && legs[2].hold_end == 4s));
}

TEST_CASE("what one group holds beyond the next pose of another is no rest", "[retime]") {
  const std::vector<Leg> legs = legs_of(sequence_with(
      {{.id = "p1", .time = 1s, .hold = 5s}, {.id = "p2", .time = 2s}, {.id = "p3", .time = 2s}}));
  CHECK((legs[0].to == 1s && legs[0].hold_end <= 2s));
  for (const std::size_t i : {1u, 2u}) CHECK((legs[i].from == 1s && legs[i].to == 2s));
}

TEST_CASE("appointments are the poses that are named strokes", "[retime]") {
  Plan plan;
  plan.sequences = {sequence_with({with_nucleus(3s, {}), with_nucleus(4s, {})}, 2s),
                    sequence_with({with_nucleus(5s, {})}, 1s)};
  plan.sequences[0].poses[1].phase = script::Phase::Stroke;
  plan.sequences[0].poses[0].phase = script::Phase::Preparation;
  const TimeWishes wishes = wishes_for(plan, {0, 1});
  CHECK(wishes.start == 1s);
  CHECK(wishes.appointments == std::vector<Seconds>{4s});
  CHECK(wishes.empty());

  plan.sequences[0].poses[1].appointed = false;
  CHECK(wishes_for(plan, {0, 1}).appointments.empty());
}

TEST_CASE("everything of a gesture is moved, and nothing of others", "[retime]") {
  Plan plan;
  Sequence sequence =
      sequence_with({{.id = "p1", .time = 1s, .hold = 0.5s}, {.id = "p2", .time = 2s}});
  const Goal goal = Swivel{};
  sequence.tracks = {{.group = 0,
                      .start = 0s,
                      .keys = {{.pose = 0, .time = 1s, .hold = 0.5s, .goals = {goal}},
                               {.pose = 1, .time = 2s, .goals = {goal}}}}};
  sequence.channels = {{.channel = {},
                        .start = 0s,
                        .keys = {{.pose = 0, .time = 1s, .hold = 0.25s}, {.pose = 1, .time = 2s}}}};
  sequence.clips = {{.clip = "c", .group = 0, .time = 1.25s, .hold = 0.75s}};
  plan.sequences = {sequence, sequence};
  // All before the first second takes half a second more; holds of half a second become whole.
  const Timeline timeline({.start = 0s,
                           .stretches = {{.from = 0s, .to = 1s, .length = 1.5s},
                                         {.from = 1s, .to = 1.5s, .length = 1s}},
                           .pauses = {},
                           .appointments = {}});
  Diagnostics diagnostics;
  retime(plan, {1}, timeline, diagnostics);

  CHECK(plan.sequences[0] == sequence);
  const Sequence& moved = plan.sequences[1];
  CHECK(near(moved.poses[0].time, 1.5s));
  CHECK(near(moved.poses[0].hold, 1s));
  CHECK(near(moved.poses[1].time, 3s));
  CHECK(near(moved.tracks[0].keys[0].hold, 1s));
  CHECK(near(moved.tracks[0].keys[1].time, 3s));
  CHECK(near(moved.channels[0].keys[0].hold, 0.5s));
  CHECK(near(moved.clips[0].time, 2s));
  CHECK(near(moved.clips[0].hold, 1s));
  CHECK(moved.clips[0].speed == Approx(0.75));  // as much of it in more time
  CHECK(diagnostics.warnings().empty());
}

TEST_CASE("what an appointment did not leave is warned of", "[retime]") {
  Plan plan;
  plan.sequences = {sequence_with({with_nucleus(1s, {})})};
  plan.sequences[0].id = "wave";
  plan.sequences[0].where = {4, 3};
  const Timeline timeline({.start = 0s,
                           .stretches = {{.from = 0s, .to = 1s, .length = 1.25s}},
                           .pauses = {},
                           .appointments = {1s}});
  Diagnostics diagnostics;
  retime(plan, {0}, timeline, diagnostics);
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].message ==
        "the stroke keeps its time, so its nucleus changes 250 ms less before it in 'wave'");
  CHECK(diagnostics.warnings()[0].where == Where{4, 3});
}

}  // namespace
}  // namespace kine::plan::retime_test
