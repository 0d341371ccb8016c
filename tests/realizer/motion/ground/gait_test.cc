// Tests for realizer/motion/ground/gait.h.
#include "realizer/motion/ground/gait.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "realizer/solve/leg.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::motion::gait_test {
namespace {

using body::Way;

constexpr double kTurns[] = {0, 0.3, -1.2, 2, -3.1};
constexpr double kLengths[] = {0, 0.2, 0.7, 1.9, 6.3};

std::vector<Way> ways() {
  std::vector<Way> all;
  for (const double turn_rad : kTurns) {
    for (const double length_m : kLengths) {
      const Way way{turn_rad, length_m};
      if (!way.is_nothing()) all.push_back(way);
    }
  }
  return all;
}

pose::Gait gait_of(const Way& way, const pose::StandingBody& body) {
  const Seconds length = body::walking_time(way, body.leg_m());
  const auto gait = plan_gait(way, {.position_m = {1, 0, -2}, .heading_rad = 0.4}, length, body);
  REQUIRE(gait);
  return *gait;
}

Vec3 in_world(const Footing& footing, const Vec3& point) {
  return footing.root.position_m + footing.root.world_from_character() * point;
}

/// Where the ball of a foot is, in the world.
Vec3 ball_of(const Footing& footing, const pose::StandingBody& body, std::size_t side) {
  const Foot& foot = footing.feet[side];
  const Quat turn =
      rotation_about({0, 1, 0}, foot.yaw_rad) * rotation_about({1, 0, 0}, foot.pitch_rad);
  return in_world(footing, foot.ankle_m + turn * body.legs[side].ball_m);
}

/// Where a knee is, in the world.
Vec3 knee_of(const Footing& footing, const body::Body& body, body::Side side) {
  const Foot& foot = footing.feet[static_cast<std::size_t>(side)];
  const Quat yaw = rotation_about({0, 1, 0}, foot.yaw_rad);
  const solve::LegTurns turns = solve::bring_foot(
      body, side, footing.hips_m, footing.character_from_hips,
      {.ankle_m = foot.ankle_m,
       .turn = yaw * rotation_about({1, 0, 0}, foot.pitch_rad),
       .sideways = rotation_about({0, 1, 0}, foot.yaw_rad + foot.knee_rad) * Vec3{1, 0, 0}});
  const solve::LegChain chain = solve::leg_chain(side);
  const Vec3 thigh = turns.upper_leg * body.offsets_m[body::index_of(chain.lower_leg)];
  const Vec3 joint_from_hips = body.offsets_m[body::index_of(chain.upper_leg)];
  return in_world(footing,
                  footing.hips_m + footing.character_from_hips * (joint_from_hips + thigh));
}

}  // namespace

TEST_CASE("a gait goes where its way goes, in the time it is given", "[gait]") {
  const pose::StandingBody body = standing_body(test::ada());
  for (const Way& way : ways()) {
    CAPTURE(way.turn_rad, way.length_m);
    const pose::Gait gait = gait_of(way, body);
    CHECK(gait.length_s() == Approx(body::walking_time(way, body.leg_m()).count()));
    const body::Placement end = end_of(gait);
    const double heading_rad = 0.4 + way.turn_rad;
    CHECK(end.heading_rad == Approx(heading_rad));
    const Vec3 there =
        Vec3{1, 0, -2} + way.length_m * Vec3{std::sin(heading_rad), 0, std::cos(heading_rad)};
    CHECK(length(end.position_m - there) < 0.03);
    if (way.goes()) CHECK(length(end.position_m - there) < 1e-9);
    const body::Placement last = root_at(gait, gait.length_s());
    CHECK(length(last.position_m - end.position_m) < 1e-9);
  }
}

