#include "avatars/avatar.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "realizer/body/channels.h"
#include "tests/avatars/made.h"
#include "tests/support/catch.h"

namespace kine::avatars::avatar_test {
namespace {

std::vector<const Mesh*> meshes_of(const Avatar& avatar) {
  return {&avatar.head, &avatar.eyes, &avatar.body};
}

TEST_CASE("An avatar is light enough for any renderer") {
  for (const char* name : {"ada", "ben"}) {
    std::size_t triangles = 0;
    for (const Mesh* mesh : meshes_of(test::made(name).avatar)) triangles += mesh->triangles.size();
    CHECK(triangles < 15000);
    CHECK(triangles > 8000);
  }
}

TEST_CASE("What moves a vertex adds up to one") {
  for (const char* name : {"ada", "ben"}) {
    for (const Mesh* mesh : meshes_of(test::made(name).avatar)) {
      for (const auto& vertex : mesh->vertices) {
        double sum = 0;
        for (const double share : vertex.skinning.shares) {
          REQUIRE(share >= 0);
          sum += share;
        }
        REQUIRE(sum == Approx(1).margin(1e-9));
        REQUIRE(length(vertex.normal) == Approx(1).margin(1e-6));
      }
    }
  }
}

TEST_CASE("No triangle is without an area") {
  constexpr double kLeastM2 = 1e-10;  // a hundredth of a millimetre squared
  for (const char* name : {"ada", "ben"}) {
    for (const Mesh* mesh : meshes_of(test::made(name).avatar)) {
      for (const auto& triangle : mesh->triangles) {
        const auto& [a, b, c] = triangle.corners;
        const Vec3& first = mesh->vertices[a].position;
        const Vec3 twice =
            cross(mesh->vertices[b].position - first, mesh->vertices[c].position - first);
        INFO(static_cast<int>(triangle.material));
        REQUIRE(length(twice) / 2 > kLeastM2);
      }
    }
  }
}

TEST_CASE("Left and right mirror each other but for the hair and the light in the eyes") {
  constexpr double kGrid = 1e7;  // tenths of a micrometre
  const auto key = [&](const Vec3& p) {
    return std::tuple(std::llround(kGrid * p.x), std::llround(kGrid * p.y),
                      std::llround(kGrid * p.z));
  };
  for (const char* name : {"ada", "ben"}) {
    for (const Mesh* mesh : meshes_of(test::made(name).avatar)) {
      std::map<std::tuple<long long, long long, long long>, int> balance;
      for (const auto& triangle : mesh->triangles) {
        if (triangle.material == Material::Hair || triangle.material == Material::Glint) continue;
        for (const auto corner : triangle.corners) {
          const Vec3& p = mesh->vertices[corner].position;
          ++balance[key(p)];
          --balance[key(mirrored(p))];
        }
      }
      for (const auto& [place, count] : balance) REQUIRE(count == 0);
    }
  }
}

TEST_CASE("All 52 shapes of ARKit are there, in its order, and each moves something") {
  for (const char* name : {"ada", "ben"}) {
    const Avatar& avatar = test::made(name).avatar;
    REQUIRE(avatar.shapes.size() == body::kArkitChannelCount);
    for (std::size_t i = 0; i < avatar.shapes.size(); ++i) {
      const FaceShape& shape = avatar.shapes[i];
      CHECK(shape.name == body::channel_names()[i]);
      double most_m = 0;
      for (const Move& move : shape.moves) {
        REQUIRE(move.vertex < avatar.head.vertices.size());
        most_m = std::max(most_m, length(move.position));
      }
      INFO(shape.name);
      CHECK(most_m > 0.0005);
    }
  }
}

}  // namespace
}  // namespace kine::avatars::avatar_test
