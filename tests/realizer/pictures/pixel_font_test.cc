// Tests for realizer/pictures/pixel_font.h: the letters as a person sees them.
#include "realizer/pictures/pixel_font.h"

#include <set>
#include <string>

#include "tests/support/catch.h"

namespace kine::pixel_font_test {

using namespace kine;

namespace {

std::string picture_of(char letter) {
  std::string picture;
  for (int row = 0; row < pictures::kGlyphHeight; ++row) {
    for (int column = 0; column < pictures::kGlyphWidth; ++column) {
      picture += pictures::glyph_covers(letter, column, row) ? '#' : '.';
    }
    picture += '\n';
  }
  return picture;
}

}  // namespace

TEST_CASE("letters look like themselves", "[pictures][font]") {
  CHECK(picture_of('E') ==
        "#####\n"
        "#....\n"
        "#....\n"
        "####.\n"
        "#....\n"
        "#....\n"
        "#####\n");
  CHECK(picture_of('1') ==
        "..#..\n"
        ".##..\n"
        "..#..\n"
        "..#..\n"
        "..#..\n"
        "..#..\n"
        ".###.\n");
}

TEST_CASE("small letters look like capitals", "[pictures][font]") {
  CHECK(picture_of('q') == picture_of('Q'));
}

TEST_CASE("no two letters look the same", "[pictures][font]") {
  const std::string letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ .,:-_/+()='@";
  std::set<std::string> pictures;
  for (const char letter : letters) pictures.insert(picture_of(letter));
  CHECK(pictures.size() == letters.size());
}

TEST_CASE("what has no letter is a box", "[pictures][font]") {
  CHECK(picture_of('\x01') ==
        "#####\n"
        "#...#\n"
        "#...#\n"
        "#...#\n"
        "#...#\n"
        "#...#\n"
        "#####\n");
}

}  // namespace kine::pixel_font_test
