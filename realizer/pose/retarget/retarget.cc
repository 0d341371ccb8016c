#include "realizer/pose/retarget/retarget.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/pose/clip_footing.h"

namespace kine::pose {
namespace {

using enum body::Joint;

/// A leg that is no longer, in whatever unit, is none.
constexpr double kLeastLeg = 1e-6;

/// Bones whose directions differ by less are built differently, not posed differently.
constexpr double kSamePose_rad = 10 * std::numbers::pi / 180;

double angle_between_directions(const Vec3& a, const Vec3& b) {
  return std::atan2(length(cross(a, b)), dot(a, b));
}

/// The axis of the space that lies near a direction, or the direction itself.
Vec3 near_axis(const Vec3& direction) {
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    for (const Vec3& end : {axis, -axis}) {
      if (angle_between_directions(direction, end) < 2 * kSamePose_rad) return end;
    }
  }
  return direction;
}

/// Everything about a source skeleton that does not depend on the frame.
class Source {
 public:
  Source(const Recording& recording, const JointNames& names)
      : recording_(recording),
        nodes_(nodes_of_joints(recording, names)),
        rest_(placed(recording, {})) {
    if (recording.rest == Recording::Rest::Any) {
      find_facing();
      find_t_pose();
    }
    measure();
  }

  bool has(body::Joint joint) const { return nodes_[index_of(joint)].has_value(); }
  bool moves_hips() const {
    const bool stands = recording_.rest == Recording::Rest::TPose ||
                        std::any_of(kLowJoints.begin(), kLowJoints.end(),
                                    [this](body::Joint joint) { return has(joint); });
    return has(Hips) && leg_height_ > 0 && stands;
  }

  /// The height of the hips above the lowest joint of a straight leg; in T-pose above the ground.
  double leg_height() const { return leg_height_; }

  /// How each joint that there is has turned in our space since T-pose; the others go with their
  /// parents.
  std::array<Quat, body::kJointCount> character_from_joints(const Placed& frame) const {
    std::array<Quat, body::kJointCount> turns;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      if (const auto node = nodes_[i]) {
        const Quat since_rest = frame.rotations[*node] * conjugate(rest_.rotations[*node]);
        const Quat ours = ours_from_source_ * since_rest * conjugate(ours_from_source_);
        turns[i] = normalized(ours * conjugate(t_pose_from_rest_[i]));
      } else if (const auto parent = body::parent_of(body::joint_at(i))) {
        turns[i] = turns[index_of(*parent)];
      }
    }
    return turns;
  }

  /// Where the hips are, in our axes. Pre: moves_hips().
  Vec3 hips(const Placed& frame) const { return ours_from_source_ * position(Hips, frame); }
  Vec3 hips_at_rest() const { return hips(rest_); }

  /// Whether both legs are there from the hip joint to the ankle.
  bool has_legs() const {
    return moves_hips() && std::ranges::all_of(kLegs, [this](const Leg& leg) {
             return has(leg.upper) && has(leg.lower) && has(leg.foot) && length_of(leg) > kLeastLeg;
           });
  }

  /// What of them does not depend on the frame; the hips stand at this height. Pre: has_legs().
  RecordedLegs legs_at_rest(double hips_y) const {
    RecordedLegs legs{
        .leg = (length_of(kLegs[0]) + length_of(kLegs[1])) / 2,
        .half_width = length(position(LeftUpperLeg, rest_) - position(RightUpperLeg, rest_)) / 2,
        .ankle_height = hips_y,
        .balls = {},
        .frame_time = recording_.frame_time,
        .frames = {}};
    for (std::size_t side = 0; side < kLegs.size(); ++side) {
      const Leg& leg = kLegs[side];
      legs.ankle_height -= drop_along({leg.upper, leg.lower, leg.foot}) / kLegs.size();
      if (!has(leg.toes)) continue;
      const Vec3 ball = position(leg.toes, rest_) - position(leg.foot, rest_);
      legs.balls[side] = t_pose_from_rest_[index_of(leg.foot)] * (ours_from_source_ * ball);
    }
    return legs;
  }

  /// Pre: has_legs().
  RecordedLegs::Frame legs(const Placed& frame) const {
    const auto turns = character_from_joints(frame);
    RecordedLegs::Frame legs;
    for (std::size_t side = 0; side < kLegs.size(); ++side) {
      const Leg& leg = kLegs[side];
      legs.hip_joints = legs.hip_joints + 0.5 * (ours_from_source_ * position(leg.upper, frame));
      legs.ankles[side] = ours_from_source_ * position(leg.foot, frame);
      legs.feet[side] = turns[index_of(leg.foot)];
    }
    return legs;
  }

