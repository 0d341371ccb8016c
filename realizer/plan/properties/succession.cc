#include "realizer/plan/properties/succession.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "realizer/core/number.h"
#include "realizer/plan/sketches.h"

namespace kine::plan {
namespace {

using Depths = std::array<std::optional<int>, body::kJointCount>;

/// Of the joints that take part, how many of them are above each on its way to the hips. Fingers
/// come with their hand.
Depths depths_of(body::JointSet joints) {
  Depths depths;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    const auto parent = body::parent_of(joint);
    std::optional<int> above;
    for (auto at = parent; at && !above; at = body::parent_of(*at))
      above = depths[body::index_of(*at)];
    const bool is_finger =
        (joint >= body::Joint::LeftThumbMetacarpal && joint <= body::Joint::LeftLittleDistal) ||
        (joint >= body::Joint::RightThumbMetacarpal && joint <= body::Joint::RightLittleDistal);
    if (!joints.contains(joint)) continue;
    depths[i] = above ? *above + (is_finger ? 0 : 1) : 0;
  }
  return depths;
}

int deepest_of(const Depths& depths) {
  int deepest = 0;
  for (const auto& depth : depths) deepest = std::max(deepest, depth.value_or(0));
  return deepest;
}

/// The shortest movement to a pose: no joint may set out before the one before it is over.
Seconds shortest_movement(const Sequence& sequence, const SolvedPoses& solved) {
  Seconds shortest{1e9};
  Seconds before = sequence.start;
  for (const SolvedPose& pose : solved.poses) {
    shortest = std::min(shortest, pose.time - before);
    before = pose.time + pose.hold;
  }
  return shortest;
}

constexpr std::array<const script::Parameter*, 1> kSuccessionParameters = {&script::kSuccession};

class Succession final : public Property {
 public:
  std::string_view name() const override { return "succession"; }
  Stage stage() const override { return Stage::Timing; }
  std::span<const script::Parameter* const> parameters() const override {
    return kSuccessionParameters;
  }

  Plan applied_to(Plan plan, const PropertyContext&) const override { return plan; }

  /// The joint that comes last keeps the time of the pose, and the others come before it.
  void shape(const Plan& plan, const Sequence& sequence, const PropertyContext& context,
             SolvedPoses& solved) const override {
    const double delta_s = manner_of(plan, sequence)[script::kSuccession];
    if (delta_s == 0 || solved.poses.empty()) return;
    body::JointSet joints;
    for (const Track& track : sequence.tracks) {
      joints = joints | context.body.groups[track.group].joints;
    }
    const Depths depths = depths_of(joints);
    const int deepest = deepest_of(depths);
    if (deepest == 0) return;
    // A chain takes at most three quarters of a movement: the rest is for the movement itself.
    const double room_s = 0.75 * shortest_movement(sequence, solved).count();
    const double had_s = std::min(std::abs(delta_s), std::max(room_s, 0.0) / deepest);
    if (had_s < std::abs(delta_s)) warn(sequence, delta_s, had_s, context);
    for (std::size_t i = 0; i < depths.size(); ++i) {
      if (!depths[i]) continue;
      const int before_last = delta_s > 0 ? deepest - *depths[i] : *depths[i];
      solved.earlier[i] = Seconds(had_s * before_last);
    }
  }

 private:
  static void warn(const Sequence& sequence, double asked_s, double had_s,
                   const PropertyContext& context) {
    const double sign = asked_s < 0 ? -1 : 1;
    context.diagnostics.warn(sequence.where,
                             "movements of sequence " + quoted(sequence.id) +
                                 " are too short for a succession of " +
                                 format_number(std::round(1000 * asked_s)) + " ms; it is " +
                                 format_number(sign * std::round(1000 * had_s)) + " ms");
  }
};

}  // namespace

const Property& succession() {
  static const Succession property;
  return property;
}

}  // namespace kine::plan
