#include "realizer/gesture/repertoire.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "realizer/core/assert.h"

namespace kine::gesture {
namespace {

/// k of section 8.3: the paper has such a factor, its value is ours.
constexpr double kAsNear = 1.5;

/// How much each joint counts, by its number.
std::array<double, body::kJointCount> weights_of(BodySection section) {
  std::array<double, body::kJointCount> weights = {};
  for (const WeighedJoint& each : weighed_joints(section)) {
    weights[body::index_of(each.joint)] = each.weight;
  }
  return weights;
}

}  // namespace

body::JointSet played_joints(BodySection section) {
  using enum body::Joint;
  body::JointSet joints;
  for (const WeighedJoint& each : weighed_joints(section)) joints.insert(each.joint);
  const bool is_of_arms = section == BodySection::Arms;
  const auto first = body::index_of(is_of_arms ? LeftShoulder : LeftUpperLeg);
  const auto last = body::index_of(is_of_arms ? RightLittleDistal : RightToes);
  if (section == BodySection::Head) return joints;
  for (std::size_t i = first; i <= last; ++i) joints.insert(body::joint_at(i));
  return joints;
}

std::string fault_of(const SectionRepertoire& repertoire) {
  const std::string fault = fault_of(repertoire.model);
  if (!fault.empty()) return fault;
  const body::JointSet joints = played_joints(repertoire.section);
  std::vector<bool> has(repertoire.model.size(), false);
  for (const RepertoireSegment& each : repertoire.segments) {
    if (each.motion >= has.size()) return "a segment of a motion that the model does not have";
    if (each.turns == nullptr || each.turns->frames.size() < 2) {
      return "a segment needs two frames at least";
    }
    if (!(each.turns->rate_hz > 0)) return "a segment needs a rate above 0";
    if (each.turns->joints != joints) return "a segment has other joints than its section";
    const auto is_whole = [&](const auto& frame) { return frame.size() == joints.size(); };
    if (!std::ranges::all_of(each.turns->frames, is_whole)) return "a frame lacks a joint";
    has[each.motion] = true;
  }
  return std::ranges::find(has, false) == has.end() ? "" : "a motion without a segment";
}

double distance_rad(const SectionRepertoire& repertoire, const RepertoireSegment& segment,
                    std::span<const Quat> shown) {
  const auto weights = weights_of(repertoire.section);
  const body::JointSet joints = segment.turns->joints;
  KINE_ASSERT(shown.size() == joints.size());
  double squares = 0;
  std::size_t number = 0;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (!joints.contains(body::joint_at(i))) continue;
    const double angle = angle_between(shown[number], segment.turns->frames.front()[number]);
    squares += weights[i] * angle * angle;
    ++number;
  }
  return std::sqrt(squares);
}

std::size_t pick_segment(const SectionRepertoire& repertoire, std::size_t motion,
                         std::span<const Quat> shown, double share) {
  double nearest_rad = std::numeric_limits<double>::infinity();
  std::vector<std::pair<std::size_t, double>> all;  // of the motion, with their distances
  for (std::size_t i = 0; i < repertoire.segments.size(); ++i) {
    if (repertoire.segments[i].motion != motion) continue;
    const double far_rad = distance_rad(repertoire, repertoire.segments[i], shown);
    nearest_rad = std::min(nearest_rad, far_rad);
    all.emplace_back(i, far_rad);
  }
  KINE_ASSERT(!all.empty());
  std::erase_if(all, [&](const auto& each) { return each.second > kAsNear * nearest_rad; });
  const auto count = static_cast<double>(all.size());
  const double place = std::clamp(std::floor(share * count), 0.0, count - 1);
  return all[static_cast<std::size_t>(place)].first;
}

}  // namespace kine::gesture
