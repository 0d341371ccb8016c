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

}  // namespace
}  // namespace kine::plan
