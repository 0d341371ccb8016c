// Tests for realizer/dynamics/wanted_motion.h.
#include "realizer/dynamics/wanted_motion.h"

#include "tests/support/catch.h"

namespace kine::wanted_motion_test {
namespace {

using body::Joint;
using dynamics::WantedMotion;

constexpr Seconds kStep{0.02};

/// A pose whose chest has turned about +Y, with its hips at a height.
struct Pose {
  explicit Pose(double turned_rad, float height_m) : hips_m{0, height_m, 0} {
    rotations.fill({0, 0, 0, 1});
    const Quat turn = rotation_about({0, 1, 0}, turned_rad);
    rotations[body::index_of(Joint::Chest)] = {0, static_cast<float>(turn.y), 0,
                                               static_cast<float>(turn.w)};
  }
  dynamics::ShownPose shown() { return {&rotations, &hips_m}; }

  dynamics::Rotations rotations;
  std::array<float, 3> hips_m;
};

}  // namespace

TEST_CASE("within a tick the wanted pose turns evenly from the last one", "[wanted_motion]") {
  Pose before(0.2, 0.9F);
  Pose now(0.5, 0.8F);
  WantedMotion wanted;
  wanted.advance_to(before.shown());
  wanted.advance_to(now.shown());
  for (const double share : {0.0, 0.25, 0.5, 1.0}) {
    CAPTURE(share);
    const Vec3 turn = rotation_vector(wanted.rotation(Joint::Chest, share));
    CHECK(turn.y == Approx(0.2 + 0.3 * share).margin(1e-6));
    CHECK(wanted.hips_m(share).y == Approx(0.9 - 0.1 * share).margin(1e-6));
  }
  CHECK(wanted.velocity_rad_s(Joint::Chest, kStep).y == Approx(15).margin(1e-4));
  CHECK(length(wanted.velocity_rad_s(Joint::Head, kStep)) == Approx(0).margin(1e-6));
}

TEST_CASE("the first wanted pose stands still", "[wanted_motion]") {
  Pose first(0.4, 0.9F);
  WantedMotion wanted;
  wanted.advance_to(first.shown());
  CHECK(rotation_vector(wanted.rotation(Joint::Chest, 0)).y == Approx(0.4).margin(1e-6));
  CHECK(length(wanted.velocity_rad_s(Joint::Chest, kStep)) == 0);
}

}  // namespace kine::wanted_motion_test
