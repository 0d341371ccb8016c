// Tests for server/web/avatars.h.
#include "server/web/avatars.h"

#include "realizer/pictures/avatar_reader.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::server::avatars_test {

TEST_CASE("ada and ben have avatars in the program, which stand as their bodies do", "[avatars]") {
  REQUIRE(embedded_avatars().size() == 2);
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const auto mesh = pictures::mesh_for(*body, embedded_avatars());
    REQUIRE(mesh);
    CHECK(mesh->shapes.size() == body::kArkitChannelCount);
    const auto joints_m = body->compute_model({}).positions_m;
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      CHECK(length(mesh->joints_m[joint] - joints_m[joint]) < 1e-6);
    }
  }
}

}  // namespace kine::server::avatars_test
