// Tests for realizer/plan/schedule.h.
#include "realizer/plan/schedule.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string_view>

#include "tests/support/catch.h"

namespace kine::plan {
namespace {

using namespace std::chrono_literals;
using script::SyncReference;
using Kind = script::SyncConstraint::Kind;

/// "nod1:start + 2" as the reader has it; without a behaviour a time.
SyncReference at(std::string_view behaviour, std::string point, Seconds offset = 0s) {
  return {.block = {},
          .behaviour = {std::string(behaviour)},
          .point = std::move(point),
          .offset = offset};
}

SyncReference at(Seconds time) {
  return {.block = {}, .behaviour = {}, .point = {}, .offset = time};
}

SyncReference at_other(std::string block, std::string behaviour, std::string point) {
  return {.block = {std::move(block)}, .behaviour = {std::move(behaviour)}, .point = point};
}

/// A block as a test writes it: behaviours with their phases, and constraints.
struct Block {
  script::Behaviours written;
  std::vector<std::optional<Phases>> wanted;
  std::vector<KnownPoint> others;

  script::Behaviour& add(std::string id, Phases phases,
                         std::vector<script::Appointment> appointments = {}) {
    wanted.emplace_back(std::move(phases));
    written.behaviours.push_back({.id = {std::move(id)},
                                  .element = "wait",
                                  .kind = script::Wait{},
                                  .appointments = std::move(appointments)});
    return written.behaviours.back();
  }

  script::SyncConstraint& add(Kind kind, std::vector<SyncReference> points,
                              SyncReference reference = {}) {
    written.constraints.push_back(
        {.kind = kind, .points = std::move(points), .reference = std::move(reference)});
    return written.constraints.back();
  }

  /// Everything the other way round.
  Block reversed() const {
    Block block = *this;
    std::ranges::reverse(block.written.behaviours);
    std::ranges::reverse(block.written.constraints);
    std::ranges::reverse(block.wanted);
    for (auto& constraint : block.written.constraints) std::ranges::reverse(constraint.points);
    return block;
  }
};

/// Times by "behaviour:point", and what was said.
struct Outcome {
  std::map<std::string, Seconds> times;
  std::vector<Warning> warnings;
  std::optional<Error> error;

  Seconds operator[](const std::string& point) const {
    REQUIRE(times.contains(point));
    return times.at(point);
  }
  std::string about() const {
    std::vector<std::string> names;
    for (const Warning& warning : warnings) names.push_back(warning.about);
    std::ranges::sort(names);
    std::string about;
    for (const std::string& name : names) about += name + " ";
    return about;
  }
};

Outcome outcome_of(const Block& block) {
  Diagnostics diagnostics;
  Outcome outcome;
  const auto schedule = make_schedule(block.written, block.wanted, block.others, diagnostics);
  if (!schedule) {
    outcome.error = schedule.error();
    return outcome;
  }
  REQUIRE(schedule->times.size() == block.wanted.size());
  for (std::size_t i = 0; i < block.wanted.size(); ++i) {
    if (!schedule->times[i]) continue;
    REQUIRE(schedule->times[i]->size() == block.wanted[i]->points.size());
    for (std::size_t point = 0; point < block.wanted[i]->points.size(); ++point) {
      outcome.times.emplace(
          block.written.behaviours[i].id.text + ":" + block.wanted[i]->points[point],
          (*schedule->times[i])[point]);
    }
  }
  outcome.warnings.assign(diagnostics.warnings().begin(), diagnostics.warnings().end());
  return outcome;
}

/// Of a block whose behaviours may stand in either order: the same to the bit.
Outcome outcome_in_both_orders(const Block& block) {
  const Outcome outcome = outcome_of(block);
  const Outcome reversed = outcome_of(block.reversed());
  CHECK(outcome.times == reversed.times);
  CHECK(outcome.warnings == reversed.warnings);
  CHECK(outcome.error == reversed.error);
  return outcome;
}

bool near(Seconds a, Seconds b) { return std::abs((a - b).count()) < 1e-9; }

Phase phase(Seconds preferred, Seconds least = 0.05s) {
  return {.preferred = preferred, .least = least, .most = std::nullopt, .stiffness = 1};
}

/// Two seconds, of which the stroke is stiff.
Phases head() {
  Phase stroke = phase(0.5s, 0.2s);
  stroke.stiffness = 4;
  return {.points = {"start", "ready", "strokeStart", "stroke", "strokeEnd", "relax", "end"},
          .phases = {phase(0.4s), phase(0.1s, 0s), stroke, stroke, phase(0.1s, 0s), phase(0.4s)}};
}

Phases gaze() {
  return {.points = {"start", "ready", "relax", "end"},
          .phases = {phase(0.3s), phase(1s), phase(0.3s)}};
}

/// Two words, a mark, three words: speech gives no way.
Phases speech() {
  return {.points = {"start", "s1", "end"}, .phases = {Phase::rigid(0.8s), Phase::rigid(1.1s)}};
}

Phases wait(Seconds preferred = 1s) {
  return {.points = {"start", "end"}, .phases = {phase(preferred, 0s)}};
}

TEST_CASE("what is at a time is there to the bit, and stretched between evenly", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(0s)}, {"end", at(2s)}});
  block.add("nod2", head(), {{"start", at(1s)}});
  block.add("nod3", head(), {{"start", at(3s)}, {"end", at(5.75s)}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.warnings.empty());
  CHECK(outcome["nod1:start"] == 0s);
  CHECK(outcome["nod1:end"] == 2s);
  CHECK(near(outcome["nod1:stroke"], 1s));
  CHECK(outcome["nod2:start"] == 1s);
  CHECK(near(outcome["nod2:end"], 3s));
  // 0.75 s more among 1 s that is four times as stiff and 1 s that is not: 0.6 s for the latter.
  CHECK(outcome["nod3:end"] == 5.75s);
  CHECK(near(outcome["nod3:ready"], 3s + 0.4s * 1.6));
  CHECK(near(outcome["nod3:stroke"] - outcome["nod3:strokeStart"], 0.5s * 1.15));
}

