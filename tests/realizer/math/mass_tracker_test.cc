// Tests for realizer/math/mass_tracker.h.
#include "realizer/math/mass_tracker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/spring_by_rk4.h"

namespace kine::mass_tracker_test {
namespace {

// Errors are asked in units that one can read when the tests print them (core_tests -s).
constexpr double kPicometre = 1e-12;
constexpr double kBound_pm = 1;

constexpr double kRestErrors_m[] = {0.001, 0.003, 0.005, 0.01, 0.05, 0.1, 0.15, 0.3, 0.5};
constexpr double kZetas[] = {0.1,      0.15,  0.2,  0.3,   0.4,      0.5,       0.6, 0.7,
                             0.8,      0.9,   0.99, 0.999, 1 - 1e-7, 1 - 1e-14, 1,   1 + 1e-14,
                             1 + 1e-7, 1.001, 1.01, 1.1,   1.2,      1.3,       1.4, 1.5};

/// A millimetre after 4 ms and 10 cm after 100: a target that moves on at 1.7 m / s.
constexpr double kSpeed = 1.7;
double moving_on(double t) { return 0.2 + kSpeed * t; }
constexpr Mass kAtFirst{.x = 0.13, .v = -0.9};

double in_seconds(std::size_t ms) { return static_cast<double>(ms) / 1000; }

/// The greatest way between the exact step, done at each of `lengths_ms` (whole numbers), and RK4
/// at a millionth of a second, over a tenth of one.
double worst_error(const Tension& tension) {
  constexpr std::size_t kLast_ms = 100;
  std::vector<double> oracle;  // at each millisecond
  test::SpringByRk4 spring(tension, kAtFirst, moving_on);
  constexpr int kStepsPer_ms = 1000;
  for (std::size_t ms = 0; ms <= kLast_ms; ++ms) {
    oracle.push_back(spring.mass().x);
    for (int i = 0; i < kStepsPer_ms; ++i) spring.advance(1e-3 / kStepsPer_ms);
  }

  double worst = 0;
  for (const std::size_t length_ms : {4u, 5u, 10u, 20u, 50u, 100u}) {
    const TrackerStep step = step_of(tension, Seconds(in_seconds(length_ms)));
    Mass mass = kAtFirst;
    for (std::size_t ms = length_ms; ms <= kLast_ms; ms += length_ms) {
      mass = advanced(mass, step, moving_on(in_seconds(ms - length_ms)), moving_on(in_seconds(ms)));
      worst = std::max(worst, std::abs(mass.x - oracle[ms]));
    }
  }
  return worst;
}

/// The same coefficients by another road: the exponential of the equation's matrix, in long
/// double, by squaring its Taylor series. Of (y, w / wn), so that all four are of one size.
using Matrix = std::array<long double, 4>;

Matrix product(const Matrix& a, const Matrix& b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
          a[2] * b[1] + a[3] * b[3]};
}

Matrix exponential(long double angle, long double zeta) {
  int halvings = 0;
  while (angle > 0.05L) {
    angle /= 2;
    ++halvings;
  }
  const Matrix a = {0, angle, -angle, -2 * zeta * angle};
  Matrix sum = {1, 0, 0, 1};
  Matrix term = {1, 0, 0, 1};
  for (int n = 1; n <= 16; ++n) {
    term = product(term, a);
    for (long double& entry : term) entry /= n;
    for (std::size_t i = 0; i < 4; ++i) sum[i] += term[i];
  }
  for (; halvings > 0; --halvings) sum = product(sum, sum);
  return sum;
}

/// Corners at every tenth of a second, where 30, 60 and 120 Hz all have a tick.
double zigzag(double t) {
  constexpr double kCorners[] = {0, 0.3, 0.25, -0.1, 0.4, 0.4, 0.4, -0.2, 0.1, 0.5, 0.5};
  const double place = std::min(t * 10, 9.999999);
  const int i = static_cast<int>(place);
  return kCorners[i] + (place - i) * (kCorners[i + 1] - kCorners[i]);
}

/// Where the mass is at each thirtieth of a second, ticking `hz` times a second.
std::vector<double> tracked(const Tension& tension, int hz) {
  const TrackerStep step = step_of(tension, Seconds(1.0 / hz));
  std::vector<double> path;
  Mass mass;
  for (int tick = 1; tick <= hz; ++tick) {
    mass = advanced(mass, step, zigzag((tick - 1.0) / hz), zigzag(1.0 * tick / hz));
    if (tick % (hz / 30) == 0) path.push_back(mass.x);
  }
  return path;
}

}  // namespace

