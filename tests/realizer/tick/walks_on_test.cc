// Tests of walks that follow each other through the whole line: a character that walks on does not
// stop for it.
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::walks_on_test {
namespace {

using test::bml;
using test::perform;
using test::Performance;
using test::Performed;

constexpr double kStays_m = 0.005;
constexpr double kJump_m_s = 1.3;

std::vector<std::shared_ptr<const Cast>> everybody() {
  return {test::cast_named("ada", test::ada()), test::cast_named("ben", test::ben())};
}

Vec3 root_of(const Frame& frame) { return {frame.root[0], frame.root[1], frame.root[2]}; }

/// How far from a place it stands in the end.
double misses_m(const Performed& performed, const Vec3& place_m) {
  return length(root_of(performed.frames.back()) - place_m);
}

/// When a sync point was told, in ticks.
std::optional<std::size_t> told_at(const Performed& performed, const std::string& point) {
  for (const Feedback& each : performed.feedback) {
    if (each.id == point && each.kind == FeedbackKind::SyncPoint) return each.tick.index;
  }
  return {};
}

/// When it is nearest to a place, between two ticks.
std::size_t nearest_at(const Performed& performed, const Vec3& place_m, std::size_t from,
                       std::size_t to) {
  const auto far_m = [&](const Frame& frame) { return length(root_of(frame) - place_m); };
  const auto frames = std::span(performed.frames).subspan(from, to - from);
  return from +
         static_cast<std::size_t>(std::ranges::min_element(frames, {}, far_m) - frames.begin());
}

/// How far from being at each target its walk ends, at most: from where it is nearest to the target
/// before the next walk ends, where that is later.
double ends_too_early_m(const Performed& walked, const std::vector<SetTarget>& targets) {
  std::vector<std::size_t> ends = {0};
  for (const SetTarget& target : targets) {
    const auto end = told_at(walked, "b:" + target.name + ":end");
    if (!end) return 99;
    ends.push_back(*end);
  }
  ends.push_back(walked.frames.size());
  double most_m = 0;
  for (std::size_t i = 1; i + 1 < ends.size(); ++i) {
    const std::size_t there = nearest_at(walked, targets[i - 1].point_m, ends[i - 1], ends[i + 1]);
    if (there <= ends[i]) continue;
    const Vec3 lacks = root_of(walked.frames[there]) - root_of(walked.frames[ends[i]]);
    most_m = std::max(most_m, length(lacks));
  }
  return most_m;
}

/// Walks one behind the other, each tied to the one before.
std::string in_a_row(std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string id = "w" + std::to_string(i);
    const std::string before = i == 0 ? "" : " start=\"w" + std::to_string(i - 1) + ":end\"";
    all += "<locomotion id=\"" + id + "\" target=\"" + id + "\"" + before + "/>";
  }
  return bml(all);
}

/// How slow the root is at its slowest, over a tenth of a second.
double slowest_m_s(const Performed& walked, std::uint64_t from, std::uint64_t to) {
  double slowest = 9;
  for (std::uint64_t tick = from; tick < to; ++tick) {
    const Vec3 way = root_of(walked.frames[tick + 6]) - root_of(walked.frames[tick]);
    slowest = std::min(slowest, length(way) * 10);
  }
  return slowest;
}

}  // namespace

TEST_CASE("who walks on goes on without a stop", "[walks]") {
  for (const auto& cast : everybody()) {
    // One behind the other in a block, and one in place of another.
    const Performed in_a_row =
        perform({.casts = {cast},
                 .scripts = {{0, bml(R"(<locomotion id="a" target="camera"/>)"
                                     R"(<locomotion id="b" target="door" start="a:end"/>)")}},
                 .targets = {{"door", {3, 1, 5}}},
                 .ticks = 700});
    CHECK(in_a_row.warnings.empty());
    CHECK(slowest_m_s(in_a_row, 80, 220) > 0.7);
    CHECK(misses_m(in_a_row, {3, 0, 5}) < 1e-5);
    const Performed elsewhere =
        perform({.casts = {cast},
                 .scripts = {{0, bml(R"(<locomotion id="a" target="camera"/>)", "one")},
                             {70, bml(R"(<locomotion id="b" target="door"/>)", "two")}},
                 .targets = {{"door", {3, 1, 4}}},
                 .ticks = 700});
    CHECK(slowest_m_s(elsewhere, 60, 180) > 0.7);
    CHECK(misses_m(elsewhere, {3, 0, 4}) < 1e-5);
    for (const Performed& each : {in_a_row, elsewhere}) {
      CHECK(test::slid_m(each.frames, *cast->body) < kStays_m);
      CHECK(test::velocity_jump_m_s(each.frames, *cast->body) < kJump_m_s);
    }
  }
}