  /// The height of the lowest joint of the feet, in our axes.
  double lowest_y(const Placed& frame) const {
    double lowest = std::numeric_limits<double>::infinity();
    for (const body::Joint joint : kLowJoints) {
      if (has(joint)) lowest = std::min(lowest, (ours_from_source_ * position(joint, frame)).y);
    }
    return lowest;
  }

 private:
  struct Leg {
    body::Joint upper;
    body::Joint lower;
    body::Joint foot;
    body::Joint toes;
  };
  static constexpr std::array kLegs = {Leg{LeftUpperLeg, LeftLowerLeg, LeftFoot, LeftToes},
                                       Leg{RightUpperLeg, RightLowerLeg, RightFoot, RightToes}};

  static constexpr std::array kLowJoints = {LeftLowerLeg,  LeftFoot,  LeftToes,
                                            RightLowerLeg, RightFoot, RightToes};

  double length_of(const Leg& leg) const {
    return length(position(leg.lower, rest_) - position(leg.upper, rest_)) +
           length(position(leg.foot, rest_) - position(leg.lower, rest_));
  }

  Vec3 position(body::Joint joint, const Placed& frame) const {
    return frame.positions[*nodes_[index_of(joint)]];
  }

  /// The direction of the bone from one joint to another at rest, in our axes.
  std::optional<Vec3> direction(body::Joint from, body::Joint to) const {
    if (!has(from) || !has(to)) return {};
    const Vec3 bone = ours_from_source_ * (position(to, rest_) - position(from, rest_));
    if (length(bone) < 1e-9) return {};
    return unit(bone);
  }

  /// Up is from the hips to the head, and left from the right leg or arm to the left one: roughly,
  /// so an axis of the source that lies near is meant.
  void find_facing() {
    auto up = direction(Hips, has(Head) ? Head : Neck);
    auto left = direction(RightUpperLeg, LeftUpperLeg);
    if (!left) left = direction(RightUpperArm, LeftUpperArm);
    if (!up || !left) return;
    const Vec3 y = near_axis(*up);
    const Vec3 x = rejected(near_axis(*left), y);
    if (length(x) < 0.1) return;
    ours_from_source_ = conjugate(from_axes(unit(x), y, cross(unit(x), y)));
  }

  /// The turns that would bring the limbs of the rest pose to T-pose, from the trunk outwards.
  void find_t_pose() {
    for (const double side : {1.0, -1.0}) {
      const bool left = side > 0;
      const auto of = [&](body::Joint joint) { return left ? joint : body::mirrored(joint); };
      const Vec3 aside{side, 0, 0};
      align(of(LeftUpperArm), of(LeftLowerArm), aside, of(LeftShoulder));
      align(of(LeftLowerArm), of(LeftHand), aside, of(LeftUpperArm));
      align(of(LeftHand), of(LeftMiddleProximal), aside, of(LeftLowerArm));
      for (std::size_t i = index_of(LeftThumbMetacarpal); i <= index_of(LeftLittleDistal); ++i) {
        t_pose_from_rest_[index_of(of(body::joint_at(i)))] =
            t_pose_from_rest_[index_of(of(LeftHand))];
      }
      const Vec3 down{0, -1, 0};
      align(of(LeftUpperLeg), of(LeftLowerLeg), down, Hips);
      align(of(LeftLowerLeg), of(LeftFoot), down, of(LeftUpperLeg));
      for (const body::Joint end : {LeftFoot, LeftToes}) {
        t_pose_from_rest_[index_of(of(end))] = t_pose_from_rest_[index_of(of(LeftLowerLeg))];
      }
    }
  }

  void align(body::Joint joint, body::Joint child, const Vec3& in_t_pose, body::Joint before) {
    const Quat& carried = t_pose_from_rest_[index_of(before)];
    Quat& turn = t_pose_from_rest_[index_of(joint)];
    turn = carried;
    const auto bone = direction(joint, child);
    if (!bone) return;
    const Vec3 now = carried * *bone;
    if (angle_between_directions(now, in_t_pose) < kSamePose_rad) return;
    turn = normalized(shortest_arc(now, in_t_pose) * carried);
  }

  void measure() {
    if (!has(Hips)) return;
    if (recording_.rest == Recording::Rest::TPose) {
      leg_height_ = hips_at_rest().y;
      return;
    }
    for (const Leg& leg : kLegs) {
      leg_height_ = std::max(leg_height_, drop_along({leg.upper, leg.lower, leg.foot, leg.toes}));
    }
  }

