// Tests for realizer/pictures/ground_shadow.h.
#include "realizer/pictures/ground_shadow.h"

#include "tests/support/catch.h"

namespace kine::pictures::ground_shadow_test {
namespace {

/// A square of 0.4 m that faces down, at this height over (1, 2).
PosedMesh plate(double height_m) {
  PosedMesh mesh;
  for (const auto& [x, z] : {std::pair(-0.2, -0.2), {0.2, -0.2}, {0.2, 0.2}, {-0.2, 0.2}}) {
    mesh.positions_m.push_back({1 + x, height_m, 2 + z});
  }
  mesh.corners = {0, 1, 2, 0, 2, 3};
  return mesh;
}

}  // namespace

TEST_CASE("the ground is dark under what is near it, and hardly under what is high",
          "[pictures][shadow]") {
  const double under_low = GroundShadow(plate(0.01)).darkness_at(1, 2);
  const double under_hips = GroundShadow(plate(0.8)).darkness_at(1, 2);
  const double under_head = GroundShadow(plate(1.6)).darkness_at(1, 2);
  CHECK(under_low > 0.5);
  CHECK(under_low < 1);
  CHECK(under_hips < under_low / 2);
  CHECK(under_head == 0);
}

TEST_CASE("a shadow is sharp under what is low, and wide under what is higher",
          "[pictures][shadow]") {
  const auto past_the_edge = [](double height_m) {
    const GroundShadow shadow(plate(height_m));
    return shadow.darkness_at(1.3, 2) / shadow.darkness_at(1, 2);
  };
  CHECK(past_the_edge(0.01) < 0.05);
  CHECK(past_the_edge(0.4) > 2 * past_the_edge(0.01));
}

TEST_CASE("far from everything the ground is light", "[pictures][shadow]") {
  CHECK(GroundShadow(plate(0.01)).darkness_at(40, -7) == 0);
  CHECK(GroundShadow(PosedMesh{}).darkness_at(0, 0) == 0);
}

}  // namespace kine::pictures::ground_shadow_test
