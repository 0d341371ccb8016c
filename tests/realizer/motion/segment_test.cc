// Tests for realizer/motion/segment.h.
#include "realizer/motion/segment.h"

#include <initializer_list>

#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::motion::segment_test {
namespace {

struct Still final : Actuator {
  body::JointSet joints() const override { return {}; }
  pose::ChannelSet channels() const override { return {}; }
  pose::Keys compile(const Entry&, const body::Body&) const override { return {}; }
};

struct Driving final : Actuator {
  explicit Driving(body::JointSet joints) : driven(joints) {}
  body::JointSet joints() const override { return driven; }
  pose::ChannelSet channels() const override { return {}; }
  pose::Keys compile(const Entry&, const body::Body&) const override { return {}; }

  body::JointSet driven;
};

Segment segment(Seconds start, Seconds end, Seconds fade_in, Seconds fade_out) {
  return {.start = start,
          .end = end,
          .fade_in = fade_in,
          .fade_out = fade_out,
          .actuator = std::make_shared<Still>()};
}

}  // namespace

TEST_CASE("a segment weighs 1 from its start up to, but not at, its end", "[segment]") {
  const Segment plain = segment(1s, 2s, 0s, 0s);

  CHECK(plain.weight_at(0.999s) == 0);
  CHECK(plain.weight_at(1s) == 1);
  CHECK(plain.weight_at(1.999s) == 1);
  CHECK(plain.weight_at(2s) == 0);
}

TEST_CASE("the weight is eased within the fades: 3 h^2 - 2 h^3", "[segment]") {
  const Segment faded = segment(1s, 3s, 500ms, 1s);

  CHECK(faded.weight_at(1s) == 0);
  CHECK(faded.weight_at(1.125s) == Approx(0.15625));
  CHECK(faded.weight_at(1.25s) == Approx(0.5));
  CHECK(faded.weight_at(1.5s) == 1);
  CHECK(faded.weight_at(2s) == 1);
  CHECK(faded.weight_at(2.25s) == Approx(0.84375));
  CHECK(faded.weight_at(2.75s) == Approx(0.15625));
  CHECK(faded.weight_at(3s) == 0);
}

TEST_CASE("a way back of its own goes as its transit says, and ends when the fade-out does",
          "[segment]") {
  Segment faded = segment(1s, 3s, 500ms, 1s);
  faded.way_back = Transit{.curve = TransitionCurve{}};  // linear
  CHECK(faded.weight_at(1.125s) == Approx(0.15625));     // the fade-in is eased
  CHECK(faded.weight_at(2s) == 1);
  CHECK(faded.weight_at(2.25s) == Approx(0.75));
  CHECK(faded.weight_at(2.75s) == Approx(0.25));
  CHECK(faded.weight_at(2.999s) < 0.001);
  CHECK(faded.weight_at(3s) == 0);

  // It waits for a quarter of its time.
  faded.way_back = Transit{.flow = -1};
  CHECK(faded.weight_at(2.25s) == 1);
  CHECK(faded.weight_at(2.625s) == Approx(0.5));
}

TEST_CASE("a segment of no length never weighs anything", "[segment]") {
  CHECK(segment(1s, 1s, 0s, 0s).weight_at(1s) == 0);
}

TEST_CASE("a segment is valid when its times fit and it has an actuator", "[segment]") {
  CHECK(segment(1s, 2s, 400ms, 600ms).valid());
  CHECK(segment(1s, 1s, 0s, 0s).valid());

  // It ends before it starts.
  CHECK_FALSE(segment(2s, 1s, 0s, 0s).valid());
  // Its fades are longer than itself.
  CHECK_FALSE(segment(1s, 2s, 700ms, 600ms).valid());
  // A fade is negative.
  CHECK_FALSE(segment(1s, 2s, -100ms, 0s).valid());
  CHECK_FALSE(segment(1s, 2s, 0s, -100ms).valid());
  // Nobody moves it.
  Segment without = segment(1s, 2s, 0s, 0s);
  without.actuator = nullptr;
  CHECK_FALSE(without.valid());
}

TEST_CASE("a segment can keep an arm's time that drives that arm alone", "[segment]") {
  const auto arm_of_joints = [](std::initializer_list<body::Joint> joints) {
    body::JointSet set;
    for (const body::Joint joint : joints) set.insert(joint);
    return arm_of(Driving(set));
  };
  using enum body::Joint;
  CHECK(arm_of_joints({LeftShoulder, LeftUpperArm, LeftLowerArm, LeftHand}) == body::Side::Left);
  CHECK(arm_of_joints({RightHand, RightIndexProximal}) == body::Side::Right);
  CHECK_FALSE(arm_of_joints({RightIndexProximal}).has_value());
  CHECK_FALSE(arm_of_joints({RightHand, LeftHand}).has_value());
  CHECK_FALSE(arm_of_joints({UpperChest, RightShoulder, RightUpperArm}).has_value());
}

}  // namespace kine::motion::segment_test
