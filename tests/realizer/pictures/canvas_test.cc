// Tests for realizer/pictures/canvas.h.
#include "realizer/pictures/canvas.h"

#include <array>
#include <numbers>

#include "tests/support/catch.h"

namespace kine::canvas_test {

using namespace kine;
using formats::Color;
using pictures::Canvas;
using pictures::Point;

namespace {

constexpr Color kBlack = {0, 0, 0};
constexpr Color kWhite = {255, 255, 255};

/// How many pixels' worth of black there is.
double ink(const Canvas& canvas) {
  double sum = 0;
  for (const std::uint8_t byte : canvas.bytes()) sum += 255 - byte;
  return sum / (3 * 255);
}

}  // namespace

TEST_CASE("a new canvas is its background", "[pictures][canvas]") {
  const Canvas canvas(3, 2, {1, 2, 3});
  CHECK(canvas.bytes().size() == 3 * 2 * 3);
  CHECK(canvas.color_at(2, 1) == Color{1, 2, 3});
}

TEST_CASE("shapes are as large as geometry says", "[pictures][canvas]") {
  Canvas canvas(200, 200, kWhite);

  SECTION("a disc") {
    canvas.draw_disc({100.3, 99.8}, 40, kBlack);
    CHECK(ink(canvas) == Approx(std::numbers::pi * 40 * 40).epsilon(0.005));
  }
  SECTION("a line with its round ends, however it lies") {
    canvas.draw_line({40, 50}, {120, 110}, 5, kBlack);
    CHECK(ink(canvas) == Approx(100 * 10 + std::numbers::pi * 5 * 5).epsilon(0.01));
  }
  SECTION("a ring") {
    canvas.draw_ring({100, 100}, 50, 3, kBlack);
    CHECK(ink(canvas) == Approx(std::numbers::pi * (53 * 53 - 47 * 47)).epsilon(0.01));
  }
  SECTION("a polygon, its corners either way round") {
    const std::array<Point, 4> one = {{{20, 20}, {120, 20}, {120, 70}, {20, 70}}};
    const std::array<Point, 3> other = {{{20, 190}, {120, 190}, {120, 90}}};
    canvas.draw_polygon(one, 0, kBlack);
    canvas.draw_polygon(other, 0, kBlack);
    CHECK(ink(canvas) == Approx(100 * 50 + 100 * 100 / 2.0).epsilon(0.01));
  }
}

TEST_CASE("an edge between pixels is half as dark", "[pictures][canvas]") {
  Canvas canvas(20, 20, kWhite);
  canvas.draw_line({0, 10}, {20, 10}, 2.5, kBlack);  // from y = 7.5 to y = 12.5
  CHECK(canvas.color_at(10, 6) == kWhite);
  CHECK(canvas.color_at(10, 7) == Color{128, 128, 128});
  CHECK(canvas.color_at(10, 8) == kBlack);
  CHECK(canvas.color_at(10, 11) == kBlack);
  CHECK(canvas.color_at(10, 12) == Color{128, 128, 128});
}

TEST_CASE("what lies outside of the canvas is left out", "[pictures][canvas]") {
  Canvas canvas(10, 10, kWhite);
  canvas.draw_disc({-1e6, 5}, 3, kBlack);
  canvas.draw_line({-1e5, -1e5}, {-3, -3}, 1, kBlack);
  canvas.draw_text({-100, 200}, "ABC", 2, kBlack);
  CHECK(ink(canvas) == 0);

  canvas.draw_disc({0, 0}, 4, kBlack);
  CHECK(ink(canvas) == Approx(std::numbers::pi * 4 * 4 / 4).epsilon(0.05));
}

TEST_CASE("text is as wide as it says and as large as its scale", "[pictures][canvas]") {
  Canvas canvas(100, 30, kWhite);
  canvas.draw_text({2, 3}, "H-H", 2, kBlack);

  CHECK(Canvas::text_width("H-H", 2) == (3 * 6 - 1) * 2);
  CHECK(Canvas::text_width("", 2) == 0);
  CHECK(canvas.color_at(2, 3) == kBlack);
  CHECK(canvas.color_at(3, 16) == kBlack);  // the last row of the first H
  CHECK(canvas.color_at(2, 17) == kWhite);
  CHECK(canvas.color_at(35, 3) == kBlack);  // the last column of the last H
  CHECK(canvas.color_at(36, 3) == kWhite);
}

TEST_CASE("a pasted picture covers what was there", "[pictures][canvas]") {
  Canvas canvas(4, 4, kWhite);
  canvas.paste(Canvas(2, 2, kBlack), 3, -1);
  CHECK(canvas.color_at(3, 0) == kBlack);
  CHECK(ink(canvas) == 1);
}

}  // namespace kine::canvas_test