TEST_CASE("a step is the equation's solution, at any damping and any length", "[mass_tracker]") {
  double worst = 0;
  for (const double rest_error_m : {0.001, 0.01, 0.1, 0.5}) {
    for (const double zeta : kZetas) {
      worst = std::max(worst, worst_error({rest_error_m, zeta}));
    }
  }
  CHECK(worst / kPicometre <= kBound_pm);
}

TEST_CASE("the coefficients are those of long doubles", "[mass_tracker]") {
  double worst = 0;
  for (const double rest_error_m : kRestErrors_m) {
    for (const double zeta : kZetas) {
      for (const double length : {0.004, 1 / 240.0, 1 / 60.0, 1 / 30.0, 0.05, 0.1, 1.0}) {
        const Tension tension{rest_error_m, zeta};
        const double wn = tension.natural_frequency();
        const TrackerStep step = step_of(tension, Seconds(length));
        const Matrix exact = exponential(static_cast<long double>(wn) * length, zeta);
        for (const long double error : {step.y_from_y - exact[0], step.y_from_w * wn - exact[1],
                                        step.w_from_y / wn - exact[2], step.w_from_w - exact[3]}) {
          worst = std::max(worst, static_cast<double>(std::abs(error)));
        }
      }
    }
  }
  constexpr double kRounding = 2.22e-16;
  CHECK(worst / kRounding <= 8);
}

TEST_CASE("nothing jumps where the forms of a step meet", "[mass_tracker]") {
  // The square of the angle is just within and just past the series' border, on either side.
  for (const double border : {0.01, -0.01}) {
    const double angle = 0.5;
    const double zeta = std::sqrt(1 - border / (angle * angle));
    const Tension tension{0.1, zeta};
    const Seconds length(angle / tension.natural_frequency());
    const TrackerStep within = step_of(tension, length * (1 - 1e-12));
    const TrackerStep past = step_of(tension, length * (1 + 1e-12));
    CHECK(within.y_from_y == Approx(past.y_from_y).epsilon(1e-11));
    CHECK(within.y_from_w == Approx(past.y_from_w).epsilon(1e-11));
    CHECK(within.w_from_w == Approx(past.w_from_w).epsilon(1e-11));
  }
}

TEST_CASE("a mass at rest on its target stays there", "[mass_tracker]") {
  const TrackerStep step = step_of({0.1, 0.5}, Seconds(1 / 60.0));
  CHECK(advanced(Mass{.x = 0.4, .v = 0}, step, 0.4, 0.4) == Mass{.x = 0.4, .v = 0});
}

TEST_CASE("behind a steady target the mass stays late by its lag", "[mass_tracker]") {
  const Tension tension{0.1, 0.5};
  const TrackerStep step = step_of(tension, Seconds(1 / 60.0));
  CHECK(step.lag_s == Approx(2 * 0.5 / std::sqrt(98.1)));
  Mass mass;
  for (int tick = 0; tick < 600; ++tick)
    mass = advanced(mass, step, tick / 60.0, (tick + 1) / 60.0);
  CHECK(mass.x == Approx(10 - step.lag_s));
  CHECK(mass.v == Approx(1));
}

