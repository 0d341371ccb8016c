// Tests for realizer/pictures/png_chunks.h.
#include "realizer/pictures/png_chunks.h"

#include <png.h>

#include <cstring>
#include <map>
#include <string>

#include "realizer/pictures/canvas.h"
#include "realizer/pictures/png.h"
#include "tests/support/catch.h"

namespace kine::pictures::png_chunks_test {
namespace {

struct Bytes {
  std::string_view rest;
};

void read_bytes(png_structp png, png_bytep data, std::size_t size) {
  auto& bytes = *static_cast<Bytes*>(png_get_io_ptr(png));
  if (bytes.rest.size() < size) png_error(png, "cut");
  std::memcpy(data, bytes.rest.data(), size);
  bytes.rest.remove_prefix(size);
}

/// The texts that libpng finds, which checks the sums of chunks.
std::map<std::string, std::string> texts_of(const std::string& file) {
  Bytes bytes{file};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  std::map<std::string, std::string> texts;
  png_set_read_fn(png, &bytes, read_bytes);
  png_read_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
  png_textp all = nullptr;
  int count = 0;
  png_get_text(png, info, &all, &count);
  for (int i = 0; i < count; ++i) texts[all[i].key] = all[i].text;
  png_destroy_read_struct(&png, &info, nullptr);
  return texts;
}

}  // namespace

TEST_CASE("a picture says where it comes from, and is the same picture", "[png]") {
  const std::string plain = *encode_png(Canvas(3, 2, {1, 2, 3}));
  CHECK(texts_of(plain).empty());
  const std::string file = with_provenance(
      plain, {.version = "1.2.3", .revision = "abc", .seed = 7, .script_sha256 = "def"});
  const std::map<std::string, std::string> expected = {{"Software", "kinesphere"},
                                                       {"kinesphere version", "1.2.3"},
                                                       {"kinesphere revision", "abc"},
                                                       {"kinesphere seed", "7"},
                                                       {"kinesphere script_sha256", "def"}};
  CHECK(texts_of(file) == expected);
  CHECK(file.size() > plain.size());
  CHECK(file.ends_with(plain.substr(33)));
}

TEST_CASE("numbers of a PNG have their high bytes first", "[png]") {
  std::string bytes;
  append_big_endian(bytes, 0x01020304);
  append_big_endian(bytes, 0x0506, 2);
  CHECK(bytes == "\x01\x02\x03\x04\x05\x06");
  // RFC 2083: the end of every PNG.
  std::string end;
  append_chunk(end, "IEND", "");
  CHECK(end == std::string("\0\0\0\0IEND\xAE\x42\x60\x82", 12));
}

}  // namespace kine::pictures::png_chunks_test
