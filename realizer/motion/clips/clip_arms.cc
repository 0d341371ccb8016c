#include "realizer/motion/clips/clip_arms.h"

#include <algorithm>
#include <cmath>

#include "realizer/math/ease.h"
#include "realizer/plan/tension/found_phases.h"
#include "realizer/pose/clip_frames.h"

namespace kine::motion {
namespace {

using enum script::Phase;

std::vector<ClipPhase> phases_of(const ClipArm& arm, const pose::Clip& clip) {
  // In lengths of the arm from the upper chest: shrugs are movements of the hand as well.
  plan::WristPath path{.from_shoulder = {}, .down = {0, -1, 0}, .frame_time = clip.frame_time};
  for (const Vec3& wrist_m : arm.wrists_m) {
    path.from_shoulder.push_back((wrist_m - arm.roots.front().upper_arm_m) / arm.length_m);
  }
  const auto frame_of = [&](Seconds time) {
    return static_cast<std::size_t>(std::lround(time / clip.frame_time));
  };
  std::vector<ClipPhase> phases;
  for (const plan::PhaseSpan& span : plan::find_phases(path, script::ArmSet::Both)) {
    phases.push_back(
        {.first = frame_of(span.start), .end = frame_of(span.end), .phase = span.phase});
  }
  return phases;
}

/// Whether the nucleus grows to its full share in this phase: on the way to a stroke, or in one
/// that begins at rest.
bool is_way_there(std::span<const ClipPhase> phases, std::size_t index) {
  if (phases[index].phase == Preparation) return true;
  return phases[index].phase == Stroke && index > 0 && phases[index - 1].phase == Retraction;
}

}  // namespace

std::optional<ClipArm> find_arm(const pose::Clip& clip, const body::Body& body, body::Side side,
                                body::JointSet joints) {
  const body::ArmChain chain = body::arm_chain(side);
  for (const body::Joint joint : {chain.upper_arm, chain.lower_arm, chain.hand}) {
    if (!(clip.joints & joints).contains(joint)) return {};
  }
  ClipArm arm{.side = side,
              .length_m = body.bone_length_m(chain.lower_arm) + body.bone_length_m(chain.hand),
              .wrists_m = {},
              .roots = {},
              .phases = {}};
  const auto offset_m = [&](body::Joint joint) { return body.offsets_m[index_of(joint)]; };
  for (const pose::ClipFrame& frame : clip.frames) {
    const Quat shoulder = pose::turn_in(frame, chain.shoulder);
    const Quat upper = shoulder * pose::turn_in(frame, chain.upper_arm);
    const Quat lower = upper * pose::turn_in(frame, chain.lower_arm);
    const Vec3 root_m = offset_m(chain.shoulder) + shoulder * offset_m(chain.upper_arm);
    arm.roots.push_back({.upper_arm_m = root_m, .character_from_shoulder = shoulder});
    arm.wrists_m.push_back(root_m + upper * offset_m(chain.lower_arm) +
                           lower * offset_m(chain.hand));
  }
  arm.phases = phases_of(arm, clip);
  return arm;
}

std::vector<double> shares_of_way(std::span<const Vec3> points_m) {
  std::vector<double> ways_m(points_m.size(), 0);
  for (std::size_t i = 1; i < points_m.size(); ++i) {
    ways_m[i] = ways_m[i - 1] + length(points_m[i] - points_m[i - 1]);
  }
  const double whole_m = ways_m.back();
  for (std::size_t i = 0; i < ways_m.size(); ++i) {
    const double even =
        ways_m.size() > 1 ? static_cast<double>(i) / static_cast<double>(ways_m.size() - 1) : 1;
    ways_m[i] = whole_m > 0 ? ways_m[i] / whole_m : even;
  }
  return ways_m;
}

std::vector<double> nucleus_shares(const ClipArm& arm) {
  std::vector<double> shares(arm.wrists_m.size(), 0);
  double level = 0;
  for (std::size_t i = 0; i < arm.phases.size(); ++i) {
    const auto& [first, end, phase] = arm.phases[i];
    const bool falls = phase == Retraction;
    const bool changes = falls || is_way_there(arm.phases, i);
    const double goal = falls ? 0 : 1;
    const std::vector<double> ways =
        shares_of_way(std::span(arm.wrists_m).subspan(first, end - first));
    for (std::size_t frame = first; frame < end; ++frame) {
      const double share = changes ? eased(ways[frame - first]) : 1;
      shares[frame] = level + share * (goal - level);
    }
    level = goal;
  }
  return shares;
}

}  // namespace kine::motion
