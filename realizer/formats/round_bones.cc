#include "realizer/formats/round_bones.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "realizer/formats/figure.h"

namespace kine::formats {
namespace {

using enum body::Joint;

constexpr double kHeight_m = 1.7;  // of the person whose radii stand here

constexpr Color kSkin = {226, 178, 150};
constexpr Color kHair = {74, 52, 42};
constexpr Color kShirt = {148, 156, 166};
constexpr Color kLeftSleeve = {72, 122, 200};
constexpr Color kRightSleeve = {204, 92, 72};
constexpr Color kTrousers = {62, 70, 88};
constexpr Color kShoe = {40, 38, 40};
constexpr Color kEyeWhite = {246, 246, 244};
constexpr Color kPupil = {34, 30, 34};
constexpr Color kLips = {178, 96, 88};

class Dressing {
 public:
  explicit Dressing(const body::Body& body) : body_(body), size_(body.height_m / kHeight_m) {}

  /// Slices that are as broad as the body there, each joined to the next one at both ends and
  /// between.
  void add_trunk() {
    const std::array slices = {
        Slice{Hips,
              {0.7 * offset(LeftUpperLeg).x, 0.3 * offset(LeftUpperLeg).y, -0.005},
              0.094,
              kTrousers},
        Slice{Spine, {0.05, 0, 0}, 0.088, kShirt},
        Slice{Chest, {0.06, 0, 0.005}, 0.094, kShirt},
        Slice{UpperChest, {0.074, 0, 0.01}, 0.096, kShirt},
    };
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const Slice& slice = slices[i];
      add_bar(slice.joint, slice.end_m, slice.radius_m, slice.color);
      if (i + 1 == slices.size()) break;
      const Slice& above = slices[i + 1];
      for (const double side : {1.0, 0.0, -1.0}) {
        add(slice.joint, on_side(side, slice.end_m),
            offset(above.joint) + on_side(side, above.end_m), slice.radius_m, above.radius_m,
            slice.color);
      }
    }
    for (const double side : {1.0, -1.0}) {
      const Vec3 shoulder_m = offset(LeftShoulder) + offset(LeftUpperArm);
      add(UpperChest, offset(Neck) + Vec3{side * 0.01, 0.03, 0},
          on_side(side, shoulder_m + Vec3{-0.03, 0.008, 0}), 0.046, 0.04, kShirt);
      add(UpperChest, on_side(side, {0.074, 0, 0.01}),
          on_side(side, shoulder_m + Vec3{-0.045, -0.03, 0}), 0.096, 0.06, kShirt);
    }
    add(Neck, {0, -0.03, 0}, offset(Head), 0.05, 0.048, kSkin);
  }

  void add_head() {
    const double radius_m = crown_m() / 2;  // of the ball between the joint and the crown
    const double eyes_m = offset(LeftEye).z;
    add_exactly({.joint = Head,
                 .from_m = {0, 0.72 * radius_m, 0.012},
                 .to_m = {0, 1.16 * radius_m, 0},
                 .from_radius_m = 0.76 * radius_m,
                 .to_radius_m = 0.82 * radius_m,
                 .color = kSkin});
    add_exactly({.joint = Head,
                 .from_m = {0, 0.85 * radius_m, -0.026},
                 .to_m = {0, 1.2 * radius_m, -0.004},
                 .from_radius_m = 0.74 * radius_m,
                 .to_radius_m = 0.84 * radius_m,
                 .color = kHair});
    add(Head, {0, offset(LeftEye).y - 0.008, eyes_m + 0.008},
        {0, offset(LeftEye).y - 0.036, eyes_m + 0.022}, 0.008, 0.013, kSkin);
    for (const double side : {1.0, -1.0}) {
      add(Head, {side * 0.8 * radius_m, 0.9 * radius_m, -0.005},
          {side * 0.83 * radius_m, 0.72 * radius_m, 0}, 0.017, 0.012, kSkin);
      const Vec3& eye = offset(LeftEye);
      add(Head, {side * (eye.x - 0.014), eye.y + 0.026, eye.z + 0.008},
          {side * (eye.x + 0.016), eye.y + 0.025, eye.z - 0.004}, 0.0045, 0.0035, kHair);
    }
    for (const body::Joint eye : {LeftEye, RightEye}) {
      add(eye, {0, 0, -0.004}, {0, 0, -0.004}, 0.0155, 0.0155, kEyeWhite);
      add(eye, {0, 0, 0.0055}, {0, 0, 0.0055}, 0.0075, 0.0075, kPupil);
    }
    // The chin goes with the jaw, the upper lip with the head.
    const Vec3& jaw = offset(Jaw);
    add(Jaw, {0, -0.012, 0.012}, {0, -0.036, 0.05}, 0.046, 0.022, kSkin);
    add_bar(Head, {0.014, jaw.y - 0.003, jaw.z + 0.072}, 0.0055, kLips);
    add_bar(Jaw, {0.012, -0.014, 0.07}, 0.0055, kLips);
  }

