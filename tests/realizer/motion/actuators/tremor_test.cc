// Tests for realizer/motion/actuators/tremor.h.
#include "realizer/motion/actuators/tremor.h"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::motion::tremor_test {

using enum body::Joint;

TEST_CASE("a joint trembles within its bounds, to both sides, some eight times a second",
          "[tremor]") {
  int crossings = 0;
  double least = 0;
  double most = 0;
  for (int ms = 0; ms < 10000; ++ms) {
    const Vec3 now = tremor_at(ms / 1000.0, Head, 1);
    for (const double each : {now.x, now.y, now.z}) CHECK(std::abs(each) <= 1);
    least = std::min(least, now.x);
    most = std::max(most, now.x);
    if (now.x * tremor_at((ms + 1) / 1000.0, Head, 1).x < 0) ++crossings;
  }
  // Two sines of one size are a product of two: of 7.08 Hz, their mean, and of 0.92 Hz. Each is 0
  // twice a period.
  CHECK(crossings / 20.0 == Approx(7.08 + 0.92).margin(0.2));
  CHECK(least < -0.9);
  CHECK(most > 0.9);
}

TEST_CASE("joints and seeds tremble each in its own way", "[tremor]") {
  const Vec3 head = tremor_at(1, Head, 1);
  CHECK(tremor_at(1, Head, 1) == head);
  CHECK(tremor_at(1, Neck, 1) != head);
  CHECK(tremor_at(1, Head, 2) != head);
}

TEST_CASE("keys of a tremor stand close, and turn joints by at most its angle", "[tremor]") {
  body::JointSet joints;
  joints.insert(Head);
  const pose::JointKeys keys = tremor_keys(joints, 1s, 2s, 0.5, 3);
  REQUIRE(keys.key_count() >= 40);
  CHECK(keys.times_s.front() == 1);
  CHECK(keys.times_s.back() < 2);
  for (std::size_t i = 1; i < keys.key_count(); ++i) {
    CHECK(keys.times_s[i] - keys.times_s[i - 1] == Approx(0.025).margin(1e-5));
  }
  const std::size_t lane = body::index_of(Head) % pose::kLanes;
  for (const pose::QuatBlock& block : keys.rotations) {
    const double most_rad = std::sqrt(3.0) * 0.5 * kTremor_rad;
    CHECK(2 * std::acos(std::min(1.0, static_cast<double>(block.w[lane]))) <= most_rad);
  }
}

}  // namespace kine::motion::tremor_test
