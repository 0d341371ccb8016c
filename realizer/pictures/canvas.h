// An RGB picture and the few things that are drawn in it, with smooth edges.
//
// A shape knows how far a pixel's centre is from its edge; what lies within half a pixel of it is
// mixed. That is exact enough for lines and discs and needs no larger picture behind the picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "realizer/formats/color.h"

namespace kine::pictures {

using formats::Color;

/// In pixels from the top left corner, x to the right, y down. Pixel (0, 0) is centred at (.5, .5).
struct Point {
  double x = 0;
  double y = 0;
};

/// From a point to the nearest one between two others.
double distance_to_line(Point point, Point from, Point to);

class Canvas {
 public:
  Canvas(int width, int height, Color background);

  int width() const { return width_; }
  int height() const { return height_; }
  Color color_at(int x, int y) const;
  void set(int x, int y, Color color);  // within the picture

  /// Three bytes a pixel, red first, row by row from the top.
  std::span<const std::uint8_t> bytes() const { return bytes_; }

  /// A line with round ends.
  void draw_line(Point from, Point to, double radius, Color color);
  void draw_disc(Point centre, double radius, Color color);
  void draw_ring(Point centre, double radius, double line_radius, Color color);

  /// A polygon without dents, its corners either way round, with its edges `radius` wider.
  void draw_polygon(std::span<const Point> corners, double radius, Color color);

  /// Text whose pixels are `scale` pixels wide; `corner` is its top left.
  void draw_text(Point corner, std::string_view text, int scale, Color color);
  /// Copies a picture to where its top left is at (left, top); what does not fit is left out.
  void paste(const Canvas& picture, int left, int top);

  static int text_width(std::string_view text, int scale);

 private:
  void mix(int x, int y, Color color, double amount);

  template <class Distance>
  void draw(Point low, Point high, Color color, const Distance& distance_of);

  int width_;
  int height_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace kine::pictures
