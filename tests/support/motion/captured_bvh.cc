#include "tests/support/motion/captured_bvh.h"

#include <cmath>
#include <optional>
#include <stdexcept>

#include "realizer/core/number.h"
#include "realizer/formats/read/euler.h"
#include "realizer/math/ease.h"
#include "realizer/math/units.h"

namespace kine::test {
namespace {

struct Bone {
  std::string name;
  std::string biovision;
  int depth;
  Vec3 offset;
};

const Bone kBones[] = {
    {"mixamorig:Hips", "Hips", 0, {0, 95, 0}},
    {"mixamorig:Spine", "Chest", 1, {0, 15, 0}},
    {"mixamorig:Spine2", "Chest2", 2, {0, 20, -2}},
    {"mixamorig:LeftShoulder", "LeftCollar", 3, {4, 12, 2}},
    {"mixamorig:LeftArm", "LeftShoulder", 4, {12, 0, 0}},
    {"mixamorig:LeftForeArm", "LeftElbow", 5, {28, 0, 0}},
    {"mixamorig:LeftHand", "LeftWrist", 6, {25, 1, 0}},
    {"mixamorig:RightShoulder", "RightCollar", 3, {-4, 12, 2}},
    {"mixamorig:RightArm", "RightShoulder", 4, {-12, 0, 0}},
    {"mixamorig:RightForeArm", "RightElbow", 5, {-28, 0, 0}},
    {"mixamorig:RightHand", "RightWrist", 6, {-25, 1, 0}},
    {"mixamorig:Neck", "Neck", 3, {0, 18, 0}},
};

double raised(double t) {
  if (t < kLowerFrom_s) return eased((t - kRaiseFrom_s) / (kRaisedAt_s - kRaiseFrom_s));
  return 1 - eased((t - kLowerFrom_s) / (kLoweredAt_s - kLowerFrom_s));
}

/// The turn of a bone at a time. A left arm along +X hangs by a turn about -Z, and its elbow bends
/// forwards about -Y.
Quat turn_of(std::size_t bone, double t, double wobble_rad) {
  const auto about = [](const Vec3& axis, double degrees) {
    return rotation_about(axis, degrees * kDegree);
  };
  const double up = raised(t);
  const double after = t - kRaisedAt_s;
  const double wobble =
      after > 0 && t < kLowerFrom_s ? wobble_rad * std::exp(-2 * after) * std::sin(12 * after) : 0;
  switch (bone) {
    case 0:
      return about({0, 1, 0}, 25 * std::sin(2 * t));
    case 1:
      return about({1, 0, 0}, 5 * std::sin(3 * t));
    case 3:
      return about({0, 0, 1}, 4 * up);
    case 4:
      return about({0, 1, 0}, -60 * up) * rotation_about({0, 0, 1}, wobble) *
             about({0, 0, 1}, -75 + 60 * up);
    case 5:
      return about({1, 0, 0}, 20 * up) * about({0, 1, 0}, -50 - 30 * up);
    case 6:
      return about({0, 0, 1}, 15 * up);
    case 8:
      return about({0, 0, 1}, 75);
    case 9:
      return about({0, 1, 0}, 45);
    default:
      return {};
  }
}

class Text {
 public:
  explicit Text(const CapturedGesture& gesture) : gesture_(gesture) {}

  std::string made() {
    text_ = "HIERARCHY\n";
    for (std::size_t i = 0; i < std::size(kBones); ++i) {
      if (is_there(i)) add_bone(i);
    }
    close_to(0);
    const int frames = static_cast<int>(kGestureEnds_s * gesture_.frames_a_second);
    text_ += "MOTION\nFrames: " + std::to_string(frames) +
             "\nFrame Time: " + format_number(1.0 / gesture_.frames_a_second) + "\n";
    for (int frame = 0; frame < frames; ++frame) add_frame(frame);
    return text_;
  }

 private:
  bool is_there(std::size_t bone) const { return gesture_.has_right_arm || bone < 7 || bone > 10; }
  std::string channels_of(std::size_t bone) const {
    return bone == 5 ? gesture_.order.substr(0, static_cast<std::size_t>(gesture_.lower_arm_turns))
                     : gesture_.order;
  }

  void close_to(int depth) {
    if (open_ > depth) text_ += "End Site { OFFSET 0 8 0 }\n";
    for (; open_ > depth; --open_) text_ += "}\n";
  }

  void add_bone(std::size_t index) {
    const Bone& bone = kBones[index];
    close_to(bone.depth);
    text_ += (index == 0 ? "ROOT " : "JOINT ") + (gesture_.biovision ? bone.biovision : bone.name) +
             " { OFFSET " + format_number(bone.offset.x) + " " + format_number(bone.offset.y) +
             " " + format_number(bone.offset.z) + "\nCHANNELS ";
    const std::string order = channels_of(index);
    text_ += index == 0 ? "6 Xposition Yposition Zposition" : std::to_string(order.size());
    for (const char axis : order) text_ += std::string(" ") + axis + "rotation";
    text_ += "\n";
    ++open_;
  }

  void add_frame(int frame) {
    const double t = static_cast<double>(frame) / gesture_.frames_a_second;
    text_ += format_number(3 * std::sin(t)) + " 95 0";
    formats::EulerOrder order;
    for (std::size_t i = 0; i < 3; ++i) {
      order[i] = static_cast<std::size_t>(gesture_.order[i] - 'X');
    }
    for (std::size_t i = 0; i < std::size(kBones); ++i) {
      if (!is_there(i)) continue;
      const auto angles = formats::euler_angles(turn_of(i, t, gesture_.wobble_rad), order, {});
      for (std::size_t k = 0; k < channels_of(i).size(); ++k) {
        text_ += " " + format_number(angles[k] / kDegree);
      }
    }
    text_ += "\n";
  }

  CapturedGesture gesture_;
  std::string text_;
  int open_ = 0;
};

}  // namespace

std::string captured_bvh(const CapturedGesture& gesture) { return Text(gesture).made(); }

pose::JointNames recorders_names() {
  pose::JointNames names;
  for (const auto& [prefix, side] :
       {std::pair{"Left", body::Side::Left}, std::pair{"Right", body::Side::Right}}) {
    const std::string start = prefix;
    const body::ArmChain chain = body::arm_chain(side);
    names[start + "Arm"] = chain.upper_arm;
    names[start + "ForeArm"] = chain.lower_arm;
    names[start + "Collar"] = chain.shoulder;
    names[start + "Collar/" + start + "Shoulder"] = chain.upper_arm;
    names[start + "Elbow"] = chain.lower_arm;
    names[start + "Wrist"] = chain.hand;
  }
  return names;
}

std::vector<Vec3> wrist_in_chest(const pose::Recording& recording, body::Side side) {
  const auto arm =
      pose::arm_nodes(recording, pose::nodes_of_joints(recording, recorders_names()), side);
  if (!arm) throw std::runtime_error("no arm");
  std::vector<Vec3> wrist;
  for (std::size_t i = 0; i < recording.frame_count; ++i) {
    const pose::Placed frame = placed(recording, i);
    wrist.push_back(conjugate(frame.rotations[arm->chest]) *
                    (frame.positions[arm->hand] - frame.positions[arm->chest]));
  }
  return wrist;
}

}  // namespace kine::test
