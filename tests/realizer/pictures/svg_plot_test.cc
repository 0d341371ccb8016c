// Tests for realizer/pictures/svg_plot.h.
#include "realizer/pictures/svg_plot.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::pictures::svg_plot_test {
namespace {

PlotPage page_of(PlotCurve curve, bool logarithmic = false) {
  const double least = logarithmic ? 0.1 : 0;
  return {
      .title = "A page",
      .note = "A note",
      .plots = {{.title = "A plot",
                 .x = {.label = "time, s", .least = least, .most = 10, .logarithmic = logarithmic},
                 .y = {.label = "way, m", .least = 0, .most = 5, .logarithmic = false},
                 .curves = {std::move(curve)}}}};
}

bool has(const std::string& svg, const std::string& piece) {
  return svg.find(piece) != std::string::npos;
}

std::size_t count_of(const std::string& svg, const std::string& piece) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = svg.find(piece, at)) != std::string::npos; ++at) ++count;
  return count;
}

/// What stands in the attribute, of the first element that has it after `from`.
std::string attribute(const std::string& svg, const std::string& name, const std::string& from) {
  const std::size_t start = svg.find(name + "=\"", svg.find(from)) + name.size() + 2;
  return svg.substr(start, svg.find('"', start) - start);
}

}  // namespace

TEST_CASE("a curve goes from corner to corner of its frame", "[svg_plot]") {
  const std::string svg = write_svg(page_of({.name = {}, .points = {{0, 0}, {10, 5}}}));
  const double left = std::stod(attribute(svg, "x", "<clipPath"));
  const double top = std::stod(attribute(svg, "y", "<clipPath"));
  const double right = left + std::stod(attribute(svg, "width", "<clipPath"));
  const double bottom = top + std::stod(attribute(svg, "height", "<clipPath"));
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  const std::string points = attribute(svg, "points", "<polyline");
  REQUIRE(std::sscanf(points.c_str(), "%lf,%lf %lf,%lf", &x1, &y1, &x2, &y2) == 4);
  CHECK(x1 == Approx(left));
  CHECK(y1 == Approx(bottom));
  CHECK(x2 == Approx(right));
  CHECK(y2 == Approx(top));
}

TEST_CASE("on a logarithmic axis every decade is as wide", "[svg_plot]") {
  const std::string svg =
      write_svg(page_of({.name = {}, .points = {{0.1, 0}, {1, 0}, {10, 0}}}, true));
  double x1 = 0, x2 = 0, x3 = 0, y = 0;
  const std::string points = attribute(svg, "points", "<polyline");
  REQUIRE(std::sscanf(points.c_str(), "%lf,%lf %lf,%lf %lf,%lf", &x1, &y, &x2, &y, &x3, &y) == 6);
  CHECK(x2 - x1 == Approx(x3 - x2).margin(0.011));
  for (const char* tick : {">0.1<", ">0.2<", ">0.5<", ">1<", ">5<", ">10<"}) {
    CAPTURE(tick);
    CHECK(has(svg, tick));
  }
  CHECK_FALSE(has(svg, ">20<"));
}

TEST_CASE("a plot says what it is: titles, labels with units, ticks, a legend", "[svg_plot]") {
  const std::string svg = write_svg(page_of({.name = "fast", .points = {{0, 1}, {10, 1}}}));
  for (const char* text : {">A page<", ">A note<", ">A plot<", ">time, s<", ">way, m<", ">fast<",
                           ">0<", ">2<", ">10<", ">5<"}) {
    CAPTURE(text);
    CHECK(has(svg, text));
  }
  CHECK(count_of(svg, "<polyline") == 2);  // the curve, and its sample in the legend
}

TEST_CASE("a curve without a name is not in the legend", "[svg_plot]") {
  const std::string svg = write_svg(page_of({.name = {}, .points = {{0, 1}, {10, 1}}}));
  CHECK(count_of(svg, "<polyline") == 1);
}

TEST_CASE("a curve breaks where it has no value", "[svg_plot]") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::string svg = write_svg(
      page_of({.name = {}, .points = {{0, 1}, {1, 1}, {2, kNan}, {3, 1}, {4, 2}, {5, 2}}}));
  CHECK(count_of(svg, "<polyline") == 2);
  CHECK_FALSE(has(svg, "nan"));
}

TEST_CASE("what is measured is dots, and a place that matters a ring", "[svg_plot]") {
  CHECK(count_of(write_svg(page_of(
                     {.name = {}, .points = {{0, 1}, {1, 1}, {2, 1}}, .style = CurveStyle::Dots})),
                 "<circle") == 3);
  CHECK(has(write_svg(page_of({.name = {}, .points = {{0, 1}}, .style = CurveStyle::Ring})),
            "fill=\"none\""));
}

TEST_CASE("a name may have any sign", "[svg_plot]") {
  const std::string svg = write_svg(page_of({.name = "a < b & c > d", .points = {}}));
  CHECK(has(svg, ">a &lt; b &amp; c &gt; d<"));
}

TEST_CASE("on equal axes a unit is as long to the side as up", "[svg_plot]") {
  PlotPage page = page_of({.name = {}, .points = {{4, 2}, {5, 2}, {5, 3}}});
  page.plots[0].equal_axes = true;
  page.plots[0].size = GENERATE(PlotSize::Half, PlotSize::Quarter);
  const std::string svg = write_svg(page);
  double x[3], y[3];
  const std::string points = attribute(svg, "points", "<polyline");
  REQUIRE(std::sscanf(points.c_str(), "%lf,%lf %lf,%lf %lf,%lf", &x[0], &y[0], &x[1], &y[1], &x[2],
                      &y[2]) == 6);
  CHECK(x[1] - x[0] == Approx(y[1] - y[2]).margin(0.021));
  CHECK(x[1] - x[0] > 10);
}

TEST_CASE("four quarters stand in a row, and halves below them", "[svg_plot]") {
  PlotPage page = page_of({.name = {}, .points = {}});
  const Plot plot = page.plots[0];
  Plot quarter = plot;
  quarter.size = PlotSize::Quarter;
  page.plots = {quarter, quarter, quarter, quarter, plot, plot};
  const std::string svg = write_svg(page);
  std::vector<double> lefts, tops;
  for (std::size_t i = 0; i < page.plots.size(); ++i) {
    const std::string from = "id=\"plot" + std::to_string(i);
    lefts.push_back(std::stod(attribute(svg, "x", from)));
    tops.push_back(std::stod(attribute(svg, "y", from)));
  }
  CHECK(std::ranges::is_sorted(lefts.begin(), lefts.begin() + 4));
  CHECK(std::ranges::count(tops, tops[0]) == 4);
  CHECK(lefts[4] < lefts[5]);
  CHECK(tops[4] == tops[5]);
  CHECK(tops[4] > tops[3]);
}

TEST_CASE("a shadow is pale, whatever its colour", "[svg_plot]") {
  const auto drawn = [](CurveStyle style, std::size_t color) {
    return write_svg(
        page_of({.name = {}, .points = {{0, 1}, {9, 1}}, .style = style, .color = color}));
  };
  CHECK(drawn(CurveStyle::Shadow, 0) == drawn(CurveStyle::Shadow, 3));
  CHECK(drawn(CurveStyle::Shadow, 0) != drawn(CurveStyle::Bold, 0));
}

}  // namespace kine::pictures::svg_plot_test
