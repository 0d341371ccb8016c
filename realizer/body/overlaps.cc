#include "realizer/body/overlaps.h"

#include <limits>
#include <optional>

#include "realizer/math/segment_distance.h"

namespace kine::body {
namespace {

std::optional<Joint> hand_of(Joint joint) {
  for (std::optional<Joint> at = joint; at; at = parent_of(*at)) {
    if (*at == Joint::LeftHand || *at == Joint::RightHand) return at;
  }
  return std::nullopt;
}

bool are_of_one_part(Joint a, Joint b) {
  if (a == b || parent_of(a) == b || parent_of(b) == a) return true;
  const std::optional<Joint> hand = hand_of(a);
  return hand && hand == hand_of(b);
}

Vec3 placed(const Vec3& place_m, Joint joint, const Body::Model& model) {
  const std::size_t i = index_of(joint);
  return model.positions_m[i] + model.character_from_joint[i] * place_m;
}

}  // namespace

double depth_m(const Capsule& a, const Body::Model& model_of_a, const Capsule& b,
               const Body::Model& model_of_b) {
  const double between_m =
      segment_distance(placed(a.from_m, a.joint, model_of_a), placed(a.to_m, a.joint, model_of_a),
                       placed(b.from_m, b.joint, model_of_b), placed(b.to_m, b.joint, model_of_b));
  return a.radius_m + b.radius_m - between_m;
}

Overlaps::Overlaps(const Body& body) : capsules_(body.capsules) {
  const Body::Model t_pose = body.compute_model({});
  for (std::size_t a = 0; a < capsules_.size(); ++a) {
    for (std::size_t b = a + 1; b < capsules_.size(); ++b) {
      if (are_of_one_part(capsules_[a].joint, capsules_[b].joint)) continue;
      if (depth_of(a, b, t_pose) < 0) pairs_.emplace_back(a, b);
    }
  }
}

double Overlaps::depth_of(std::size_t a, std::size_t b, const Body::Model& model) const {
  return depth_m(capsules_[a], model, capsules_[b], model);
}

Overlap Overlaps::deepest(const Body::Model& model) const {
  Overlap deepest{0, 0, -std::numeric_limits<double>::infinity()};
  for (const auto& [a, b] : pairs_) {
    const double depth_m = depth_of(a, b, model);
    if (depth_m > deepest.depth_m) deepest = {a, b, depth_m};
  }
  return deepest;
}

}  // namespace kine::body
