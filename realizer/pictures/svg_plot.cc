#include "realizer/pictures/svg_plot.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/formats/markup.h"

namespace kine::pictures {
namespace {

// Okabe and Ito's colours, which the colour-blind tell apart; the darker ones first.
constexpr std::array<std::string_view, kPlotColors> kColors = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222"};
constexpr std::string_view kShadowColor = "#e6e6e6";

// Of a page, in its pixels.
constexpr double kPageWidth = 1280;
constexpr double kHeaderHeight = 84;
constexpr double kTextLeft = 76;  // of the title and the note

/// The room of a plot, and how much of it is beside the frame.
struct Cell {
  double width;
  double height;
  double left;  // room for the axis' numbers and label
  double right;
  double top;
  double bottom;
};
constexpr Cell kHalf = {
    .width = 640, .height = 410, .left = 76, .right = 186, .top = 40, .bottom = 62};
constexpr Cell kQuarter = {
    .width = 320, .height = 380, .left = 64, .right = 8, .top = 40, .bottom = 56};

const Cell& cell_of(const Plot& plot) { return plot.size == PlotSize::Quarter ? kQuarter : kHalf; }

/// A frame: where the curves of a plot are.
struct Box {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

std::string fixed(double value, int decimals) {
  constexpr double kFar = 1e6;  // off any page, and short enough to print
  std::array<char, 32> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::clamp(value, -kFar, kFar),
                    std::chars_format::fixed, decimals);
  std::string text(buffer.data(), end.ptr);
  const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
  return is_zero && text.starts_with('-') ? text.substr(1) : text;
}

std::string pixels(double value) { return fixed(value, 2); }

/// Where on an axis, from 0 to 1 within its bounds.
double place_on(const PlotAxis& axis, double value) {
  if (!axis.logarithmic) return (value - axis.least) / (axis.most - axis.least);
  return std::log(value / axis.least) / std::log(axis.most / axis.least);
}

struct AxisTick {
  double value;
  std::string label;
};

int decimals_of(double step) {
  return std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
}

std::vector<AxisTick> linear_ticks(const PlotAxis& axis) {
  constexpr double kTicks = 7;
  const double least_step = (axis.most - axis.least) / kTicks;
  const double decade = std::pow(10, std::floor(std::log10(least_step)));
  double step = 10 * decade;
  for (const double multiple : {5.0, 2.0}) {
    if (multiple * decade >= least_step) step = multiple * decade;
  }
  std::vector<AxisTick> ticks;
  const double slack = step * 1e-6;
  for (double i = std::ceil((axis.least - slack) / step); i * step <= axis.most + slack; ++i) {
    ticks.push_back({i * step, fixed(i * step, decimals_of(step))});
  }
  return ticks;
}

std::vector<AxisTick> logarithmic_ticks(const PlotAxis& axis) {
  std::vector<AxisTick> ticks;
  constexpr double kSlack = 1 + 1e-9;
  const int first = static_cast<int>(std::floor(std::log10(axis.least)));
  const int last = static_cast<int>(std::ceil(std::log10(axis.most)));
  for (int power = first; power <= last; ++power) {
    for (const double multiple : {1.0, 2.0, 5.0}) {
      const double value = multiple * std::pow(10, power);
      if (value * kSlack < axis.least || value > axis.most * kSlack) continue;
      ticks.push_back({value, fixed(value, std::max(0, -power))});
    }
  }
  return ticks;
}

std::vector<AxisTick> ticks_of(const PlotAxis& axis) {
  KINE_ASSERT(axis.least < axis.most);
  KINE_ASSERT(!axis.logarithmic || axis.least > 0);
  return axis.logarithmic ? logarithmic_ticks(axis) : linear_ticks(axis);
}

/// `attributes` as they stand in the tag, beside the place.
void append_text(std::string& svg, double x, double y, std::string_view attributes,
                 std::string_view text) {
  svg += "<text x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\"";
  if (!attributes.empty()) svg += " " + std::string(attributes);
  svg += ">" + formats::escaped_markup(text) + "</text>\n";
}

void append_line(std::string& svg, Point from, Point to, std::string_view attributes) {
  svg += "<line x1=\"" + pixels(from.x) + "\" y1=\"" + pixels(from.y) + "\" x2=\"" + pixels(to.x) +
         "\" y2=\"" + pixels(to.y) + "\" " + std::string(attributes) + "/>\n";
}

void append_axes(std::string& svg, const Plot& plot, const Box& box) {
  for (const AxisTick& tick : ticks_of(plot.x)) {
    const double x = box.left + place_on(plot.x, tick.value) * box.width;
    append_line(svg, {x, box.top}, {x, box.bottom()}, "class=\"grid\"");
    append_text(svg, x, box.bottom() + 18, "class=\"tick\" text-anchor=\"middle\"", tick.label);
  }
  for (const AxisTick& tick : ticks_of(plot.y)) {
    const double y = box.bottom() - place_on(plot.y, tick.value) * box.height;
    append_line(svg, {box.left, y}, {box.right(), y},
                tick.value == 0 ? "class=\"zero\"" : "class=\"grid\"");
    append_text(svg, box.left - 8, y + 4, "class=\"tick\" text-anchor=\"end\"", tick.label);
  }
  svg += "<rect x=\"" + pixels(box.left) + "\" y=\"" + pixels(box.top) + "\" width=\"" +
         pixels(box.width) + "\" height=\"" + pixels(box.height) + "\" class=\"frame\"/>\n";
  append_text(svg, box.left + box.width / 2, box.bottom() + 40,
              "class=\"label\" text-anchor=\"middle\"", plot.x.label);
  const double x = box.left - cell_of(plot).left + 22;
  const double y = box.top + box.height / 2;
  append_text(svg, x, y,
              "class=\"label\" text-anchor=\"middle\" transform=\"rotate(-90 " + pixels(x) + " " +
                  pixels(y) + ")\"",
              plot.y.label);
}

std::string_view stroke_of(CurveStyle style) {
  switch (style) {
    case CurveStyle::Bold:
      return "stroke-width=\"3\"";
    case CurveStyle::Dashed:
      return "stroke-width=\"1.5\" stroke-dasharray=\"6 4\"";
    case CurveStyle::Shadow:
      return "stroke-width=\"9\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    default:
      return "stroke-width=\"1.5\"";
  }
}

bool is_line(CurveStyle style) { return style != CurveStyle::Dots && style != CurveStyle::Ring; }

/// A dot or a ring.
void append_mark(std::string& svg, Point at, const PlotCurve& curve) {
  const std::string color(kColors[curve.color]);
  svg += "<circle cx=\"" + pixels(at.x) + "\" cy=\"" + pixels(at.y) + "\" ";
  svg += curve.style == CurveStyle::Ring
             ? "r=\"7\" fill=\"none\" stroke-width=\"2.5\" stroke=\"" + color + "\"/>\n"
             : "r=\"2.2\" fill=\"" + color + "\"/>\n";
}

void append_polyline(std::string& svg, const std::vector<Point>& points, const PlotCurve& curve) {
  if (points.size() < 2) return;
  const std::string_view color =
      curve.style == CurveStyle::Shadow ? kShadowColor : kColors[curve.color];
  svg += "<polyline fill=\"none\" stroke=\"" + std::string(color) + "\" " +
         std::string(stroke_of(curve.style)) + " points=\"";
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) svg += " ";
    svg += pixels(points[i].x) + "," + pixels(points[i].y);
  }
  svg += "\"/>\n";
}