TEST_CASE("what contradicts itself is left out with one warning", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(2s)}, {"end", at(0s)}});
  block.add("nod2", head(), {{"start", at(1s)}});
  block.add("speech1", speech(), {{"end", at(0.1s)}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.about() == "nod1 speech1 ");
  CHECK(outcome.times.size() == 7);
  CHECK(outcome["nod2:start"] == 1s);
  CHECK(outcome.warnings[1].kind == WarningKind::ImpossibleToSchedule);
  const std::string& message = outcome.warnings[1].message;
  INFO(message);
  CHECK(message.starts_with("no times keep the circle of "));
  CHECK(message.find("'nod1:start'") != message.npos);
  CHECK(message.find("'nod1:end'") != message.npos);
  CHECK(message.ends_with("so it is left out: 'nod1'"));
}

TEST_CASE("synchronized points are one, offsets counted", "[schedule]") {
  Block block;
  block.add("nod1", head());
  block.add("nod2", head());
  block.add(Kind::Synchronize, {at("nod1", "start", 1s), at("nod2", "start", -1s)});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome["nod1:start"] == 0s);
  CHECK(outcome["nod2:start"] == 2s);
}

TEST_CASE("a behaviour starts at another's stroke, whichever stands first", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(3s)}, {"end", at(5s)}});
  block.add("beat", head(), {{"start", at("nod1", "stroke")}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.warnings.empty());
  CHECK(near(outcome["nod1:stroke"], 4s));
  CHECK(outcome["beat:start"] == outcome["nod1:stroke"]);
  CHECK(near(outcome["beat:end"] - outcome["beat:start"], 2s));
}

