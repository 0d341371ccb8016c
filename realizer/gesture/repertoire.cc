#include "realizer/gesture/repertoire.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"

namespace kine::gesture {
namespace {

/// k of section 8.3: the paper has such a factor, its value is ours.
constexpr double kAsNear = 1.1;

/// Beyond these no file has frames: a rate is one that clips can have.
constexpr double kRateMin_hz = 1 / kClipFrameTimeMax.count();
constexpr double kRateMax_hz = 1 / kClipFrameTimeMin.count();

/// Which of the joints of a set this one is.
std::size_t number_in(body::JointSet joints, body::Joint joint) {
  const std::uint64_t before = (std::uint64_t{1} << body::index_of(joint)) - 1;
  return static_cast<std::size_t>(std::popcount(joints.bits() & before));
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
  if (repertoire.segments.size() > kModelSegmentsMax) {
    return "it has more than " + std::to_string(kModelSegmentsMax) + " segments";
  }
  for (const RepertoireSegment& each : repertoire.segments) {
    if (each.motion >= has.size()) return "a segment of a motion that the model does not have";
    if (each.turns == nullptr || each.turns->frames.size() < 2) {
      return "a segment needs two frames at least";
    }
    if (!(each.turns->rate_hz >= kRateMin_hz && each.turns->rate_hz <= kRateMax_hz)) {
      return "a segment needs 1 to 1000 frames a second";
    }
    if (each.turns->joints != joints) return "a segment has other joints than its section";
    const auto is_whole = [&](const auto& frame) { return frame.size() == joints.size(); };
    if (!std::ranges::all_of(each.turns->frames, is_whole)) return "a frame lacks a joint";
    const std::size_t hips = each.turns->hips.size();
    if (hips != 0 && hips != each.turns->frames.size()) return "a frame lacks its hips";
    has[each.motion] = true;
  }
  return std::ranges::find(has, false) == has.end() ? "" : "a motion without a segment";
}

double distance_rad(const SectionRepertoire& repertoire, const RepertoireSegment& segment,
                    const pose::Pose& shown) {
  const pose::RecordedTurns& turns = *segment.turns;
  double squares = 0;
  for (const WeighedJoint& each : weighed_joints(repertoire.section)) {
    const double angle = angle_between(shown.rotation(each.joint),
                                       turns.frames.front()[number_in(turns.joints, each.joint)]);
    squares += each.weight * angle * angle;
  }
  return std::sqrt(squares);
}

std::size_t pick_segment(const SectionRepertoire& repertoire, std::size_t motion,
                         const pose::Pose& shown, double share) {
  std::array<double, kModelSegmentsMax> far_rad;  // of each segment of the motion
  double nearest_rad = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < repertoire.segments.size(); ++i) {
    if (repertoire.segments[i].motion != motion) continue;
    far_rad[i] = distance_rad(repertoire, repertoire.segments[i], shown);
    nearest_rad = std::min(nearest_rad, far_rad[i]);
  }
  const auto is_near = [&](std::size_t i) {
    return repertoire.segments[i].motion == motion && far_rad[i] <= kAsNear * nearest_rad;
  };
  std::size_t near = 0;
  for (std::size_t i = 0; i < repertoire.segments.size(); ++i) near += is_near(i) ? 1 : 0;
  KINE_ASSERT(near > 0);
  const auto count = static_cast<double>(near);
  auto left = static_cast<std::size_t>(std::clamp(std::floor(share * count), 0.0, count - 1));
  std::size_t picked = 0;
  while (!is_near(picked) || left-- > 0) ++picked;
  return picked;
}

}  // namespace kine::gesture
