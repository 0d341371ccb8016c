#include "realizer/pictures/pixel_font.h"

#include <array>
#include <cstddef>

#include "realizer/core/assert.h"

namespace kine::pictures {
namespace {

/// Glyphs side by side, one column apart.
struct Band {
  std::string_view letters;
  std::array<std::string_view, kGlyphHeight> rows;
};

// clang-format off
constexpr std::array kBands = {
    Band{"0123456789",
         {" ###    #    ###   ###     #  #####  ###  #####  ###   ### ",
          "#   #  ##   #   # #   #   ##  #     #         # #   # #   #",
          "#  ##   #       #     #  # #  ####  #        #  #   # #   #",
          "# # #   #     ##    ##  #  #      # ####    #    ###   ####",
          "##  #   #    #        # #####     # #   #   #   #   #     #",
          "#   #   #   #     #   #    #  #   # #   #   #   #   #     #",
          " ###   ###  #####  ###     #   ###   ###    #    ###   ### "}},
    Band{"ABCDEFGHI",
         {" ###  ####   ###  ####  ##### #####  ###  #   #  ### ",
          "#   # #   # #   # #   # #     #     #   # #   #   #  ",
          "#   # #   # #     #   # #     #     #     #   #   #  ",
          "##### ####  #     #   # ####  ####  # ### #####   #  ",
          "#   # #   # #     #   # #     #     #   # #   #   #  ",
          "#   # #   # #   # #   # #     #     #   # #   #   #  ",
          "#   # ####   ###  ####  ##### #      #### #   #  ### "}},
    Band{"JKLMNOPQR",
         {"  ### #   # #     #   # #   #  ###  ####   ###  #### ",
          "   #  #  #  #     ## ## ##  # #   # #   # #   # #   #",
          "   #  # #   #     # # # # # # #   # #   # #   # #   #",
          "   #  ##    #     # # # #  ## #   # ####  #   # #### ",
          "   #  # #   #     #   # #   # #   # #     # # # # #  ",
          "#  #  #  #  #     #   # #   # #   # #     #  #  #  # ",
          " ##   #   # ##### #   # #   #  ###  #      ## # #   #"}},
    Band{"STUVWXYZ ",
         {" #### ##### #   # #   # #   # #   # #   # #####      ",
          "#       #   #   # #   # #   # #   # #   #     #      ",
          "#       #   #   # #   # #   #  # #   # #     #       ",
          " ###    #   #   # #   # # # #   #     #     #        ",
          "    #   #   #   # #   # # # #  # #    #    #         ",
          "    #   #   #   #  # #  ## ## #   #   #   #          ",
          "####    #    ###    #   #   # #   #   #   #####      "}},
    Band{".,:-_/+()='@",
         {"                                  #          #   #            #    ### ",
          "             ##                   #   #     #     #           #   #   #",
          "             ##                  #    #    #       #  #####  #    # ###",
          "                  #####         #   #####  #       #              # # #",
          "       ##    ##                #      #    #       #  #####       # ###",
          " ##    ##    ##               #       #     #     #               #    ",
          " ##    #                ##### #              #   #                 ####"}},
};
// clang-format on

// Drawn for what has no glyph.
constexpr bool box_covers(int column, int row) {
  return column == 0 || column == kGlyphWidth - 1 || row == 0 || row == kGlyphHeight - 1;
}

constexpr bool bands_are_even() {
  for (const Band& band : kBands) {
    for (const std::string_view row : band.rows) {
      if (row.size() != band.letters.size() * (kGlyphWidth + 1) - 1) return false;
    }
  }
  return true;
}
static_assert(bands_are_even(), "a row of pixels is too short or too long");

}  // namespace

bool glyph_covers(char letter, int column, int row) {
  KINE_ASSERT(column >= 0 && column < kGlyphWidth);
  KINE_ASSERT(row >= 0 && row < kGlyphHeight);
  const char capital =
      letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  for (const Band& band : kBands) {
    const std::size_t index = band.letters.find(capital);
    if (index == std::string_view::npos) continue;
    const std::size_t left = index * (kGlyphWidth + 1);
    return band.rows[static_cast<std::size_t>(row)][left + static_cast<std::size_t>(column)] == '#';
  }
  return box_covers(column, row);
}

}  // namespace kine::pictures