TEST_CASE("a row of references is followed to its end", "[schedule]") {
  Block block;
  block.add("h1", head(), {{"start", at("h2", "start", -2s)}});
  block.add("h2", head(), {{"start", at("h3", "start", -2s)}});
  block.add("h3", head(), {{"start", at("h4", "start", -2s)}});
  block.add("h4", head(), {{"start", at(10s)}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome["h1:start"] == 4s);
  CHECK(outcome["h2:start"] == 6s);
  CHECK(outcome["h3:start"] == 8s);
  CHECK(outcome["h4:start"] == 10s);
}

TEST_CASE("a behaviour lies around a point of another", "[schedule]") {
  Block block;
  block.add("g2", head(), {{"start", at("g1", "start", -1s)}, {"end", at("g1", "start", 1s)}});
  block.add("g1", head(), {{"start", at(4s)}});
  block.add("h1", head(), {{"start", at("g1", "end")}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome["g1:start"] == 4s);
  CHECK(outcome["g2:start"] == 3s);
  CHECK(outcome["g2:end"] == 5s);
  CHECK(outcome["h1:start"] == outcome["g1:end"]);
}

TEST_CASE("a reference to oneself is a length", "[schedule]") {
  Block block;
  block.add("shake1", head(), {{"start", at(0s)}, {"end", at("shake1", "start", 1s)}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.warnings.empty());
  CHECK(outcome["shake1:start"] == 0s);
  CHECK(outcome["shake1:end"] == 1s);
}

TEST_CASE("speech waits until a gaze is ready", "[schedule]") {
  Block block;
  block.add("speech1", speech(), {{"start", at("gaze1", "ready")}});
  block.add("gaze1", gaze(), {{"start", at(2s)}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome["gaze1:start"] == 2s);
  CHECK(near(outcome["speech1:start"], 2.3s));
  CHECK(near(outcome["speech1:end"], 4.2s));
}

TEST_CASE("a speech whose mark is at a time starts before it", "[schedule]") {
  Block block;
  block.add("speech1", speech(), {{"s1", at(10s)}});
  block.add("nod1", head(), {{"start", at("speech1", "start")}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome["speech1:s1"] == 10s);
  CHECK(near(outcome["speech1:start"], 9.2s));
  CHECK(outcome["nod1:start"] == outcome["speech1:start"]);
}

TEST_CASE("a mark says its time in the text as well", "[schedule]") {
  Block block;
  script::Behaviour& said = block.add("speech1", speech());
  said.kind = script::Speech{.text = "one two three", .marks = {{{"s1"}, 8, at(10s)}}};

  CHECK(outcome_of(block)["speech1:s1"] == 10s);
}

TEST_CASE("what hangs together and on no time is moved as a whole", "[schedule]") {
  Block block;
  Phases said{.points = {"start", "s1", "end"}, .phases = {Phase::rigid(0s), Phase::rigid(2.2s)}};
  block.add("speech1", said);
  block.add("g1", head(), {{"start", at("speech1", "s1")}, {"end", at("g1", "start", 2s)}});
  block.add("transleft", gaze(), {{"start", at("g1", "start", -2s)}, {"end", at("g1", "start")}});
  block.add("relaxleft", gaze(),
            {{"start", at("g1", "end", 0.5s)}, {"end", at("g1", "end", Seconds(2.8))}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.warnings.empty());
  CHECK(outcome["transleft:start"] == 0s);
  CHECK(outcome["transleft:end"] == 2s);
  CHECK(outcome["speech1:s1"] == 2s);
  CHECK(outcome["g1:start"] == 2s);
  CHECK(outcome["g1:end"] == 4s);
  CHECK(outcome["relaxleft:start"] == 4.5s);
  CHECK(near(outcome["relaxleft:end"], 6.8s));
}

TEST_CASE("a behaviour of no length is one", "[schedule]") {
  Block block;
  block.add("short", wait(), {{"start", at(1s)}, {"end", at("short", "start", 0.00001s)}});
  block.add("none", wait(), {{"start", at(1s)}, {"end", at(1s)}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.warnings.empty());
  CHECK(outcome["short:end"] > outcome["short:start"]);
  CHECK(near(outcome["short:end"], 1.00001s));
  CHECK(outcome["none:end"] == 1s);
}

TEST_CASE("before and after hold, offsets counted, and bind no more than they must", "[schedule]") {
  Block block;
  block.add("a", wait());
  block.add("b", wait());
  block.add("c", wait());
  // a + 2 >= b + 1: a is a second before b at most. c ends half a second before b starts.
  block.add(Kind::After, {at("a", "start", 2s)}, at("b", "start", 1s));
  block.add(Kind::Before, {at("c", "end"), at("a", "end", -9s)}, at("b", "start", -0.5s));

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.warnings.empty());
  CHECK(outcome["c:start"] == 0s);
  CHECK(near(outcome["b:start"], 1.5s));
  CHECK(near(outcome["a:start"], 0.5s));
  CHECK(near(outcome["c:end"], 1s));
}

TEST_CASE("a before that time does not allow shortens phases, down to their least", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(1s)}});
  block.add(Kind::Before, {at("nod1", "end")}, at(2s));
  const Outcome outcome = outcome_in_both_orders(block);
  CHECK(outcome.warnings.empty());
  CHECK(near(outcome["nod1:end"], 2s));
  // The stroke is four times as stiff: 1 s is lost, x of each soft second and x / 4 of each stiff.
  CHECK(near(outcome["nod1:ready"] - outcome["nod1:start"], Seconds(0.4 * 0.2)));
  CHECK(near(outcome["nod1:stroke"] - outcome["nod1:strokeStart"], Seconds(0.5 * 0.8)));

  block.written.constraints[0].reference = at(1.4s);  // the least is 0.5 s
  CHECK(outcome_in_both_orders(block).warnings.size() == 1);
}

TEST_CASE("of a constraint and a behaviour the constraint goes", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(1s)}});
  block.add("nod2", head(), {{"start", at(5s)}});
  block.add(Kind::Synchronize, {at("nod1", "end"), at("nod2", "start")}).id = {"fine"};
  block.add(Kind::Before, {at("nod2", "end")}, at("nod1", "start")).id = {"wrong"};

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.about() == "wrong ");
  CHECK(outcome["nod1:end"] == 5s);
  CHECK(outcome.times.size() == 14);
}