  /// How far below the hips the last of these joints is in T-pose.
  double drop_along(std::initializer_list<body::Joint> joints) const {
    double drop = 0;
    body::Joint above = Hips;
    for (const body::Joint joint : joints) {
      if (!has(joint) || !has(above)) continue;
      const Vec3 bone = ours_from_source_ * (position(joint, rest_) - position(above, rest_));
      drop -= (t_pose_from_rest_[index_of(above)] * bone).y;
      above = joint;
    }
    return drop;
  }

  const Recording& recording_;
  NodeOfJoint nodes_;
  Placed rest_;
  Quat ours_from_source_;
  std::array<Quat, body::kJointCount> t_pose_from_rest_ = {};
  double leg_height_ = 0;
};

ClipFrame clip_frame(const Source& source, const Placed& frame) {
  const auto turns = source.character_from_joints(frame);
  ClipFrame result;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const auto parent = body::parent_of(body::joint_at(i));
    if (!source.has(body::joint_at(i))) continue;
    const Quat local =
        parent ? normalized(conjugate(turns[index_of(*parent)]) * turns[i]) : turns[i];
    QuatBlock& block = result.rotations[i / kLanes];
    block.x[i % kLanes] = static_cast<float>(local.x);
    block.y[i % kLanes] = static_cast<float>(local.y);
    block.z[i % kLanes] = static_cast<float>(local.z);
    block.w[i % kLanes] = static_cast<float>(local.w);
  }
  return result;
}

/// Turns each lane to the side of the sphere on which it lies in the frame before.
void align_signs(const ClipFrame& before, ClipFrame& frame) {
  for (std::size_t b = 0; b < kBlocks; ++b) {
    const QuatBlock& from = before.rotations[b];
    QuatBlock& to = frame.rotations[b];
    for (std::size_t i = 0; i < kLanes; ++i) {
      const float dot =
          from.x[i] * to.x[i] + from.y[i] * to.y[i] + from.z[i] * to.z[i] + from.w[i] * to.w[i];
      if (dot >= 0) continue;
      to.x[i] = -to.x[i];
      to.y[i] = -to.y[i];
      to.z[i] = -to.z[i];
      to.w[i] = -to.w[i];
    }
  }
}

/// The turn about +Y of the hips in the first frame: a recorder's room lies anyhow.
Quat heading_of(const ClipFrame& frame) {
  const QuatBlock& block = frame.rotations[0];
  static_assert(index_of(Hips) == 0);
  const Quat hips{block.x[0], block.y[0], block.z[0], block.w[0]};
  return swing_twist(hips, {0, 1, 0}).twist;
}

std::string_view without_prefix(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string with_small_initial(std::string_view name) {
  std::string small(name);
  if (!small.empty() && small[0] >= 'A' && small[0] <= 'Z') {
    small[0] = static_cast<char>(small[0] - 'A' + 'a');
  }
  return small;
}

/// Where the hips of a recording stand at rest.
struct RestingHips {
  Vec3 position;      // in our axes
  double height = 0;  // above the ground
  Quat ahead;         // turns the recording to face ahead
};

/// A T-pose says it; else they are above where they begin, on the ground on which the feet stand.
RestingHips resting_hips(const Source& source, const Recording& recording,
                         const std::vector<Vec3>& hips, double lowest_y, const ClipFrame& first) {
  if (recording.rest == Recording::Rest::TPose) {
    return {source.hips_at_rest(), source.leg_height(), {}};
  }
  // Toes are a little above the ground, which is at 0 unless that cannot be.
  constexpr double kToesMost = 0.1;  // of the legs
  constexpr double kToesUsual = 0.03;
  const double leg = source.leg_height();
  const bool on_ground = lowest_y >= 0 && lowest_y <= kToesMost * leg;
  const double toes = on_ground ? lowest_y : kToesUsual * leg;
  const double ground_y = lowest_y - toes;
  const double height = leg + toes;
  return {
      {hips.front().x, ground_y + height, hips.front().z}, height, conjugate(heading_of(first))};
}

/// How the recorded person stood, from where the hips begin. Pre: source.has_legs().
ClipFooting footing_of(const Source& source, const RestingHips& rest,
                       std::vector<RecordedLegs::Frame> frames) {
  RecordedLegs legs = source.legs_at_rest(rest.position.y);
  const Vec3 origin{rest.position.x, 0, rest.position.z};
  for (RecordedLegs::Frame& frame : frames) {
    frame.hip_joints = rest.ahead * (frame.hip_joints - origin);
    for (Vec3& ankle : frame.ankles) ankle = rest.ahead * (ankle - origin);
    for (Quat& foot : frame.feet) foot = rest.ahead * foot;
  }
  legs.frames = std::move(frames);
  return find_footing(legs);
}

float within_stage(double way) {
  return static_cast<float>(std::clamp(way, -kPositionMax_m, kPositionMax_m));
}

void place_hips(const RestingHips& rest, const std::vector<Vec3>& hips, Clip& clip) {
  for (std::size_t i = 0; i < clip.frames.size(); ++i) {
    ClipFrame& frame = clip.frames[i];
    QuatBlock& block = frame.rotations[0];
    const Quat turned =
        normalized(rest.ahead * Quat{block.x[0], block.y[0], block.z[0], block.w[0]});
    block.x[0] = static_cast<float>(turned.x);
    block.y[0] = static_cast<float>(turned.y);
    block.z[0] = static_cast<float>(turned.z);
    block.w[0] = static_cast<float>(turned.w);
    const Vec3 moved = (rest.ahead * (hips[i] - rest.position)) / rest.height;
    frame.hips = {within_stage(moved.x), within_stage(moved.y), within_stage(moved.z), 0};
  }
}

}  // namespace

