#include "avatars/solids.h"

#include "tests/support/catch.h"

namespace kine::avatars::solids_test {
namespace {

TEST_CASE("The distance to a ball is the distance to its middle less its radius") {
  const Egg ball{{1, 2, 3}, {0.5, 0.5, 0.5}};
  CHECK(distance_m(ball, {1, 2, 5}) == Approx(1.5));
  CHECK(distance_m(ball, {1, 2.2, 3}) == Approx(-0.3));
  CHECK(distance_m(ball, {1, 2, 3}) == Approx(-0.5));
}

TEST_CASE("An egg ends at its radii, turned as it is turned") {
  const Egg egg{{0, 0, 0}, {0.1, 0.2, 0.3}, rotation_about({0, 0, 1}, 1.5707963267948966)};
  CHECK(distance_m(egg, {0.2, 0, 0}) == Approx(0).margin(1e-12));
  CHECK(distance_m(egg, {0, 0.1, 0}) == Approx(0).margin(1e-12));
  CHECK(distance_m(egg, {0, 0, 0.3}) == Approx(0).margin(1e-12));
}

TEST_CASE("A cone is as thick between its ends as the line between their radii") {
  const Cone cone{{0, 0, 0}, {1, 0, 0}, 0.1, 0.3};
  CHECK(distance_m(cone, {0.5, 1, 0}) == Approx(0.8));
  CHECK(distance_m(cone, {-1, 0, 0}) == Approx(0.9));
  CHECK(distance_m(cone, {2, 0, 0}) == Approx(0.7));
}

TEST_CASE("What is joined is the nearer one, with a fillet where the two meet") {
  CHECK(joined(0.1, 0.5, 0.2) == 0.1);
  CHECK(joined(0.1, 0.1, 0.2) == Approx(0.1 - 0.05));
  CHECK(without(-0.5, -0.1, 0.1) == 0.1);
  CHECK(without(-0.5, 0.3, 0.1) == -0.3);
  CHECK(common(-0.5, 0.2, 0.1) == 0.2);
}

TEST_CASE("Of many solids the nearest one says the distance, with a fillet where two meet") {
  const Solids solids = {Egg{{-1, 0, 0}, {0.5, 0.5, 0.5}}, Cone{{1, 0, 0}, {2, 0, 0}, 0.5, 0.5}};
  CHECK(joined_distance_m(solids, {-1.6, 0, 0}, 0.2) == Approx(0.1));
  CHECK(joined_distance_m(solids, {1.5, 0.75, 0}, 0.2) == Approx(0.25));
  CHECK(joined_distance_m(solids, {0, 0, 0}, 0.2) == Approx(0.5 - 0.05));
}

TEST_CASE("The gradient of a ball's distance points away from it") {
  const Egg ball{{0, 0, 0}, {1, 1, 1}};
  const Field field = [&](const Vec3& p) { return distance_m(ball, p); };
  CHECK(length(gradient(field, {0, 3, 4}) - Vec3{0, 0.6, 0.8}) < 1e-6);
  CHECK(length(on_surface(field, {0, 3, 4}) - Vec3{0, 0.6, 0.8}) < 1e-6);
}

TEST_CASE("A smooth step is flat at both ends, and may go down") {
  CHECK(smooth_step(1, 3, 0) == 0);
  CHECK(smooth_step(1, 3, 2) == 0.5);
  CHECK(smooth_step(1, 3, 4) == 1);
  CHECK(smooth_step(3, 1, 4) == 0);
  CHECK(smooth_step(3, 1, 0) == 1);
}

}  // namespace
}  // namespace kine::avatars::solids_test
