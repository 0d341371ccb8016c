// Tests for realizer/motion/actuators/transit_keys.h: one joint on its way through a quarter turn,
// and the hand of an arm, as bound keys show them.
#include "realizer/motion/actuators/transit_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <random>
#include <vector>

#include "realizer/motion/actuators/key_poses.h"
#include "realizer/script/transition.h"
#include "tests/support/catch.h"
#include "tests/support/motion/posed.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::transit_keys_test {
namespace {

using enum body::Joint;

constexpr double kQuarter_rad = 1.5707963267948966;

/// An arm that turns from T-pose in a second, keeps that for half a second, and comes back in one.
class Gone {
 public:
  explicit Gone(const Transit& transit, double elbow_rad = 0) {
    std::array<Quat, body::kJointCount> rotations = {};
    rotations[index_of(RightUpperArm)] = rotation_about({0, 0, 1}, kQuarter_rad);
    rotations[index_of(RightLowerArm)] = rotation_about({0, 1, 0}, elbow_rad);
    const body::Body& body = test::example_body();
    auto keys = pose::JointKeys::of(body.groups[test::group_index(body, "rightArm")].joints);
    append_key(rotations, 1s, 500ms, {}, keys);
    append_key({}, 2500ms, 0s, {}, keys);
    const pose::Pose t_pose;
    const Entry entry{.pose = &t_pose, .pose_before = &t_pose, .step = 16ms, .time = 0s};
    keys_.joints =
        KeyPoses(std::move(keys), {}, {}, {.transits = {transit, {}, transit}, .seed = 7})
            .compile(entry, body)
            .joints;
  }

  const pose::JointKeys& keys() const { return keys_.joints; }

  Quat at(double time_s, body::Joint joint = RightUpperArm) const {
    return test::posed(keys_, time_s).rotation(joint);
  }

  /// The share of the quarter turn.
  double share(double time_s) const { return rotation_vector(at(time_s)).z / kQuarter_rad; }
  double speed(double time_s) const { return (share(time_s + 1e-3) - share(time_s)) / 1e-3; }

  /// The hand, from the shoulder.
  Vec3 hand(double time_s) const {
    const body::Body& body = test::example_body();
    return at(time_s) * (body.offsets_m[index_of(RightLowerArm)] +
                         at(time_s, RightLowerArm) * body.offsets_m[index_of(RightHand)]);
  }

 private:
  pose::Keys keys_;
};

Transit with(double Transit::*number, double value) {
  Transit transit;
  transit.*number = value;
  return transit;
}

Transit on_curve(std::string_view name) {
  const auto found = std::ranges::find(script::kNamedCurves, name, &script::NamedCurve::name);
  REQUIRE(found != script::kNamedCurves.end());
  return {.curve = found->curve};
}

/// When on the way to the first key it is fastest.
double fastest_at(const Gone& gone, double from_s = 0, double to_s = 0.998) {
  double best_s = from_s;
  for (double time_s = from_s; time_s < to_s; time_s += 0.005) {
    if (gone.speed(time_s) > gone.speed(best_s)) best_s = time_s;
  }
  return best_s;
}

double farthest_from_chord(const Gone& gone) {
  const Vec3 from = gone.hand(0);
  const Vec3 way = gone.hand(1) - from;
  double farthest = 0;
  for (double time_s = 0; time_s <= 1; time_s += 0.01) {
    const Vec3 here = gone.hand(time_s) - from;
    const double along = dot(here, way) / dot(way, way);
    farthest = std::max(farthest, length(here - along * way));
  }
  return farthest;
}

}  // namespace

TEST_CASE("a transit that says nothing leaves the keys to the bit", "[transit]") {
  const Gone plain({});
  CHECK(plain.keys().key_count() == 4);
  CHECK(Gone(Transit{}).keys() == plain.keys());
  CHECK(Gone(with(&Transit::touch, 0.5)).keys() != plain.keys());
}