TEST_CASE("in space each axis is a mass of its own", "[mass_tracker]") {
  const TrackerStep step = step_of({0.03, 0.3}, Seconds(1 / 60.0));
  const MassInSpace mass{.x = {0.1, -0.2, 0.3}, .v = {1, 0.5, -2}};
  const Vec3 from{0.12, 0, 0.2};
  const Vec3 to{0.1, 0.05, 0.25};
  const MassInSpace next = advanced(mass, step, from, to);
  const Mass y = advanced(Mass{.x = mass.x.y, .v = mass.v.y}, step, from.y, to.y);
  const Mass z = advanced(Mass{.x = mass.x.z, .v = mass.v.z}, step, from.z, to.z);
  CHECK(next.x.y == y.x);
  CHECK(next.v.y == y.v);
  CHECK(next.x.z == z.x);
  CHECK(next.v.z == z.v);
}

TEST_CASE("ticks of 30, 60 and 120 Hz show the same swing", "[mass_tracker]") {
  double worst = 0;
  for (const double rest_error_m : kRestErrors_m) {
    for (const double zeta : kZetas) {
      const std::vector<double> at_30 = tracked({rest_error_m, zeta}, 30);
      for (const int hz : {60, 120}) {
        const std::vector<double> path = tracked({rest_error_m, zeta}, hz);
        REQUIRE(path.size() == at_30.size());
        for (std::size_t i = 0; i < path.size(); ++i) {
          worst = std::max(worst, std::abs(path[i] - at_30[i]));
        }
      }
    }
  }
  CHECK(worst / kPicometre <= kBound_pm);
}

TEST_CASE("a tension may change in the middle, and only the acceleration jumps", "[mass_tracker]") {
  // A step that is too short to go anywhere, after the change.
  const Mass mass{.x = 0.1, .v = 2};
  const Mass next = advanced(mass, step_of({0.005, 0.15}, Seconds(1e-7)), 0.3, 0.3);
  CHECK(next.x == Approx(0.1).margin(1e-6));
  CHECK(next.v == Approx(2).margin(1e-4));
}

TEST_CASE("no target, tension or tick rate makes the mass unstable", "[mass_tracker]") {
  // NOLINTNEXTLINE(cert-msc32-c,cert-msc51-cpp): the same chance in every run
  std::mt19937_64 random(5);
  const auto between = [&](double least, double most) {
    return least + (most - least) * (static_cast<double>(random() >> 11) / 9007199254740992.0);
  };
  Tension tension{0.01, 0.4};
  TrackerStep step = step_of(tension, Seconds(1 / 60.0));
  Mass mass;
  double from = 0;
  double farthest = 0;
  bool energy_falls = true;
  for (int i = 0; i < 1'000'000; ++i) {
    const bool changes = random() % 8 == 0;
    if (changes) {
      tension = {std::exp(between(std::log(kRestErrorMin_m), std::log(kRestErrorMax_m))),
                 between(0.1, 1.5)};
      step = step_of(tension, Seconds(1 / between(20, 240)));
    }
    const double to = random() % 4 == 0 ? between(-1, 1) : from;
    const Mass next = advanced(mass, step, from, to);

    // Spring and motion together, seen from where the mass would settle, can only fall.
    const double velocity = (to - from) * step.rate_hz;
    const double behind = step.lag_s * velocity;
    const double wn = tension.natural_frequency();
    const double before = std::hypot(wn * (mass.x - from + behind), mass.v - velocity);
    const double after = std::hypot(wn * (next.x - to + behind), next.v - velocity);
    energy_falls = energy_falls && after <= before * (1 + 1e-12) + 1e-12;
    mass = next;
    from = to;
    farthest = std::max(farthest, std::isfinite(mass.x) ? std::abs(mass.x) : 1e300);
  }
  CHECK(energy_falls);
  CHECK(farthest < 100);  // thrown by targets that fly at up to 480 m / s
}

}  // namespace kine::mass_tracker_test
