// Tests for realizer/math/look_ahead.h.
#include "realizer/math/look_ahead.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "realizer/math/tracker_response.h"
#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"
#include "tests/support/motion/spring_by_rk4.h"

namespace kine::look_ahead_test {
namespace {

struct Preset {
  Tension tension;
  double look_ahead_ms;  // for a stroke of 0.3 s, found by an independent simulation
};

constexpr Preset kPresets[] = {{{0.005, 0.3}, 0},  {{0.01, 0.4}, 0},   {{0.1, 0.5}, 108},
                               {{0.15, 0.4}, 125}, {{0.005, 0.15}, 0}, {{0.3, 0.4}, 229}};

constexpr double kStep_s = 1 / 240.0;

double cosine(double share) { return (1 - std::cos(M_PI * std::clamp(share, 0.0, 1.0))) / 2; }
double minimum_jerk(double share) {
  const double h = std::clamp(share, 0.0, 1.0);
  return h * h * h * (10 - 15 * h + 6 * h * h);
}
double even(double share) { return std::clamp(share, 0.0, 1.0); }

/// The path of a stroke of `length_s` that begins after `rest_s`, from a place to a place.
std::vector<Vec3> path_of(double (*profile)(double), double rest_s, double length_s) {
  const Vec3 from{0.2, 0.9, 0.1};
  const Vec3 to{0.1, 1.2, 0.35};
  std::vector<Vec3> path;
  for (double t = 0; t < rest_s + length_s + kStep_s; t += kStep_s) {
    path.push_back(from + profile((t - rest_s) / length_s) * (to - from));
  }
  return path;
}

TrackedStroke stroke_on(const std::vector<Vec3>& path, double start_s, double length_s,
                        const Tension& tension) {
  return {.path = path,
          .path_step = Seconds(kStep_s),
          .start = Seconds(start_s),
          .end = Seconds(start_s + length_s),
          .tension = tension,
          .mass = {.x = path.front(), .v = {}}};
}

/// When RK4 sees the mass cover 98 % of a unit stroke that it has looked at `ahead`, counted from
/// the stroke's end.
double late_s(const Tension& tension, double length_s, double ahead_s, double (*profile)(double)) {
  const auto target = [&](double t) { return profile(t / length_s); };
  const double h = 0.01 / std::sqrt(kGravity_m_s2 / tension.rest_error_m);
  test::SpringByRk4 spring(tension, {}, target);
  Mass before;
  while (spring.mass().x < kCoveredShare) {
    before = spring.mass();
    spring.advance(h);
  }
  const double share = (kCoveredShare - before.x) / (spring.mass().x - before.x);
  return spring.time_s() - (1 - share) * h - length_s - ahead_s;
}

}  // namespace

TEST_CASE("a stroke of 0.3 s asks stiff arms for no look-ahead and limp ones for much",
          "[look_ahead]") {
  for (const Preset& preset : kPresets) {
    CAPTURE(preset.tension.rest_error_m, preset.tension.zeta);
    const Seconds ahead = look_ahead_of_eased_stroke(preset.tension, Seconds(0.3));
    CHECK(ahead.count() * 1000 == Approx(preset.look_ahead_ms).margin(0.5));
  }
}

TEST_CASE("the closed form covers an eased stroke just in time, and never late", "[look_ahead]") {
  int exact = 0;
  double latest_s = -1;
  for (const double rest_error_m : {0.001, 0.005, 0.02, 0.1, 0.3, 0.5}) {
    for (const double zeta : {0.1, 0.3, 0.5, 0.8, 1.0, 1.2, 1.5}) {
      for (const double length_s : {0.15, 0.3, 0.6, 1.0}) {
        const Tension tension{rest_error_m, zeta};
        const double ahead_s = look_ahead_of_eased_stroke(tension, Seconds(length_s)).count();
        const double late = late_s(tension, length_s, ahead_s, cosine);
        latest_s = std::max(latest_s, late);
        if (ahead_s > 0 && std::abs(late) < 1e-5) ++exact;
      }
    }
  }
  CHECK(latest_s * 1e6 < 10);
  CHECK(exact > 100);  // of 168; the others are stiff
}

TEST_CASE("simulation finds the closed form's look-ahead", "[look_ahead]") {
  const std::vector<Vec3> path = path_of(cosine, 1, 0.3);
  for (const Preset& preset : kPresets) {
    CAPTURE(preset.tension.rest_error_m, preset.tension.zeta);
    const LookAhead found = look_ahead_of(stroke_on(path, 1, 0.3, preset.tension));
    CHECK(found.ahead.count() * 1000 == Approx(preset.look_ahead_ms).margin(1));
    CHECK(found.late < kLookAheadPrecision);
  }
}

TEST_CASE("a stroke of any profile is covered at its appointment", "[look_ahead]") {
  for (const auto profile : {cosine, minimum_jerk, even}) {
    for (const double rest_error_m : {0.005, 0.05, 0.15, 0.5}) {
      for (const double zeta : {0.15, 0.4, 1.0, 1.5}) {
        for (const double length_s : {0.15, 0.4, 1.0}) {
          CAPTURE(rest_error_m, zeta, length_s);
          const Tension tension{rest_error_m, zeta};
          const double rest_s = 8;  // time enough for any clock
          const std::vector<Vec3> path = path_of(profile, rest_s, length_s);
          const LookAhead found = look_ahead_of(stroke_on(path, rest_s, length_s, tension));
          const double late = late_s(tension, length_s, found.ahead.count(), profile);
          CHECK(late < 1e-3);
          CHECK(found.late.count() == Approx(late).margin(1e-3));
          if (found.ahead.count() > 0) CHECK(late > -1e-3);
        }
      }
    }
  }
}

TEST_CASE("what starts now gains what the clock can gain, and says how late it is",
          "[look_ahead]") {
  const Tension limp{0.3, 0.4};
  const std::vector<Vec3> path = path_of(cosine, 0, 0.3);
  const LookAhead found = look_ahead_of(stroke_on(path, 0, 0.3, limp));
  const double late_without_s = late_s(limp, 0.3, 0, cosine);
  CHECK(found.ahead.count() <= kClockGainMax * 0.3);
  CHECK(found.late.count() > 0.02);
  CHECK(found.late.count() < late_without_s - 0.05);
}

TEST_CASE("a clock that is far ahead already comes back for a stiff arm", "[look_ahead]") {
  const std::vector<Vec3> path = path_of(cosine, 1, 0.3);
  TrackedStroke stroke = stroke_on(path, 1, 0.3, {0.005, 0.3});
  stroke.clock = ArmClock(Seconds(0.2));
  CHECK(look_ahead_of(stroke).ahead == Seconds(0));
}

TEST_CASE("a mass that still swings is reckoned with", "[look_ahead]") {
  const Tension loose{0.1, 0.3};
  const std::vector<Vec3> path = path_of(cosine, 0.4, 0.3);
  TrackedStroke stroke = stroke_on(path, 0.4, 0.3, loose);
  const LookAhead at_rest = look_ahead_of(stroke);
  stroke.mass.v = {-2, 4, 3};
  const LookAhead swinging = look_ahead_of(stroke);
  CHECK(std::abs((swinging.ahead - at_rest.ahead).count()) > 0.005);
  CHECK(std::chrono::abs(swinging.late) < kLookAheadPrecision);
}

TEST_CASE("a stroke that comes back to its start gets the lag of steady motion", "[look_ahead]") {
  std::vector<Vec3> circle;
  for (double t = 0; t < 2; t += kStep_s) {
    const double angle = 2 * M_PI * std::clamp(t - 1, 0.0, 1.0);
    circle.push_back({0.1 * std::cos(angle), 1, 0.1 * std::sin(angle)});
  }
  const Tension loose{0.1, 0.5};
  const LookAhead found = look_ahead_of(stroke_on(circle, 1, 1, loose));
  CHECK(found.ahead == TrackerResponse(loose).lag());
  CHECK(found.late == Seconds(0));

  const std::vector<Vec3> still(100, Vec3{0, 1, 0});
  CHECK(look_ahead_of(stroke_on(still, 0.1, 0.2, loose)).ahead <= TrackerResponse(loose).lag());
}

TEST_CASE("every valid tension and stroke has a look-ahead", "[look_ahead]") {
  test::RandomRotations random(3);
  const std::vector<Vec3> path = path_of(cosine, 0.5, 0.3);
  for (int i = 0; i < 2000; ++i) {
    const double rest_error_m =
        std::exp(random.number(std::log(kRestErrorMin_m) + 1e-9, std::log(kRestErrorMax_m) - 1e-9));
    const Tension tension{rest_error_m, random.number(kZetaMin, kZetaMax)};
    const Seconds length(std::exp(random.number(std::log(1e-4), std::log(100))));
    CAPTURE(tension.rest_error_m, tension.zeta, length.count());
    const double closed_s = look_ahead_of_eased_stroke(tension, length).count();
    CHECK((closed_s >= 0 && closed_s < 5));

    TrackedStroke stroke = stroke_on(path, 0.5, 0.3, tension);
    stroke.mass.v = 3 * random.direction();
    const Seconds ahead(random.number(0, 0.5));
    stroke.clock = ArmClock(ahead);
    const LookAhead found = look_ahead_of(stroke);
    CHECK((found.ahead.count() >= 0 && found.ahead <= ahead + kClockGainMax * stroke.end));
    CHECK(std::isfinite(found.late.count()));
  }
}

TEST_CASE("a clock has gained what it needs when the target leaves its rest, and no earlier",
          "[look_ahead]") {
  const Tension limp{0.3, 0.4};
  const std::vector<Vec3> path = path_of(cosine, 3, 0.3);
  TrackedStroke stroke = stroke_on(path, 3, 0.3, limp);
  stroke.leaves = Seconds(2.8);
  const LookAhead found = look_ahead_of(stroke);
  CHECK(found.ahead.count() == Approx(0.229).margin(0.001));
  const double there_s = found.begins.count() + found.ahead.count() / kClockGainMax;
  CHECK(there_s + found.ahead.count() == Approx(2.8).margin(1e-9));
}

TEST_CASE("a tension that changes with the stroke is the one that is reckoned with",
          "[look_ahead]") {
  const Tension limp{0.3, 0.4};
  const std::vector<Vec3> path = path_of(cosine, 1, 0.3);
  const TimedTension loosens{.from = Seconds(1), .tension = limp};
  TrackedStroke stroke = stroke_on(path, 1, 0.3, {0.005, 0.3});
  stroke.changes = {&loosens, 1};
  const LookAhead found = look_ahead_of(stroke);
  CHECK(found.ahead.count() == Approx(0.229).margin(0.002));
}

TEST_CASE("an arm without a mass is in time by itself, and looks ahead for the mass that comes",
          "[look_ahead]") {
  const Tension limp{0.3, 0.4};
  const std::vector<Vec3> path = path_of(cosine, 1, 0.3);
  TrackedStroke stroke = stroke_on(path, 1, 0.3, limp);
  stroke.tension = {};
  CHECK(look_ahead_of(stroke).ahead == Seconds(0));
  const TimedTension comes{.from = Seconds(0.9), .tension = limp};
  stroke.changes = {&comes, 1};
  const LookAhead found = look_ahead_of(stroke);
  CHECK(found.ahead.count() == Approx(0.229).margin(0.002));
  CHECK(std::chrono::abs(found.late) < kLookAheadPrecision);
  const TimedTension goes{.from = Seconds(0.9), .tension = {}};
  stroke.tension = limp;
  stroke.changes = {&goes, 1};
  CHECK(look_ahead_of(stroke).ahead == Seconds(0));
}

TEST_CASE("what is known by its times alone is guessed as an eased stroke", "[look_ahead]") {
  const Tension limp{0.3, 0.4};
  TrackedStroke stroke{
      .start = Seconds(3), .end = Seconds(3.3), .tension = limp, .leaves = Seconds(2.8)};
  const LookAhead found = guessed_look_ahead_of(stroke);
  CHECK(found.ahead.count() == Approx(0.229).margin(0.001));
  CHECK(found.begins.count() ==
        Approx(2.8 - found.ahead.count() - found.ahead.count() / kClockGainMax));
  CHECK(found.late == Seconds(0));
  stroke.now = Seconds(3.1);  // too late: what its clock can gain in the rest of it is less
  CHECK(guessed_look_ahead_of(stroke).ahead.count() == Approx(clock_reach(Seconds(0.2)).count()));
  stroke.tension = {};
  CHECK(guessed_look_ahead_of(stroke).ahead == Seconds(0));
}

TEST_CASE("a mass is carried on to when its arm's time has come", "[look_ahead]") {
  const Tension loose{0.1, 0.5};
  const std::vector<Vec3> path = path_of(cosine, 0, 0.3);
  TrackedStroke stroke = stroke_on(path, 0, 0.3, loose);
  stroke.clock = ArmClock(Seconds(0.1));
  const MassThen then = mass_when(stroke, Seconds(5.1));
  CHECK(then.time.count() == Approx(5).margin(kStep_s));
  CHECK(length(then.mass.x - path.back()) < 1e-6);
  CHECK(mass_when(stroke, Seconds(0)).time == Seconds(0));
}

}  // namespace kine::look_ahead_test
