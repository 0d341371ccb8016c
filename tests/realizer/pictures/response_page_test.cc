// Tests for realizer/pictures/response_page.h.
#include "realizer/pictures/response_page.h"

#include <cmath>

#include "realizer/math/tracker_response.h"
#include "tests/support/catch.h"

namespace kine::pictures::response_page_test {
namespace {

const PlotCurve& curve_of(const Plot& plot, CurveStyle style) {
  for (const PlotCurve& curve : plot.curves) {
    if (curve.style == style) return curve;
  }
  throw std::runtime_error("no such curve in " + plot.title);
}

}  // namespace

TEST_CASE("a tension is shown as the paper's figures 2 to 5", "[response_page]") {
  const PlotPage page = response_page({0.005, 0.3}, 1);
  REQUIRE(page.plots.size() == 4);
  CHECK(page.title == "Tension: rest error 5 mm, zeta 0.3, target at 1 m/s");
  for (std::size_t figure = 2; figure <= 5; ++figure) {
    const std::string name = "(figure " + std::to_string(figure) + ")";
    CHECK(page.plots[figure - 2].title.find(name) != std::string::npos);
  }
}

TEST_CASE("the dots of our steps lie on the closed forms", "[response_page]") {
  const Tension tension = GENERATE(Tension{0.005, 0.3}, Tension{0.1, 0.5}, Tension{0.3, 1.2},
                                   Tension{0.05, 1.0}, Tension{0.0005, 0.05}, Tension{1, 2});
  constexpr double kSpeed = 1.5;
  const TrackerResponse response(tension);
  const PlotPage page = response_page(tension, kSpeed);
  for (const std::size_t i : {2u, 3u}) {
    const PlotCurve& dots = curve_of(page.plots[i], CurveStyle::Dots);
    CHECK(dots.points.size() >= 15);
    double worst_cm = 0;
    for (const Point& dot : dots.points) {
      const double closed_m = response.error_of_ramp_m(kSpeed, Seconds(dot.x));
      worst_cm = std::max(worst_cm, std::abs(dot.y - 100 * closed_m));
    }
    CHECK(worst_cm < 1e-9);
  }
}

TEST_CASE("overshoot and oscillations are those of our steps", "[response_page]") {
  const double zeta = GENERATE(0.15, 0.3, 0.5);
  const PlotPage page = response_page({0.005, zeta}, 1);
  for (const Point& dot : curve_of(page.plots[0], CurveStyle::Dots).points) {
    const double exact_cm = 100 * TrackerResponse({dot.x / 100, zeta}).overshoot_m(1);
    CHECK(dot.y == Approx(exact_cm).epsilon(2e-3));
  }
  int differing = 0;
  for (const Point& dot : curve_of(page.plots[1], CurveStyle::Dots).points) {
    if (dot.y != TrackerResponse({0.005, dot.x}).peaks()) ++differing;
  }
  CHECK(differing <= 1);  // a peak that is as high as the border, to a thousandth
}

TEST_CASE("what swings no more has no overshoot on the page", "[response_page]") {
  const PlotPage page = response_page({0.1, 1.2}, 1);
  CHECK(page.note.find("no overshoot") != std::string::npos);
  const PlotCurve& ring = curve_of(page.plots[1], CurveStyle::Ring);
  REQUIRE(ring.points.size() == 1);
  CHECK(ring.points[0].x == 1.2);
  CHECK(ring.points[0].y == 0);
}

TEST_CASE("the page is the same bytes each time, and every number is one", "[response_page]") {
  const std::string svg = write_svg(response_page({0.1, 0.5}, 1));
  CHECK(svg == write_svg(response_page({0.1, 0.5}, 1)));
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
}

}  // namespace kine::pictures::response_page_test
