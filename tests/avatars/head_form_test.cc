#include "avatars/head_form.h"

#include "tests/support/catch.h"

namespace kine::avatars::head_form_test {
namespace {

Field usual() { return head_form({}, 0.048); }

TEST_CASE("A head's two sides are alike") {
  const Field form = usual();
  for (const Vec3& p : {Vec3{0.03, 0.05, 0.09}, Vec3{0.07, 0.1, -0.02}, Vec3{0.01, 0.05, 0.12}}) {
    CHECK(form(p) == form({-p.x, p.y, p.z}));
  }
}

TEST_CASE("The nose is what is foremost, and the eyes lie deeper than brow and cheek") {
  const Field form = usual();
  const double nose = front(form, 0, 0.0525).z;
  CHECK(nose > front(form, 0, 0.14).z);
  CHECK(nose > front(form, 0, 0.0).z);
  CHECK(front(form, kEye.x, kEye.y).z < front(form, kEye.x, 0.113).z + 0.002);
  CHECK(front(form, kEye.x, kEye.y).z == Approx(kEye.z + kLidRadius).margin(0.001));
}

TEST_CASE("Rays from the middle end on the surface, and nothing lies beyond") {
  const Field form = usual();
  for (const Vec3& towards : {Vec3{0, 0, 1}, Vec3{1, 0.2, 0}, Vec3{0.3, -1, 0.3}, Vec3{0, 1, -1}}) {
    const Vec3 direction = unit(towards);
    const Vec3 p = outermost(form, direction);
    CHECK(form(p) == Approx(0).margin(1e-6));
    for (double h = 0.002; h < 0.05; h += 0.002) CHECK(form(p + h * direction) > 0);
  }
}

TEST_CASE("A plain is open to the sky and a corner less so") {
  const Field plain = [](const Vec3& p) { return p.y; };
  CHECK(openness(plain, {0, 0, 0}, {0, 1, 0}, 0.1) == Approx(1));
  const Field corner = [](const Vec3& p) { return p.y < p.x ? p.y : p.x; };
  CHECK(openness(corner, {0.01, 0, 0}, {0, 1, 0}, 0.1) < 0.9);
}

TEST_CASE("An ear stands out at the side of the head") {
  const Field form = usual();
  const Field ear = ear_form();
  double outermost_x = 0;
  for (double x = 0.06; x < 0.12; x += 0.0005) {
    for (double y = 0.04; y < 0.11; y += 0.002) {
      for (double z = -0.035; z < 0.02; z += 0.002) {
        if (ear({x, y, z}) < 0) outermost_x = std::max(outermost_x, x);
      }
    }
  }
  CHECK(outermost_x > outermost(form, unit({1, -0.1, 0.1})).x + 0.005);
}

}  // namespace
}  // namespace kine::avatars::head_form_test
