#include "avatars/hair.h"

#include <algorithm>

#include "avatars/head_form.h"
#include "tests/avatars/made.h"
#include "tests/support/catch.h"

namespace kine::avatars::hair_test {
namespace {

TEST_CASE("Hair is a closed surface that covers the crown and leaves the eyes free") {
  const Field form = head_form({}, 0.048);
  for (const auto kind : {Hair::Bob, Hair::Short}) {
    const Mesh hair = make_hair(kind, form);
    // Triangles with no area are left out; each leaves a slit of three edges and no width.
    CHECK(test::open_edge_count(hair) <= 12);
    const double crown_y = outermost(form, {0, 1, 0}).y;
    double highest_y = 0;
    for (const auto& vertex : hair.vertices) {
      highest_y = std::max(highest_y, vertex.position.y);
      CHECK(test::share_of(vertex, body::Joint::Head) == 1);
      const Vec3& p = vertex.position;
      const bool before_eyes = std::abs(p.x) < 0.045 && p.y > 0.07 && p.y < 0.105 && p.z > 0.05;
      CHECK_FALSE(before_eyes);
    }
    CHECK(highest_y > crown_y + 0.004);
  }
}

}  // namespace
}  // namespace kine::avatars::hair_test
