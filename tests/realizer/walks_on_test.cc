// Tests of walks that follow each other through the whole line: who walks on does not stop for it.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/bodies.h"
#include "tests/support/catch.h"
#include "tests/support/footprints.h"
#include "tests/support/stage.h"

namespace kine {
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

}  // namespace kine