TEST_CASE("a curve says how far a joint has come, between its rounded ends", "[transit]") {
  for (const script::NamedCurve& named : script::kNamedCurves) {
    CAPTURE(named.name);
    const Gone gone({.curve = named.curve});
    for (const double t : {0.2, 0.35, 0.5, 0.65, 0.8}) {
      CHECK(gone.share(t) == Approx(named.curve.at(t)).margin(0.01));
    }
    CHECK(gone.share(1) == Approx(1).margin(1e-5));
    CHECK(std::abs(gone.speed(0)) < 0.1);
    CHECK(std::abs(gone.speed(0.998)) < 0.25);
    CHECK(gone.share(1.4) == Approx(1).margin(1e-5));
  }
}

TEST_CASE("the fastest moment goes from early to late by the curve", "[transit]") {
  const double early_s = fastest_at(Gone(on_curve("fast-slow")));
  const double middle_s = fastest_at(Gone(on_curve("ease")));
  const double late_s = fastest_at(Gone(on_curve("slow-fast")));
  CHECK(early_s < 0.25);
  CHECK(middle_s == Approx(0.5).margin(0.06));
  CHECK(late_s > 0.75);
}

TEST_CASE("a curve may go back first, or beyond its end", "[transit]") {
  CHECK(Gone(on_curve("overshoot")).share(6.0 / 7) == Approx(54.0 / 49).margin(0.01));
  CHECK(Gone(on_curve("backtrack")).share(1.0 / 7) == Approx(-5.0 / 49).margin(0.01));
}

TEST_CASE("the heavier the touch, the later and the faster it arrives", "[transit]") {
  double last_s = 0;
  double last_speed = 0;
  for (const double touch : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    CAPTURE(touch);
    const Gone gone(with(&Transit::touch, touch));
    const double fastest_s = fastest_at(gone);
    CHECK(fastest_s >= last_s);
    const double arrival_speed = gone.speed(fastest_at(gone, 0.65));
    CHECK(arrival_speed > last_speed);
    CHECK(gone.share(1) == Approx(1).margin(1e-5));
    last_s = fastest_s;
    last_speed = arrival_speed;
  }
  // It springs back by three hundredths of its way, and settles.
  CHECK(Gone(with(&Transit::touch, 1)).share(0.925) == Approx(0.97).margin(0.01));
}

TEST_CASE("the hand's way goes from straight to round", "[transit]") {
  double last_m = -1;
  for (const double arc : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    CAPTURE(arc);
    const Gone gone(with(&Transit::arc, arc), 1.2);
    const double away_m = farthest_from_chord(gone);
    CHECK(away_m > last_m);
    CHECK(length(gone.hand(1) - Gone({}, 1.2).hand(1)) < 1e-5);
    last_m = away_m;
  }
  CHECK(farthest_from_chord(Gone(with(&Transit::arc, -1), 1.2)) < 0.01);
}

TEST_CASE("joints tremble at some eight hertz on their way, and not at its ends", "[transit]") {
  const Gone plain({});
  double last_rad = 0;
  for (const double much : {0.25, 0.5, 1.0}) {
    const Gone gone(with(&Transit::tremble, much));
    double most_rad = 0;
    int turns = 0;
    double last = 0;
    for (double time_s = 0.005; time_s < 1; time_s += 0.005) {
      const Vec3 off = rotation_vector(conjugate(plain.at(time_s)) * gone.at(time_s));
      most_rad = std::max(most_rad, length(off));
      if (off.x * last < 0) ++turns;
      if (off.x != 0) last = off.x;
    }
    CHECK(most_rad > last_rad);
    CHECK(most_rad < 0.05);
    CHECK(turns >= 10);  // 5 Hz, for the two tremors beat
    CHECK(turns <= 20);
    CHECK(gone.share(1) == Approx(1).margin(1e-5));
    CHECK(gone.share(1.2) == Approx(1).margin(1e-5));
    last_rad = most_rad;
  }
  CHECK(Gone(with(&Transit::tremble, 1)).keys() == Gone(with(&Transit::tremble, 1)).keys());
}

