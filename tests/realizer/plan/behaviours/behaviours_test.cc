// Tests for realizer/plan/behaviours/behaviours.h.
#include "realizer/plan/behaviours/behaviours.h"

#include "tests/support/catch.h"
#include "tests/support/plan/behaviours.h"

namespace kine::plan::behaviours_test {
namespace {

using namespace std::chrono_literals;

script::Document block_of(std::vector<script::Behaviour> behaviours) {
  script::Document document;
  document.dialect = script::Dialect::Bml;
  document.id = {"bml1"};
  document.behaviours.emplace();
  document.behaviours->behaviours = std::move(behaviours);
  return document;
}

script::Behaviour starting_at(Seconds start, script::Behaviour behaviour) {
  behaviour.appointments.push_back({"start", {.offset = start}});
  return behaviour;
}

script::Behaviour nod(const std::string& id) {
  return test::behaviour(id, script::HeadMove{.lexeme = {"NOD"}});
}

script::Behaviour gaze(const std::string& id, const std::string& target) {
  return test::behaviour(id, script::Gaze{.target = {target}});
}

struct Placed {
  Result<PlacedBehaviours> result;
  Diagnostics diagnostics;
};

Placed placed(const script::Document& document) {
  Diagnostics diagnostics;
  auto result = with_behaviours_as_sequences(
      document, test::drafting(), script::BodyLanguageMode::Small, {}, nullptr, diagnostics);
  return {std::move(result), std::move(diagnostics)};
}

std::vector<std::string> ids_of(const script::Document& document) {
  std::vector<std::string> ids;
  for (const script::Sequence& sequence : document.sequences) ids.push_back(sequence.id.text);
  return ids;
}

}  // namespace

TEST_CASE("each behaviour becomes a sequence under its own id, at its time", "[behaviours]") {
  const Placed made = placed(block_of({starting_at(2s, nod("n1")), starting_at(1s, nod("n2"))}));
  REQUIRE(made.result);
  CHECK(ids_of(made.result->document) == std::vector<std::string>{"n1", "n2"});
  CHECK(made.result->document.sequences[0].start.seconds == 2s);
  CHECK(made.result->document.sequences[1].start.seconds == 1s);
  CHECK_FALSE(made.result->document.behaviours);
  CHECK(made.diagnostics.warnings().empty());
}

TEST_CASE("a speech starts at once beside whatever is held until its end", "[behaviours]") {
  const auto held = [](const std::string& id, script::BehaviourKind kind) {
    script::Behaviour behaviour = starting_at(0s, test::behaviour(id, std::move(kind)));
    behaviour.appointments.push_back({"end", {.behaviour = {"s"}, .point = "end"}});
    return behaviour;
  };
  const std::vector<script::Behaviour> beside = {
      held("g", script::Gaze{.target = {"camera"}}),
      held("p", script::Posture{.stance = {"STANDING"}}),
      held("f", script::Face{.parts = {{.lexeme = {"RAISE_BROWS"}}}}),
      held("w", script::Wait{.longest = 20s}),
  };
  for (const script::Behaviour& each : beside) {
    CAPTURE(each.id.text);
    const Placed made =
        placed(block_of({each, test::behaviour("s", script::Speech{.text = "three words now"})}));
    REQUIRE(made.result);
    REQUIRE(made.result->document.sequences.size() == 2);
    CHECK(made.result->document.sequences[1].start.seconds == 0s);
    CHECK(made.diagnostics.warnings().empty());
  }
}

TEST_CASE("what is said stands beside its sequence", "[behaviours]") {
  const Placed made =
      placed(block_of({nod("n"), test::behaviour("s", script::Speech{.text = "two words"})}));
  REQUIRE(made.result);
  REQUIRE(made.result->speech.size() == 2);
  CHECK(made.result->speech[0] == nullptr);
  CHECK(made.result->speech[1]->length == 1s);
}

TEST_CASE("a change of volume counts to 1, or to 100 where a value is above 1", "[behaviours]") {
  const auto change = [](std::optional<double> from, double to) {
    return placed(block_of({test::behaviour("c", script::ChangeParameter{.behaviour = {"b0:s"},
                                                                         .parameter = {"volume"},
                                                                         .trajectory = {},
                                                                         .from = from,
                                                                         .to = to})}));
  };
  const Placed quiet = change(0.5, 0.25);
  REQUIRE(quiet.result);
  REQUIRE(quiet.result->cues.size() == 1);
  CHECK(quiet.result->cues[0].change.from == 0.5);
  CHECK(quiet.result->cues[0].change.value == 0.25);
  CHECK(quiet.diagnostics.warnings().empty());

  const Placed percent = change(0.5, 90);
  REQUIRE(percent.result);
  REQUIRE(percent.result->cues.size() == 1);
  CHECK(percent.result->cues[0].change.from == 0.005);
  CHECK(percent.result->cues[0].change.value == 0.9);
  REQUIRE(percent.diagnostics.warnings().size() == 1);
  CHECK(percent.diagnostics.warnings()[0].message ==
        "a volume above 1 counts from 0 to 100, and so does all of this change, '90'");

  const Placed loud = change({}, 150);
  REQUIRE(loud.result);
  CHECK(loud.result->cues.empty());
  REQUIRE(loud.diagnostics.warnings().size() == 1);
  CHECK(loud.diagnostics.warnings()[0].message ==
        "a volume is from 0 to 1, or from 0 to 100 where a value is above 1, not '150'");
}

TEST_CASE("what cannot be done is left out with one warning that names it", "[behaviours]") {
  const Placed made = placed(block_of({gaze("lost", "unicorn"), nod("n")}));
  REQUIRE(made.result);
  CHECK(ids_of(made.result->document) == std::vector<std::string>{"n"});
  REQUIRE(made.diagnostics.warnings().size() == 1);
  CHECK(made.diagnostics.warnings()[0].about == "lost");
  CHECK(made.diagnostics.warnings()[0].kind == WarningKind::NoSuchTarget);
}

TEST_CASE("where the voice fails, words take the time that they are likely to, with one warning",
          "[behaviours]") {
  script::Speech hush{.text = "hush now", .marks = {{{"m"}, 5, {}}}};
  script::Behaviour with_mark = nod("n");
  with_mark.appointments.push_back({"start", {.behaviour = {"s"}, .point = "m"}});
  script::Document document = block_of({test::behaviour("s", hush), with_mark});
  const Placed made = placed(document);
  REQUIRE(made.result);
  CHECK(ids_of(made.result->document) == std::vector<std::string>{"s", "n"});
  REQUIRE(made.diagnostics.warnings().size() == 1);
  CHECK(made.diagnostics.warnings()[0].message == "it has lost its voice");
  CHECK(made.diagnostics.warnings()[0].about == "s");
  auto estimated = speech::silent_voice().say({.text = "hush now", .marks = {{"m", 5}}});
  estimated->text = "hush now";
  CHECK(*made.result->speech[0] == *estimated);
  CHECK(made.result->document.sequences[1].start.seconds == estimated->marks[0].at);

  document.behaviours->behaviours[0].required = true;
  CHECK_FALSE(placed(document).result);
}

TEST_CASE("a block without what it requires is refused", "[behaviours]") {
  script::Behaviour lost = gaze("lost", "unicorn");
  lost.required = true;
  const Placed made = placed(block_of({lost, nod("n")}));
  REQUIRE_FALSE(made.result);
  CHECK(made.result.error().message.find("'unicorn'") != std::string::npos);
}

TEST_CASE("of two gazes at once one is left out, whatever their order in the text",
          "[behaviours]") {
  const script::Behaviour a = starting_at(1s, gaze("a", "ball"));
  const script::Behaviour b = starting_at(1s, gaze("b", "camera"));
  for (const script::Document& document : {block_of({a, b}), block_of({b, a})}) {
    const Placed made = placed(document);
    REQUIRE(made.result);
    CHECK(ids_of(made.result->document) == std::vector<std::string>{"a"});
    REQUIRE(made.diagnostics.warnings().size() == 1);
    CHECK(made.diagnostics.warnings()[0].about == "b");
  }
}

TEST_CASE("what is held gives way to what moves, however far it is stretched", "[behaviours]") {
  const auto ending_with = [](script::Behaviour held, const char* other) {
    held.appointments.push_back({"start", {.offset = 0s}});
    held.appointments.push_back({"end", {.behaviour = {other}, .point = "end"}});
    return held;
  };
  const script::Face smile{.parts = {{.action_unit = 12}}};
  const script::Posture crossed{.parts = {{.part = {"ARMS"}, .lexeme = {"ARMS_CROSSED"}}}};
  for (const script::BehaviourKind& kind :
       {script::BehaviourKind(script::Gaze{.target = {"camera"}}), script::BehaviourKind(smile),
        script::BehaviourKind(crossed), script::BehaviourKind(script::Wait{}),
        script::BehaviourKind(script::Pointing{.target = {"camera"}})}) {
    const Placed made = placed(
        block_of({ending_with(test::behaviour("held", kind), "n"), starting_at(40s, nod("n"))}));
    REQUIRE(made.result);
    REQUIRE(made.diagnostics.warnings().empty());
    const std::vector<PartTimes>& times = made.result->times;
    REQUIRE(times.size() == 2);
    const Phases alone = test::draft_of(script::HeadMove{.lexeme = {"NOD"}}).phases;
    Seconds length{0};
    for (const Phase& phase : alone.phases) length += phase.preferred;
    CHECK(times[0].times.back() == times[1].times.back());
    CHECK((times[1].times.back() - 40s).count() == Approx(length.count()).epsilon(0.01));
    if (times[0].points.size() < 4) continue;
    const Phases held = test::draft_of(kind).phases;
    CHECK(times[0].times[1].count() == Approx(held.phases[0].preferred.count()).epsilon(0.01));
  }
}

TEST_CASE("a block says how it stands to others", "[behaviours]") {
  script::Document document =
      block_of({starting_at(1s, test::behaviour("wake", script::Activate{.block = {"sleeper"}}))});
  document.behaviours->composition = {.kind = script::Composition::Kind::Append,
                                      .append_after = {{"b1"}, {"b2"}},
                                      .interrupt = {{"b3"}},
                                      .preplan = true};
  const Placed made = placed(document);
  REQUIRE(made.result);
  CHECK(made.result->composition == Composition::Append);
  CHECK(made.result->entrance.after_end == std::vector<std::string>{"b1", "b2"});
  CHECK(made.result->entrance.waits_for_activation);
  CHECK(made.result->entrance.yields);
  CHECK(made.result->cues ==
        std::vector<Cue>{
            {.kind = Cue::Kind::Interrupt, .block = "b3"},
            {.kind = Cue::Kind::Activate, .time = 1s, .block = "sleeper", .by = "wake"}});
}

}  // namespace kine::plan::behaviours_test
