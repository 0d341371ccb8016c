// Tests of gazes with all of the body through the whole line: a character that looks far round
// turns by steps.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::turned_feet_test {
namespace {

using test::bml;
using test::perform;
using test::Performed;

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kStays_m = 0.005;
constexpr double kJump_m_s = 1.3;

std::vector<std::shared_ptr<const Cast>> everybody() {
  return {test::cast_named("ada", test::ada()), test::cast_named("ben", test::ben())};
}

/// 2 m away, at the height of eyes, so far to the left.
SetTarget thing_at(double left_rad, const std::string& name = "thing") {
  return {name, {2 * std::sin(left_rad), 1.5, 2 * std::cos(left_rad)}};
}

std::string gaze(const std::string& attributes) {
  return "<gaze influence=\"WHOLE\" " + attributes + "/>";
}

double heading_of(const Frame& frame) { return test::placement_of(frame).heading_rad; }

double turned_rad(const Frame& a, const Frame& b) {
  return std::abs(std::remainder(heading_of(a) - heading_of(b), 2 * std::numbers::pi));
}

Quat turn_of(const Frame& frame, body::Joint joint) {
  Quat turn;
  for (std::optional<body::Joint> at = joint; at; at = body::parent_of(*at)) {
    const auto& q = frame.parent_from_joint[body::index_of(*at)];
    turn = Quat{q[0], q[1], q[2], q[3]} * turn;
  }
  return Quat{frame.root[3], frame.root[4], frame.root[5], frame.root[6]} * turn;
}

double sight_misses_rad(const Frame& frame, const body::Body& body, const Vec3& point_m) {
  using enum body::Joint;
  const Vec3 eye_m = test::joints_in_world(frame, body)[body::index_of(LeftEye)];
  const Vec3 sight = turn_of(frame, LeftEye) * Vec3{0, 0, 1};
  const Vec3 way = point_m - eye_m;
  return std::atan2(length(cross(sight, way)), dot(sight, way));
}

std::uint64_t tick_of(const Performed& performed, std::string_view id) {
  const auto found = std::ranges::find(performed.feedback, id, &Feedback::id);
  REQUIRE(found != performed.feedback.end());
  return found->tick.index;
}

}  // namespace

TEST_CASE("who looks round with all of the body is turned when ready, and turns back",
          "[whole_gaze]") {
  for (const auto& cast : everybody()) {
    for (const double left : {50.0, -90.0, 135.0, -170.0, 180.0}) {
      CAPTURE(cast->name, left);
      const SetTarget thing = thing_at(left * kDegree);
      const Performed looked = perform({.casts = {cast},
                                        .scripts = {{0, bml(gaze("id=\"g\" target=\"thing\""))}},
                                        .targets = {thing},
                                        .ticks = 560});
      CHECK(looked.warnings.empty());
      CHECK(test::slid_m(looked.frames, *cast->body) < kStays_m);
      CHECK(test::velocity_jump_m_s(looked.frames, *cast->body) < kJump_m_s);
      const std::uint64_t ready = tick_of(looked, "b:g:ready");
      const std::uint64_t relax = tick_of(looked, "b:g:relax");
      for (std::uint64_t tick = ready + 1; tick < relax; tick += 5) {
        const Frame& frame = looked.frames[tick];
        CHECK(sight_misses_rad(frame, *cast->body, thing.point_m) < 3 * kDegree);
        CHECK(std::abs(std::remainder(heading_of(frame) - left * kDegree, 2 * std::numbers::pi)) <
              1e-4);
        // The feet too.
        const Vec3 toes = turn_of(frame, body::Joint::LeftFoot) * Vec3{0, 0, 1};
        CHECK(std::abs(std::remainder(std::atan2(toes.x, toes.z) - left * kDegree,
                                      2 * std::numbers::pi)) < 3 * kDegree);
      }
      CHECK(turned_rad(looked.frames.back(), looked.frames.front()) < 1e-4);
      CHECK(looked.frames.back().hips_m == looked.frames[looked.frames.size() - 10].hips_m);
    }
  }
}

TEST_CASE("a target that the trunk reaches in comfort leaves the feet where they are",
          "[whole_gaze]") {
  const auto cast = everybody().front();
  const SetTarget thing = thing_at(30 * kDegree);
  const Performed looked = perform({.casts = {cast},
                                    .scripts = {{0, bml(gaze("id=\"g\" target=\"thing\""))}},
                                    .targets = {thing},
                                    .ticks = 240});
  for (const Frame& frame : looked.frames) REQUIRE(frame.root == looked.frames.front().root);
  const std::uint64_t ready = tick_of(looked, "b:g:ready");
  CHECK(sight_misses_rad(looked.frames[ready + 1], *cast->body, thing.point_m) < 3 * kDegree);
}

