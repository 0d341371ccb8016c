// Tests for realizer/autonomy/turns.h.
#include "realizer/autonomy/turns.h"

#include <cmath>

#include "realizer/pose/blend.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

using namespace std::chrono_literals;

namespace kine::autonomy::turns_test {

TEST_CASE("a joint turns from stop to stop, at rest in each, and holds the last", "[turns]") {
  const auto head = [](double y) { return std::vector<Turn>{{body::Joint::Head, {0, y, 0}}}; };
  const std::vector<Stop> stops = {{0s, head(0)}, {1s, head(0.2)}, {3s, head(-0.1)}};

  const motion::Segment segment = make_turns(stops, 4s);

  CHECK(segment.relative);
  CHECK(segment.valid());
  CHECK(segment.end == 4s);
  const pose::Keys keys = segment.actuator->compile(
      {.pose = nullptr, .pose_before = nullptr, .step = {}, .time = {}}, test::ada());
  pose::Interval interval;
  const auto turn_at = [&](float time_s) {
    pose::Pose pose;
    const pose::Layer layer{.keys = &keys,
                            .contents = pose::Contents::of(keys),
                            .interval = &interval,
                            .time_s = time_s,
                            .weight = 1};
    pose::RelativeJob{.layers = std::span(&layer, 1), .pose = &pose}.run();
    return rotation_vector(normalized(pose.rotation(body::Joint::Head))).y;
  };
  // An eased great arc: 3 h^2 - 2 h^3 of the way.
  CHECK(turn_at(0) == Approx(0).margin(1e-6));
  CHECK(turn_at(0.25F) == Approx(0.2 * 0.15625).margin(1e-5));
  CHECK(turn_at(1) == Approx(0.2).margin(1e-6));
  CHECK(turn_at(2) == Approx(0.05).margin(1e-5));
  CHECK(turn_at(3.5F) == Approx(-0.1).margin(1e-6));
}

TEST_CASE("what is later is at least a tick later", "[turns]") {
  const TickRate rate(60);
  CHECK(later(Tick{10}, rate, 0s) == Tick{11});
  CHECK(later(Tick{10}, rate, 500ms) == Tick{40});
  CHECK(later(Tick{10}, rate, 505ms) == Tick{41});
}

TEST_CASE("what comes after an infinite time comes in a tick that there is", "[turns]") {
  const TickRate rate(60);
  CHECK(later({5}, rate, Seconds{1}) == Tick{65});
  CHECK(later({5}, rate, Seconds{0}) == Tick{6});
  CHECK(later({5}, rate, Seconds{HUGE_VAL}) == Tick{60'000'000'005});
}

}  // namespace kine::autonomy::turns_test
