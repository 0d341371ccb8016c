// Tests for realizer/dynamics/arm_tension.h.
#include "realizer/dynamics/arm_tension.h"

#include <cmath>

#include "realizer/math/mass_tracker.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::arm_tension_test {
namespace {

using namespace std::chrono_literals;
using dynamics::ArmChange;
using dynamics::ArmTension;

constexpr Tension kLoose{0.1, 0.5};
constexpr Tension kStiff{0.005, 0.3};

/// An arm that changes at given ticks, a tick at a time.
struct Played {
  explicit Played(std::uint32_t ticks_a_second) : rate(ticks_a_second) {}

  void change(const ArmChange& change) { dynamics::change(change, tick, rate, arm); }
  void advance() {
    dynamics::bring_to(tick, rate, test::ada(), body::Side::Left, arm);
    ++tick.index;
  }

  TickRate rate;
  Tick tick;
  std::optional<ArmTension> arm;
};

TEST_CASE("a tension is there at once, with the springs of its step", "[arm_tension]") {
  Played played(60);
  played.change({.tension = kLoose});
  played.advance();

  REQUIRE(played.arm);
  CHECK(played.arm->tension.rest_error_m == Approx(kLoose.rest_error_m));
  CHECK(played.arm->tracked.share == 1);
  const TrackerStep expected = step_of(kLoose, played.rate.step());
  CHECK(played.arm->tracked.wrist.y_from_y == Approx(expected.y_from_y));
  CHECK(played.arm->tracked.wrist.y_from_w == Approx(expected.y_from_w));
  CHECK(played.arm->tracked.wrist.w_from_y == Approx(expected.w_from_y));
  CHECK(played.arm->tracked.wrist.w_from_w == Approx(expected.w_from_w));
  CHECK(played.arm->tracked.wrist.lag_s == Approx(expected.lag_s));
  // What is a fifth as long as the arm swings sqrt(5) times as fast.
  const auto [arm_m, hand_m] = dynamics::lengths_of(test::ada(), body::Side::Left);
  CHECK(played.arm->tracked.hand.lag_s == Approx(expected.lag_s * std::sqrt(hand_m / arm_m)));
  // Under 1 g an arm and its hand sag by the same angle.
  CHECK(played.arm->tracked.hand_sag_s2_m * 9.81F == Approx(kLoose.rest_error_m / arm_m));
}

TEST_CASE("a tension that is eased in is halfway in the middle, by its logarithm",
          "[arm_tension]") {
  Played played(100);
  played.change({.tension = kLoose});
  played.advance();
  played.change({.tension = kStiff, .over = 400ms});
  for (int i = 0; i < 21; ++i) played.advance();
  CHECK(played.arm->tension.rest_error_m ==
        Approx(std::sqrt(kLoose.rest_error_m * kStiff.rest_error_m)).epsilon(1e-6));
  CHECK(played.arm->tension.zeta == Approx(0.4));
  for (int i = 0; i < 21; ++i) played.advance();
  CHECK(played.arm->tension.rest_error_m == Approx(kStiff.rest_error_m));
  CHECK(played.arm->tension.zeta == Approx(kStiff.zeta));
}

TEST_CASE("tensions at the ends of what is valid are eased by valid ones", "[arm_tension]") {
  for (const double from : {kZetaMin, 0.1, 0.3, 0.45, kZetaMax}) {
    for (const Tension& to : {Tension{kRestErrorMin_m, kZetaMin}, {kRestErrorMax_m, kZetaMax}}) {
      CAPTURE(from, to.zeta);
      Played played(60);
      played.change({.tension = Tension{0.01, from}});
      played.advance();
      played.change({.tension = to, .over = 200ms});
      for (int i = 0; i < 20; ++i) {
        played.advance();
        CHECK(valid(played.arm->tension));
      }
      CHECK(played.arm->tension.zeta == Approx(to.zeta));
    }
  }
}

TEST_CASE("tension comes out of nothing eased, where it is to take its time", "[arm_tension]") {
  Played played(100);
  played.change({.tension = kLoose, .over = 200ms});
  played.advance();
  CHECK(played.arm->tracked.share == 0);
  for (int i = 0; i < 10; ++i) played.advance();
  CHECK(played.arm->tracked.share == Approx(0.5));
  CHECK(played.arm->tension.rest_error_m == Approx(kLoose.rest_error_m));
  for (int i = 0; i < 10; ++i) played.advance();
  CHECK(played.arm->tracked.share == 1);
}

TEST_CASE("off is eased, however soon it is wanted, and then nothing is left", "[arm_tension]") {
  const Seconds over = GENERATE(Seconds{0}, Seconds{0.3});
  Played played(100);
  played.change({.tension = kLoose});
  for (int i = 0; i < 10; ++i) played.advance();
  played.change({.over = over});
  const int ticks = over.count() > 0 ? 30 : 10;
  float before = 1;
  for (int i = 0; i < ticks; ++i) {
    played.advance();
    REQUIRE(played.arm);
    CHECK(played.arm->tracked.share <= before);
    before = played.arm->tracked.share;
  }
  played.advance();
  CHECK_FALSE(played.arm);
}

TEST_CASE("nothing jumps where eases come in each other's way", "[arm_tension]") {
  Played played(1000);
  played.change({.tension = kLoose});
  double speed_before = 0;
  float share_before = 1;
  for (int i = 0; i < 2000; ++i) {
    if (i == 300) played.change({.over = 400ms});
    if (i == 450) played.change({.tension = kStiff});
    if (i == 500) played.change({.over = 1s});
    if (i == 550) played.change({.tension = kLoose, .over = 1s});
    played.advance();
    REQUIRE(played.arm);
    const double speed = 1000 * static_cast<double>(played.arm->tracked.share - share_before);
    if (i > 0) CHECK(std::abs(speed - speed_before) < 1);  // per second, of up to 15
    speed_before = speed;
    share_before = played.arm->tracked.share;
  }
  CHECK(played.arm->tracked.share == 1);
}

TEST_CASE("who begins anew keeps its tension", "[arm_tension]") {
  Played played(60);
  played.change({.tension = kLoose});
  played.advance();
  dynamics::TrackedArm arm = played.arm->tracked;
  arm.ticks = 2;
  arm.position_m = {1, 2, 3};
  arm.hand_lead_rad = {1, 0, 0};
  dynamics::begin_anew(arm);
  CHECK(arm == played.arm->tracked);
}

}  // namespace
}  // namespace kine::arm_tension_test