TEST_CASE("a turn too small for a step is made on the way, and misses nothing", "[gait]") {
  const pose::StandingBody body = standing_body(test::ada());
  for (const double turn_rad : {0.003, -0.02, 0.0349, 0.069, -0.069}) {
    for (const double length_m : {0.1, 0.7, 1.9, 6.0}) {
      const Way way{turn_rad, length_m};
      CAPTURE(turn_rad, length_m);
      const pose::Gait gait = gait_of(way, body);
      CHECK(gait.length_s() == Approx(body::walking_time(way, body.leg_m()).count()));
      const double heading_rad = 0.4 + turn_rad;
      const Vec3 there =
          Vec3{1, 0, -2} + length_m * Vec3{std::sin(heading_rad), 0, std::cos(heading_rad)};
      CHECK(length(end_of(gait).position_m - there) < 1e-9);
      CHECK(end_of(gait).heading_rad == Approx(heading_rad));
      CHECK(root_at(gait, 0).heading_rad == Approx(0.4));
      // At 60 ticks a second no more than a quick turn of a shoulder.
      double before_rad = 0.4;
      for (double time_s = 0; time_s < gait.length_s(); time_s += 1.0 / 60) {
        const double now_rad = root_at(gait, time_s).heading_rad;
        REQUIRE(std::abs(now_rad - before_rad) < 0.2 * std::abs(turn_rad));
        before_rad = now_rad;
      }
    }
  }
}

TEST_CASE("it begins and ends as a body stands, at rest", "[gait]") {
  const pose::StandingBody body = standing_body(test::ben());
  constexpr double kMoment_s = 1e-4;
  for (const Way& way : ways()) {
    CAPTURE(way.turn_rad, way.length_m);
    const pose::Gait gait = gait_of(way, body);
    for (const double time_s : {0.0, gait.length_s()}) {
      const Footing footing = walk(gait, body, time_s);
      const Footing beside = walk(gait, body, time_s == 0 ? kMoment_s : time_s - kMoment_s);
      CHECK(length(footing.hips_m - body.hips_m) < 1e-9);
      CHECK(length(footing.root.position_m - beside.root.position_m) < 1e-3 * kMoment_s);
      for (std::size_t side = 0; side < 2; ++side) {
        CHECK(length(footing.feet[side].ankle_m - body.legs[side].ankle_m) < 1e-9);
        CHECK(std::abs(footing.feet[side].pitch_rad) < 1e-9);
        CHECK(std::abs(footing.feet[side].yaw_rad) < 1e-9);
        CHECK(length(footing.feet[side].ankle_m - beside.feet[side].ankle_m) < 0.05 * kMoment_s);
      }
    }
  }
}

TEST_CASE("neither places nor velocities jump", "[gait]") {
  const pose::StandingBody body = standing_body(test::ada());
  constexpr double kStep_s = 1.0 / 960;
  constexpr double kMost_m_s2 = 120;
  for (const Way& way : ways()) {
    CAPTURE(way.turn_rad, way.length_m);
    const pose::Gait gait = gait_of(way, body);
    for (double time_s = kStep_s; time_s < gait.length_s() - kStep_s; time_s += kStep_s) {
      const Footing before = walk(gait, body, time_s - kStep_s);
      const Footing now = walk(gait, body, time_s);
      const Footing after = walk(gait, body, time_s + kStep_s);
      const auto jump = [&](auto place) {
        return length(place(after) - 2 * place(now) + place(before)) / (kStep_s * kStep_s);
      };
      REQUIRE(jump([](const Footing& f) { return in_world(f, f.hips_m); }) < kMost_m_s2 / 4);
      for (std::size_t side = 0; side < 2; ++side) {
        REQUIRE(jump([&](const Footing& f) { return in_world(f, f.feet[side].ankle_m); }) <
                kMost_m_s2);
        REQUIRE(jump([&](const Footing& f) { return Vec3{f.feet[side].pitch_rad, 0, 0}; }) < 600);
      }
    }
  }
}