TEST_CASE("a behaviour that contradicts itself goes before any constraint", "[schedule]") {
  Block block;
  block.add("bad", head(), {{"start", at(2s)}, {"end", at(0s)}});
  block.add("nod1", head());
  block.add(Kind::After, {at("nod1", "start")}, at("bad", "end"));
  block.add(Kind::Before, {at("bad", "start")}, at("bad", "end"));

  CHECK(outcome_in_both_orders(block).about() == "bad ");
}

TEST_CASE("of behaviours in a circle the one that takes the fewest with it goes", "[schedule]") {
  Block block;
  block.add("base", head(), {{"start", at(4s)}});
  block.add("late", head(), {{"start", at("base", "end")}, {"end", at(3s)}});
  block.add("other", head(), {{"start", at("base", "start")}});

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.about() == "late ");
  CHECK(outcome["base:start"] == 4s);
  CHECK(outcome["other:start"] == 4s);
}

TEST_CASE("what refers to one that is left out goes with it, a constraint forgets it",
          "[schedule]") {
  Block block;
  block.add("bad", head(), {{"start", at(2s)}, {"end", at(0s)}});
  block.add("follower", head(), {{"start", at("bad", "end")}});
  block.add("follower2", head(), {{"end", at("follower", "start")}});
  block.add("nod1", head());
  block.add("nod2", head());
  block.add(Kind::Synchronize,
            {at("nod1", "start"), at("nod2", "start", -1s), at("follower", "start")});
  block.add(Kind::Before, {at("nod2", "start")}, at("bad", "start"));

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.about() == "bad follower follower2 ");
  CHECK(outcome["nod1:start"] == 0s);
  CHECK(outcome["nod2:start"] == 1s);
}

TEST_CASE("one that cannot be done takes its followers along and is not warned of again",
          "[schedule]") {
  Block block;
  block.add("gone", head());
  block.add("follower", head(), {{"start", at("gone", "end")}});
  block.add("nod1", head());
  block.wanted[0].reset();

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.about() == "follower ");
  CHECK(outcome.times.size() == 7);
}

TEST_CASE("a required behaviour that cannot be done refuses the block", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(2s)}, {"end", at(0s)}}).required = true;
  const Outcome outcome = outcome_in_both_orders(block);
  REQUIRE(outcome.error);
  CHECK(outcome.error->code == ErrorCode::OutOfRange);
  CHECK(outcome.error->message.find("'nod1:start'") != std::string::npos);

  Block dependent;
  dependent.add("bad", head(), {{"start", at(2s)}, {"end", at(0s)}});
  dependent.add("nod1", head(), {{"start", at("bad", "end")}}).required = true;
  CHECK(outcome_in_both_orders(dependent).error);

  Block undone;
  undone.add("nod1", head()).required = true;
  undone.wanted[0].reset();
  CHECK(outcome_in_both_orders(undone).error);
}