std::vector<std::optional<body::Joint>> joints_of_nodes(const Recording& recording,
                                                        const JointNames& names) {
  std::vector<std::optional<body::Joint>> joints;
  for (const Recording::Node& node : recording.nodes) {
    std::string_view parent;
    if (node.parent) parent = recording.nodes[*node.parent].name;
    std::optional<body::Joint> joint = node.joint;
    if (!joint && !node.is_end) joint = find_joint(node.name, parent, names);
    joints.push_back(joint);
  }
  return joints;
}

NodeOfJoint nodes_of_joints(const Recording& recording, const JointNames& names) {
  const auto joints = joints_of_nodes(recording, names);
  NodeOfJoint nodes;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (!joints[i]) continue;
    std::optional<std::size_t>& node = nodes[index_of(*joints[i])];
    if (!node) node = i;
    const bool goes_on = recording.nodes[i].parent == node && i != *node;
    const auto twins = std::ranges::count_if(recording.nodes, [&](const Recording::Node& other) {
      const auto index = static_cast<std::size_t>(&other - recording.nodes.data());
      return other.parent == node && joints[index] == joints[i];
    });
    if (goes_on && twins == 1) node = i;
  }
  return nodes;
}

std::optional<body::Joint> find_joint(std::string_view node, std::string_view parent,
                                      const JointNames& names) {
  node = without_prefix(node);
  const auto below = names.find(std::string(without_prefix(parent)) + "/" + std::string(node));
  if (below != names.end()) return below->second;
  if (const auto ours = body::find_joint(node)) return ours;
  if (const auto found = names.find(node); found != names.end()) return found->second;
  return body::find_joint(with_small_initial(node));
}

bool moves_hips(const Recording& recording, const JointNames& names) {
  return Source(recording, names).moves_hips();
}

Result<Clip> retarget(const Recording& recording, const JointNames& names, std::string name) {
  KINE_ASSERT(valid(recording));
  const Source source(recording, names);
  Clip clip{.name = std::move(name),
            .joints = {},
            .curves = recording.curves,
            .frame_time = recording.frame_time,
            .frames = {},
            .seam = {}};
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (source.has(body::joint_at(i))) clip.joints.insert(body::joint_at(i));
  }
  if (clip.joints.empty()) {
    return Error{ErrorCode::UnknownName,
                 "no joint of the clip has a name that is known, not even the first: " +
                     quoted(recording.nodes.empty() ? "" : recording.nodes.front().name)};
  }
  std::vector<Vec3> hips;
  std::vector<RecordedLegs::Frame> legs;
  double lowest_y = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < recording.frame_count; ++i) {
    const Placed frame = placed(recording, i);
    clip.frames.push_back(clip_frame(source, frame));
    if (!source.moves_hips()) continue;
    hips.push_back(source.hips(frame));
    lowest_y = std::min(lowest_y, source.lowest_y(frame));
    if (source.has_legs()) legs.push_back(source.legs(frame));
  }
  if (source.moves_hips()) {
    const RestingHips rest = resting_hips(source, recording, hips, lowest_y, clip.frames.front());
    place_hips(rest, hips, clip);
    if (source.has_legs()) clip.footing = footing_of(source, rest, std::move(legs));
  }
  for (std::size_t i = 1; i < clip.frames.size(); ++i) {
    align_signs(clip.frames[i - 1], clip.frames[i]);
  }
  return with_seam(std::move(clip));
}

}  // namespace kine::pose
