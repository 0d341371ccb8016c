#include "avatars/face_point.h"

#include "tests/support/catch.h"

namespace kine::avatars::face_point_test {
namespace {

TEST_CASE("The chin goes with the jaw; nose, brow, nape and throat do not") {
  CHECK(jaw_share({0, -0.015, 0.09}) > 0.95);
  CHECK(jaw_share({0, 0.055, 0.11}) == 0);
  CHECK(jaw_share({0.02, 0.11, 0.09}) == 0);
  CHECK(jaw_share({0, 0.0, -0.08}) == 0);
  CHECK(jaw_share({0, -0.08, 0.02}) == 0);
}

TEST_CASE("A face of four corners is two triangles that share an edge") {
  HalfFace half;
  for (int i = 0; i < 4; ++i) half.add({});
  half.add_face(0, 1, 2, 3, Material::Lips);
  REQUIRE(half.triangles.size() == 2);
  CHECK(half.triangles[0].corners == std::array<std::uint32_t, 3>{0, 1, 2});
  CHECK(half.triangles[1].corners == std::array<std::uint32_t, 3>{0, 2, 3});
  CHECK(half.triangles[1].material == Material::Lips);
}

}  // namespace
}  // namespace kine::avatars::face_point_test