void append_curve(std::string& svg, const Plot& plot, const PlotCurve& curve, const Box& box) {
  KINE_ASSERT(curve.color < kPlotColors);
  std::vector<Point> line;
  for (const Point& point : curve.points) {
    const Point at{box.left + place_on(plot.x, point.x) * box.width,
                   box.bottom() - place_on(plot.y, point.y) * box.height};
    if (!std::isfinite(at.x) || !std::isfinite(at.y)) {
      append_polyline(svg, line, curve);
      line.clear();
    } else if (is_line(curve.style)) {
      line.push_back(at);
    } else {
      append_mark(svg, at, curve);
    }
  }
  append_polyline(svg, line, curve);
}

void append_legend(std::string& svg, const Plot& plot, const Box& box) {
  constexpr double kRow = 21;
  constexpr double kSample = 28;
  const double x = box.right() + 14;
  double y = box.top + 10;
  for (const PlotCurve& curve : plot.curves) {
    if (curve.name.empty()) continue;
    if (is_line(curve.style)) {
      append_polyline(svg, {{x, y}, {x + kSample, y}}, curve);
    } else if (curve.style == CurveStyle::Ring) {
      append_mark(svg, {x + kSample / 2, y}, curve);
    } else {
      for (const double share : {0.15, 0.5, 0.85})
        append_mark(svg, {x + share * kSample, y}, curve);
    }
    append_text(svg, x + kSample + 8, y + 4, "class=\"tick\"", curve.name);
    y += kRow;
  }
}