TEST_CASE("a required constraint costs a behaviour, or the block if all are required",
          "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(1s)}}).required = true;
  block.add("nod2", head(), {{"start", at(5s)}, {"end", at(6s)}});
  block.add("nod3", head(), {{"end", at("nod2", "start")}, {"start", at("nod1", "start", 4.5s)}});
  block.add(Kind::Before, {at("nod1", "end")}, at(3s)).required = true;
  CHECK(outcome_in_both_orders(block).about() == "nod3 ");

  block.add(Kind::Before, {at("nod3", "end")}, at("nod1", "start")).required = true;
  const Outcome outcome = outcome_in_both_orders(block);
  REQUIRE(outcome.error);
  CHECK(outcome.error->code == ErrorCode::OutOfRange);
}

TEST_CASE("points of other blocks are known times", "[schedule]") {
  Block block;
  block.others = {{"bml1:speech1:end", 1.5s}, {"bml1:nod:stroke:2", -3s}};
  block.add("nod1", head(), {{"start", at_other("bml1", "speech1", "end")}});
  CHECK(outcome_in_both_orders(block)["nod1:start"] == 1.5s);

  block.add("nod2", head(), {{"start", at_other("bml1", "nod", "stroke")}});
  block.written.behaviours[1].appointments[0].when.iteration = 2;
  block.written.behaviours[1].appointments[0].when.offset = 3.25s;
  CHECK(outcome_in_both_orders(block)["nod2:start"] == 0.25s);
}

TEST_CASE("what is over already cannot be met, nor what nobody knows", "[schedule]") {
  Block block;
  block.others = {{"bml1:nod:end", -0.5s}};
  block.add("late", head(), {{"start", at_other("bml1", "nod", "end")}});
  block.add("lost", head(), {{"start", at_other("bml0", "nod", "end")}});
  block.add("squeezed", head(), {{"stroke", at_other("bml1", "nod", "end")}});
  block.written.behaviours[2].appointments[0].when.offset = 1.1s;

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(outcome.about() == "late lost ");
  CHECK(outcome["squeezed:start"] == 0s);
  CHECK(near(outcome["squeezed:stroke"], 0.6s));
}

TEST_CASE(
    "a sync point that there is not costs who names it, a behaviour that there is not the "
    "block",
    "[schedule]") {
  Block block;
  block.add("gaze1", gaze());
  block.add("nod1", head(), {{"start", at("gaze1", "strokeEnd")}});
  block.add("gaze2", gaze(), {{"stroke", at(1s)}});
  block.add(Kind::Synchronize, {at("gaze1", "start"), at("gaze1", "stroke")}).id = {"c1"};
  CHECK(outcome_in_both_orders(block).about() == "c1 gaze2 nod1 ");

  block.add("nod2", head(), {{"start", at("nod9", "start")}});
  const Outcome outcome = outcome_in_both_orders(block);
  REQUIRE(outcome.error);
  CHECK(outcome.error->code == ErrorCode::UnknownName);
  CHECK(outcome.error->message.ends_with("'nod9'"));
}

TEST_CASE("strokes that are repeated have numbers, and a single one is the first", "[schedule]") {
  Block block;
  Phases twice{.points = {"start", "stroke:1", "stroke:2", "end"},
               .phases = {phase(1s), phase(1s), phase(1s)}};
  block.add("nod1", twice, {{"start", at(1s)}});
  block.add("nod2", head(), {{"start", at("nod1", "stroke")}});
  block.add("nod3", head(), {{"start", at("nod1", "stroke")}});
  block.written.behaviours[2].appointments[0].when.iteration = 2;
  block.add("nod4", head(), {{"start", at("nod3", "stroke")}});
  block.written.behaviours[3].appointments[0].when.iteration = 1;

  const Outcome outcome = outcome_in_both_orders(block);

  CHECK(near(outcome["nod2:start"], 2s));
  CHECK(near(outcome["nod3:start"], 3s));
  CHECK(near(outcome["nod4:start"], 4s));
}

TEST_CASE("more sync points than a block may have are an error", "[schedule]") {
  Block block;
  for (int i = 0; i < 1171; ++i) block.add("nod" + std::to_string(i), head());
  const Outcome outcome = outcome_of(block);
  REQUIRE(outcome.error);
  CHECK(outcome.error->code == ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace kine::plan