TEST_CASE("a gaze shift with all of the body stays turned, a gaze goes back to it",
          "[whole_gaze]") {
  for (const auto& cast : everybody()) {
    const std::string shift = R"(<gazeShift id="s" target="thing" influence="WHOLE"/>)";
    const Performed looked = perform(
        {.casts = {cast},
         .scripts = {{0, bml(shift, "one")}, {200, bml(gaze("id=\"g\" target=\"other\""), "two")}},
         .targets = {thing_at(100 * kDegree), thing_at(-120 * kDegree, "other")},
         .ticks = 700});
    CHECK(test::slid_m(looked.frames, *cast->body) < kStays_m);
    CHECK(heading_of(looked.frames[190]) == Approx(100 * kDegree).margin(1e-4));
    const std::uint64_t ready = tick_of(looked, "two:g:ready");
    CHECK(std::abs(std::remainder(heading_of(looked.frames[ready + 1]) + 120 * kDegree,
                                  2 * std::numbers::pi)) < 1e-4);
    CHECK(heading_of(looked.frames.back()) == Approx(100 * kDegree).margin(1e-4));
    CHECK(sight_misses_rad(looked.frames.back(), *cast->body, thing_at(100 * kDegree).point_m) <
          3 * kDegree);
  }
}

TEST_CASE("a second look before the first is over goes back to where one faced at first",
          "[whole_gaze]") {
  const auto cast = everybody().front();
  for (const std::uint64_t tick : {30u, 100u, 140u, 220u}) {
    CAPTURE(tick);
    const Performed looked =
        perform({.casts = {cast},
                 .scripts = {{0, bml(gaze("id=\"g\" target=\"thing\""), "one")},
                             {tick, bml(gaze("id=\"g\" target=\"other\""), "two")}},
                 .targets = {thing_at(100 * kDegree), thing_at(-60 * kDegree, "other")},
                 .ticks = 800});
    CHECK(test::slid_m(looked.frames, *cast->body) < kStays_m);
    CHECK(test::velocity_jump_m_s(looked.frames, *cast->body) < kJump_m_s);
    CHECK(std::abs(heading_of(looked.frames.back())) < 1e-4);
  }
}

TEST_CASE("who is interrupted while turned turns back, and no foot slides", "[whole_gaze]") {
  for (const auto& cast : everybody()) {
    for (std::uint64_t tick = 5; tick < 300; tick += 16) {
      const Performed looked = perform({.casts = {cast},
                                        .scripts = {{0, bml(gaze("id=\"g\" target=\"thing\""))}},
                                        .targets = {thing_at(-110 * kDegree)},
                                        .interrupted_at = tick,
                                        .ticks = tick + 400});
      CAPTURE(tick);
      CHECK(test::slid_m(looked.frames, *cast->body) < kStays_m);
      CHECK(test::velocity_jump_m_s(looked.frames, *cast->body) < kJump_m_s);
      CHECK(std::abs(heading_of(looked.frames.back())) < 1e-4);
    }
  }
}

TEST_CASE("who walks or sits looks round by the trunk alone", "[whole_gaze]") {
  const auto cast = everybody().front();
  const Performed walked = perform(
      {.casts = {cast},
       .scripts = {{0, bml(R"(<locomotion id="go" target="camera"/>)"
                           R"(<gaze id="g" target="thing" influence="WHOLE" start="0.5"/>)")}},
       .targets = {thing_at(90 * kDegree)},
       .ticks = 500});
  CHECK(walked.warnings.empty());
  CHECK(length(Vec3{walked.frames.back().root[0], 0, walked.frames.back().root[2]} -
               Vec3{0, 0, 3}) < 1e-4);
  CHECK(std::abs(heading_of(walked.frames.back())) < 1e-4);
  CHECK(test::slid_m(walked.frames, *cast->body) < kStays_m);

  const Performed sat = perform(
      {.casts = {cast},
       .scripts = {{0, bml(R"(<postureShift id="p"><stance type="SITTING"/></postureShift>)", "a")},
                   {150, bml(gaze("id=\"g\" target=\"thing\""), "b")}},
       .targets = {thing_at(90 * kDegree)},
       .ticks = 500});
  for (const Frame& frame : sat.frames) REQUIRE(frame.root == sat.frames.front().root);
  CHECK(sat.frames.back().hips_m == sat.frames[140].hips_m);
}

