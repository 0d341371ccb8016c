#include "avatars/hands.h"

#include <algorithm>

#include "tests/avatars/made.h"
#include "tests/support/catch.h"

namespace kine::avatars::hands_test {
namespace {

using body::Joint;

TEST_CASE("Each of five fingers bends in its own joints and in no other finger's") {
  const Figure figure(test::made("ada").body);
  const Mesh hands = make_hands(figure, look_of("ada"));
  constexpr std::array kFirst = {Joint::LeftThumbMetacarpal, Joint::LeftIndexProximal,
                                 Joint::LeftMiddleProximal, Joint::LeftRingProximal,
                                 Joint::LeftLittleProximal};
  std::array<std::array<int, 3>, 5> owned{};
  for (const auto& vertex : hands.vertices) {
    int fingers = 0;
    for (std::size_t f = 0; f < kFirst.size(); ++f) {
      double share = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        const double of_joint = test::share_of(vertex, body::joint_at(index_of(kFirst[f]) + i));
        share += of_joint;
        if (of_joint > 0.5) ++owned[f][i];
      }
      fingers += share > 0 ? 1 : 0;
    }
    REQUIRE(fingers <= 1);
  }
  for (const auto& finger : owned) {
    for (const int vertices : finger) CHECK(vertices >= 4);
  }
}

TEST_CASE("Every finger has a nail, on the back of its end") {
  const Figure figure(test::made("ben").body);
  const Mesh hands = make_hands(figure, look_of("ben"));
  std::size_t nails = 0;
  for (const auto& triangle : hands.triangles) {
    if (triangle.material != Material::Nails) continue;
    ++nails;
    CHECK(hands.vertices[triangle.corners[0]].normal.y > 0.5);
  }
  CHECK(nails == 10 * 8);
}

}  // namespace
}  // namespace kine::avatars::hands_test
