// Tests for realizer/math/vec3.h.
#include "realizer/math/vec3.h"

#include "tests/support/catch.h"

namespace kine::vec3_test {

using namespace kine;

TEST_CASE("the cross product of two axes is the third, the right-handed way round", "[vec3]") {
  const Vec3 x{1, 0, 0};
  const Vec3 y{0, 1, 0};
  const Vec3 z{0, 0, 1};

  CHECK(cross(x, y) == z);
  CHECK(cross(y, z) == x);
  CHECK(cross(z, x) == y);
  CHECK(cross(y, x) == -z);
}

TEST_CASE("the length of a vector is that of Pythagoras", "[vec3]") {
  CHECK(length(Vec3{2, -3, 6}) == Approx(7));
  CHECK(dot(Vec3{1, 2, 3}, Vec3{4, -5, 6}) == Approx(12));
}

TEST_CASE("a vector too short to have a direction takes the fallback", "[vec3]") {
  CHECK(unit(Vec3{0, 0, 0}) == Vec3{0, 0, 1});
  CHECK(unit(Vec3{1e-13, 0, 0}, Vec3{0, 1, 0}) == Vec3{0, 1, 0});
  CHECK(unit(Vec3{0, -4, 0}) == Vec3{0, -1, 0});
}

TEST_CASE("what is rejected from a direction is square to it and keeps the rest", "[vec3]") {
  const Vec3 n = unit(Vec3{1, 2, -2});
  const Vec3 a{0.3, -1.5, 4};

  const Vec3 rest = rejected(a, n);

  CHECK(dot(rest, n) == Approx(0).margin(1e-15));
  CHECK(length(a - rest - dot(a, n) * n) == Approx(0).margin(1e-15));
}

}  // namespace kine::vec3_test
