// Tests for realizer/dynamics/physical/legs.h.
#include "realizer/dynamics/physical/legs.h"

#include <cmath>

#include "realizer/dynamics/physical/body_map.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::legs_test {

TEST_CASE("a leg brings its ankle to its place, the sole level", "[legs_of_figure]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    const Figure figure = whole_body_of(*body);
    const HipsPlace hips{{0.1, body->offsets_m[0].y - 0.1, 0.2},
                         rotation_about({0, 1, 0}, 0.4) * rotation_about({1, 0, 0}, 0.1)};
    for (const Vec3& way : {Vec3{0, 0, 0}, Vec3{0.1, 0.1, 0.3}, Vec3{-0.05, 0, -0.25}}) {
      for (const std::size_t side : {0u, 1u}) {
        std::array<double, kCoordinatesMax> coordinates = {};
        const Vec3 wanted = Vec3{side == 0 ? 0.2 : 0.0, 0.08, 0.2} + way;
        const Quat sole = rotation_about({0, 1, 0}, 0.4);
        bring_ankle(figure, side, hips, wanted, sole, coordinates);
        CHECK(length(ankle_m(figure, side, hips, coordinates) - wanted) < 1e-5);
        const FigureLeg& leg = figure.legs[side];
        const Quat foot = hips.world_from_base *
                          rotation_of(figure.joints[leg.thigh], coordinates) *
                          rotation_of(figure.joints[leg.shin], coordinates) *
                          rotation_of(figure.joints[leg.foot], coordinates);
        CHECK((foot * Vec3{0, 1, 0}).y > std::cos(0.05));
        CHECK(coordinates[figure.joints[leg.shin].coordinate] > 0);  // a knee bends backwards
      }
    }
  }
}

TEST_CASE("an ankle out of reach is pointed at", "[legs_of_figure]") {
  const Figure figure = whole_body_of(test::ada());
  std::array<double, kCoordinatesMax> coordinates = {};
  const HipsPlace hips{{0, 0.9, 0}, {}};
  const Vec3 far{0.085, 0.9 - 0.03, 2};
  bring_ankle(figure, 0, hips, far, {}, coordinates);
  const Vec3 way = ankle_m(figure, 0, hips, coordinates) - hips.position_m - figure.legs[0].hip_m;
  CHECK(way.z > 0.99 * length(way));
}

TEST_CASE("a leg that reaches into the ground is drawn up", "[legs_of_figure]") {
  const Figure figure = whole_body_of(test::ada());
  const FigureLeg& leg = figure.legs[0];
  const FigureJoint& thigh = figure.joints[leg.thigh];
  const HipsPlace lies{{0, 0.15, 0}, rotation_about({1, 0, 0}, -M_PI / 2)};  // on its back
  std::array<double, kCoordinatesMax> coordinates = {};
  coordinates[figure.joints[leg.shin].coordinate] = 0.8;
  REQUIRE(ankle_m(figure, 0, lies, coordinates).y < -0.1);
  lay_legs(figure, lies, 0.5, coordinates);
  CHECK(ankle_m(figure, 0, lies, coordinates).y > 0.035);
  const Vec3 knee = lies.world_from_base * (rotation_of(thigh, coordinates) * leg.knee_m);
  CHECK(knee.y > 0.1);

  const auto drawn = coordinates;
  lay_legs(figure, lies, 0.5, coordinates);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    CHECK(coordinates[i] == Approx(drawn[i]).margin(1e-4));
  }
}

TEST_CASE("legs sink to the ground together between the ends of a way", "[legs_of_figure]") {
  const Figure figure = whole_body_of(test::ada());
  const Quat on_side = rotation_about({0, 0, 1}, M_PI / 2);
  const HipsPlace lies{{0, 0.3, 0}, rotation_about({1, 0, 0}, 0.1) * on_side};
  const auto lowest_m = [&](const HipsPlace& hips, double left) {
    std::array<double, kCoordinatesMax> coordinates = {};
    lay_legs(figure, hips, left, coordinates);
    return std::min(ankle_m(figure, 0, hips, coordinates).y,
                    ankle_m(figure, 1, hips, coordinates).y);
  };
  const double still_m = lowest_m(lies, 1);
  CHECK(still_m > 0.15);
  CHECK(lowest_m(lies, 0) == still_m);
  CHECK(lowest_m(lies, 0.5) < 0.1);
  CHECK(lowest_m(lies, 0.5) > 0);
  CHECK(lowest_m(lies, 0.9) > lowest_m(lies, 0.5) + 0.03);
  CHECK(lowest_m(lies, 0.9) < still_m - 0.03);
  const HipsPlace stands{{0, 0.8, 0}, {}};
  CHECK(lowest_m(stands, 0.5) == lowest_m(stands, 1));
}

TEST_CASE("a foot in a step is lifted between two places", "[legs_of_figure]") {
  CHECK(stepping_m({0, 0, 0}, {0, 0, 1}, 0) == Vec3{0, 0, 0});
  CHECK(stepping_m({0, 0, 0}, {0, 0, 1}, 1) == Vec3{0, 0, 1});
  const Vec3 middle = stepping_m({0, 0, 0}, {0, 0, 1}, 0.5);
  CHECK(middle.z == Approx(0.5));
  CHECK(middle.y > 0.05);
}

TEST_CASE("a character stands where its foot says", "[legs_of_figure]") {
  const Figure figure = whole_body_of(test::ada());
  const HipsPlace hips{{1, 0.9, 2}, rotation_about({0, 1, 0}, 0.7)};
  const std::array<double, kCoordinatesMax> straight = [&] {
    std::array<double, kCoordinatesMax> coordinates = {};
    for (const FigureJoint& joint : figure.joints) {
      if (joint.is_ball()) coordinates[joint.coordinate] = 1;
    }
    return coordinates;
  }();
  // Hips that stand over their root have feet that say so.
  const Vec3 foot = ankle_m(figure, 1, hips, straight);
  const body::Placement place = place_by_foot(figure, 1, hips, foot);
  CHECK(place.heading_rad == Approx(0.7));
  CHECK(place.position_m.x == Approx(1));
  CHECK(place.position_m.y == 0);
  CHECK(place.position_m.z == Approx(2));
}

TEST_CASE("a foot that passes the other one goes around it and higher", "[legs_of_figure]") {
  const Vec3 from{-0.1, 0.08, 0};
  const Vec3 to{0.5, 0.08, 0.1};
  const Vec3 around{0, 0, 0.2};
  CHECK(length(passing_m(from, to, 0, around) - from) == Approx(0).margin(1e-12));
  CHECK(length(passing_m(from, to, 1, around) - to) == Approx(0).margin(1e-12));
  const Vec3 passes = passing_m(from, to, 1.0 / 3, around);
  CHECK(passes.z > 0.2);
  CHECK(passes.y > stepping_m(from, to, 0.5).y);
}

}  // namespace kine::dynamics::physical::legs_test