/// The axis with fewer units to a pixel shows more, on either side as much.
Plot with_equal_axes(Plot plot, const Box& box) {
  KINE_ASSERT(!plot.x.logarithmic && !plot.y.logarithmic);
  const double x_pixel = (plot.x.most - plot.x.least) / box.width;
  const double y_pixel = (plot.y.most - plot.y.least) / box.height;
  const double pixel = std::max(x_pixel, y_pixel);
  const auto widen = [&](PlotAxis& axis, double pixels) {
    const double middle = (axis.least + axis.most) / 2;
    axis.least = middle - pixel * pixels / 2;
    axis.most = middle + pixel * pixels / 2;
  };
  widen(plot.x, box.width);
  widen(plot.y, box.height);
  return plot;
}

/// `corner` is the top left of the plot's cell.
void append_plot(std::string& svg, const Plot& asked, Point corner, std::size_t index) {
  const Cell& cell = cell_of(asked);
  const Box box{.left = corner.x + cell.left,
                .top = corner.y + cell.top,
                .width = cell.width - cell.left - cell.right,
                .height = cell.height - cell.top - cell.bottom};
  const Plot plot = asked.equal_axes ? with_equal_axes(asked, box) : asked;
  append_text(svg, box.left, box.top - 14, "class=\"title\"", plot.title);
  const std::string clip = "plot" + std::to_string(index);
  append_axes(svg, plot, box);
  svg += "<clipPath id=\"" + clip + "\"><rect x=\"" + pixels(box.left) + "\" y=\"" +
         pixels(box.top) + "\" width=\"" + pixels(box.width) + "\" height=\"" + pixels(box.height) +
         "\"/></clipPath>\n<g clip-path=\"url(#" + clip + ")\">\n";
  for (const PlotCurve& curve : plot.curves) append_curve(svg, plot, curve, box);
  svg += "</g>\n";
  if (plot.size != PlotSize::Quarter) append_legend(svg, plot, box);
}

/// Where plots stand: from left to right, and below what has no more room beside it.
struct Layout {
  std::vector<Point> corners;
  double height = 0;  // of the page
};

Layout layout_of(const std::vector<Plot>& plots) {
  Layout layout{.corners = {}, .height = kHeaderHeight};
  Point next{0, kHeaderHeight};
  for (const Plot& plot : plots) {
    const Cell& cell = cell_of(plot);
    if (next.x + cell.width > kPageWidth) next = {0, layout.height};
    layout.corners.push_back(next);
    layout.height = std::max(layout.height, next.y + cell.height);
    next.x += cell.width;
  }
  return layout;
}

}  // namespace

std::string write_svg(const PlotPage& page) {
  const Layout layout = layout_of(page.plots);
  const std::string width = fixed(kPageWidth, 0);
  const std::string height = fixed(layout.height, 0);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" +
                    height + "\" viewBox=\"0 0 " + width + " " + height + "\">\n";
  svg +=
      "<style>text{font-family:\"DejaVu Sans\",Verdana,sans-serif;fill:#222}"
      ".page{font-size:21px;font-weight:bold}.note{font-size:14px}"
      ".title{font-size:15px;font-weight:bold}.label{font-size:13px}.tick{font-size:12px}"
      ".grid{stroke:#e3e3e3}.zero{stroke:#888}.frame{fill:none;stroke:#444}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  append_text(svg, kTextLeft, 38, "class=\"page\"", page.title);
  append_text(svg, kTextLeft, 64, "class=\"note\"", page.note);
  for (std::size_t i = 0; i < page.plots.size(); ++i) {
    append_plot(svg, page.plots[i], layout.corners[i], i);
  }
  return svg + "</svg>\n";
}

}  // namespace kine::pictures
