// The three sections of a body, which are cut, learnt and chosen each for itself (Levine, Theobalt
// and Koltun 2009, section 5.1).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::gesture {

enum class BodySection : std::uint8_t {
  Head,  // neck and head
  Arms,  // clavicles to hands
  Lower  // hips, trunk and legs
};
inline constexpr std::array kBodySections = {BodySection::Head, BodySection::Arms,
                                             BodySection::Lower};

/// "head", "arms" or "lower body".
std::string words_of(BodySection section);

/// parent_from_joint of all joints, of a frame.
using Rotations = std::array<Quat, body::kJointCount>;

/// A recording at a steady rate.
struct RecordedMotion {
  double rate_hz = 60;  // above 0
  std::vector<Rotations> frames;

  /// Where the hips are from where they stand, in heights of the hips, a frame. Empty: not known.
  std::vector<Vec3> hips = {};
};

/// A joint of a section, and how much its speed is noticed.
struct WeighedJoint {
  body::Joint joint = body::Joint::Hips;
  double weight = 1;
};

/// Fingers and toes count for nothing, though they are played with their section.
std::span<const WeighedJoint> weighed_joints(BodySection section);

}  // namespace kine::gesture