TEST_CASE("the ball of a foot that stands stays, and every leg is long enough", "[gait]") {
  for (const body::Body* who : {&test::ada(), &test::ben()}) {
    const pose::StandingBody body = standing_body(*who);
    for (const Way& way : ways()) {
      CAPTURE(way.turn_rad, way.length_m);
      const pose::Gait gait = gait_of(way, body);
      std::array<std::optional<Vec3>, 2> stood;
      for (double time_s = 0; time_s <= gait.length_s(); time_s += 1.0 / 240) {
        const Footing footing = walk(gait, body, time_s);
        for (std::size_t side = 0; side < 2; ++side) {
          const Vec3 ball = ball_of(footing, body, side);
          const double rest_m = body.legs[side].ankle_m.y + body.legs[side].ball_m.y;
          REQUIRE(ball.y > rest_m - 1e-6);
          if (ball.y > rest_m + 1e-4) {
            stood[side].reset();
          } else if (!stood[side]) {
            stood[side] = ball;
          } else {
            REQUIRE(std::hypot(ball.x - stood[side]->x, ball.z - stood[side]->z) < 0.002);
          }
          const double sign = side == 0 ? 1 : -1;
          const Vec3 joint = footing.hips_m + footing.character_from_hips *
                                                  Vec3{sign * std::abs(body.legs[side].ankle_m.x),
                                                       -body.hip_joint_m, 0};
          REQUIRE(length(joint - footing.feet[side].ankle_m) < 1.001 * body.leg_m());
        }
      }
    }
  }
}

