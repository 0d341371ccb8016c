#include "realizer/prepare/captured.h"

#include <algorithm>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/dynamics/captured_arm.h"
#include "realizer/formats/read/bvh_document.h"
#include "realizer/plan/tension/found_phases.h"
#include "realizer/pose/retarget/arm_nodes.h"

namespace kine {
namespace {

using Frames = std::vector<dynamics::ArmInChest>;

struct FoundArm {
  body::Side side;
  pose::ArmNodes nodes;
};

std::string_view name_of(body::Side side) { return side == body::Side::Left ? "left" : "right"; }

/// An arm of which all joints are known and may turn as they like.
Result<FoundArm> find_arm(const formats::BvhMotion& motion, const pose::NodeOfJoint& nodes,
                          body::Side side) {
  const pose::Recording& recording = motion.recording;
  const auto arm = pose::arm_nodes(recording, nodes, side);
  if (!arm) {
    return Error{ErrorCode::UnknownName,
                 "the motion has no " + std::string(name_of(side)) +
                     " arm whose upper arm, forearm and hand have names that are known, below " +
                     quoted(recording.nodes.front().name)};
  }
  for (const std::size_t node : {arm->upper_arm, arm->lower_arm}) {
    if (formats::turns_freely(motion, node)) continue;
    return Error{ErrorCode::Unsupported,
                 "a joint of an arm has channels of three rotations to be turned anew, not " +
                     quoted(recording.nodes[node].name)};
  }
  return FoundArm{side, *arm};
}

Result<std::vector<FoundArm>> find_arms(const formats::BvhMotion& motion,
                                        const pose::JointNames& names, plan::ArmSet asked,
                                        Diagnostics& diagnostics) {
  const pose::NodeOfJoint nodes = pose::nodes_of_joints(motion.recording, names);
  std::vector<FoundArm> arms;
  std::optional<Error> missed;
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    if (!plan::contains(asked, side)) continue;
    Result<FoundArm> arm = find_arm(motion, nodes, side);
    if (arm) {
      arms.push_back(*arm);
    } else if (!missed) {
      missed = arm.error();
    }
  }
  if (arms.empty()) return *missed;
  if (missed) diagnostics.warn(missed->where, missed->message);
  return arms;
}

/// Where the arm hangs in the axes of the chest: towards the hips, on the whole.
Vec3 down_in_chest(const pose::Recording& recording, const pose::NodeOfJoint& nodes,
                   std::size_t chest) {
  const std::size_t hips = nodes[index_of(body::Joint::Hips)].value_or(0);
  Vec3 sum;
  for (std::size_t i = 0; i < recording.frame_count; ++i) {
    const pose::Placed frame = placed(recording, i);
    const Vec3 way = frame.positions[hips] - frame.positions[chest];
    sum = sum + conjugate(frame.rotations[chest]) * unit(way, {0, -1, 0});
  }
  return unit(sum, {0, -1, 0});
}

plan::WristPath wrist_path(const pose::Recording& recording, const Frames& arm, const Vec3& down) {
  plan::WristPath path{.from_shoulder = {}, .down = down, .frame_time = recording.frame_time};
  for (const dynamics::ArmInChest& each : arm) {
    const TwoBones& bones = each.bones;
    const double both = length(bones.middle - bones.root) + length(bones.end - bones.middle);
    path.from_shoulder.push_back((bones.end - bones.root) / both);
  }
  return path;
}

std::vector<dynamics::CapturedFrame> asked_of(const std::vector<plan::PhaseSpan>& phases,
                                              const plan::TensionManner& manner, body::Side side,
                                              const pose::Recording& recording) {
  std::vector<dynamics::CapturedFrame> asked;
  for (std::size_t i = 0; i < recording.frame_count; ++i) {
    // The middle between two frames: phases that begin at a frame are in it despite rounding.
    const Seconds time = (static_cast<double>(i) + 0.5) * recording.frame_time;
    const auto phase = plan::phase_at(phases, side, time);
    const auto& tension = manner.in(phase.value_or(script::Phase::Retraction));
    KINE_ASSERT(tension.has_value());
    asked.push_back({*tension, phase == script::Phase::PostStrokeHold});
  }
  return asked;
}

void turn_arm(const formats::BvhMotion& motion, const FoundArm& arm, const Frames& frames,
              const std::vector<dynamics::CapturedFrame>& asked, formats::NodeTurns& turns) {
  const Seconds frame_time = motion.recording.frame_time;
  dynamics::ArmTurnsOfFrames made =
      dynamics::tracked(dynamics::with_holds(frames, asked, frame_time), asked, frame_time);
  turns[arm.nodes.upper_arm] = std::move(made.upper_arm);
  turns[arm.nodes.lower_arm] = std::move(made.lower_arm);
  // A hand without freedom goes with its forearm, as it did.
  if (formats::turns_freely(motion, arm.nodes.hand)) turns[arm.nodes.hand] = std::move(made.hand);
}

}  // namespace

Result<TenseMotion> with_tension(std::string_view bvh, const pose::JointNames& names,
                                 const CapturedTension& asked, Diagnostics& diagnostics) {
  const Result<formats::BvhMotion> motion = formats::read_bvh_motion(bvh);
  if (!motion) return motion.error();
  const auto arms = find_arms(*motion, names, asked.arms, diagnostics);
  if (!arms) return arms.error();

  const pose::Recording& recording = motion->recording;
  const pose::NodeOfJoint nodes = pose::nodes_of_joints(recording, names);
  TenseMotion result;
  formats::NodeTurns turns;
  for (const FoundArm& arm : *arms) {
    const Frames frames = dynamics::captured_arm(recording, arm.nodes);
    std::vector<plan::PhaseSpan> phases;
    if (asked.phases) {
      phases = *asked.phases;
    } else {
      const Vec3 down = down_in_chest(recording, nodes, arm.nodes.chest);
      phases = plan::find_phases(wrist_path(recording, frames, down), plan::arm_set_of(arm.side));
      result.phases.insert(result.phases.end(), phases.begin(), phases.end());
    }
    turn_arm(*motion, arm, frames, asked_of(phases, asked.manner, arm.side, recording), turns);
  }
  if (asked.phases) result.phases = *asked.phases;
  std::ranges::stable_sort(result.phases, {}, &plan::PhaseSpan::start);
  result.bvh = formats::rewritten(bvh, *motion, turns);
  return result;
}

}  // namespace kine