TEST_CASE("who walks on and on goes on without a stop", "[walks]") {
  const std::vector<SetTarget> targets = {{"one", {0, 1, 3}},
                                          {"two", {1.6, 1, 5.5}},
                                          {"three", {4.5, 1, 6.2}},
                                          {"four", {7, 1, 4.6}},
                                          {"five", {8, 1, 1.5}}};
  for (const auto& cast : everybody()) {
    CAPTURE(cast->name);
    std::string all;
    Performance meanwhile{.casts = {cast}, .scripts = {}, .targets = targets, .ticks = 1100};
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const std::string id = "w" + std::to_string(i);
      const std::string before = i == 0 ? "" : " start=\"w" + std::to_string(i - 1) + ":end\"";
      const std::string target = " target=\"" + targets[i].name + "\"";
      all += "<locomotion id=\"" + id + "\"" + target + before + "/>";
      meanwhile.scripts.push_back({100 * i, bml("<locomotion id=\"w\"" + target + "/>", id)});
    }
    const Performed in_a_row =
        perform({.casts = {cast}, .scripts = {{0, bml(all)}}, .targets = targets, .ticks = 1100});
    CHECK(slowest_m_s(in_a_row, 80, 520) > 0.7);
    const Performed replaced = perform(meanwhile);
    CHECK(slowest_m_s(replaced, 80, 440) > 0.7);
    for (const Performed& each : {in_a_row, replaced}) {
      CHECK(each.warnings.empty());
      CHECK(misses_m(each, {8, 0, 1.5}) < 1e-5);
      CHECK(test::slid_m(each.frames, *cast->body) < kStays_m);
      CHECK(test::velocity_jump_m_s(each.frames, *cast->body) < kJump_m_s);
    }
  }
}

TEST_CASE("no walk of a row ends before one is there", "[walks]") {
  std::mt19937 random(7);  // its numbers are those of the standard, which distributions are not
  const auto between = [&](double least, double most) {
    return least + (most - least) * static_cast<double>(random() % 10000) / 10000;
  };
  for (int round = 0; round < 40; ++round) {
    const bool ada = round % 2 == 0;
    const auto cast =
        ada ? test::cast_named("ada", test::ada()) : test::cast_named("ben", test::ben());
    const std::size_t count = 2 + random() % 7;
    const double turns_rad = round % 4 < 2 ? 0.05 : 1.3;
    std::vector<SetTarget> targets;
    Vec3 place;
    double heading_rad = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double length_m = between(round % 3 == 0 ? 0.4 : 1.5, 5);
      place = place + length_m * Vec3{std::sin(heading_rad), 0, std::cos(heading_rad)};
      heading_rad += between(-turns_rad, turns_rad);
      targets.push_back({"w" + std::to_string(i), place});
    }
    const Performed walked = perform(
        {.casts = {cast}, .scripts = {{0, in_a_row(count)}}, .targets = targets, .ticks = 3000});
    CAPTURE(round, count, cast->name);
    CHECK(walked.warnings.empty());
    CHECK(misses_m(walked, targets.back().point_m) < 1e-5);
    CHECK(ends_too_early_m(walked, targets) < 0.02);
  }
}

TEST_CASE("an end that no walk keeps is refused, and so is a walk that is tied to itself",
          "[walks]") {
  const auto walk = [](const std::string& inside) {
    return perform({.casts = {test::cast_named("ada", test::ada())},
                    .scripts = {{0, bml(inside)}},
                    .targets = {{"p", {0, 0, 4}}, {"q", {0.5, 0, 8}}},
                    .ticks = 700});
  };
  const std::string first = R"(<locomotion id="a" target="p" end="4"/>)";
  const auto next = [&](const std::string& target, const std::string& times) {
    return walk(first + "<locomotion id=\"b\" target=\"" + target + "\" " + times + "/>");
  };
  CHECK_FALSE(next("q", R"(start="a:end" end="6.4")").warnings.empty());
  CHECK(next("q", R"(start="a:end" end="7.5")").warnings.empty());
  CHECK(next("p", R"(start="a:end")").warnings.empty());
  CHECK_FALSE(walk(R"(<locomotion id="a" target="p" start="a:end"/>)").warnings.empty());
  // A walk that starts with another one does not start where that leads.
  const auto beside = told_at(next("q", R"(start="a:start")"), "b:b:end");
  REQUIRE(beside);
  CHECK(static_cast<double>(*beside) > 8 / 1.4 * 60);
}

}  // namespace kine::walks_on_test
