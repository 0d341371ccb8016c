// Tests for realizer/pictures/moving_figure.h.
#include "realizer/pictures/moving_figure.h"

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::moving_figure_test {

using namespace kine;

namespace {

/// As four bytes say it from there on.
std::size_t number_at(const std::string& file, std::size_t at) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    number = number << 8 | static_cast<std::uint8_t>(file.at(at + i));
  }
  return number;
}

/// The number of pictures stands in the chunk acTL, which follows the header.
std::size_t pictures_of(const std::string& file) {
  const std::size_t at = file.find("acTL");
  REQUIRE(at != std::string::npos);
  return number_at(file, at + 4);
}

std::size_t width_of(const std::string& file) { return number_at(file, file.find("IHDR") + 4); }

std::vector<Frame> standing(std::size_t count) {
  std::vector<Frame> frames;
  for (std::size_t tick = 0; tick < count; ++tick) {
    frames.push_back(test::still_frame(test::ada(), Tick{1000 + tick}));
  }
  return frames;
}

}  // namespace

TEST_CASE("a moving figure has twenty pictures a second, and its last frame", "[pictures][apng]") {
  CHECK(pictures_of(test::written(test::recorded_ada(60), ".apng", standing(1))) == 1);
  CHECK(pictures_of(test::written(test::recorded_ada(60), ".apng", standing(61))) == 21);
  CHECK(pictures_of(test::written(test::recorded_ada(60), ".apng", standing(63))) == 22);
  CHECK(pictures_of(test::written(test::recorded_ada(4), ".apng", standing(9))) == 9);
}

TEST_CASE("a motion too long to be pictures is refused with the limit's name", "[pictures][apng]") {
  const auto writer = pictures::make_moving_figure(test::recorded_ada(20));
  std::string bytes;
  for (const Frame& frame : standing(pictures::kMovingPicturesMax + 1)) {
    writer->append(frame, bytes);
  }
  const auto finished = writer->finish(bytes);
  REQUIRE_FALSE(finished);
  CHECK(finished.error().code == ErrorCode::LimitExceeded);
  CHECK(finished.error().message.find("moving_pictures_max of 2400") != std::string::npos);
  CHECK(bytes.empty());
}

TEST_CASE("a moving figure has as many pictures as it is asked for, up to sixty a second",
          "[pictures][apng]") {
  const auto pictures = [](std::uint32_t hz, std::uint32_t pictures_hz) {
    formats::Recorded recorded = test::recorded_ada(hz);
    recorded.pictures_hz = pictures_hz;
    return pictures_of(test::written(recorded, ".apng", standing(hz / 3 + 1)));
  };
  CHECK(pictures(60, 60) == 21);
  CHECK(pictures(24, 24) == 9);
  CHECK(pictures(120, 120) == 21);
  CHECK(pictures(60, 30) == 11);
}

TEST_CASE("a comparison shows motions beside each other, until the longer one is over",
          "[pictures][apng]") {
  const auto recorded = test::recorded_ada(20);
  const std::vector<pictures::NamedMotion> both = {{"SHORT", standing(5)}, {"LONG", standing(9)}};
  const auto compared = pictures::make_moving_comparison(recorded, both);
  REQUIRE(compared);
  CHECK(pictures_of(*compared) == 9);
  const std::string alone = test::written(recorded, ".apng", standing(9));
  CHECK(width_of(*compared) == 2 * width_of(alone));
  // One motion without a name is the picture of that motion.
  const std::vector<pictures::NamedMotion> one = {{"", standing(9)}};
  CHECK(*pictures::make_moving_comparison(recorded, one) == alone);
}

TEST_CASE("of motions that are compared none may be empty", "[pictures][apng]") {
  const std::vector<pictures::NamedMotion> both = {{"A", standing(2)}, {"B", {}}};
  CHECK_FALSE(pictures::make_moving_comparison(test::recorded_ada(20), both));
}

}  // namespace kine::moving_figure_test
