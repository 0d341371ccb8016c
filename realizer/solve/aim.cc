#include "realizer/solve/aim.h"

#include <cmath>
#include <numeric>

#include "realizer/core/assert.h"

namespace kine::solve {
namespace {

constexpr int kAimRoundsMax = 60;
constexpr double kAimMet_rad = 1e-10;

using Pose = std::array<Quat, body::kJointCount>;

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

Quat orientation_of(const body::Body& body, const Pose& pose, const AimRequest& request) {
  return body.compute_model(pose).character_from_joint[index_of(request.chain.back())];
}

double solve_first(const body::Body& body, const AimRequest& request, Pose& pose) {
  // A joint at its limit leaves its share to be shared out again, so what is missing shrinks by
  // the weight of the free ones a round.
  const Vec3 direction = unit(request.direction);
  Pose best = pose;
  double least_rad = angle_between(pointed(body, pose, request), direction);
  for (int round = 0; round < kAimRoundsMax && least_rad > kAimMet_rad; ++round) {
    const Vec3 turn = rotation_vector(shortest_arc(pointed(body, pose, request), direction));
    share_out(body, request, turn, pose);
    const double miss_rad = angle_between(pointed(body, pose, request), direction);
    if (miss_rad >= least_rad) break;
    least_rad = miss_rad;
    best = pose;
  }
  pose = best;
  return least_rad;
}

/// How far the second axis has to roll about the first direction until it is as near to its own
/// direction as it can be: 0 where one of them has no part across the first.
double roll_to_second_rad(const Quat& orientation, const AimRequest& request) {
  constexpr double kAcrossMin = 1e-6;
  const Vec3 about = unit(request.direction);
  const Vec3 from = rejected(orientation * unit(request.second->axis), about);
  const Vec3 to = rejected(unit(request.second->direction), about);
  if (length(from) < kAcrossMin || length(to) < kAcrossMin) return 0;
  return std::atan2(dot(cross(from, to), about), dot(from, to));
}

/// Turns the chain until its last joint has this orientation, as far as the limits let it.
void turn_to(const body::Body& body, const AimRequest& request, const Quat& orientation,
             Pose& pose) {
  Pose best = pose;
  const auto missing = [&](const Pose& at) {
    return rotation_vector(orientation * conjugate(orientation_of(body, at, request)));
  };
  double least_rad = length(missing(pose));
  for (int round = 0; round < kAimRoundsMax && least_rad > kAimMet_rad; ++round) {
    share_out(body, request, missing(pose), pose);
    const double miss_rad = length(missing(pose));
    if (miss_rad >= least_rad) break;
    least_rad = miss_rad;
    best = pose;
  }
  pose = best;
}

/// From a pose that meets the first aim as well as it can be met: the largest part of the roll that
/// leaves it so.
void roll_to_second(const body::Body& body, const AimRequest& request, double first_miss_rad,
                    Pose& pose) {
  constexpr int kHalvings = 8;        // half a degree of the longest roll
  constexpr double kSame_rad = 1e-4;  // what rounds leave where most joints are at their limits
  const Pose unrolled = pose;
  const Quat orientation = orientation_of(body, unrolled, request);
  const double roll_rad = roll_to_second_rad(orientation, request);
  const auto rolled_by = [&](double share) {
    Pose rolled = unrolled;
    const Quat roll = rotation_about(unit(request.direction), share * roll_rad);
    turn_to(body, request, roll * orientation, rolled);
    const double miss_rad = solve_first(body, request, rolled);
    return miss_rad <= first_miss_rad + kSame_rad ? std::optional(rolled) : std::nullopt;
  };
  double step = 1;
  double share = 1;
  for (int halving = 0; halving <= kHalvings; ++halving) {
    const auto rolled = rolled_by(share);
    if (rolled) pose = *rolled;
    if (rolled && halving == 0) return;
    step /= 2;
    share += rolled ? step : -step;
  }
}

}  // namespace

double solve_aim(const body::Body& body, Pose& pose, const AimRequest& request) {
  KINE_ASSERT(!request.chain.empty());
  KINE_ASSERT(request.weights.empty() || request.weights.size() == request.chain.size());
  const double first_miss_rad = solve_first(body, request, pose);
  if (!request.second) return first_miss_rad;
  roll_to_second(body, request, first_miss_rad, pose);
  return angle_between(pointed(body, pose, request), unit(request.direction));
}

}  // namespace kine::solve
