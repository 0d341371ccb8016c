#include "avatars/face_parts.h"

#include <algorithm>

#include "avatars/face_mesh.h"
#include "tests/support/catch.h"

namespace kine::avatars::face_parts_test {
namespace {

TEST_CASE("An eyeball is round and bears its iris where it looks") {
  const Mesh eye = make_eyeball();
  for (const auto& vertex : eye.vertices) {
    REQUIRE(length(vertex.position - kEye) == Approx(kEyeRadius));
  }
  double iris_m = 0;
  for (const auto& triangle : eye.triangles) {
    if (triangle.material != Material::Iris) continue;
    for (const auto corner : triangle.corners) {
      const Vec3 out = eye.vertices[corner].position - kEye;
      iris_m = std::max(iris_m, std::hypot(out.x, out.y));
      CHECK(out.z > 0);
    }
  }
  CHECK(iris_m == Approx(kIrisRadius));
}

TEST_CASE("A glint lies before the iris") {
  for (const auto& vertex : make_glint().vertices) {
    CHECK(length(vertex.position - kEye) > kEyeRadius);
  }
}

TEST_CASE("Brows and lashes lie before the skin, teeth and tongue behind the lips") {
  const Field form = head_form({}, 0.048);
  HalfFace outside;
  add_brow(outside, form, {});
  for (const auto& point : outside.points) CHECK(form(point.place) > 0.0001);
  HalfFace lashes;
  add_lashes(lashes, {});
  for (const auto& point : lashes.points) CHECK(length(point.place - kEye) > kLidRadius);
  HalfFace inside;
  add_teeth(inside, form);
  add_tongue(inside);
  for (const auto& point : inside.points) {
    CHECK(form(point.place) < -0.003);
    CHECK(point.inside == 1);
  }
}

TEST_CASE("The upper teeth stay and the lower teeth and the tongue go with the jaw") {
  HalfFace half;
  add_teeth(half, head_form({}, 0.048));
  double staying_y = 0;
  double going_y = 1;
  for (const auto& point : half.points) {
    if (point.jaw == 0) staying_y = std::max(staying_y, point.place.y);
    if (point.jaw == 1) going_y = std::min(going_y, point.place.y);
  }
  CHECK(staying_y > kMouthY);
  CHECK(going_y < kMouthY);
}

TEST_CASE("An ear has no more triangles than it may") {
  CHECK(make_ear(150).triangles.size() <= 150);
  CHECK(make_ear(150).triangles.size() > 100);
}

}  // namespace
}  // namespace kine::avatars::face_parts_test