TEST_CASE("waves slow a movement down and push it on", "[transit]") {
  const auto slowed = [](double waves) {
    const Gone gone(with(&Transit::waves, waves));
    int times = 0;
    for (double time_s = 0.05; time_s < 0.95; time_s += 0.01) {
      const double here = gone.speed(time_s);
      if (here < gone.speed(time_s - 0.01) && here <= gone.speed(time_s + 0.01)) ++times;
    }
    return times;
  };
  CHECK(slowed(0) == 0);
  CHECK(slowed(1) >= 2);  // three waves of a third of a second
}

TEST_CASE("what is incomplete stops short by its share, and stays there", "[transit]") {
  for (const double left_out : {0.1, 0.4, 1.0}) {
    CAPTURE(left_out);
    const Gone gone(with(&Transit::incomplete, left_out));
    CHECK(gone.share(1) == Approx(1 - left_out).margin(1e-4));
    CHECK(gone.share(1.5) == Approx(1 - left_out).margin(1e-4));
  }
}

TEST_CASE("what stops sinks at its pose, and what pauses does not", "[transit]") {
  const Gone stopped({.stops = true});
  const Gone paused({});
  CHECK(length(stopped.hand(1) - paused.hand(1)) < 1e-5);
  CHECK(std::abs(stopped.speed(0.998)) < 0.1);
  CHECK(length(stopped.hand(1.499) - paused.hand(1.499)) > 0.02);
  CHECK(paused.hand(1.499) == paused.hand(1));
}

TEST_CASE("what is cut waits before it moves, and what flows goes on through its hold",
          "[transit]") {
  const Gone cut(with(&Transit::flow, -1));
  CHECK(cut.share(0.2) == Approx(0).margin(0.01));
  CHECK(cut.share(1) == Approx(1).margin(1e-5));
  CHECK(Gone({}).share(0.2) > 0.05);
  const Gone flowing(with(&Transit::flow, 1));
  CHECK(flowing.share(1) < 0.9);
  CHECK(flowing.speed(1.1) > 0.01);
  CHECK(flowing.share(1.5) == Approx(1).margin(1e-4));
}

TEST_CASE("a trace of a flow changes a movement by a trace, and more of it by more", "[transit]") {
  const auto farthest_from_plain = [plain = Gone({})](double flow) {
    const Gone flowing(with(&Transit::flow, flow));
    double farthest = 0;
    for (double time_s = 0; time_s <= 2.5; time_s += 0.01) {
      farthest = std::max(farthest, std::abs(flowing.share(time_s) - plain.share(time_s)));
    }
    return farthest;
  };
  CHECK(farthest_from_plain(0.01) < 0.005);
  double before = 0;
  for (const double flow : {0.01, 0.25, 0.5, 0.75, 1.0}) {
    CAPTURE(flow);
    CHECK(farthest_from_plain(flow) > before);
    before = farthest_from_plain(flow);
  }
}

TEST_CASE("no transit makes a joint jump", "[transit]") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    Transit transit{.touch = number(random),
                    .arc = number(random),
                    .flow = number(random),
                    .tremble = std::abs(number(random)),
                    .waves = std::abs(number(random)),
                    .incomplete = std::abs(number(random)),
                    .stops = number(random) > 0};
    if (number(random) > 0) {
      transit.curve = TransitionCurve{1.5 + 1.5 * number(random), 3 * number(random),
                                      1.5 + 1.5 * number(random), 3 * number(random)};
    }
    const Gone gone(transit, 1.2);
    Quat last = gone.at(0);
    for (double time_s = 0.002; time_s < 2.5; time_s += 0.002) {
      const Quat here = gone.at(time_s);
      REQUIRE(std::isfinite(here.w));
      // 30 rad/s: no arm is faster.
      REQUIRE(length(rotation_vector(conjugate(last) * here)) < 0.06);
      last = here;
    }
  }
}

}  // namespace kine::motion::transit_keys_test
