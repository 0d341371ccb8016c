#include "realizer/motion/build/tremors.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/core/random.h"
#include "realizer/motion/actuators/tremor.h"
#include "realizer/motion/actuators/turn.h"
#include "realizer/motion/build/sequence_segments.h"
#include "realizer/motion/transit_of.h"

namespace kine::motion {
namespace {

/// What may tremble from when to when: the movement to a pose, or, without one, all meanwhile.
struct Trembling {
  const plan::Pose* pose = nullptr;
  body::JointSet joints;
  Seconds from{0};
  Seconds to{0};
};

bool goes_for_a_walk(const plan::Key& key) {
  return std::ranges::any_of(
      key.goals, [](const plan::Goal& goal) { return std::holds_alternative<plan::Walk>(goal); });
}

void append_way_back(const plan::Sequence& sequence, const body::Body& body,
                     std::vector<Trembling>& all) {
  const plan::Pose* const back = sequence.find_way_back();
  if (back == nullptr) return;
  body::JointSet joints;
  for (const plan::Track& track : sequence.tracks) {
    if (track.keys.back().goes_back()) joints = joints | body.groups[track.group].joints;
  }
  all.push_back({back, joints, sequence.end_of_holds(), back->time});
}

std::vector<Trembling> all_of(const plan::Sequence& sequence, const body::Body& body) {
  std::vector<Trembling> all;
  append_way_back(sequence, body, all);
  for (const plan::Track& track : sequence.tracks) {
    Seconds from = track.start;
    for (const plan::Key& key : track.keys) {
      if (goes_for_a_walk(key)) {
        all.push_back({&sequence.poses[key.pose], body::JointSet::all(), from, key.time});
      }
      from = key.time + key.hold;
    }
  }
  for (const plan::Clip& clip : sequence.clips) {
    all.push_back({nullptr, body.groups[clip.group].joints, clip.time, clip.time + clip.hold});
  }
  return all;
}

/// Joints that tremble alike, by how much.
std::map<double, body::JointSet> shares_of(const plan::Plan& plan, const plan::Sequence& sequence,
                                           const body::Body& body, const Trembling& trembling) {
  const plan::Pose none;
  const plan::Pose& pose = trembling.pose != nullptr ? *trembling.pose : none;
  std::map<double, body::JointSet> shares;
  const body::JointSet joints = trembling.joints & body::joints_above_waist();
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!joints.contains(joint)) continue;
    const double share = transit_of(plan, sequence, pose, body, joint).tremble;
    if (share > 0) shares[share].insert(joint);
  }
  return shares;
}

}  // namespace

void add_tremors(const plan::Plan& plan, const plan::Sequence& sequence, const body::Body& body,
                 Diagnostics& diagnostics, Block& block) {
  constexpr Seconds kSwells{0.2};
  if (!has_transitions(plan, sequence)) return;
  const pose::Warps warps = warps_of(sequence);
  for (const Trembling& trembling : all_of(sequence, body)) {
    const Seconds from = first_time_of(trembling.from, warps);
    const Seconds asked = first_time_of(trembling.to, warps) - from;
    const Seconds lasts = std::min(asked, kTremorMost);
    if (lasts < 2 * kTremorStep) continue;
    const auto shares = shares_of(plan, sequence, body, trembling);
    if (asked > lasts && !shares.empty()) {
      diagnostics.warn(sequence.where, "sequence " + quoted(sequence.id) +
                                           " trembles for 30 s, no longer: a tremor has an end");
    }
    for (const auto& [share, joints] : shares) {
      pose::JointKeys keys =
          tremor_keys(joints, from, from + lasts, share, key_of(plan.character + sequence.id));
      Segment segment{.start = from,
                      .end = from + lasts,
                      .fade_in = std::min(kSwells, lasts / 2),
                      .fade_out = std::min(kSwells, lasts / 2),
                      .priority = sequence.priority,
                      .relative = true,
                      .actuator = std::make_shared<Turns>(std::move(keys))};
      block.segments.push_back(std::move(segment));
    }
  }
}

}  // namespace kine::motion
