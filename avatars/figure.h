// A body as its parts are shaped on it: the joints of the T-pose, a posture in which shapes are
// modelled, and the skinning that carries what is modelled there to the T-pose.
//
// Parts are modelled with the arms half lowered and the fingers apart, and carried back: so
// shoulders keep their roundness in the postures that people really take, and fingers do not melt
// together.
#pragma once

#include <vector>

#include "avatars/look.h"
#include "avatars/mesh.h"
#include "avatars/solids.h"
#include "avatars/surface.h"
#include "realizer/body/body.h"

namespace kine::avatars {

/// A solid that goes with a joint; its places are those of the T-pose.
struct Flesh {
  body::Joint joint = body::Joint::Hips;
  Solid solid;
};

class Figure {
 public:
  explicit Figure(const body::Body& body);

  /// Where a joint is in T-pose.
  const Vec3& at(body::Joint joint) const { return rest_.positions_m[body::index_of(joint)]; }

  /// The solid where it is in the posture that parts are modelled in.
  Solid modelled(const Flesh& flesh) const;
  Vec3 modelled(body::Joint joint, const Vec3& place) const;

  /// The part, modelled in that posture, in T-pose: each vertex goes with the nearest of `bones`.
  Mesh skinned(const Mesh& modelled, const std::vector<Flesh>& bones) const;

  /// The part with at most so many triangles, which bend well at every joint.
  Mesh thinned(const Mesh& rest, std::size_t triangles, Edges edges = Edges::Thinned) const;

 private:
  using Model = body::Body::Model;

  Vec3 carried(const Model& model, body::Joint joint, const Vec3& place) const;
  std::vector<Vec3> posed(const Model& model, const Mesh& rest) const;

  Model rest_;
  Model modelled_;
  Model bent_;
};

}  // namespace kine::avatars
