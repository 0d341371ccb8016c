// Tests for realizer/plan/behaviours/draft.h: what each kind of behaviour wants of time, and
// becomes.
#include "realizer/plan/behaviours/draft.h"

#include <algorithm>

#include "realizer/plan/gestures/usual_way_back.h"
#include "tests/support/catch.h"
#include "tests/support/plan/behaviours.h"

namespace kine::plan::draft_test {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::string>;

const Words kSeven = {"start", "ready", "strokeStart", "stroke", "strokeEnd", "relax", "end"};

MomentTimes preferred_times(const Phases& phases) {
  MomentTimes times = {0s};
  for (const Phase& phase : phases.phases) times.push_back(times.back() + phase.preferred);
  return times;
}

script::Sequence at_own_times(const Draft& draft) {
  return draft.at(preferred_times(draft.phases));
}

Words ids_of(const script::Sequence& sequence) {
  Words ids;
  for (const script::Pose& pose : sequence.poses) {
    if (!pose.id.empty()) ids.push_back(pose.id.text);
  }
  return ids;
}

Seconds end_of(const script::Sequence& sequence) {
  Seconds end{0};
  for (const script::Pose& pose : sequence.poses) {
    end = std::max(end, pose.time.seconds + pose.hold);
  }
  return sequence.start.seconds +
         std::max(end + sequence.fade_out.value_or(kUsualFadeOut), sequence.lasts);
}

template <class Constraint>
std::vector<Constraint> all_of(const script::Sequence& sequence) {
  std::vector<Constraint> found;
  for (const script::Pose& pose : sequence.poses) {
    for (const script::Constraint& constraint : pose.constraints) {
      if (const auto* each = std::get_if<Constraint>(&constraint)) found.push_back(*each);
    }
  }
  return found;
}

script::HeadMove head(const std::string& lexeme, int repetition = 1, double amount = 0.5) {
  return {.lexeme = {lexeme}, .repetition = repetition, .amount = amount};
}

}  // namespace

TEST_CASE("each draft makes one sequence with its points, from its start to its end", "[draft]") {
  script::Gesture beat;
  beat.lexeme = {"BEAT"};
  script::Face smile{.parts = {{.lexeme = {"RAISE_MOUTH_CORNERS"}}}};
  const std::vector<script::BehaviourKind> kinds = {
      head("NOD"),
      head("SHAKE", 3),
      head("TILT"),
      beat,
      smile,
      script::Gaze{.target = {"camera"}},
      script::Pointing{.target = {"ball"}},
      script::Posture{.parts = {{.part = {"ARMS"}, .lexeme = {"ARMS_CROSSED"}}}},
      script::Speech{.text = "so it is", .marks = {{.id = {"m"}, .byte = 3}}},
      script::Wait{.length = 2s},
      script::Activate{.block = {"other"}}};
  for (const script::BehaviourKind& kind : kinds) {
    const Draft draft = test::draft_of(kind);
    CAPTURE(kind.index());
    REQUIRE(draft.phases.valid());
    const script::Sequence sequence = at_own_times(draft);
    const Words inner(draft.phases.points.begin() + 1, draft.phases.points.end() - 1);
    CHECK(ids_of(sequence) == inner);
    CHECK(sequence.start.seconds == 0s);
    CHECK(end_of(sequence).count() ==
          Approx(preferred_times(draft.phases).back().count()).margin(1e-9));
  }
}

TEST_CASE("a nod has seven points, and one more for each stroke that is repeated", "[draft]") {
  CHECK(test::draft_of(head("NOD")).phases.points == kSeven);
  CHECK(test::draft_of(head("NOD", 3)).phases.points == Words{"start", "ready", "strokeStart",
                                                              "stroke:1", "stroke:2", "stroke:3",
                                                              "strokeEnd", "relax", "end"});
}

TEST_CASE("a nod that is repeated goes down as often, and takes as much longer", "[draft]") {
  const Draft once = test::draft_of(head("NOD"));
  const Draft thrice = test::draft_of(head("NOD", 3));
  const auto deepest = [](const Draft& draft) {
    const auto turns = all_of<script::Turn>(at_own_times(draft));
    double most = 0;
    for (const script::Turn& turn : turns) most = std::max(most, turn.turn_rad.x);
    return std::ranges::count_if(
        turns, [&](const script::Turn& turn) { return turn.turn_rad.x > 0.99 * most; });
  };
  CHECK(deepest(once) == 1);
  CHECK(deepest(thrice) == 3);
  const auto stroke_of = [](const Draft& draft) {
    const MomentTimes times = preferred_times(draft.phases);
    return times[times.size() - 3] - times[2];
  };
  CHECK(stroke_of(thrice).count() == Approx(3 * stroke_of(once).count()));
}

