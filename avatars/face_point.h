// A vertex of a head with what its movement depends on, and the mesh of such vertices.
//
//   head form --make_half_face--> HalfFace --shapes, skinning--> Avatar.head
#pragma once

#include <cstdint>
#include <vector>

#include "avatars/mesh.h"

namespace kine::avatars {

/// Places are those of head_form.h, at rest.
struct FacePoint {
  Vec3 place;
  Vec3 normal;           // {} where the triangles around say it
  double upper_lid = 0;  // 1 at the margin of the lid, 0 from its crease on
  double lower_lid = 0;
  double lip = 0;  // 1 where the upper lip meets the lower one, -1 there on the lower, 0 far away
  double jaw = 0;  // how far it goes with the lower jaw, in [0, 1]
  double tongue = 0;  // how far it comes along when the tongue comes out
  double inside = 0;  // 1 within the mouth: shapes of the skin leave it alone
  Vec3 tint{1, 1, 1};
};

/// The half with x >= 0; the other one is its mirror image.
struct HalfFace {
  std::vector<FacePoint> points;
  std::vector<Triangle> triangles;

  std::uint32_t add(const FacePoint& point) {
    points.push_back(point);
    return static_cast<std::uint32_t>(points.size() - 1);
  }
  void add_face(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d, Material m) {
    triangles.push_back({{a, b, c}, m});
    triangles.push_back({{a, c, d}, m});
  }
};

/// How far skin at `place`, away from the lips, goes with the lower jaw.
double jaw_share(const Vec3& place);

}  // namespace kine::avatars
