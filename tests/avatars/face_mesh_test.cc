#include "avatars/face_mesh.h"

#include <algorithm>
#include <map>

#include "tests/support/catch.h"

namespace kine::avatars::face_mesh_test {
namespace {

const HalfFace& usual() {
  static const HalfFace kHalf = make_half_face(head_form({}, 0.048), {}, 0.10);
  return kHalf;
}

TEST_CASE("Half a face is one surface, open at the middle, the neck, the crown and the eye") {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& triangle : usual().triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      ++edges[{triangle.corners[i], triangle.corners[(i + 1) % 3]}];
    }
  }
  std::size_t open = 0;
  for (const auto& [edge, count] : edges) {
    REQUIRE(count == 1);  // in one direction no edge belongs to two triangles
    if (edges.contains({edge.second, edge.first})) continue;
    ++open;
    const Vec3& a = usual().points[edge.first].place;
    const Vec3& b = usual().points[edge.second].place;
    const bool in_middle = a.x == 0 && b.x == 0;
    const bool at_neck = a.y < -0.0999 && b.y < -0.0999;
    const bool at_crown = a.y > 0.18 && b.y > 0.18;
    const bool at_eye = length(a - kEye) < 0.0172 && length(b - kEye) < 0.0172;
    INFO(a.x << " " << a.y << " " << a.z << ", " << b.x << " " << b.y << " " << b.z);
    REQUIRE((in_middle || at_neck || at_crown || at_eye));
  }
  CHECK(open > 26);
}

TEST_CASE("The lips meet all along their line") {
  std::vector<Vec3> above;
  std::vector<Vec3> below;
  for (const auto& point : usual().points) {
    if (point.inside > 0 || std::abs(point.place.y - mouth_line_y(point.place.x)) > 1e-9) continue;
    (point.lip > 0 ? above : below).push_back(point.place);
  }
  CHECK(above.size() >= 8);
  for (const Vec3& place : above) {
    const bool met = std::any_of(below.begin(), below.end(),
                                 [&](const Vec3& other) { return length(other - place) < 1e-4; });
    CHECK(met);
  }
}

TEST_CASE("Lids lie on their sphere, the upper margin above the lower one") {
  CHECK(length(on_lids(kEye.x + 0.004, kEye.y - 0.003, kLidRadius) - kEye) == Approx(kLidRadius));
  for (const double angle : {0.4, 1.0, 1.6, 2.4}) {
    CHECK(lid_margin({}, angle).y > lid_margin({}, -angle).y + 0.002);
  }
}

}  // namespace
}  // namespace kine::avatars::face_mesh_test
