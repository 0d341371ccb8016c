#include "realizer/motion/actuators/tremor.h"

#include <array>
#include <cmath>
#include <numbers>

#include "realizer/core/random.h"
#include "realizer/motion/actuators/key_poses.h"
#include "realizer/pose/lanes.h"

namespace kine::motion {
namespace {

constexpr double kTremor_Hz = 8;

/// A tremor has no period: it is a sum of two.
constexpr double kSecondTremor = 0.77;

}  // namespace

Vec3 tremor_at(double time_s, body::Joint joint, std::uint64_t seed) {
  const std::size_t index = body::index_of(joint);
  Random random({.seed = seed, .character = index / pose::kLanes, .purpose = index % pose::kLanes});
  const auto shake = [&] {
    const double phase = random.number(0, 2 * std::numbers::pi);
    const double angle = 2 * std::numbers::pi * kTremor_Hz * time_s;
    const double both = std::sin(angle + phase) + std::sin(kSecondTremor * angle - phase);
    return both / 2;
  };
  Vec3 turn;
  turn.x = shake();
  turn.y = shake();
  turn.z = shake();
  return turn;
}

pose::JointKeys tremor_keys(body::JointSet joints, Seconds from, Seconds to, double share,
                            std::uint64_t seed) {
  pose::JointKeys keys = pose::JointKeys::of(joints);
  constexpr double kRoundingError = 1e-6;
  const double half_rad = share * kTremor_rad / 2;
  const auto count =
      static_cast<std::size_t>(std::ceil((to - from) / kTremorStep - kRoundingError));
  for (std::size_t step = 0; step < count; ++step) {
    const Seconds time = from + static_cast<double>(step) * kTremorStep;
    std::array<Quat, body::kJointCount> rotations = {};
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      if (!joints.contains(body::joint_at(i))) continue;
      rotations[i] =
          from_rotation_vector(half_rad * tremor_at(time.count(), body::joint_at(i), seed));
    }
    append_key(rotations, time, Seconds{0}, {}, keys);
  }
  return keys;
}

}  // namespace kine::motion
