// Tests for realizer/pictures/calibration_page.h.
#include "realizer/pictures/calibration_page.h"

#include <algorithm>
#include <string>
#include <vector>

#include "realizer/math/units.h"
#include "tests/support/catch.h"

namespace kine::pictures::calibration_page_test {
namespace {

using dynamics::physical::Axis;
using dynamics::physical::CalibrationCurve;
using dynamics::physical::kCalibratedTensions_Nm_rad;

/// 500 / tension degrees.
CalibrationCurve hyperbola(body::Joint joint, Axis axis) {
  CalibrationCurve curve{.joint = joint, .axis = axis, .pushed_at = body::Joint::Head};
  for (std::size_t i = 0; i < curve.deflections_rad.size(); ++i) {
    curve.deflections_rad[i] = 500 * kDegree / kCalibratedTensions_Nm_rad[i];
  }
  return curve;
}

}  // namespace

TEST_CASE("each part of the body that has curves is a plot", "[calibration_page]") {
  const std::vector<CalibrationCurve> curves = {hyperbola(body::Joint::Spine, Axis::X),
                                                hyperbola(body::Joint::Chest, Axis::Y),
                                                hyperbola(body::Joint::RightHand, Axis::Z)};
  const PlotPage page = calibration_page({.body = "eve", .force_N = 45, .curves = curves});
  CHECK(page.title == "How far 45 N turn eve");
  REQUIRE(page.plots.size() == 2);
  CHECK(page.plots[0].title == "Spine and chest");
  REQUIRE(page.plots[0].curves.size() == 2);
  CHECK(page.plots[0].curves[0].name == "spine x");
  CHECK(page.plots[0].curves[1].name == "chest y");
  CHECK(page.plots[0].curves[0].color != page.plots[0].curves[1].color);
  CHECK(page.plots[1].title == "Right elbow and wrist");
  CHECK(page.plots[1].curves[0].name == "rightHand z");
}

TEST_CASE("curves that lie on each other are told apart by their style", "[calibration_page]") {
  std::vector<CalibrationCurve> curves;
  for (const body::Joint joint : {body::Joint::Spine, body::Joint::Chest}) {
    for (const Axis axis : {Axis::X, Axis::Z, Axis::Y}) curves.push_back(hyperbola(joint, axis));
  }
  const PlotPage page = calibration_page({.body = "eve", .force_N = 45, .curves = curves});
  const auto style_of = [&](const std::string& name) {
    const auto& plotted = page.plots.at(0).curves;
    const auto found = std::ranges::find(plotted, name, &PlotCurve::name);
    REQUIRE(found != plotted.end());
    return found->style;
  };
  CHECK(style_of("spine x") != style_of("spine z"));
  CHECK(style_of("spine x") != style_of("chest x"));
  CHECK(style_of("spine y") != style_of("chest y"));
  CHECK(page.plots[0].curves.front().style == CurveStyle::Bold);  // beneath the others
  CHECK(page.plots[0].curves.back().style == CurveStyle::Dashed);
}

TEST_CASE("curves are degrees over newton metres a radian, on whole decades",
          "[calibration_page]") {
  const std::vector<CalibrationCurve> curves = {hyperbola(body::Joint::Neck, Axis::X)};
  const PlotPage page = calibration_page({.body = "eve", .force_N = 45, .curves = curves});
  const Plot& plot = page.plots.at(0);
  CHECK(plot.x.logarithmic);
  CHECK(plot.x.least == 5);
  CHECK(plot.y.least == Approx(0.1));  // 500 / 1700 is above it
  CHECK(plot.y.most == Approx(1000));  // 500 / 5 is a decade that something reaches
  REQUIRE(plot.curves.at(0).points.size() == kCalibratedTensions_Nm_rad.size());
  for (const Point& point : plot.curves[0].points) CHECK(point.x * point.y == Approx(500));
}

TEST_CASE("what did not move leaves the axis as it is", "[calibration_page]") {
  CalibrationCurve still = hyperbola(body::Joint::Neck, Axis::X);
  still.deflections_rad.fill(0);
  const PlotPage page = calibration_page({.body = "eve", .force_N = 45, .curves = {&still, 1}});
  CHECK(page.plots.at(0).y.least == Approx(0.001));
  CHECK(write_svg(page).ends_with("</svg>\n"));
}

}  // namespace kine::pictures::calibration_page_test