  void add_arm(body::Side side) {
    const body::ArmChain arm = body::arm_chain(side);
    const Color sleeve = side == body::Side::Left ? kLeftSleeve : kRightSleeve;
    add(arm.shoulder, {}, offset(arm.upper_arm), 0.046, 0.05, kShirt);
    add(arm.upper_arm, {}, offset(arm.lower_arm), 0.052, 0.04, sleeve);
    add(arm.lower_arm, {}, offset(arm.hand), 0.041, 0.029, sleeve);
    add_hand(side, arm.hand);
  }

  void add_leg(body::Side side) {
    const auto of = [&](body::Joint joint) {
      return side == body::Side::Left ? joint : body::mirrored(joint);
    };
    add(of(LeftUpperLeg), {}, offset(of(LeftLowerLeg)), 0.082, 0.054, kTrousers);
    add(of(LeftLowerLeg), {}, offset(of(LeftFoot)), 0.054, 0.038, kTrousers);
    // The soles are on the ground.
    const double toes_m = std::max(0.015, height_in_t_pose_m(of(LeftToes)));
    const double heel_m = 0.5 * std::max(0.03, height_in_t_pose_m(of(LeftFoot)));
    add_exactly({.joint = of(LeftFoot),
                 .from_m = {0, -heel_m, -0.02},
                 .to_m = offset(of(LeftToes)) + Vec3{0, 0.006, 0},
                 .from_radius_m = heel_m,
                 .to_radius_m = toes_m + 0.006,
                 .color = kShoe});
    add_exactly({.joint = of(LeftToes),
                 .from_m = {0, 0.004, 0},
                 .to_m = {0, 0, 0.035 * size_},
                 .from_radius_m = toes_m + 0.004,
                 .to_radius_m = toes_m,
                 .color = kShoe});
  }

  std::vector<RoundBone> bones;

 private:
  /// A level part of the trunk, from one side to the other.
  struct Slice {
    body::Joint joint;
    Vec3 end_m;  // on the left
    double radius_m;
    Color color;
  };

  static Vec3 on_side(double side, const Vec3& left_m) {
    return {side * left_m.x, left_m.y, left_m.z};
  }

  const Vec3& offset(body::Joint joint) const { return body_.offsets_m[body::index_of(joint)]; }

  double height_in_t_pose_m(body::Joint joint) const {
    double height_m = 0;
    for (std::optional<body::Joint> at = joint; at; at = body::parent_of(*at)) {
      height_m += offset(*at).y;
    }
    return height_m;
  }

  double crown_m() const { return std::max(0.1, body_.height_m - height_in_t_pose_m(Head)); }

  void add_exactly(const RoundBone& bone) { bones.push_back(bone); }

  void add(body::Joint joint, const Vec3& from_m, const Vec3& to_m, double from_radius_m,
           double to_radius_m, Color color) {
    add_exactly({.joint = joint,
                 .from_m = from_m,
                 .to_m = to_m,
                 .from_radius_m = size_ * from_radius_m,
                 .to_radius_m = size_ * to_radius_m,
                 .color = color});
  }

  /// From one side to the other.
  void add_bar(body::Joint joint, const Vec3& end_m, double radius_m, Color color) {
    add(joint, on_side(-1, end_m), end_m, radius_m, radius_m, color);
  }

  void add_hand(body::Side side, body::Joint hand) {
    const bool left = side == body::Side::Left;
    for (std::size_t index = body::index_of(LeftThumbMetacarpal);
         index <= body::index_of(LeftLittleDistal); ++index) {
      const body::Joint on_left = body::joint_at(index);
      const body::Joint joint = left ? on_left : body::mirrored(on_left);
      const bool thumb = on_left <= LeftThumbDistal;
      const std::size_t first =
          thumb ? body::index_of(LeftThumbMetacarpal) : body::index_of(LeftIndexProximal);
      const std::size_t phalanx = (index - first) % 3;
      const double radius_m = (thumb ? 0.0125 : 0.0098) - 0.0011 * static_cast<double>(phalanx);
      // A metacarpal from the wrist to where the finger begins; the thumb's is a bone of its own.
      if (phalanx == 0) add(hand, 0.12 * offset(joint), offset(joint), 0.0175, 0.0125, kSkin);
      const Vec3 end_m = phalanx == 2 ? bone_end_m(body_, joint)
                                      : offset(left ? body::joint_at(index + 1)
                                                    : body::mirrored(body::joint_at(index + 1)));
      add(joint, {}, end_m, radius_m, radius_m - 0.0011, kSkin);
    }
  }

  const body::Body& body_;
  double size_;
};

}  // namespace

std::vector<RoundBone> round_bones(const body::Body& body) {
  Dressing dressing(body);
  dressing.add_trunk();
  dressing.add_head();
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    dressing.add_arm(side);
    dressing.add_leg(side);
  }
  return std::move(dressing.bones);
}

}  // namespace kine::formats
