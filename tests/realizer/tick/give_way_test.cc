// Tests for realizer/tick/give_way.h: those who walk keep clear of each other, through the whole
// line.
#include "realizer/tick/give_way.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/meeting.h"

namespace kine::give_way_test {
namespace {

using test::apart_m;
using test::detour_m;
using test::faces_past_rad;
using test::meet;
using test::Meeting;
using test::Met;
using test::nearest_m;

constexpr double kStays_m = 0.005;
constexpr double kJump_m_s = 1.3;
constexpr double kIntimate_m = 0.45;  // Hall
constexpr double kPersonal_m = 1.2;
constexpr double kFaces_rad = 10 * std::numbers::pi / 180;
constexpr double kQuarter_rad = std::numbers::pi / 2;

std::string walk_to(const std::string& target, const std::string& more = "") {
  return "<locomotion id=\"go\" target=\"" + target + "\" " + more + "/>";
}

Meeting to_each_other(double far_m, std::uint64_t later = 0) {
  return {.walkers = {{"ada", {{-far_m / 2, 0, 0}, kQuarter_rad}, walk_to("ben")},
                      {"ben", {{far_m / 2, 0, 0}, -kQuarter_rad}, walk_to("ada"), later}}};
}

Meeting past_each_other(double far_m, double aside_m) {
  return {.walkers = {{"ada", {{-far_m / 2, 0, 0}, kQuarter_rad}, walk_to("there")},
                      {"ben", {{far_m / 2, 0, aside_m}, -kQuarter_rad}, walk_to("here")}},
          .targets = {{"there", {far_m / 2, 0, 0}}, {"here", {-far_m / 2, 0, aside_m}}}};
}

void check_walks(const Met& met, double jump_m_s = kJump_m_s) {
  for (std::size_t who = 0; who < met.frames.size(); ++who) {
    CAPTURE(who);
    CHECK(test::slid_m(met.frames[who], met.body(who)) < kStays_m);
    CHECK(test::velocity_jump_m_s(met.frames[who], met.body(who)) < jump_m_s);
  }
}

/// How far from its target each of them ends, at most.
double misses_m(const Met& met, const Meeting& meeting) {
  double most = 0;
  for (std::size_t who = 0; who < meeting.targets.size(); ++who) {
    const Vec3 end_m = test::root_of(met.frames[who].back());
    most = std::max(most, length(end_m - meeting.targets[who].point_m));
  }
  return most;
}

void check_meets(const Met& met) {
  CHECK(apart_m(met, 0, 1) == Approx(kPersonal_m).margin(0.03));
  CHECK(faces_past_rad(met, 0, 1) < kFaces_rad);
  CHECK(faces_past_rad(met, 1, 0) < kFaces_rad);
  CHECK(nearest_m(met) > kIntimate_m);
  check_walks(met);
}

}  // namespace

TEST_CASE("two who walk to each other meet face to face", "[walks][meeting]") {
  for (const double far_m : {2.5, 4.0, 8.0}) {
    CAPTURE(far_m);
    const Met met = meet(to_each_other(far_m));
    check_meets(met);
    // In the middle, by half of the way each.
    const Vec3 ada_m = test::root_of(met.frames[0].back());
    CHECK(ada_m.x == Approx(-kPersonal_m / 2).margin(0.1));
  }
  for (const std::uint64_t later : {1, 2, 3, 10, 60, 100}) {
    CAPTURE(later);
    check_meets(meet(to_each_other(6, later)));
  }
}

TEST_CASE("who walks to somebody who walks away is there when they are", "[walks][meeting]") {
  for (const std::uint64_t later : {0, 30, 90}) {
    CAPTURE(later);
    const Met met = meet({.walkers = {{"ada", {{-2, 0, 0}, kQuarter_rad}, walk_to("ben"), later},
                                      {"ben", {{1, 0, 0}, 0}, walk_to("there")}},
                          .targets = {{"there", {2, 0, 5}}},
                          .ticks = 900});
    CHECK(apart_m(met, 0, 1) == Approx(kPersonal_m).margin(0.03));
    CHECK(faces_past_rad(met, 0, 1) < kFaces_rad);
    CHECK(nearest_m(met) > kIntimate_m);
    // It hurries: its time was that of a shorter way.
    constexpr double kHurries_m_s = 1.6;
    check_walks(met, kHurries_m_s);
  }
}

TEST_CASE("two who walk past each other keep clear, and are where they go", "[walks][meeting]") {
  for (const double far_m : {4.0, 6.0, 10.0}) {
    for (const double aside_m : {0.0, 0.2, -0.2, 0.5}) {
      CAPTURE(far_m, aside_m);
      const Meeting meeting = past_each_other(far_m, aside_m);
      const Met met = meet(meeting);
      CHECK(nearest_m(met) > kIntimate_m);
      CHECK(misses_m(met, meeting) < 1e-5);
      CHECK(detour_m(met, 0) < 0.5);
      CHECK(detour_m(met, 1) < 0.5);
      check_walks(met);
    }
  }
}

TEST_CASE("two who come straight at each other both give way, to the right", "[walks][meeting]") {
  const Met met = meet(past_each_other(8, 0));
  double ada_m = 0;
  double ben_m = 0;
  for (std::size_t tick = 0; tick < met.frames[0].size(); ++tick) {
    ada_m = std::max(ada_m, test::root_of(met.frames[0][tick]).z);  // her right is +z
    ben_m = std::min(ben_m, test::root_of(met.frames[1][tick]).z);
  }
  CHECK(ada_m > 0.15);
  CHECK(ben_m < -0.15);
}

TEST_CASE("who stands in the way is walked round", "[walks][meeting]") {
  for (const double at_m : {1.5, 2.0, 3.0}) {
    for (const double aside_m : {0.0, 0.3, -0.3}) {
      CAPTURE(at_m, aside_m);
      const Meeting meeting{.walkers = {{"ada", {{-2, 0, 0}, kQuarter_rad}, walk_to("there")},
                                        {"ben", {{-2 + at_m, 0, aside_m}, -kQuarter_rad}}},
                            .targets = {{"there", {4, 0, 0}}}};
      const Met met = meet(meeting);
      CHECK(nearest_m(met) > kIntimate_m);
      CHECK(misses_m(met, meeting) < 1e-5);
      CHECK(detour_m(met, 0) < 0.6);
      CHECK(test::way_m(met, 1) < 0.01);
      check_walks(met);
    }
  }
}

TEST_CASE("three, and eight, who cross in the middle keep clear of each other",
          "[walks][meeting]") {
  for (const std::size_t count : {3, 8}) {
    CAPTURE(count);
    Meeting meeting = test::across_a_circle(count, 3);
    meeting.ticks = 1500;
    const Met met = meet(meeting);
    CHECK(nearest_m(met) > kIntimate_m);
    CHECK(misses_m(met, meeting) < 1e-5);
    check_walks(met);
  }
}

TEST_CASE("two who walk to one place do not end in one another", "[walks][meeting]") {
  const Met met = meet({.walkers = {{"ada", {{-2, 0, 0}, 0}, walk_to("here")},
                                    {"ben", {{2, 0, 0}, 0}, walk_to("here")}},
                        .targets = {{"here", {0, 0, 3}}}});
  CHECK(nearest_m(met) > 0.4);
  CHECK(apart_m(met, 0, 1) == Approx(kIntimate_m).margin(0.03));
  const double first_m = length(test::root_of(met.frames[0].back()) - Vec3{0, 0, 3});
  const double second_m = length(test::root_of(met.frames[1].back()) - Vec3{0, 0, 3});
  CHECK(std::min(first_m, second_m) < 1e-5);
  check_walks(met);
}

TEST_CASE("how near one comes is what the script says", "[walks][meeting]") {
  const auto ends_m = [](const std::string& distance) {
    const Met met =
        meet({.walkers = {{"ada",
                           {{-4, 0, 0}, kQuarter_rad},
                           walk_to("ben", "xmlns:k=\"urn:kinesphere:script:1\" k:distance=\"" +
                                              distance + "\"")},
                          {"ben", {{2, 0, 0}, -kQuarter_rad}}}});
    return apart_m(met, 0, 1);
  };
  CHECK(ends_m("intimate") == Approx(0.45).margin(0.03));
  CHECK(ends_m("personal") == Approx(1.2).margin(0.03));
  CHECK(ends_m("social") == Approx(3.6).margin(0.03));
  CHECK(ends_m("0.8m") == Approx(0.8).margin(0.03));
}

TEST_CASE("who meets whom is the same on any number of shards", "[walks][meeting]") {
  for (Meeting meeting : {to_each_other(4), past_each_other(6, 0), test::across_a_circle(8, 3)}) {
    const Met alone = meet(meeting);
    for (const std::size_t shards : {2, 3}) {
      meeting.shards = shards;
      CHECK(meet(meeting).frames == alone.frames);
    }
  }
}

TEST_CASE("those who meet at another tick do the same then", "[walks][meeting]") {
  Meeting meeting = past_each_other(6, 0);
  const Met at_once = meet(meeting);
  for (test::Walker& walker : meeting.walkers) walker.tick = 37;
  meeting.ticks += 37;
  const Met later = meet(meeting);
  for (std::size_t who = 0; who < 2; ++who) {
    for (std::size_t tick = 0; tick < at_once.frames[who].size(); ++tick) {
      const Vec3 way =
          test::root_of(later.frames[who][tick + 37]) - test::root_of(at_once.frames[who][tick]);
      REQUIRE(length(way) < 1e-5);
    }
  }
}

TEST_CASE("those who meet in slow ticks keep clear as well", "[walks][meeting]") {
  for (const std::uint32_t hz : {10, 25, 30, 100}) {
    CAPTURE(hz);
    Meeting meeting = past_each_other(8, 0);
    meeting.ticks_a_second = hz;
    meeting.ticks = 12 * hz;
    const Met met = meet(meeting);
    CHECK(nearest_m(met) > kIntimate_m);
    CHECK(misses_m(met, meeting) < 1e-5);
  }
}

}  // namespace kine::give_way_test
