// Tests for clients/cpp/axes.h: by what is up, forwards and left there, and by rotations. That the
// maps are those of clients/renderers/axes.json is the Python client's test.
#include "clients/cpp/axes.h"

#include "realizer/math/quat.h"
#include "tests/support/catch.h"

namespace kine::client::axes_test {
namespace {

using Direction = std::array<float, 3>;

Vec3 vec(const Direction& v) { return {v[0], v[1], v[2]}; }

struct Directions {
  AxisMap map;
  Direction up, forwards, left;
  bool mirrors;
};

TEST_CASE("up, forwards and left are where each program has them", "[axes]") {
  const std::array rows = {
      Directions{kGltf, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}, false},
      Directions{kBlender, {0, 0, 1}, {0, -1, 0}, {1, 0, 0}, false},
      Directions{kUnity, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, true},
      Directions{kUnrealMesh, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}, true},
      Directions{kUnrealActor, {0, 0, 1}, {1, 0, 0}, {0, -1, 0}, true},
      Directions{kVrm0, {0, 1, 0}, {0, 0, -1}, {-1, 0, 0}, false},
  };
  CHECK(rows.size() == axis_maps().size());
  for (const Directions& row : rows) {
    CAPTURE(row.map.name);
    CHECK(row.map.direction({0, 1, 0}) == row.up);
    CHECK(row.map.direction({0, 0, 1}) == row.forwards);
    CHECK(row.map.direction({1, 0, 0}) == row.left);
    CHECK(row.map.mirrors() == row.mirrors);
  }
}

TEST_CASE("a mapped rotation turns a mapped point to where the point is turned", "[axes]") {
  const Quat turn = rotation_about({0.48, -0.6, 0.64}, 0.8);
  const std::array turned = {static_cast<float>(turn.x), static_cast<float>(turn.y),
                             static_cast<float>(turn.z), static_cast<float>(turn.w)};
  const Direction point = {0.3F, -0.2F, 0.7F};
  const Vec3 there = turn * vec(point);
  for (const AxisMap& map : axis_maps()) {
    CAPTURE(map.name);
    const auto [x, y, z, w] = map.quaternion(turned);
    const Vec3 found = Quat{x, y, z, w} * vec(map.vector(point));
    const Vec3 expected = vec(map.vector(
        {static_cast<float>(there.x), static_cast<float>(there.y), static_cast<float>(there.z)}));
    CHECK(length(found - expected) < 1e-6 * map.unit);
  }
}

}  // namespace
}  // namespace kine::client::axes_test
