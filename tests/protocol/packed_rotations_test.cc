// Tests for protocol/packed_rotations.h. Expected bytes are worked out by hand from the comment on
// Frame.packed_rotations; the bound on the error is that of the step in each component.
#include "protocol/packed_rotations.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::protocol::packed_rotations_test {
namespace {

constexpr float kHalfRoot = 0.70710678F;

/// Half a step in each of three components moves the fourth by at most three times as much.
const double kWorst_rad = std::sqrt(12.0) / (16'383 * std::sqrt(2.0));

std::string packed(const std::vector<Rotation>& rotations) {
  std::string bytes(kPackedRotationBytes * rotations.size() + 1, '!');
  const char* const end = pack(rotations, bytes.data());
  REQUIRE(end == bytes.data() + bytes.size() - 1);
  REQUIRE(bytes.back() == '!');  // nothing is written past the end
  bytes.pop_back();
  return bytes;
}

std::uint64_t number(const Rotation& rotation) {
  const std::string bytes = packed({rotation});
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

std::vector<Rotation> there_and_back(const std::vector<Rotation>& rotations) {
  std::vector<Rotation> back(rotations.size());
  REQUIRE(unpack(packed(rotations), back));
  return back;
}

/// The angle between the two rotations, whose quaternions may have either sign.
double angle_rad(const Rotation& a, const Rotation& b) {
  double dot = 0;
  for (std::size_t i = 0; i < a.size(); ++i) dot += double{a[i]} * double{b[i]};
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double apart = a[i] - (dot < 0 ? -1 : 1) * double{b[i]};
    squares += apart * apart;
  }
  return 4 * std::asin(std::sqrt(squares) / 2);
}

Rotation negative(const Rotation& q) { return {-q[0], -q[1], -q[2], -q[3]}; }

Rotation random_rotation(test::RandomRotations& random) {
  const Quat q = random.within(std::numbers::pi);
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}

}  // namespace

TEST_CASE("no turn at all leaves w out and has three zeros, which are 16383",
          "[packed_rotations]") {
  CHECK(number({0, 0, 0, 1}) == (3 | 16'383ULL << 2 | 16'383ULL << 17 | 16'383ULL << 32));
}

TEST_CASE("the largest component is left out, the others follow in order", "[packed_rotations]") {
  // 0.1 is round(0.1 * 16383 * sqrt(2)) = 2317 steps, 0.2 is 4634, 0.3 is 6951.
  const float rest = std::sqrt(1 - 0.01F - 0.04F - 0.09F);
  const std::uint64_t others =
      (16'383 + 2'317ULL) << 2 | (16'383 - 4'634ULL) << 17 | (16'383 + 6'951ULL) << 32;
  CHECK(number({rest, 0.1F, -0.2F, 0.3F}) == (0 | others));
  CHECK(number({0.1F, rest, -0.2F, 0.3F}) == (1 | others));
  CHECK(number({0.1F, -0.2F, rest, 0.3F}) == (2 | others));
  CHECK(number({0.1F, -0.2F, 0.3F, rest}) == (3 | others));
}

TEST_CASE("of components that are alike the first is left out", "[packed_rotations]") {
  CHECK(number({kHalfRoot, 0, 0, kHalfRoot}) ==
        (0 | 16'383ULL << 2 | 16'383ULL << 17 | 32'766ULL << 32));
  CHECK((number({0.5F, 0.5F, 0.5F, 0.5F}) & 3) == 0);
  CHECK((number({0, 0.5F, 0, 0.5F}) & 3) == 1);
  CHECK((number({0, 0, kHalfRoot, -kHalfRoot}) & 3) == 2);
}

TEST_CASE("q and -q give the same bytes", "[packed_rotations]") {
  test::RandomRotations random(7);
  for (int i = 0; i < 10'000; ++i) {
    const Rotation q = random_rotation(random);
    REQUIRE(number(q) == number(negative(q)));
  }
  CHECK(number({0, 0, 0, 1}) == number({-0.0F, -0.0F, -0.0F, -1}));
  CHECK(number({0, kHalfRoot, kHalfRoot, 0}) == number({0, -kHalfRoot, -kHalfRoot, 0}));
}

TEST_CASE("the way back is off by no more than half a step allows, whichever is the largest",
          "[packed_rotations]") {
  test::RandomRotations random(11);
  std::vector<Rotation> rotations;
  for (int i = 0; i < 100'000; ++i) rotations.push_back(random_rotation(random));
  for (const float a : {-0.5F, 0.5F}) {
    for (const float b : {-0.5F, 0.5F})
      rotations.insert(rotations.end(), {{a, b, b, a}, {b, b, a, b}});
  }
  const auto back = there_and_back(rotations);

  std::array<int, 4> largest{};
  double squares = 0;
  for (std::size_t i = 0; i < rotations.size(); ++i) {
    const double off = angle_rad(rotations[i], back[i]);
    REQUIRE(off < kWorst_rad * 1.001);  // and the rounding of floats
    squares += off * off;
    ++largest[static_cast<std::size_t>(number(rotations[i]) & 3)];
  }
  for (const int count : largest) CHECK(count > 10'000);
  // motion.md of other encoders of this kind: 0.0028 degrees in the mean of squares.
  const double mean_deg =
      std::sqrt(squares / static_cast<double>(rotations.size())) * 180 / std::numbers::pi;
  CHECK(mean_deg == Approx(0.0028).epsilon(0.05));
}

TEST_CASE("what was packed comes back, and packed again gives the same bytes",
          "[packed_rotations]") {
  // Of every length, for rotations are packed sixteen at a time.
  test::RandomRotations random(13);
  for (std::size_t count = 0; count <= 55; ++count) {
    std::vector<Rotation> rotations;
    for (std::size_t i = 0; i < count; ++i) rotations.push_back(random_rotation(random));
    const std::string once = packed(rotations);
    std::vector<Rotation> back(count);
    REQUIRE(unpack(once, back));
    for (std::size_t i = 0; i < count; ++i) REQUIRE(angle_rad(rotations[i], back[i]) < 2e-4);
    REQUIRE(packed(back) == once);
  }
}

TEST_CASE("numbers that are no unit quaternion are packed as something", "[packed_rotations]") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const Rotation& q :
       {Rotation{0, 0, 0, 0}, Rotation{5, 5, 5, 5}, Rotation{1e30F, -1e30F, 1, 0},
        Rotation{kInfinity, 0, -kInfinity, 0}, Rotation{std::nanf(""), 1, std::nanf(""), 0}}) {
    CHECK(number(q) < 1ULL << 47);
  }
}

TEST_CASE("bytes of the wrong number are refused, and any others give finite numbers",
          "[packed_rotations]") {
  std::vector<Rotation> rotations(2);
  CHECK_FALSE(unpack(std::string(11, '\0'), rotations));
  CHECK_FALSE(unpack(std::string(13, '\0'), rotations));
  REQUIRE(unpack(std::string(12, '\xFF'), rotations));
  for (const Rotation& rotation : rotations) {
    for (const float each : rotation) CHECK(std::isfinite(each));
  }
}

}  // namespace kine::protocol::packed_rotations_test
