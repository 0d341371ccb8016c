#include "realizer/motion/clips/clip_transits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "realizer/motion/clips/clip_arms.h"
#include "realizer/pose/clip_frames.h"

namespace kine::motion {
namespace {

/// A shorter movement goes as it was recorded.
constexpr Seconds kShortestMoved{0.12};

/// From the first frame to the last one.
struct Recorded {
  std::size_t first = 0;
  std::size_t last = 0;
  std::optional<script::Phase> phase = {};
  std::vector<double> shares = {};  // of its way, that each frame has come; empty: evenly
};

std::vector<Recorded> movements_of(const pose::Clip& clip, const ClipArm* arm) {
  if (arm == nullptr) return {{.first = 0, .last = clip.frames.size() - 1}};
  std::vector<Recorded> movements;
  for (const ClipPhase& phase : arm->phases) {
    if (!is_movement(phase.phase)) continue;
    const std::size_t last = std::min(phase.end, clip.frames.size() - 1);
    const auto way_m = std::span(arm->wrists_m).subspan(phase.first, last + 1 - phase.first);
    movements.push_back({phase.first, last, phase.phase, shares_of_way(way_m)});
  }
  return movements;
}

/// The frame, counted from the first of the movement, at which it has come so far of its way.
double frame_at(const Recorded& movement, double place) {
  const auto frames = static_cast<double>(movement.last - movement.first);
  if (movement.shares.empty()) return place * frames;
  const auto& shares = movement.shares;
  const auto after = std::upper_bound(shares.begin() + 1, shares.end() - 1, place);
  const double before = *(after - 1);
  const double within = *after > before ? (place - before) / (*after - before) : 0;
  return static_cast<double>(after - shares.begin() - 1) + std::clamp(within, 0.0, 1.0);
}

Quat turn_at(const pose::Clip& clip, body::Joint joint, double frame) {
  const auto before = static_cast<std::size_t>(frame);
  const std::size_t after = std::min(before + 1, clip.frames.size() - 1);
  return slerp(pose::turn_in(clip.frames[before], joint), pose::turn_in(clip.frames[after], joint),
               frame - std::floor(frame));
}

/// Beyond its ends a movement goes straight on, by a share of the turn between them.
Quat turn_at_place(const pose::Clip& clip, const Recorded& movement, body::Joint joint,
                   const Transit& transit, double place) {
  const auto first = static_cast<double>(movement.first);
  const auto last = static_cast<double>(movement.last);
  const double within = std::clamp(place, 0.0, 1.0);
  const Quat turn = turn_at(
      clip, joint, first + (transit.curve ? frame_at(movement, within) : within * (last - first)));
  if (place == within) return turn;
  const Quat way = pose::turn_in(clip.frames[movement.last], joint) *
                   conjugate(pose::turn_in(clip.frames[movement.first], joint));
  return from_rotation_vector((place - within) * rotation_vector(way)) * turn;
}

bool moves_otherwise(const Transit& transit) {
  return transit.curve || transit.touch != 0 || transit.waves > 0 || transit.flow < 0;
}

/// One joint through all movements; in each lane a frame stays on the side of the one before.
void move(const pose::Clip& clip, std::span<const Recorded> movements, body::Joint joint,
          const ClipTransits& transits, Seconds frame_time, pose::Clip& result) {
  bool is_changed = false;
  for (const Recorded& movement : movements) {
    const auto frames = static_cast<double>(movement.last - movement.first);
    const Transit transit = transits(joint, movement.phase);
    const Seconds length = frames * frame_time;
    if (!moves_otherwise(transit) || length < kShortestMoved) continue;
    for (std::size_t i = movement.first + 1; i < movement.last; ++i) {
      const double time = static_cast<double>(i - movement.first) / frames;
      const double place = place_at(transit, time, length);
      pose::set_turn(result.frames[i], joint, turn_at_place(clip, movement, joint, transit, place),
                     pose::turn_in(result.frames[i - 1], joint));
    }
    is_changed = true;
  }
  for (std::size_t i = 1; is_changed && i < result.frames.size(); ++i) {
    pose::set_turn(result.frames[i], joint, pose::turn_in(result.frames[i], joint),
                   pose::turn_in(result.frames[i - 1], joint));
  }
}

/// The arm that a joint is of, else the one that is there, of two the one with the longer way.
const ClipArm* arm_for(std::span<const std::optional<ClipArm>> arms, body::Joint joint) {
  const bool is_left = joint >= body::Joint::LeftShoulder && joint < body::Joint::RightShoulder;
  const bool is_right = joint >= body::Joint::RightShoulder;
  const auto way_m = [](const ClipArm& arm) {
    double sum_m = 0;
    for (std::size_t i = 1; i < arm.wrists_m.size(); ++i) {
      sum_m += length(arm.wrists_m[i] - arm.wrists_m[i - 1]);
    }
    return sum_m;
  };
  const ClipArm* best = nullptr;
  for (const std::optional<ClipArm>& arm : arms) {
    if (!arm) continue;
    if (arm->side == body::Side::Left ? is_left : is_right) return &*arm;
    if (best == nullptr || way_m(*arm) > way_m(*best)) best = &*arm;
  }
  return best;
}

}  // namespace

pose::Clip with_transits(const pose::Clip& clip, body::JointSet joints,
                         const ClipTransits& transits, Seconds frame_time, const body::Body& body) {
  pose::Clip result = clip;
  if (clip.frames.size() < 3) return result;
  const std::array arms = {find_arm(clip, body, body::Side::Left, joints),
                           find_arm(clip, body, body::Side::Right, joints)};
  const body::JointSet moved = joints & clip.joints & body::joints_above_waist();
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!moved.contains(joint)) continue;
    move(clip, movements_of(clip, arm_for(arms, joint)), joint, transits, frame_time, result);
  }
  return pose::with_seam(std::move(result));
}

}  // namespace kine::motion
