// Tests for realizer/pictures/contact_sheet.h. How it looks is for people; that it is there is not.
#include "realizer/pictures/contact_sheet.h"

#include <png.h>

#include <cstdint>
#include <string>
#include <vector>

#include "realizer/pictures/stick_figure.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::contact_sheet_test {

using namespace kine;

namespace {

struct Picture {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<std::uint8_t> pixels;
};

Picture picture_of(const std::string& png) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_memory(&image, png.data(), png.size()) != 0);
  image.format = PNG_FORMAT_RGB;
  Picture picture{.width = image.width, .height = image.height, .pixels = {}};
  picture.pixels.resize(PNG_IMAGE_SIZE(image));
  REQUIRE(png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr) != 0);
  return picture;
}

/// The share of pixels of a column of panels that are not paper.
double ink_of_column(const Picture& picture, std::size_t column, std::size_t columns) {
  const std::size_t width = picture.width / columns;
  std::size_t ink = 0;
  for (std::size_t y = 40; y < 400; ++y) {
    for (std::size_t x = column * width; x < (column + 1) * width - 2; ++x) {
      const std::uint8_t* const pixel = &picture.pixels[3 * (y * picture.width + x)];
      if (pixel[0] < 230 || pixel[1] < 230 || pixel[2] < 230) ++ink;
    }
  }
  return static_cast<double>(ink) / static_cast<double>(width * 360);
}

}  // namespace

TEST_CASE("a contact sheet shows a figure in each of its six columns",
          "[pictures][contact_sheet]") {
  const Picture picture =
      picture_of(test::written(test::recorded_ada(), ".png", test::random_frames(4, 60)));

  CHECK(picture.width > 1200);
  CHECK(picture.width < 2000);
  for (std::size_t column = 0; column < 6; ++column) {
    CAPTURE(column);
    CHECK(ink_of_column(picture, column, 6) > 0.01);
  }
}

TEST_CASE("a motion of one frame has one panel", "[pictures][contact_sheet]") {
  const Picture picture = picture_of(
      test::written(test::recorded_ada(), ".png", {test::still_frame(test::ada(), Tick{0})}));

  CHECK(ink_of_column(picture, 0, 6) > 0.01);
  CHECK(ink_of_column(picture, 1, 6) == 0);
}

TEST_CASE("where a character stands does not change its sheet", "[pictures][contact_sheet]") {
  std::vector<Frame> frames = test::random_frames(9, 2);
  frames[1].root = frames[0].root;
  const Picture there = picture_of(test::written(test::recorded_ada(), ".png", frames));
  for (Frame& frame : frames) frame.root = {0, 0, 0, 0, 0, 0, 1};
  const Picture at_origin = picture_of(test::written(test::recorded_ada(), ".png", frames));

  REQUIRE(there.pixels.size() == at_origin.pixels.size());
  std::size_t different = 0;
  for (std::size_t index = 0; index < there.pixels.size(); ++index) {
    const int difference = there.pixels[index] - at_origin.pixels[index];
    if (difference > 8 || difference < -8) ++different;
  }
  CHECK(different < there.pixels.size() / 1000);
}

}  // namespace kine::contact_sheet_test
