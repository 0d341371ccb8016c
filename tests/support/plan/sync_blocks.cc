#include "tests/support/plan/sync_blocks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/support/catch.h"

namespace kine::test {

using namespace std::chrono_literals;
using plan::Phase;
using plan::Phases;
using script::SyncReference;

SyncReference at(std::string_view behaviour, std::string point, Seconds offset) {
  return {.block = {},
          .behaviour = {std::string(behaviour)},
          .point = std::move(point),
          .offset = offset};
}

SyncReference at(Seconds time) {
  return {.block = {}, .behaviour = {}, .point = {}, .offset = time};
}

SyncReference at_other(std::string block, std::string behaviour, std::string point) {
  return {
      .block = {std::move(block)}, .behaviour = {std::move(behaviour)}, .point = std::move(point)};
}

script::Behaviour& Block::add(std::string id, Phases phases,
                              std::vector<script::Appointment> appointments) {
  wanted.emplace_back(std::move(phases));
  written.behaviours.push_back({.id = {std::move(id)},
                                .element = "wait",
                                .kind = script::Wait{},
                                .appointments = std::move(appointments)});
  return written.behaviours.back();
}

script::SyncConstraint& Block::add(script::SyncConstraint::Kind kind,
                                   std::vector<SyncReference> points, SyncReference reference) {
  written.constraints.push_back(
      {.kind = kind, .points = std::move(points), .reference = std::move(reference)});
  return written.constraints.back();
}

Block Block::reversed() const {
  Block block = *this;
  std::ranges::reverse(block.written.behaviours);
  std::ranges::reverse(block.written.constraints);
  std::ranges::reverse(block.wanted);
  for (auto& constraint : block.written.constraints) std::ranges::reverse(constraint.points);
  return block;
}

Seconds Timing::operator[](const std::string& point) const {
  REQUIRE(times.contains(point));
  return times.at(point);
}

std::string Timing::about() const {
  std::vector<std::string> names;
  for (const Warning& warning : warnings) names.push_back(warning.about);
  std::ranges::sort(names);
  std::string about;
  for (const std::string& name : names) about += name + " ";
  return about;
}

Timing timed(const Block& block) {
  Diagnostics diagnostics;
  Timing timing;
  const auto schedule = plan::make_schedule(block.written, block.wanted, block.others, diagnostics);
  if (!schedule) {
    timing.error = schedule.error();
    return timing;
  }
  REQUIRE(schedule->times.size() == block.wanted.size());
  for (std::size_t i = 0; i < block.wanted.size(); ++i) {
    if (!schedule->times[i]) continue;
    REQUIRE(schedule->times[i]->size() == block.wanted[i]->points.size());
    for (std::size_t point = 0; point < block.wanted[i]->points.size(); ++point) {
      timing.times.emplace(
          block.written.behaviours[i].id.text + ":" + block.wanted[i]->points[point],
          (*schedule->times[i])[point]);
    }
  }
  timing.warnings.assign(diagnostics.warnings().begin(), diagnostics.warnings().end());
  return timing;
}

Timing timed_in_both_orders(const Block& block) {
  const Timing timing = timed(block);
  const Timing reversed = timed(block.reversed());
  CHECK(timing.times == reversed.times);
  CHECK(timing.warnings == reversed.warnings);
  CHECK(timing.error == reversed.error);
  return timing;
}

bool near(Seconds a, Seconds b) { return std::abs((a - b).count()) < 1e-9; }

Phase phase(Seconds preferred, Seconds least) {
  return {.preferred = preferred, .least = least, .most = std::nullopt, .stiffness = 1};
}

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

Phases speech() {
  return {.points = {"start", "s1", "end"}, .phases = {Phase::rigid(0.8s), Phase::rigid(1.1s)}};
}

Phases wait(Seconds preferred) {
  return {.points = {"start", "end"}, .phases = {phase(preferred, 0s)}};
}

}  // namespace kine::test
