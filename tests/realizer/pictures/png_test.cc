// Tests for realizer/pictures/png.h: libpng reads back what was written.
#include "realizer/pictures/png.h"

#include <png.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/support/catch.h"

namespace kine::png_test {

using namespace kine;

TEST_CASE("a PNG read back is the picture", "[pictures][png]") {
  pictures::Canvas canvas(37, 21, {250, 240, 230});
  canvas.draw_line({3, 4}, {30, 15}, 2, {10, 100, 200});

  const Result<std::string> bytes = pictures::encode_png(canvas);

  REQUIRE(bytes);
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_memory(&image, bytes->data(), bytes->size()) != 0);
  CHECK(image.width == 37);
  CHECK(image.height == 21);
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  REQUIRE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) != 0);
  CHECK(std::equal(pixels.begin(), pixels.end(), canvas.bytes().begin(), canvas.bytes().end()));
}

}  // namespace kine::png_test
