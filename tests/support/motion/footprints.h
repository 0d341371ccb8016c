// Where feet are as frames say it, for tests of what walks and sits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "realizer/body/placement.h"
#include "realizer/cast/cast.h"
#include "realizer/tick/shard.h"
#include "realizer/tick/state/feedback.h"
#include "realizer/tick/state/frame.h"

namespace kine::test {

/// All joints of a frame in the world: forward kinematics in plain words.
std::array<Vec3, body::kJointCount> joints_in_world(const Frame& frame, const body::Body& body);

/// Where a frame's character stands.
body::Placement placement_of(const Frame& frame);

/// A script at a tick.
struct Submitted {
  std::uint64_t tick = 0;
  std::string text;
};

/// What is put on a stage, tick by tick.
struct Performance {
  std::vector<std::shared_ptr<const Cast>> casts;  // the first one is looked at
  std::vector<Submitted> scripts;
  std::vector<SetTarget> targets = {};               // from the first tick on
  std::optional<std::uint64_t> interrupted_at = {};  // everything on the first character
  bool alive = false;
  std::uint64_t ticks = 300;
  std::uint32_t ticks_a_second = 60;
};

struct Performed {
  std::vector<Frame> frames;  // of the first character
  std::vector<Feedback> feedback;
  ShardSnapshot last;
  std::vector<std::string> warnings;
};

Performed perform(const Performance& performance);

/// `<bml>` with this inside.
std::string bml(const std::string& inside, const std::string& id = "b");

/// How far the ball of a foot went while it was down, at most: it is down where it is no higher
/// than `down_m` over its height at rest.
double slid_m(const std::vector<Frame>& frames, const body::Body& body, double down_m = 0.002);

/// The greatest change of any joint's velocity from a frame to the next, without fingers.
double velocity_jump_m_s(const std::vector<Frame>& frames, const body::Body& body,
                         std::uint32_t ticks_a_second = 60);

}  // namespace kine::test
