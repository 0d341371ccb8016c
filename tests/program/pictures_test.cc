// The pictures of docs/: made again from their scripts, they are what they were, byte for byte. Of
// the front page's, whose avatars are another compiler's by a rounding, no pixel is far off.
#include <png.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "server/commands/bake.h"
#include "server/commands/compare.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/plan/ten_gestures.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::pictures_test {

using namespace kine;

namespace {

constexpr std::size_t kPictureBytesMax = 60'000;

/// The first picture of a PNG, three bytes a pixel.
struct Picture {
  std::size_t width = 0;
  std::vector<std::uint8_t> bytes;
};

Picture first_picture(const std::string& png) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_memory(&image, png.data(), png.size()) != 0);
  image.format = PNG_FORMAT_RGB;
  Picture picture{.width = image.width, .bytes = {}};
  picture.bytes.resize(PNG_IMAGE_SIZE(image));
  REQUIRE(png_image_finish_read(&image, nullptr, picture.bytes.data(), 0, nullptr) != 0);
  return picture;
}

/// How many pictures follow each other: APNG's acTL says it first.
std::string count_of_pictures(const std::string& apng) {
  const std::size_t at = apng.find("acTL");
  REQUIRE(at != std::string::npos);
  return apng.substr(at + 4, 4);
}

}  // namespace

TEST_CASE("the pictures of tension are what its page's scripts become",
          "[pictures][golden][sweep]") {
  const test::TemporaryFolder folder;
  const std::string page = test::text_of(test::source_path("docs/tension.md"));
  for (const std::string gesture : test::kTenGestures) {
    CAPTURE(gesture);
    server::CompareOptions options;
    options.script = test::source_path("docs/tension/" + gesture + ".xml").string();
    options.output = folder.file("picture.svg");
    std::ostringstream messages;
    CHECK(server::compare(options, messages) == 0);
    CHECK(messages.str().empty());
    const std::string picture = test::text_of(options.output);
    CHECK(picture.size() < kPictureBytesMax);
    CHECK(test::difference_from_golden("../../docs/tension/" + gesture + ".svg", picture) == "");
    CHECK(page.find("](tension/" + gesture + ".svg)") != std::string::npos);
  }
}

namespace {

/// Bakes a moving picture, and compares it with that of a page.
void check_moving_picture(const std::string& picture, server::BakeOptions options,
                          std::size_t bytes_max) {
  CAPTURE(picture);
  const test::TemporaryFolder folder;
  options.output = folder.file("picture.apng");
  std::ostringstream messages;
  CHECK(server::bake(options, messages, messages) == 0);
  const std::string now = test::text_of(options.output);
  const std::filesystem::path page = test::source_path(picture);
  if (std::getenv("KINE_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::copy_file(options.output, page,
                               std::filesystem::copy_options::overwrite_existing);
  }
  const std::string shown = test::text_of(page);
  CHECK(count_of_pictures(now) == count_of_pictures(shown));
  CHECK(now.size() < bytes_max);

  const Picture a = first_picture(now);
  const Picture b = first_picture(shown);
  REQUIRE(a.width == b.width);
  REQUIRE(a.bytes.size() == b.bytes.size());
  std::size_t far_off = 0;
  for (std::size_t i = 0; i < a.bytes.size(); ++i) {
    if (std::abs(a.bytes[i] - b.bytes[i]) > 8) ++far_off;
  }
  CHECK(far_off < a.bytes.size() / 1000);
}

}  // namespace

TEST_CASE("the front page's picture is what its command makes", "[pictures][golden][sweep]") {
  server::BakeOptions options;
  options.script = test::source_path("schemas/scripts/wave.xml").string();
  options.fps = 8;
  check_moving_picture("docs/wave.png", options, 1'000'000);
}

TEST_CASE("the pictures of expressive movement are what its page's scripts become",
          "[pictures][golden][sweep]") {
  struct Shown {
    std::string script;
    double until_s = 0;
  };
  const std::vector<Shown> pictures = {{"reach-plain", 1.5},       {"reach-sensual", 2.1},
                                       {"reach-recoiling", 1.1},   {"go-left-loose", 2.5},
                                       {"go-left-kinematic", 2.5}, {"from-a-bow-near", 2.9},
                                       {"from-a-bow-plain", 2.9},  {"from-a-bow-far", 2.9}};
  const std::string page = test::text_of(test::source_path("docs/expressive-movement.md"));
  for (const auto& [script, until_s] : pictures) {
    server::BakeOptions options;
    options.script = test::source_path("schemas/scripts/" + script + ".xml").string();
    options.character = "ada@0,0";
    options.fps = 1;
    options.length = Seconds(until_s);
    check_moving_picture("docs/expressive-movement/" + script + ".png", options, 200'000);
    CHECK(page.find("](expressive-movement/" + script + ".png)") != std::string::npos);
  }
}

}  // namespace kine::pictures_test
