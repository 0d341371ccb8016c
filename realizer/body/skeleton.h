// The one topology: 55 joints with VRM 1.0's names, in the order of the wire, parents first.
//
// Every body has these joints in this order and differs in its offsets, so that lanes of many
// characters line up. In T-pose every rotation is the identity and all joint axes are parallel to
// the character's.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kine::body {

// clang-format off
enum class Joint : std::uint8_t {
  Hips, Spine, Chest, UpperChest, Neck, Head, Jaw, LeftEye, RightEye,
  LeftShoulder, LeftUpperArm, LeftLowerArm, LeftHand,
  LeftThumbMetacarpal, LeftThumbProximal, LeftThumbDistal,
  LeftIndexProximal, LeftIndexIntermediate, LeftIndexDistal,
  LeftMiddleProximal, LeftMiddleIntermediate, LeftMiddleDistal,
  LeftRingProximal, LeftRingIntermediate, LeftRingDistal,
  LeftLittleProximal, LeftLittleIntermediate, LeftLittleDistal,
  RightShoulder, RightUpperArm, RightLowerArm, RightHand,
  RightThumbMetacarpal, RightThumbProximal, RightThumbDistal,
  RightIndexProximal, RightIndexIntermediate, RightIndexDistal,
  RightMiddleProximal, RightMiddleIntermediate, RightMiddleDistal,
  RightRingProximal, RightRingIntermediate, RightRingDistal,
  RightLittleProximal, RightLittleIntermediate, RightLittleDistal,
  LeftUpperLeg, LeftLowerLeg, LeftFoot, LeftToes,
  RightUpperLeg, RightLowerLeg, RightFoot, RightToes,
};
// clang-format on

inline constexpr std::size_t kJointCount = 55;
static_assert(static_cast<std::size_t>(Joint::RightToes) + 1 == kJointCount);

constexpr std::size_t index_of(Joint joint) { return static_cast<std::size_t>(joint); }
constexpr Joint joint_at(std::size_t index) { return static_cast<Joint>(index); }

/// "leftUpperArm": VRM's spelling.
std::string_view name_of(Joint joint);
std::optional<Joint> find_joint(std::string_view name);

/// Of every joint but the hips.
std::optional<Joint> parent_of(Joint joint);

/// The same joint of the other side; itself in the middle.
Joint mirrored(Joint joint);

/// The index of each joint's parent, -1 for the hips: the form of the wire.
const std::array<std::int8_t, kJointCount>& parent_indices();

/// A set of joints.
class JointSet {
 public:
  constexpr JointSet() = default;
  static constexpr JointSet all() { return JointSet((std::uint64_t{1} << kJointCount) - 1); }

  constexpr bool contains(Joint joint) const { return (bits_ >> index_of(joint) & 1) != 0; }
  constexpr void insert(Joint joint) { bits_ |= std::uint64_t{1} << index_of(joint); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr std::size_t size() const { return static_cast<std::size_t>(std::popcount(bits_)); }
  constexpr std::uint64_t bits() const { return bits_; }

  friend constexpr JointSet operator|(JointSet a, JointSet b) {
    return JointSet(a.bits_ | b.bits_);
  }
  friend constexpr JointSet operator&(JointSet a, JointSet b) {
    return JointSet(a.bits_ & b.bits_);
  }
  friend constexpr bool operator==(JointSet, JointSet) = default;

 private:
  explicit constexpr JointSet(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_ = 0;
};

/// The spine and all that it carries, but for jaw and eyes.
JointSet joints_above_waist();

}  // namespace kine::body
