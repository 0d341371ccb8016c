#include "realizer/pictures/canvas.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "realizer/core/assert.h"
#include "realizer/pictures/pixel_font.h"

namespace kine::pictures {
namespace {

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

double area_of(std::span<const Point> corners) {
  double twice = 0;
  for (std::size_t index = 0; index < corners.size(); ++index) {
    const Point& a = corners[index];
    const Point& b = corners[(index + 1) % corners.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

/// Negative inside. `sign` is that of the area.
double distance_to_polygon(Point point, std::span<const Point> corners, double sign) {
  double to_edge = std::numeric_limits<double>::infinity();
  bool inside = true;
  for (std::size_t index = 0; index < corners.size(); ++index) {
    const Point& a = corners[index];
    const Point& b = corners[(index + 1) % corners.size()];
    to_edge = std::min(to_edge, distance_to_line(point, a, b));
    const double cross = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
    inside = inside && cross * sign > 0;
  }
  return inside ? -to_edge : to_edge;
}

}  // namespace

double distance_to_line(Point point, Point from, Point to) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double square = dx * dx + dy * dy;
  double along = 0;
  if (square > 0) along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / square;
  along = std::clamp(along, 0.0, 1.0);
  return distance(point, {from.x + along * dx, from.y + along * dy});
}

Canvas::Canvas(int width, int height, Color background) : width_(width), height_(height) {
  KINE_ASSERT(width > 0);
  KINE_ASSERT(height > 0);
  bytes_.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
  for (int pixel = 0; pixel < width * height; ++pixel) {
    bytes_.insert(bytes_.end(), {background.red, background.green, background.blue});
  }
}

Color Canvas::color_at(int x, int y) const {
  KINE_ASSERT(x >= 0 && x < width_);
  KINE_ASSERT(y >= 0 && y < height_);
  const std::size_t index = 3 * static_cast<std::size_t>(y * width_ + x);
  return {bytes_[index], bytes_[index + 1], bytes_[index + 2]};
}

void Canvas::set(int x, int y, Color color) {
  KINE_ASSERT(x >= 0 && x < width_);
  KINE_ASSERT(y >= 0 && y < height_);
  const std::size_t index = 3 * static_cast<std::size_t>(y * width_ + x);
  bytes_[index] = color.red;
  bytes_[index + 1] = color.green;
  bytes_[index + 2] = color.blue;
}

void Canvas::mix(int x, int y, Color color, double amount) {
  if (x < 0 || x >= width_ || y < 0 || y >= height_ || amount <= 0) return;
  set(x, y, mixed(color_at(x, y), color, amount));
}

// Colours each pixel between the corners by how far inside of the shape it is.
template <class Distance>
void Canvas::draw(Point low, Point high, Color color, const Distance& distance_of) {
  const auto pixel = [](double edge, int size) {
    return static_cast<int>(std::clamp(edge, 0.0, static_cast<double>(size)));
  };
  for (int y = pixel(low.y - 1, height_); y < pixel(high.y + 2, height_); ++y) {
    for (int x = pixel(low.x - 1, width_); x < pixel(high.x + 2, width_); ++x) {
      mix(x, y, color, std::clamp(0.5 - distance_of(Point{x + 0.5, y + 0.5}), 0.0, 1.0));
    }
  }
}

void Canvas::draw_line(Point from, Point to, double radius, Color color) {
  draw({std::min(from.x, to.x) - radius, std::min(from.y, to.y) - radius},
       {std::max(from.x, to.x) + radius, std::max(from.y, to.y) + radius}, color,
       [&](Point point) { return distance_to_line(point, from, to) - radius; });
}

void Canvas::draw_disc(Point centre, double radius, Color color) {
  draw_line(centre, centre, radius, color);
}

void Canvas::draw_ring(Point centre, double radius, double line_radius, Color color) {
  const double outside = radius + line_radius;
  draw({centre.x - outside, centre.y - outside}, {centre.x + outside, centre.y + outside}, color,
       [&](Point point) { return std::abs(distance(point, centre) - radius) - line_radius; });
}

void Canvas::draw_polygon(std::span<const Point> corners, double radius, Color color) {
  KINE_ASSERT(corners.size() >= 3);
  Point low = corners.front();
  Point high = corners.front();
  for (const Point& corner : corners) {
    low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
    high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
  }
  const double sign = area_of(corners) < 0 ? -1 : 1;
  draw({low.x - radius, low.y - radius}, {high.x + radius, high.y + radius}, color,
       [&](Point point) { return distance_to_polygon(point, corners, sign) - radius; });
}

void Canvas::draw_text(Point corner, std::string_view text, int scale, Color color) {
  int left = static_cast<int>(corner.x);
  const int top = static_cast<int>(corner.y);
  for (const char letter : text) {
    for (int y = 0; y < kGlyphHeight * scale; ++y) {
      for (int x = 0; x < kGlyphWidth * scale; ++x) {
        if (glyph_covers(letter, x / scale, y / scale)) mix(left + x, top + y, color, 1);
      }
    }
    left += (kGlyphWidth + 1) * scale;
  }
}

void Canvas::paste(const Canvas& picture, int left, int top) {
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) mix(left + x, top + y, picture.color_at(x, y), 1);
  }
}

int Canvas::text_width(std::string_view text, int scale) {
  return text.empty() ? 0 : (static_cast<int>(text.size()) * (kGlyphWidth + 1) - 1) * scale;
}

}  // namespace kine::pictures
