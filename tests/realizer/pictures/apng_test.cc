// Tests for realizer/pictures/apng.h: libpng reads the first picture; the others are put together
// here, chunk by chunk, as the specification of APNG has it.
#include "realizer/pictures/apng.h"

#include <png.h>
#include <zlib.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::apng_test {

using namespace kine;
using formats::Color;
using pictures::Canvas;

namespace {

std::uint32_t number_at(const std::string& bytes, std::size_t at, std::size_t size = 4) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value = value << 8 | static_cast<std::uint8_t>(bytes.at(at + i));
  }
  return value;
}

struct Chunk {
  std::string kind;
  std::string data;
};

std::vector<Chunk> chunks_of(const std::string& file) {
  CHECK(file.starts_with("\x89PNG\r\n\x1a\n"));
  std::vector<Chunk> chunks;
  for (std::size_t at = 8; at < file.size();) {
    const std::size_t size = number_at(file, at);
    const std::string checked = file.substr(at + 4, size + 4);
    REQUIRE(checked.size() == size + 4);
    CHECK(number_at(file, at + 8 + size) == crc32(0, reinterpret_cast<const Bytef*>(checked.data()),
                                                  static_cast<uInt>(checked.size())));
    chunks.push_back({checked.substr(0, 4), checked.substr(4)});
    at += 12 + size;
  }
  return chunks;
}

/// The pixels of a region, four bytes each, its filters undone.
std::vector<std::uint8_t> pixels_of(const std::string& stream, std::size_t width,
                                    std::size_t height) {
  const std::size_t row_size = 4 * width;
  std::vector<std::uint8_t> plain((row_size + 1) * height);
  uLongf size = plain.size();
  REQUIRE(uncompress(plain.data(), &size, reinterpret_cast<const Bytef*>(stream.data()),
                     stream.size()) == Z_OK);
  REQUIRE(size == plain.size());
  std::vector<std::uint8_t> pixels(row_size * height);
  for (std::size_t y = 0; y < height; ++y) {
    const std::uint8_t filter = plain[y * (row_size + 1)];
    REQUIRE(filter <= 2);
    for (std::size_t i = 0; i < row_size; ++i) {
      std::uint8_t from = 0;
      if (filter == 1 && i >= 4) from = pixels[y * row_size + i - 4];
      if (filter == 2 && y > 0) from = pixels[(y - 1) * row_size + i];
      pixels[y * row_size + i] =
          static_cast<std::uint8_t>(plain[y * (row_size + 1) + 1 + i] + from);
    }
  }
  return pixels;
}

/// What is seen, one after the other.
std::vector<Canvas> pictures_of(const std::string& file) {
  std::vector<Canvas> pictures;
  std::string control;
  std::size_t width = 0;
  std::size_t height = 0;
  for (const Chunk& chunk : chunks_of(file)) {
    if (chunk.kind == "IHDR") {
      width = number_at(chunk.data, 0);
      height = number_at(chunk.data, 4);
    }
    if (chunk.kind == "fcTL") control = chunk.data;
    if (chunk.kind != "IDAT" && chunk.kind != "fdAT") continue;
    Canvas canvas = pictures.empty() ? Canvas(static_cast<int>(width), static_cast<int>(height), {})
                                     : pictures.back();
    const std::size_t wide = number_at(control, 4);
    const std::size_t high = number_at(control, 8);
    CHECK(control.at(24) == 0);
    CHECK(control.at(25) == (pictures.empty() ? 0 : 1));
    const auto pixels =
        pixels_of(chunk.kind == "IDAT" ? chunk.data : chunk.data.substr(4), wide, high);
    for (std::size_t y = 0; y < high; ++y) {
      for (std::size_t x = 0; x < wide; ++x) {
        const std::uint8_t* const pixel = &pixels[4 * (y * wide + x)];
        if (pixel[3] == 0) continue;
        CHECK(pixel[3] == 255);
        canvas.set(static_cast<int>(number_at(control, 12) + x),
                   static_cast<int>(number_at(control, 16) + y), {pixel[0], pixel[1], pixel[2]});
      }
    }
    pictures.push_back(canvas);
  }
  return pictures;
}

bool same(const Canvas& a, const Canvas& b) {
  return a.width() == b.width() && a.height() == b.height() &&
         std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin());
}

/// A disc that wanders over a ground of many colours.
std::vector<Canvas> wandering(std::size_t count) {
  std::vector<Canvas> pictures;
  for (std::size_t index = 0; index < count; ++index) {
    Canvas canvas(40, 30, {200, 210, 220});
    for (int x = 0; x < 40; ++x) canvas.set(x, x % 30, {static_cast<std::uint8_t>(6 * x), 9, 90});
    canvas.draw_disc({5.0 + 4.0 * static_cast<double>(index), 12}, 5, {250, 20, 20});
    pictures.push_back(canvas);
  }
  pictures.push_back(pictures.back());  // one in which nothing changes
  return pictures;
}

std::string encoded(const std::vector<Canvas>& pictures) {
  pictures::ApngEncoder encoder;
  for (const Canvas& picture : pictures) encoder.add(picture, {.numerator = 3, .denominator = 50});
  return encoder.finish();
}

}  // namespace

TEST_CASE("the pictures of an animated PNG come back one after the other", "[pictures][apng]") {
  const std::vector<Canvas> pictures = wandering(6);
  const std::vector<Canvas> read = pictures_of(encoded(pictures));

  REQUIRE(read.size() == pictures.size());
  for (std::size_t index = 0; index < read.size(); ++index) {
    CAPTURE(index);
    CHECK(same(read[index], pictures[index]));
  }
}

TEST_CASE("an animated PNG has its chunks in their order, and numbers those of the animation",
          "[pictures][apng]") {
  const auto chunks = chunks_of(encoded(wandering(2)));

  std::vector<std::string> kinds;
  std::vector<std::uint32_t> numbers;
  for (const Chunk& chunk : chunks) {
    kinds.push_back(chunk.kind);
    if (chunk.kind == "fcTL" || chunk.kind == "fdAT") numbers.push_back(number_at(chunk.data, 0));
    if (chunk.kind == "fcTL") {
      CHECK(number_at(chunk.data, 20, 2) == 3);
      CHECK(number_at(chunk.data, 22, 2) == 50);
    }
  }
  CHECK(kinds == std::vector<std::string>{"IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL",
                                          "fdAT", "IEND"});
  CHECK(numbers == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
  CHECK(number_at(chunks[1].data, 0) == 3);
  CHECK(number_at(chunks[1].data, 4) == 0);
}

TEST_CASE("who knows no animation sees the first picture", "[pictures][apng]") {
  const std::vector<Canvas> pictures = wandering(3);
  const std::string file = encoded(pictures);

  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_memory(&image, file.data(), file.size()) != 0);
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  REQUIRE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) != 0);

  const auto expected = pictures[0].bytes();
  CHECK(pixels == std::vector<std::uint8_t>(expected.begin(), expected.end()));
}

TEST_CASE("a picture that changes little adds little", "[pictures][apng]") {
  const std::vector<Canvas> pictures = wandering(6);
  CHECK(encoded(pictures).size() < encoded({pictures[0]}).size() + 6 * 400);
}

}  // namespace kine::apng_test
