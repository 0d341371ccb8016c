// Tests for realizer/pictures/paths_page.h.
#include "realizer/pictures/paths_page.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::pictures::paths_page_test {
namespace {

const TickRate kRate(10);
constexpr std::size_t kRightArm = body::index_of(body::Joint::RightUpperArm);

/// The T-pose of a body that stands at x = 3 m and has turned its left to the back.
Frame frame_of(const body::Body& body) {
  Frame frame;
  frame.root = {3,
                0,
                0,
                0,
                static_cast<float>(std::numbers::sqrt2 / 2),
                0,
                static_cast<float>(std::numbers::sqrt2 / 2)};
  for (auto& rotation : frame.parent_from_joint) rotation = {0, 0, 0, 1};
  const Vec3 hips_m = body.offsets_m[body::index_of(body::Joint::Hips)];
  frame.hips_m = {static_cast<float>(hips_m.x), static_cast<float>(hips_m.y),
                  static_cast<float>(hips_m.z)};
  return frame;
}

/// The right arm goes down from the side, at each tick by so many degrees.
WristPaths arm_at(std::string name, int ticks, const std::function<double(int)>& degrees_at) {
  const body::Body& body = test::ada();
  WristPaths paths(std::move(name));
  for (int tick = 0; tick < ticks; ++tick) {
    Frame frame = frame_of(body);
    const double half = degrees_at(tick) * std::numbers::pi / 180 / 2;
    frame.parent_from_joint[kRightArm] = {0, 0, static_cast<float>(std::sin(half)),
                                          static_cast<float>(std::cos(half))};
    paths.append(body, frame);
  }
  return paths;
}

WristPaths arm_that_sinks(std::string name, double degrees_a_tick, int ticks) {
  return arm_at(std::move(name), ticks, [&](int tick) { return tick * degrees_a_tick; });
}

/// From the right shoulder to the wrist.
double arm_length_m() {
  const body::Body& body = test::ada();
  return body.bone_length_m(body::Joint::RightLowerArm) +
         body.bone_length_m(body::Joint::RightHand);
}

PathsComparison comparison_of(std::vector<WristPaths> paths) {
  return {.title = "A gesture", .body = test::ada(), .rate = kRate, .paths = std::move(paths)};
}

std::size_t count_of(const Plot& plot, CurveStyle style) {
  std::size_t count = 0;
  for (const PlotCurve& curve : plot.curves) count += curve.style == style ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("wrists are where they are in the space of the character", "[paths_page]") {
  const WristPaths paths = arm_that_sinks("a", 10, 10);
  REQUIRE(paths.size() == 10);
  const Vec3 first_m = paths.wrist_m(body::Side::Right).front();
  const Vec3 last_m = paths.wrist_m(body::Side::Right).back();
  CHECK(first_m.x < 0);
  CHECK(first_m.x == Approx(-paths.wrist_m(body::Side::Left).front().x).epsilon(1e-4));
  CHECK(last_m.x - first_m.x == Approx(arm_length_m()).epsilon(1e-4));
  CHECK(first_m.y - last_m.y == Approx(arm_length_m()).epsilon(1e-4));
  CHECK(paths.reach_m() == Approx(std::numbers::sqrt2 * arm_length_m()).epsilon(1e-4));
}

TEST_CASE("a panel a tension and two plots over time make the page", "[paths_page]") {
  const auto page = paths_page(comparison_of(
      {arm_that_sinks("off", 9, 11), arm_that_sinks("a", 6, 11), arm_that_sinks("b", 3, 11)}));
  REQUIRE(page);
  REQUIRE(page->plots.size() == 5);
  CHECK(page->title == "A gesture");
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(i);
    const Plot& panel = page->plots[i];
    CHECK(panel.equal_axes);
    CHECK(panel.x.least == page->plots[0].x.least);
    CHECK(panel.y.most == page->plots[0].y.most);
    CHECK(count_of(panel, CurveStyle::Line) == 1);  // the left wrist rests
    CHECK(count_of(panel, CurveStyle::Dashed) == (i == 0 ? 0 : 1));
  }
  CHECK(page->plots[1].title == "a");
  CHECK(page->plots[3].curves.size() == 3);
  CHECK(page->plots[3].curves[2].name == "b");
}

TEST_CASE("speed and way are those of the wrist that goes farthest", "[paths_page]") {
  const auto page = paths_page(comparison_of({arm_that_sinks("off", 9, 11)}));
  REQUIRE(page);
  const Plot& speed = page->plots[1];
  CHECK(speed.title.find("right") != std::string::npos);
  CHECK(speed.x.most == Approx(1));
  // A chord over two ticks of an arm that turns 9 degrees a tick; the first and the last over one.
  const double radius_cm = 100 * arm_length_m();
  const auto chord_cm = [&](double degrees) {
    return 2 * radius_cm * std::sin(degrees * std::numbers::pi / 360);
  };
  const std::vector<Point>& points = speed.curves[0].points;
  REQUIRE(points.size() >= 2);
  CHECK(points.front().y == Approx(chord_cm(9) / 0.1).epsilon(2e-3));
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    CHECK(points[i].y == Approx(chord_cm(18) / 0.2).epsilon(2e-3));
  }
  const Point end = page->plots[2].curves[0].points.back();
  CHECK(end.x == Approx(1));
  CHECK(end.y == Approx(chord_cm(90)).epsilon(1e-3));
}

