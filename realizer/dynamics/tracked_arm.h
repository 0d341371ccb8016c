// What the mass tracker of an arm keeps from tick to tick, and the same of 16 arms in lanes.
//
//   TrackedArm, a row of floats a character --gather--> TrackedArms --FollowJob--> TrackedArms
//
// Both have the same numbers in the same order: gathering is turning rows over into lanes.
#pragma once

#include <array>
#include <cstdint>

#include "realizer/pose/lanes.h"

namespace kine::dynamics {

/// What a step of a spring makes of its state: realizer/math/mass_tracker.h, in float.
struct Spring {
  float y_from_y = 1;
  float y_from_w = 0;
  float w_from_y = 0;
  float w_from_w = 1;
  float lag_s = 0;

  friend bool operator==(const Spring&, const Spring&) = default;
};

/// The space that a mass lives in, and rests in where the arm does: gestures that are tracked in
/// the chest's move with the body as if they were not tracked.
enum class FrameOf : std::uint8_t { Chest, Hips, World };

/// A mass that follows a wrist, and a pendulum that follows its hand. Positions are in the frame,
/// the world's being the character's own space: an arm that is placed anew begins anew.
struct TrackedArm {
  using Three = std::array<float, 3>;

  // In its first tick, position and velocity are counted from the target, in its second one the
  // velocity still is: what stood where its target was goes on as fast as that does.
  float ticks = 0;  // since it began; 2 stands for more

  Three position_m = {};  // of the mass
  Three velocity_m_s = {};
  Three target_m = {};       // of the last tick: the wrist that is not tracked
  Three carried_m = {};      // that point in the character's space, as the frame stood then …
  Three carried_m_s = {};    // … and how fast the frame carried it
  Three hand_lead_rad = {};  // the turn from the hand that is not tracked to the one that is
  Three hand_velocity_rad_s = {};
  std::array<float, 4> hand_target = {0, 0, 0,
                                      1};  // frame_from_hand, not tracked, of the last tick

  // What tension makes of it; nothing in a tick changes it.
  float frame = 0;          // a FrameOf
  float share = 1;          // how much of all this is shown
  float swings = 1;         // 1: moves by itself as the body does, and its hand too; or 0
  float hand_sag_s2_m = 0;  // by how much the hand turns, in rad, per m / s^2 of its wrist
  Spring wrist = {};
  Spring hand = {};

  friend bool operator==(const TrackedArm&, const TrackedArm&) = default;
};

inline constexpr std::size_t kTrackedFloats = 40;
static_assert(sizeof(TrackedArm) == kTrackedFloats * sizeof(float));

struct SpringLanes {
  pose::Lanes y_from_y, y_from_w, w_from_y, w_from_w, lag_s;
};

struct alignas(64) TrackedArms {
  pose::Lanes ticks;
  pose::VectorBlock position_m, velocity_m_s, target_m, carried_m, carried_m_s;
  pose::VectorBlock hand_lead_rad, hand_velocity_rad_s;
  pose::QuatBlock hand_target;
  pose::Lanes frame, share, swings, hand_sag_s2_m;
  SpringLanes wrist, hand;
};

static_assert(sizeof(TrackedArms) == kTrackedFloats * sizeof(pose::Lanes));

}  // namespace kine::dynamics
