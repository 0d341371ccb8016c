// Tests for realizer/math/tracker_response.h.
#include "realizer/math/tracker_response.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/spring_by_rk4.h"

namespace kine::tracker_response_test {
namespace {

constexpr double kRestErrors_m[] = {0.001, 0.005, 0.05, 0.1, 0.3, 0.5};
constexpr double kZetas[] = {0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9};
constexpr double kDamped[] = {1 - 1e-9, 1, 1 + 1e-9, 1.001, 1.1, 1.3, 1.5};
constexpr double kSpeed_m_s = 1.3;

/// What RK4 sees: where the mass turned, and when it had settled.
struct Seen {
  std::vector<Turn> turns;
  double settled_s = 0;
};

/// A stop at time 0 after a long way at `speed`.
Seen seen_after_stop(const Tension& tension, double speed) {
  const double wn = std::sqrt(kGravity_m_s2 / tension.rest_error_m);
  const double lag_m = speed * 2 * tension.zeta / wn;
  test::SpringByRk4 spring(tension, {.x = -lag_m, .v = speed}, [](double) { return 0.0; });
  // A hundredth of a radian leaves out 1e-12 of a swing, and at the end e^-9 of it is left.
  const double h = 0.01 / wn;
  const double end_s = 9 / (wn * std::min(tension.zeta, 0.2 / tension.zeta));
  Seen seen;
  while (spring.time_s() < end_s) {
    const Mass before = spring.mass();
    spring.advance(h);
    const Mass& now = spring.mass();
    if ((before.v > 0) != (now.v > 0)) {
      // Evenly slowed down in between.
      const double share = before.v / (before.v - now.v);
      seen.turns.push_back({.after = Seconds(spring.time_s() - (1 - share) * h),
                            .y_m = before.x + share * h * before.v / 2});
    }
    const double bound = kSettledShare * lag_m;
    if (std::abs(before.x) > bound && std::abs(now.x) <= bound) {
      const double share = (std::abs(before.x) - bound) / (std::abs(before.x) - std::abs(now.x));
      seen.settled_s = spring.time_s() - (1 - share) * h;
    }
  }
  return seen;
}

}  // namespace

TEST_CASE("overshoot, peaks, oscillations and settling are what a simulation shows",
          "[tracker_response]") {
  for (const double rest_error_m : kRestErrors_m) {
    for (const double zeta : kZetas) {
      CAPTURE(rest_error_m, zeta);
      const TrackerResponse response({rest_error_m, zeta});
      const double wn = std::sqrt(kGravity_m_s2 / rest_error_m);
      const Seen seen = seen_after_stop({rest_error_m, zeta}, kSpeed_m_s);
      REQUIRE_FALSE(seen.turns.empty());
      CHECK(response.overshoot_m(kSpeed_m_s) == Approx(seen.turns[0].y_m).margin(1e-7));
      CHECK(response.peak(1)->count() == Approx(seen.turns[0].after.count()).epsilon(1e-4));
      if (seen.turns.size() > 2) {
        const Seconds period = seen.turns[2].after - seen.turns[0].after;
        CHECK(response.period()->count() == Approx(period.count()).epsilon(1e-4));
        CHECK(response.peak(3)->count() == Approx(seen.turns[2].after.count()).epsilon(1e-4));
      }
      const auto high = [&](const Turn& turn) {
        return std::abs(turn.y_m) > kSettledShare * kSpeed_m_s * 2 * zeta / wn;
      };
      CHECK(response.peaks() == std::count_if(seen.turns.begin(), seen.turns.end(), high));
      CHECK(response.settling().count() == Approx(seen.settled_s).margin(1e-4 / wn));
      CHECK(response.settling() <= *response.settling_bound());
    }
  }
}

TEST_CASE("from zeta 1 on nothing swings past, and settling takes what a simulation takes",
          "[tracker_response]") {
  for (const double rest_error_m : kRestErrors_m) {
    for (const double zeta : {1.0, 1.001, 1.1, 1.3, 1.5}) {
      CAPTURE(rest_error_m, zeta);
      const TrackerResponse response({rest_error_m, zeta});
      const double wn = std::sqrt(kGravity_m_s2 / rest_error_m);
      const Seen seen = seen_after_stop({rest_error_m, zeta}, kSpeed_m_s);
      CHECK(seen.turns.empty());
      CHECK(response.overshoot_m(kSpeed_m_s) == 0);
      CHECK(response.peaks() == 0);
      CHECK(response.estimated_peaks() == 0);
      CHECK_FALSE(response.period().has_value());
      CHECK_FALSE(response.peak(1).has_value());
      CHECK_FALSE(response.settling_bound().has_value());
      CHECK(response.settling().count() == Approx(seen.settled_s).margin(1e-3 / wn));
      CHECK(response.greatest_lag_m(kSpeed_m_s) == Approx(kSpeed_m_s * 2 * zeta / wn));
    }
  }
}

TEST_CASE("the error of a target that sets out is what a simulation shows", "[tracker_response]") {
  double worst_m = 0;
  for (const double rest_error_m : {0.005, 0.1, 0.5}) {
    std::vector<double> zetas(std::begin(kZetas), std::end(kZetas));
    zetas.insert(zetas.end(), std::begin(kDamped), std::end(kDamped));
    for (const double zeta : zetas) {
      const Tension tension{rest_error_m, zeta};
      const TrackerResponse response(tension);
      test::SpringByRk4 spring(tension, {}, [](double t) { return kSpeed_m_s * t; });
      double least_m = 0;
      for (int i = 0; i < 20'000; ++i) {
        spring.advance(1e-4);
        const double error_m = spring.mass().x - kSpeed_m_s * spring.time_s();
        const double closed_m = response.error_of_ramp_m(kSpeed_m_s, Seconds(spring.time_s()));
        worst_m = std::max(worst_m, std::abs(error_m - closed_m));
        least_m = std::min(least_m, error_m);
      }
      CAPTURE(rest_error_m, zeta);
      CHECK(response.greatest_lag_m(kSpeed_m_s) >= -least_m * (1 - 1e-9));
      if (zeta < 0.95) CHECK(response.greatest_lag_m(kSpeed_m_s) == Approx(-least_m).epsilon(1e-3));
      CHECK(response.lag().count() ==
            Approx(2 * zeta / std::sqrt(kGravity_m_s2 / rest_error_m)).epsilon(1e-12));
    }
  }
  constexpr double kNanometre = 1e-9;
  CHECK(worst_m / kNanometre <= 10);
}

TEST_CASE("the figures of r = 10 cm at 1 m/s are those of an independent simulation",
          "[tracker_response]") {
  struct Row {
    double zeta, peak_s, greatest_lag_m, overshoot_m, settling_s, bound_s;
    int peaks;
  };
  for (const Row& row : {Row{0.15, 0.1757, 0.10805, 0.07778, 2.79, 2.83, 9},
                         Row{0.3, 0.1984, 0.11656, 0.05596, 0.999, 1.196, 3},
                         Row{0.5, 0.2441, 0.13109, 0.03012, 0.442, 0.634, 1}}) {
    CAPTURE(row.zeta);
    const TrackerResponse response({0.1, row.zeta});
    CHECK(response.peak(1)->count() == Approx(row.peak_s).margin(2e-4));
    CHECK(response.greatest_lag_m(1) == Approx(row.greatest_lag_m).margin(3e-5));
    CHECK(response.overshoot_m(1) == Approx(row.overshoot_m).margin(3e-5));
    CHECK(response.settling().count() == Approx(row.settling_s).margin(5e-3));
    CHECK(response.settling_bound()->count() == Approx(row.bound_s).margin(5e-3));
    CHECK(response.peaks() == row.peaks);
  }
}

TEST_CASE("the number of oscillations falls with zeta as the paper's figure 3 has it",
          "[tracker_response]") {
  const std::vector<std::pair<double, int>> seen = {{0.1, 15}, {0.15, 9}, {0.2, 6}, {0.3, 3},
                                                    {0.4, 2},  {0.5, 1},  {0.7, 1}};
  for (const auto& [zeta, peaks] : seen) {
    CAPTURE(zeta);
    CHECK(TrackerResponse({0.1, zeta}).peaks() == peaks);
    CHECK(TrackerResponse({0.002, zeta}).peaks() == peaks);
  }
  CHECK(TrackerResponse({0.1, 0.15}).estimated_peaks() == Approx(9.29).margin(0.005));
  CHECK(TrackerResponse({0.1, 0.3}).estimated_peaks() == Approx(4.00).margin(0.005));
  CHECK(TrackerResponse({0.1, 0.5}).estimated_peaks() == Approx(2.06).margin(0.005));
}

TEST_CASE("a stroke of any profile swings past by what its last moment says",
          "[tracker_response]") {
  // 0.3 m in 0.3 s, by a cosine: motion that no ramp resembles.
  constexpr double kWay_m = 0.3;
  constexpr double kLength_s = 0.3;
  const auto target = [](double t) {
    return t < kLength_s ? kWay_m * (1 - std::cos(M_PI * t / kLength_s)) / 2 : kWay_m;
  };
  struct Row {
    Tension tension;
    double overshoot_mm;
  };
  for (const Row& row : {Row{{0.005, 0.3}, 7}, Row{{0.01, 0.4}, 12}, Row{{0.1, 0.5}, 40},
                         Row{{0.15, 0.4}, 66}, Row{{0.005, 0.15}, 10}, Row{{0.3, 0.4}, 71}}) {
    CAPTURE(row.tension.rest_error_m, row.tension.zeta);
    constexpr double kStep_s = 1e-4;
    test::SpringByRk4 spring(row.tension, {}, target);
    for (int i = 0; i < 3000; ++i) spring.advance(kStep_s);
    const auto turn =
        TrackerResponse(row.tension).first_turn(spring.mass().x - kWay_m, spring.mass().v);
    REQUIRE(turn.has_value());
    const double farthest_s = spring.time_s() + turn->after.count();

    double farthest_m = spring.mass().x;
    while (spring.time_s() < farthest_s) {
      spring.advance(kStep_s);
      farthest_m = std::max(farthest_m, spring.mass().x);
    }
    CHECK(turn->y_m == Approx(farthest_m - kWay_m).margin(1e-6));
    CHECK(turn->y_m * 1000 == Approx(row.overshoot_mm).margin(0.5));
  }
}

TEST_CASE("a mass that is thrown turns once at any damping, or creeps home", "[tracker_response]") {
  for (const double zeta : {0.3, 1 - 1e-9, 1.0, 1 + 1e-9, 1.2, 2.0}) {
    CAPTURE(zeta);
    const Tension tension{0.1, zeta};
    const TrackerResponse response(tension);
    for (const double w : {4.0, -4.0}) {
      const double y = w > 0 ? -0.02 : 0.02;
      test::SpringByRk4 spring(tension, {.x = y, .v = w}, [](double) { return 0.0; });
      while (spring.mass().v * w > 0) spring.advance(1e-5);
      const auto turn = response.first_turn(y, w);
      REQUIRE(turn.has_value());
      CHECK(turn->after.count() == Approx(spring.time_s()).margin(2e-5));
      CHECK(turn->y_m == Approx(spring.mass().x).margin(1e-7));
    }
  }
  CHECK_FALSE(TrackerResponse({0.1, 1.2}).first_turn(-0.3, 0.1).has_value());
  CHECK(TrackerResponse({0.1, 1.2}).first_turn(0.3, 0)->after == Seconds(0));
  CHECK(TrackerResponse({0.1, 0.4}).first_turn(0.3, 0)->y_m == 0.3);
}

TEST_CASE("loose tensions need more damping than tense ones to look natural",
          "[tracker_response]") {
  CHECK(natural_zeta(0.005) == 0.2);
  CHECK(natural_zeta(0.01) == 0.2);
  CHECK(natural_zeta(0.1) == 0.3);
  CHECK(natural_zeta(0.3) == 0.3);
}

}  // namespace kine::tracker_response_test