TEST_CASE("a larger amount is a larger turn, in proportion", "[draft]") {
  const auto size = [](double amount) {
    double most = 0;
    for (const auto& turn :
         all_of<script::Turn>(at_own_times(test::draft_of(head("SHAKE", 1, amount))))) {
      most = std::max(most, length(turn.turn_rad));
    }
    return most;
  };
  CHECK(size(0) > 0);
  CHECK(size(0.5) > 2 * size(0));
  CHECK(size(1) - size(0.5) == Approx(size(0.5) - size(0)));
}

TEST_CASE("a face comes, stays and goes; its amount and overshoot are shares", "[draft]") {
  const Draft draft = test::draft_of(script::Face{
      .parts = {{.lexeme = {"RAISE_BROWS"}, .amount = 0.5}, {.action_unit = 12, .amount = 1}},
      .amount = 0.8,
      .overshoot = 0.25});
  CHECK(draft.phases.points == Words{"start", "attackPeak", "relax", "end"});
  const script::Sequence sequence = at_own_times(draft);
  const auto morphs = all_of<script::Morph>(sequence);
  REQUIRE(morphs.size() == 4);
  CHECK(morphs[0].name.text == "RAISE_BROWS");
  CHECK(morphs[0].weight == Approx(0.5));
  CHECK(morphs[1].name.text == "AU12");
  CHECK(morphs[1].weight == Approx(1));
  CHECK(morphs[2].weight == Approx(0.4));
  CHECK(morphs[3].weight == Approx(0.8));
  CHECK_FALSE(sequence.lasting);
}

TEST_CASE("half a face is a morph of its own", "[draft]") {
  const Draft draft = test::draft_of(
      script::Face{.parts = {{.action_unit = 12, .side = script::FacePart::Side::Left}}});
  CHECK(all_of<script::Morph>(at_own_times(draft)).front().name.text == "AU12_LEFT");
}

TEST_CASE("what shifts has a start and an end, and lasts", "[draft]") {
  const std::vector<script::BehaviourKind> kinds = {
      script::Face{.parts = {{.action_unit = 12}}, .overshoot = 0.5, .shift = true},
      script::Gaze{.target = {"ball"}, .shift = true},
      script::HeadDirectionShift{.target = {"ball"}}};
  for (const script::BehaviourKind& kind : kinds) {
    const Draft draft = test::draft_of(kind);
    CHECK(draft.phases.points == Words{"start", "end"});
    const script::Sequence sequence = at_own_times(draft);
    CHECK(sequence.lasting);
    CHECK(end_of(sequence).count() == Approx(preferred_times(draft.phases).back().count()));
  }
}

TEST_CASE("a gaze takes as much of the body as it is told, and stays between ready and relax",
          "[draft]") {
  const auto look_with = [](script::Influence influence) {
    const Draft draft = test::draft_of(script::Gaze{.target = {"ball"}, .influence = influence});
    return all_of<script::LookAt>(draft.at({0s, 1s, 3s, 4s})).front().with.text;
  };
  CHECK(look_with(script::Influence::Eyes) == "eyes");
  CHECK(look_with(script::Influence::Head) == "head-neck");
  CHECK(look_with(script::Influence::Shoulder) == "head-thorax");
  CHECK(look_with(script::Influence::Waist) == "head-abdomen");
  const script::Sequence sequence =
      test::draft_of(script::Gaze{.target = {"ball"}}).at({0s, 1s, 3s, 4s});
  CHECK(sequence.poses.front().time.seconds == 1s);
  CHECK(sequence.poses.front().hold == 2s);
  CHECK(sequence.fade_out == 1s);
}

TEST_CASE("an offset lies to the left and upwards, or against it", "[draft]") {
  const auto offset = [](script::OffsetDirection direction) {
    const Draft draft = test::draft_of(
        script::Gaze{.target = {"ball"}, .offset_rad = 0.2, .offset_direction = direction});
    return all_of<script::LookAt>(at_own_times(draft)).front().offset;
  };
  using enum script::OffsetDirection;
  CHECK(offset(Right).left_rad == Approx(-0.2));
  CHECK(offset(Up).up_rad == Approx(0.2));
  CHECK(offset(DownLeft).left_rad == Approx(0.2 / std::sqrt(2.0)));
  CHECK(offset(DownLeft).up_rad == Approx(-0.2 / std::sqrt(2.0)));
}

