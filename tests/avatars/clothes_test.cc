#include "avatars/clothes.h"

#include <algorithm>

#include "tests/avatars/made.h"
#include "tests/support/catch.h"

namespace kine::avatars::clothes_test {
namespace {

using body::Joint;

double lowest_y(const Mesh& mesh) {
  return std::min_element(
             mesh.vertices.begin(), mesh.vertices.end(),
             [](const Vertex& a, const Vertex& b) { return a.position.y < b.position.y; })
      ->position.y;
}

double highest_y(const Mesh& mesh) {
  return std::max_element(
             mesh.vertices.begin(), mesh.vertices.end(),
             [](const Vertex& a, const Vertex& b) { return a.position.y < b.position.y; })
      ->position.y;
}

TEST_CASE("The shirt hangs over the trousers, the trousers over shoes that stand on the ground") {
  for (const char* name : {"ada", "ben"}) {
    const Figure figure(test::made(name).body);
    const Look look = look_of(name);
    const Mesh shirt = make_shirt(figure, look);
    const Mesh trousers = make_trousers(figure, look);
    const Mesh shoes = make_shoes(figure, look);
    CHECK(lowest_y(shirt) < highest_y(trousers) - 0.03);
    CHECK(lowest_y(trousers) < highest_y(shoes) - 0.03);
    CHECK(lowest_y(shoes) >= 0);
    CHECK(lowest_y(shoes) < 0.005);
  }
}

TEST_CASE("Bare arms come out of sleeves that end between elbow and wrist") {
  for (const auto sleeves : {Sleeves::ThreeQuarter, Sleeves::Rolled}) {
    CHECK(sleeve_end(sleeves) > 0.1);
    CHECK(sleeve_end(sleeves) < 0.9);
  }
  const Figure figure(test::made("ada").body);
  const Mesh shirt = make_shirt(figure, look_of("ada"));
  for (const auto& vertex : shirt.vertices) {
    REQUIRE(vertex.position.x < figure.at(Joint::LeftHand).x - 0.05);
  }
}

TEST_CASE("Bones of the right mirror those of the left") {
  const Figure figure(test::made("ben").body);
  const auto bones = trunk_and_limbs(figure, look_of("ben").build);
  for (const Flesh& bone : bones) {
    const auto image = std::find_if(bones.begin(), bones.end(), [&](const Flesh& other) {
      return other.joint == body::mirrored(bone.joint);
    });
    REQUIRE(image != bones.end());
    const Cone& cone = std::get<Cone>(bone.solid);
    CHECK(distance_m(image->solid, mirrored(cone.to)) == Approx(-cone.to_radius_m).margin(1e-9));
  }
}

}  // namespace
}  // namespace kine::avatars::clothes_test