TEST_CASE("no knee snaps, however hurried a walk is", "[gait]") {
  constexpr double kTick_s = 1.0 / 60;
  constexpr double kJump_m_s = 1.5;
  for (const body::Body* who : {&test::ada(), &test::ben()}) {
    const pose::StandingBody body = standing_body(*who);
    for (const double turn_rad : {0.0, 0.3, -1.2, 2.2, -3.1}) {
      for (const double length_m : {0.2, 0.5, 0.9, 1.1, 1.4, 1.9, 2.5, 4.0}) {
        for (const double quicker : {0.7, 1.0, 1.35, 1.5}) {
          CAPTURE(turn_rad, length_m, quicker);
          const Way way{turn_rad, length_m};
          const Seconds length = body::walking_time(way, body.leg_m(), quicker);
          const pose::Gait gait = *plan_gait(way, {}, length, body);
          for (const body::Side side : {body::Side::Left, body::Side::Right}) {
            std::array<Vec3, 2> before = {};
            int ticks = 0;
            for (double time_s = 0; time_s < gait.length_s(); time_s += kTick_s, ++ticks) {
              const Vec3 knee = knee_of(walk(gait, body, time_s), *who, side);
              const double jump_m_s = kine::length(knee - 2 * before[1] + before[0]) / kTick_s;
              if (ticks > 1) REQUIRE(jump_m_s < kJump_m_s);
              before = {before[1], knee};
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a gait that is stopped is the same up to then, and shorter", "[gait]") {
  const pose::StandingBody body = standing_body(test::ada());
  const pose::Gait gait = gait_of({.turn_rad = 0.8, .length_m = 5}, body);
  for (double stop_s = 0.1; stop_s < gait.length_s(); stop_s += 0.13) {
    const pose::Gait shorter = stopped(gait, stop_s);
    CHECK(shorter.length_s() <= gait.length_s());
    CHECK(shorter.length_s() >= stop_s);
    CHECK(shorter.length_s() < stop_s + 3.4 * gait.step_s);
    for (double time_s = 0; time_s <= stop_s; time_s += 0.05) {
      const Footing a = walk(gait, body, time_s);
      const Footing b = walk(shorter, body, time_s);
      REQUIRE(a.root == b.root);
      REQUIRE(length(a.hips_m - b.hips_m) < 1e-9);
      for (std::size_t side = 0; side < 2; ++side) {
        REQUIRE(length(a.feet[side].ankle_m - b.feet[side].ankle_m) < 1e-9);
        REQUIRE(a.feet[side].pitch_rad == Approx(b.feet[side].pitch_rad).margin(1e-9));
      }
    }
  }
}

TEST_CASE("hips bob by two to four centimetres", "[gait]") {
  for (const body::Body* who : {&test::ada(), &test::ben()}) {
    const pose::StandingBody body = standing_body(*who);
    const pose::Gait gait = gait_of({.turn_rad = 0, .length_m = 6}, body);
    double lowest_m = 9;
    double highest_m = 0;
    for (double time_s = gait.lead_s + 2 * gait.step_s; time_s < gait.length_s() - 3 * gait.step_s;
         time_s += 0.01) {
      const double hips_m = walk(gait, body, time_s).hips_m.y;
      lowest_m = std::min(lowest_m, hips_m);
      highest_m = std::max(highest_m, hips_m);
    }
    CAPTURE(lowest_m, highest_m, gait.drop_m);
    CHECK(highest_m - lowest_m > 0.015);
    CHECK(highest_m - lowest_m < 0.042);
  }
}

TEST_CASE("a gait that is led on is the same up to its bend, and goes where it is to go",
          "[gait]") {
  for (const body::Body* who : {&test::ada(), &test::ben()}) {
    const pose::StandingBody body = standing_body(*who);
    const pose::Gait gait = gait_of({.turn_rad = 0.8, .length_m = 6}, body);
    int led = 0;
    for (double passed_s = 1; passed_s < gait.length_s(); passed_s += 0.17) {
      for (const double side : {-1.4, -0.7, 0.3, 1.1, 1.7}) {
        CAPTURE(passed_s, side);
        const body::Placement at = root_at(gait, passed_s);
        const double way_rad = at.heading_rad + side;
        const Vec3 point = at.position_m + 4.5 * Vec3{std::sin(way_rad), 0.2, std::cos(way_rad)};
        const auto on = led_on(gait, free_from(gait, passed_s), point, 0.5, body);
        if (!on) continue;
        ++led;
        const Vec3 left = point - end_of(*on).position_m;
        CHECK(std::hypot(left.x, left.z) == Approx(0.5).margin(1e-4));
        for (double time_s = 0; time_s <= passed_s; time_s += 0.05) {
          const Footing a = walk(gait, body, time_s);
          const Footing b = walk(*on, body, time_s);
          REQUIRE(length(a.root.position_m - b.root.position_m) < 1e-9);
          REQUIRE(length(a.hips_m - b.hips_m) < 1e-9);
          REQUIRE(angle_between(a.character_from_hips, b.character_from_hips) < 1e-6);
          for (std::size_t foot = 0; foot < 2; ++foot) {
            REQUIRE(length(a.feet[foot].ankle_m - b.feet[foot].ankle_m) < 1e-9);
            REQUIRE(a.feet[foot].pitch_rad == Approx(b.feet[foot].pitch_rad).margin(1e-9));
          }
        }
        // It does not stop on the way.
        for (double time_s = passed_s + 0.5; time_s < on->length_s() - 2 * on->step_s;
             time_s += 0.1) {
          const Vec3 before = root_at(*on, time_s - 0.05).position_m;
          REQUIRE(length(root_at(*on, time_s + 0.05).position_m - before) > 0.05);
        }
      }
    }
    CHECK(led > 20);
  }
}

TEST_CASE("who has been led on is led on again, and again", "[gait]") {
  for (const body::Body* who : {&test::ada(), &test::ben()}) {
    const pose::StandingBody body = standing_body(*who);
    pose::Gait gait = gait_of({.turn_rad = 0, .length_m = 4}, body);
    for (int bends = 1; bends <= static_cast<int>(pose::kWayBendsMax); ++bends) {
      CAPTURE(bends);
      const body::Placement end = end_of(gait);
      const double way_rad = end.heading_rad + (bends % 3 == 0 ? -0.7 : 0.6);
      const Vec3 point = end.position_m + 3.2 * Vec3{std::sin(way_rad), 0, std::cos(way_rad)};
      const auto on = led_on(gait, gait.steps - 2, point, 0, body);
      REQUIRE(on);
      CHECK(on->bend_count == bends);
      const Vec3 left = point - end_of(*on).position_m;
      CHECK(std::hypot(left.x, left.z) < 1e-4);
      gait = *on;
    }
    CHECK_FALSE(led_on(gait, gait.steps - 2, {0, 0, 90}, 0, body));
    for (double time_s = 1; time_s < gait.length_s() - 2 * gait.step_s; time_s += 0.1) {
      const Vec3 before = root_at(gait, time_s - 0.05).position_m;
      REQUIRE(length(root_at(gait, time_s + 0.05).position_m - before) > 0.05);
    }
  }
}

TEST_CASE("who is led on as one walks never runs out of bends", "[gait]") {
  const pose::StandingBody body = standing_body(test::ben());
  pose::Gait gait = gait_of({.turn_rad = 0, .length_m = 4}, body);
  double time_s = 1;
  for (int i = 0; i < 30; ++i) {
    CAPTURE(i);
    const body::Placement at = root_at(gait, time_s);
    const double way_rad = at.heading_rad + (i % 3 == 0 ? -0.6 : 0.5);
    const Vec3 point = at.position_m + 4 * Vec3{std::sin(way_rad), 0, std::cos(way_rad)};
    const pose::Gait going = gone_on(gait, time_s);
    const int from = std::max(free_from(going, time_s), going.turning_steps + 1);
    const auto on = led_on(going, from, point, 0, body);
    REQUIRE(on);
    for (double later_s = time_s; later_s < time_s + 0.2; later_s += 0.01) {
      const Footing a = walk(gait, body, later_s);
      const Footing b = walk(going, body, later_s);
      REQUIRE(length(a.root.position_m - b.root.position_m) < 1e-9);
      for (std::size_t foot = 0; foot < 2; ++foot) {
        REQUIRE(length(a.feet[foot].ankle_m - b.feet[foot].ankle_m) < 1e-9);
      }
    }
    gait = *on;
    time_s += 1.7;
  }
}

TEST_CASE("a gait is not led on where there is no room for a bend", "[gait]") {
  const pose::StandingBody body = standing_body(test::ada());
  const pose::Gait gait = gait_of({.turn_rad = 0, .length_m = 6}, body);
  const body::Placement at = root_at(gait, 2);
  const int next = free_from(gait, 2);
  const Vec3 back = at.position_m - 3 * Vec3{std::sin(0.4), 0, std::cos(0.4)};
  CHECK_FALSE(led_on(gait, next, back, 0, body));
  CHECK_FALSE(led_on(gait, next, at.position_m + Vec3{0.3, 0, 0}, 0, body));
  CHECK_FALSE(led_on(gait, gait.steps - 1, Vec3{9, 0, 9}, 0, body));
  CHECK_FALSE(led_on(gait_of({.turn_rad = 2, .length_m = 0}, body), 2, {9, 0, 9}, 0, body));
}

TEST_CASE("who has less time walks quicker, as far as people can", "[gait]") {
  const pose::StandingBody body = standing_body(test::ada());
  const Way way{.turn_rad = 0, .length_m = 6};
  const double usual_s = body::walking_time(way, body.leg_m()).count();
  const auto length_s = [&](double wanted_s) {
    return plan_gait(way, {}, Seconds(wanted_s), body)->length_s();
  };
  CHECK(length_s(0.8 * usual_s) == Approx(0.8 * usual_s));
  CHECK(length_s(1.7 * usual_s) == Approx(1.7 * usual_s));
  CHECK(length_s(0.1) == Approx(body::walking_time(way, body.leg_m(), body::kQuickest).count()));
  CHECK(length_s(60) == Approx(body::walking_time(way, body.leg_m(), body::kSlowest).count()));
  CHECK(plan_gait(way, {}, Seconds(0.8 * usual_s), body)->step_m >
        plan_gait(way, {}, Seconds(1.7 * usual_s), body)->step_m);
}

TEST_CASE("where there is nowhere to go there is no gait", "[gait]") {
  CHECK_FALSE(plan_gait({}, {}, Seconds(1), standing_body(test::ada())));
}

}  // namespace kine::motion::gait_test