TEST_CASE("nobody stretches what is said: its points are its marks", "[draft]") {
  const Draft draft = test::draft_of(
      script::Speech{.text = "one two three",
                     .marks = {{.id = {"first"}, .byte = 0}, {.id = {"third"}, .byte = 8}}});
  CHECK(draft.phases.points == Words{"start", "first", "third", "end"});
  CHECK(draft.phases.phases ==
        std::vector<Phase>{Phase::rigid(0s), Phase::rigid(1s), Phase::rigid(500ms)});
  REQUIRE(draft.speech != nullptr);
  CHECK(draft.speech->length == 1500ms);
}

TEST_CASE("a posture is the stored poses of its parts", "[draft]") {
  const auto shapes = [](std::vector<script::PosturePart> parts) {
    Words names;
    const Draft draft = test::draft_of(script::Posture{.parts = std::move(parts), .shift = true});
    for (const auto& shape : all_of<script::Shape>(at_own_times(draft))) {
      names.push_back(shape.group.text + " " + shape.shape.text);
    }
    return names;
  };
  CHECK(shapes({{.part = {"ARMS"}, .lexeme = {"ARMS_AKIMBO"}},
                {.part = {"WHOLEBODY"}, .lexeme = {"LEANING_FORWARD"}}}) ==
        Words{" arms-akimbo", " leaning-forward"});
  CHECK(shapes({{.part = {"LEFT_ARM"}, .lexeme = {"ARMS_CROSSED"}}}) ==
        Words{"leftArm arms-crossed"});
  CHECK(test::unable_of(script::Posture{.stance = {"FLYING"}}).message.find("'FLYING'") !=
        std::string::npos);
  CHECK(test::unable_of(script::Posture{.parts = {{.part = {"ARMS"}, .lexeme = {"ARMS_LOST"}}}})
            .kind == WarningKind::CannotCreateBehaviour);
}

TEST_CASE("who points takes the hand that is asked for, else the nearer one", "[draft]") {
  const auto arms_of = [](script::Pointing pointing) {
    Words arms;
    for (const auto& point : all_of<script::Point>(at_own_times(test::draft_of(pointing)))) {
      arms.push_back(point.group.text);
    }
    return arms;
  };
  CHECK(arms_of({.target = {"ball"}}) == Words{"leftArm"});
  CHECK(arms_of({.target = {"camera"}}) == Words{"rightArm"});
  CHECK(arms_of({.target = {"ball"}, .hand = script::Gesture::Hand::Right}) == Words{"rightArm"});
  CHECK(arms_of({.target = {"ball"}, .hand = script::Gesture::Hand::Both}) ==
        Words{"leftArm", "rightArm"});
}

TEST_CASE("a gesture and key poses keep their sketch", "[draft]") {
  script::Gesture beat;
  beat.lexeme = {"BEAT"};
  beat.sketch = {"weary"};
  CHECK(at_own_times(test::draft_of(beat)).sketch.text == "weary");
  script::Sequence sequence;
  sequence.sketch = {"weary"};
  sequence.poses.emplace_back();
  sequence.poses[0].time.seconds = 1s;
  sequence.poses[0].sketch = {"eager"};
  sequence.poses[0].constraints = {script::Morph{.name = {"jawOpen"}, .weight = 1}};
  const script::Sequence made = at_own_times(test::draft_of(sequence));
  CHECK(made.sketch.text == "weary");
  CHECK(std::ranges::any_of(made.poses,
                            [](const script::Pose& each) { return each.sketch.text == "eager"; }));
}

TEST_CASE("what cannot be done says why, and of what kind that is", "[draft]") {
  const Unable unseen = test::unable_of(script::Gaze{.target = {"unicorn", {2, 5}}});
  CHECK(unseen.kind == WarningKind::NoSuchTarget);
  CHECK(unseen.message.find("'unicorn'") != std::string::npos);
  CHECK(unseen.where == Where{2, 5});

  CHECK(test::unable_of(head("WIGGLE")).kind == WarningKind::CannotCreateBehaviour);
  CHECK(test::unable_of(script::Face{.parts = {{.action_unit = 99}}}).message.find("'AU99'") !=
        std::string::npos);
  CHECK(test::unable_of(script::Speech{.text = "mumble"}).message == "nobody can say 'mumble'");
  script::Gesture waltz;
  waltz.lexeme = {"WALTZ"};
  CHECK(test::unable_of(waltz).kind == WarningKind::CannotCreateBehaviour);
}

}  // namespace kine::plan::draft_test
