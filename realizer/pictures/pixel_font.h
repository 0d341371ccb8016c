// Letters of five by seven pixels, for labels in pictures: no font library for a dozen words.
#pragma once

#include <string_view>

namespace kine::pictures {

inline constexpr int kGlyphWidth = 5;
inline constexpr int kGlyphHeight = 7;

/// Whether the glyph of `letter` covers the pixel in this column and row, from the top left. Small
/// letters look like capitals; what is not in the font looks like a box.
bool glyph_covers(char letter, int column, int row);

}  // namespace kine::pictures
