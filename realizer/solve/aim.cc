#include "realizer/solve/aim.h"

#include <cmath>
#include <numeric>

#include "realizer/core/assert.h"

namespace kine::solve {
namespace {

using Pose = std::array<Quat, body::kJointCount>;

double angle_between_directions(const Vec3& a, const Vec3& b) {
  return std::atan2(length(cross(a, b)), dot(a, b));
}

double share_of(const AimRequest& request, std::size_t link) {
  if (request.weights.empty()) return 1.0 / static_cast<double>(request.chain.size());
  const double sum = std::accumulate(request.weights.begin(), request.weights.end(), 0.0);
  KINE_ASSERT(sum > 0);
  return request.weights[link] / sum;
}

Vec3 pointed(const body::Body& body, const Pose& pose, const AimRequest& request) {
  const body::Body::Model model = body.compute_model(pose);
  return model.character_from_joint[index_of(request.chain.back())] * unit(request.axis);
}

/// Turns each joint of the chain by its share of `turn`, a rotation vector in the character's
/// space, as far as its limits let it.
void share_out(const body::Body& body, const AimRequest& request, const Vec3& turn, Pose& pose) {
  for (std::size_t link = 0; link < request.chain.size(); ++link) {
    const std::size_t index = index_of(request.chain[link]);
    const Quat character_from_joint = body.compute_model(pose).character_from_joint[index];
    const Vec3 in_joint = conjugate(character_from_joint) * (share_of(request, link) * turn);
    const Quat turned = normalized(pose[index] * from_rotation_vector(in_joint));
    pose[index] = within_limits(body.limits[index], turned);
  }
}

}  // namespace

double solve_aim(const body::Body& body, Pose& pose, const AimRequest& request) {
  KINE_ASSERT(!request.chain.empty());
  KINE_ASSERT(request.weights.empty() || request.weights.size() == request.chain.size());
  // A joint at its limit leaves its share to be shared out again, so what is missing shrinks by
  // the weight of the free ones a round.
  constexpr int kRoundsMax = 60;
  constexpr double kMet_rad = 1e-10;
  const Vec3 direction = unit(request.direction);
  Pose best = pose;
  double least_rad = angle_between_directions(pointed(body, pose, request), direction);
  for (int round = 0; round < kRoundsMax && least_rad > kMet_rad; ++round) {
    const Vec3 turn = rotation_vector(shortest_arc(pointed(body, pose, request), direction));
    share_out(body, request, turn, pose);
    const double miss_rad = angle_between_directions(pointed(body, pose, request), direction);
    if (miss_rad >= least_rad) break;
    least_rad = miss_rad;
    best = pose;
  }
  pose = best;
  return least_rad;
}

}  // namespace kine::solve
