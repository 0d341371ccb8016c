// Tests for realizer/pictures/triangle_raster.h.
#include "realizer/pictures/triangle_raster.h"

#include <array>

#include "tests/support/catch.h"

namespace kine::pictures::triangle_raster_test {
namespace {

// Counter-clockwise to the eye; rows go down.
constexpr std::array<std::uint32_t, 3> kOne = {0, 1, 2};

int covered(const TriangleRaster& raster) {
  int count = 0;
  for (int row = 0; row < raster.rows(); ++row) {
    for (int column = 0; column < raster.columns(); ++column) {
      if (!raster.at(column, row).is_empty()) ++count;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("a triangle covers the samples whose middles lie in it", "[pictures][raster]") {
  const std::array<Vec3, 3> corners = {Vec3{10, 90, 0}, Vec3{90, 90, 0}, Vec3{10, 10, 0}};
  TriangleRaster raster(100, 100);
  raster.draw(corners, kOne);

  // Half of 80 x 80, and the middles on its long side, which belong to it.
  CHECK(covered(raster) == 80 * 81 / 2);
  CHECK_FALSE(raster.at(10, 89).is_empty());
  CHECK(raster.at(9, 89).is_empty());
  CHECK(raster.at(60, 20).is_empty());
}

TEST_CASE("a sample knows how near it is and where in its triangle", "[pictures][raster]") {
  const std::array<Vec3, 3> corners = {Vec3{0, 40, 1}, Vec3{40, 40, 2}, Vec3{0, 0, 5}};
  TriangleRaster raster(40, 40);
  raster.draw(corners, kOne);

  const auto& sample = raster.at(10, 19);  // at (10.5, 19.5)
  const double second = 10.5 / 40;
  const double third = 20.5 / 40;
  CHECK(sample.second == Approx(second));
  CHECK(sample.third == Approx(third));
  CHECK(sample.nearness == Approx(1 + second * 1 + third * 4));
}

TEST_CASE("the nearest triangle is seen, whichever comes first", "[pictures][raster]") {
  const std::array<Vec3, 6> corners = {Vec3{0, 40, 1}, Vec3{40, 40, 1}, Vec3{0, 0, 1},
                                       Vec3{0, 40, 2}, Vec3{40, 40, 2}, Vec3{0, 0, 2}};
  for (const bool near_first : {false, true}) {
    const std::array<std::uint32_t, 6> order = near_first
                                                   ? std::array<std::uint32_t, 6>{3, 4, 5, 0, 1, 2}
                                                   : std::array<std::uint32_t, 6>{0, 1, 2, 3, 4, 5};
    TriangleRaster raster(40, 40);
    raster.draw(corners, order);
    CHECK(raster.at(5, 30).nearness == 2);
    CHECK(raster.at(5, 30).triangle == (near_first ? 0 : 1));
  }
}

TEST_CASE("what is turned away is not seen", "[pictures][raster]") {
  const std::array<Vec3, 3> corners = {Vec3{0, 40, 1}, Vec3{40, 40, 1}, Vec3{0, 0, 1}};
  constexpr std::array<std::uint32_t, 3> kFromBehind = {0, 2, 1};
  TriangleRaster raster(40, 40);
  raster.draw(corners, kFromBehind);
  CHECK(covered(raster) == 0);
}

TEST_CASE("between triangles that share edges nothing shows", "[pictures][raster]") {
  // A fan round a middle that is no round number, to the corners of a square that is cut off.
  const std::array<Vec3, 5> corners = {Vec3{17.3, 21.7, 0}, Vec3{-5, -5, 0}, Vec3{-5, 55, 0},
                                       Vec3{55, 55, 0}, Vec3{55, -5, 0}};
  constexpr std::array<std::uint32_t, 12> kFan = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1};
  TriangleRaster raster(50, 50);
  raster.draw(corners, kFan);
  CHECK(covered(raster) == 50 * 50);
}

}  // namespace kine::pictures::triangle_raster_test