TEST_CASE("a path is drawn with as few points as it needs", "[paths_page]") {
  const auto page = paths_page(comparison_of({arm_that_sinks("off", 0.1, 900)}));
  REQUIRE(page);
  for (const PlotCurve& curve : page->plots[0].curves) {
    if (curve.style != CurveStyle::Line) continue;
    // A chord of an arc is off by r (1 - cos (a / 2)): with 0.4 mm, some 5 degrees.
    CHECK(curve.points.size() > 10);
    CHECK(curve.points.size() < 60);
    const WristPaths whole = arm_that_sinks("off", 0.1, 900);
    const Vec3& last_m = whole.wrist_m(body::Side::Right).back();
    CHECK(curve.points.back().y == Approx(100 * last_m.y));
  }
}

TEST_CASE("strokes are bold, and of their own arm", "[paths_page]") {
  PathsComparison comparison = comparison_of({arm_that_sinks("off", 9, 11)});
  comparison.strokes = {{.side = body::Side::Right, .start = Seconds(0.2), .end = Seconds(0.5)},
                        {.side = body::Side::Left, .start = Seconds(0.2), .end = Seconds(0.5)}};
  const auto page = paths_page(comparison);
  REQUIRE(page);
  REQUIRE(count_of(page->plots[0], CurveStyle::Bold) == 1);
  CHECK(page->note.find("bold") != std::string::npos);
  for (const PlotCurve& curve : page->plots[0].curves) {
    if (curve.style != CurveStyle::Bold) continue;
    const Vec3& start_m = comparison.paths[0].wrist_m(body::Side::Right)[2];
    CHECK(curve.points.front().x == Approx(100 * start_m.x));
    CHECK(curve.points.front().y == Approx(100 * start_m.y));
  }
}

TEST_CASE("where and when a stroke is to be over is marked", "[paths_page]") {
  PathsComparison comparison =
      comparison_of({arm_that_sinks("off", 9, 11), arm_that_sinks("slow", 7, 11)});
  comparison.strokes = {{.side = body::Side::Right, .start = Seconds(0.2), .end = Seconds(0.5)}};
  const auto page = paths_page(comparison);
  REQUIRE(page);
  for (std::size_t i = 0; i < 2; ++i) {
    const Vec3& end_m = comparison.paths[i].wrist_m(body::Side::Right)[5];
    const auto ring = std::ranges::find(page->plots[i].curves, CurveStyle::Ring, &PlotCurve::style);
    REQUIRE(ring != page->plots[i].curves.end());
    REQUIRE(ring->points.size() == 1);
    CHECK(ring->points[0].y == Approx(100 * end_m.y));
  }
  for (std::size_t i = 2; i < 4; ++i) {
    REQUIRE(count_of(page->plots[i], CurveStyle::Shadow) == 1);
    CHECK(page->plots[i].curves[0].points[0].x == 0.5);
  }
}

TEST_CASE("a wrist that begins at rest is drawn so", "[paths_page]") {
  const auto page =
      paths_page(comparison_of({arm_at("falls", 20, [](int tick) { return 0.2 * tick * tick; })}));
  REQUIRE(page);
  const Plot& speed = page->plots[1];
  CHECK(speed.curves.back().points.front().y == Approx(0).margin(0.05));
  CHECK(speed.curves.back().points.back().y > 5);
}

TEST_CASE("wrists that rest are refused", "[paths_page]") {
  const auto page = paths_page(comparison_of({arm_that_sinks("off", 0, 5)}));
  REQUIRE_FALSE(page);
  CHECK(page.error().message == "there is nothing to compare, for neither wrist moves");
}

}  // namespace kine::pictures::paths_page_test
