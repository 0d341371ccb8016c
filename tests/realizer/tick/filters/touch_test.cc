// Tests for realizer/tick/filters/touch.h: bodies that meet push each other apart.
#include "realizer/tick/filters/touch.h"

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/meeting.h"

namespace kine::touch_test {
namespace {

using Forces = std::array<Vec3, kTouchedJoints.size()>;

/// Ten centimetres each; the others are out of the way.
Balls one_ball_at(const Vec3& at_m) {
  Balls balls;
  balls.radius_m.fill(0.1);
  for (std::size_t i = 0; i < balls.at_m.size(); ++i) {
    balls.at_m[i] = Vec3{1e4 * at_m.x + 10.0 * static_cast<double>(i), 50, 0};
  }
  balls.at_m.back() = at_m;
  return balls;
}

Forces touch_N(const Balls& on, const Balls& by) {
  Forces forces_N;
  add_touch_N(on, by, forces_N);
  return forces_N;
}

Vec3 sum(const Forces& forces_N) {
  return std::accumulate(forces_N.begin(), forces_N.end(), Vec3{});
}

/// Ada reaches ahead, where ben stands at ease and faces her, as muscles have it.
test::Meeting reaching(double apart_m, const std::string& dynamics = "torso") {
  const auto muscles = [&](const char* tension) {
    return R"(<script xmlns="urn:kinesphere:script:1"><character dynamics=")" + dynamics +
           R"(" tension=")" + tension + R"("/>)";
  };
  return {.walkers = {{.name = "ada",
                       .at = {},
                       .does = muscles("tense") + R"(<sequence><pose time="0.6" hold="2">
                           <position joint="rightHand" target="0 1.25 0.45"/></pose></sequence>
                           </script>)"},
                      {.name = "ben",
                       .at = {.position_m = {0, 0, apart_m}, .heading_rad = std::numbers::pi},
                       .does = muscles("limp") + R"(<sequence><pose time="0.3" hold="3">
                           <look-at target="camera"/></pose></sequence>
                           </script>)"}},
          .ticks = 150};
}

Vec3 place_m(const test::Met& met, std::size_t who, std::size_t tick, body::Joint joint) {
  return test::joints_in_world(met.frames[who][tick], met.body(who))[body::index_of(joint)];
}

double most_apart_m(const test::Met& a, const test::Met& b, std::size_t who, body::Joint joint) {
  double most = 0;
  for (std::size_t tick = 0; tick < a.frames[who].size(); ++tick) {
    most = std::max(most, length(place_m(a, who, tick, joint) - place_m(b, who, tick, joint)));
  }
  return most;
}

}  // namespace

TEST_CASE("balls that meet push each other apart like a spring, up to a bound", "[touch]") {
  const Balls here = one_ball_at({0, 1, 0});
  const auto pushed_by = [&](double far_m) {
    return touch_N(here, one_ball_at({far_m, 1, 0})).back().x;
  };
  CHECK(pushed_by(0.21) == 0);
  CHECK(pushed_by(0.16) == Approx(-1500 * 0.04));
  CHECK(pushed_by(0.12) == Approx(-1500 * 0.08));
  Balls large = here;
  large.radius_m.fill(0.2);
  CHECK(touch_N(large, one_ball_at({0.05, 1, 0})).back().x == Approx(-300));  // not 1500 * 0.25
}

TEST_CASE("what two do to each other keeps their momentum", "[touch]") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> near_m(-0.25, 0.25);
  int met = 0;
  for (int round = 0; round < 500; ++round) {
    Balls a;
    Balls b;
    for (std::size_t i = 0; i < a.at_m.size(); ++i) {
      a.at_m[i] = {near_m(random), near_m(random), near_m(random)};
      b.at_m[i] = Vec3{near_m(random), near_m(random), near_m(random)} + Vec3{0.3, 0, 0};
      a.radius_m[i] = 0.12;
      b.radius_m[i] = 0.09;
    }
    const Vec3 on_a = sum(touch_N(a, b));
    const Vec3 on_b = sum(touch_N(b, a));
    CHECK(length(on_a + on_b) < 1e-6);
    if (length(on_a) > 1) ++met;
  }
  CHECK(met > 400);
}

TEST_CASE("a body that stands in another one is not pushed", "[touch]") {
  Balls here = one_ball_at({0, 1, 0});
  Balls there = one_ball_at({0.1, 1, 0});
  CHECK(length(touch_N(here, there).back()) > 0);
  there.at_m[0] = here.at_m[0] + Vec3{0.1, 0, 0};
  CHECK(sum(touch_N(here, there)) == Vec3{});
}

TEST_CASE("a hand that reaches into somebody is held up, and pushes the other one", "[touch]") {
  const test::Met far = test::meet(reaching(1.6));
  const test::Met near = test::meet(reaching(0.55));
  const auto hand = body::Joint::RightHand;
  CHECK(most_apart_m(near, far, 0, hand) > 0.02);
  test::Meeting nobody_reaches = reaching(0.55);
  nobody_reaches.walkers[0].does.clear();
  CHECK(most_apart_m(near, test::meet(nobody_reaches), 1, body::Joint::UpperChest) > 0.01);
}

TEST_CASE("who moves as planned is not pushed, and pushes who moves by muscles", "[touch]") {
  const auto chest = body::Joint::UpperChest;
  const test::Met planned = test::meet(reaching(0.55, "none"));
  test::Meeting alone = reaching(0.55, "none");
  alone.walkers[0].does.clear();
  CHECK(most_apart_m(planned, test::meet(alone), 1, chest) == 0);
}

TEST_CASE("people who push each other do so alike on any number of shards", "[touch]") {
  test::Meeting meeting = reaching(0.55);
  const test::Met one = test::meet(meeting);
  meeting.shards = 2;
  const test::Met two = test::meet(meeting);
  CHECK(one.frames == two.frames);
}

}  // namespace kine::touch_test