TEST_CASE("who sits down while turned turns back to the seat first", "[whole_gaze]") {
  for (const auto& cast : everybody()) {
    for (const std::uint64_t tick : {50u, 120u, 200u, 260u}) {
      CAPTURE(cast->name, tick);
      const Performed sat = perform(
          {.casts = {cast},
           .scripts = {{0, bml(gaze("id=\"g\" target=\"thing\" end=\"6\""), "one")},
                       {tick, bml(R"(<postureShift id="p"><stance type="SITTING"/></postureShift>)",
                                  "two")}},
           .targets = {thing_at(100 * kDegree)},
           .ticks = tick + 500});
      CHECK(std::abs(heading_of(sat.frames.back())) < 1e-4);
      CHECK(sat.frames.back().hips_m[1] < 0.75 * sat.frames.front().hips_m[1]);
      // The seat is where one stood: nobody turns on it.
      for (const Frame& frame : sat.frames) {
        if (frame.hips_m[1] < 0.8 * sat.frames.front().hips_m[1]) {
          REQUIRE(std::abs(heading_of(frame)) < 1e-4);
        }
      }
      CHECK(test::slid_m(sat.frames, *cast->body) < kStays_m);
      CHECK(test::velocity_jump_m_s(sat.frames, *cast->body) < kJump_m_s);
    }
  }
}

TEST_CASE("who crouches while turned turns back when up again", "[whole_gaze]") {
  const std::string up = R"(<postureShift id="u"><stance type="STANDING"/></postureShift>)";
  for (const auto& cast : everybody()) {
    for (const bool lasts : {false, true}) {
      const std::string crouch =
          lasts ? R"(<postureShift id="p"><stance type="CROUCHING"/></postureShift>)"
                : R"(<posture id="p" end="4"><stance type="CROUCHING"/></posture>)";
      const Performed crouched =
          perform({.casts = {cast},
                   .scripts = {{0, bml(gaze("id=\"g\" target=\"thing\" end=\"6\""), "one")},
                               {120, bml(crouch, "two")},
                               {lasts ? 500U : 900U, bml(lasts ? up : "", "three")}},
                   .targets = {thing_at(100 * kDegree)},
                   .ticks = 1000});
      CAPTURE(cast->name, lasts);
      // It stays where it looks for as long as it is down.
      CHECK(heading_of(crouched.frames[260]) == Approx(100 * kDegree).margin(1e-4));
      CHECK(crouched.frames[260].hips_m[1] < 0.7 * crouched.frames.front().hips_m[1]);
      CHECK(std::abs(heading_of(crouched.frames.back())) < 1e-4);
      CHECK(crouched.frames.back().hips_m[1] == Approx(crouched.frames.front().hips_m[1]));
      CHECK(test::slid_m(crouched.frames, *cast->body) < kStays_m);
      CHECK(test::velocity_jump_m_s(crouched.frames, *cast->body) < kJump_m_s);
    }
  }
}

TEST_CASE("who is interrupted crouching or sitting down while turned turns back", "[whole_gaze]") {
  const auto cast = everybody().front();
  for (const char* stance : {"CROUCHING", "SITTING"}) {
    for (std::uint64_t tick = 122; tick < 420; tick += 33) {
      CAPTURE(stance, tick);
      const std::string down =
          std::string(R"(<postureShift id="p"><stance type=")") + stance + R"("/></postureShift>)";
      const Performed stopped =
          perform({.casts = {cast},
                   .scripts = {{0, bml(gaze("id=\"g\" target=\"thing\" end=\"6\""), "one")},
                               {120, bml(down, "two")}},
                   .targets = {thing_at(100 * kDegree)},
                   .interrupted_at = tick,
                   .ticks = tick + 500});
      const bool is_down =
          stopped.frames.back().hips_m[1] < 0.9F * stopped.frames.front().hips_m[1];
      // A look that is through before it is interrupted stays as it is.
      if (!is_down) CHECK(std::abs(heading_of(stopped.frames.back())) < 1e-4);
      CHECK(test::slid_m(stopped.frames, *cast->body) < kStays_m);
      CHECK(test::velocity_jump_m_s(stopped.frames, *cast->body) < kJump_m_s);
    }
  }
}

TEST_CASE("who turned to look walks from there", "[whole_gaze]") {
  const auto cast = everybody().front();
  for (const std::uint64_t tick : {40u, 130u}) {
    const Performed walked =
        perform({.casts = {cast},
                 .scripts = {{0, bml(gaze("id=\"g\" target=\"thing\""), "a")},
                             {tick, bml(R"(<locomotion id="go" target="camera"/>)", "b")}},
                 .targets = {thing_at(90 * kDegree)},
                 .ticks = 700});
    CHECK(length(Vec3{walked.frames.back().root[0], 0, walked.frames.back().root[2]} -
                 Vec3{0, 0, 3}) < 1e-4);
    CHECK(test::slid_m(walked.frames, *cast->body) < kStays_m);
    CHECK(test::velocity_jump_m_s(walked.frames, *cast->body) < kJump_m_s);
  }
}

}  // namespace kine::turned_feet_test
