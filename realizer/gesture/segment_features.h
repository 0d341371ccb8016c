// Segments as points, so that like segments lie near each other: for Ward's clusters (Levine,
// Theobalt and Koltun 2009, section 5.2).
//
//   RecordedMotion --key_signal--> KeySignal
//   both and CutSegments --segment_features--> a row a segment --ward_clusters--> motions
//
// The paper sums distances of several kinds, but Ward's rule needs squares of one space. So each
// kind is a part of one vector, and the parts have weights.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "realizer/gesture/body_section.h"
#include "realizer/gesture/segmentation.h"
#include "realizer/math/vec3.h"

namespace kine::gesture {

/// What an onlooker sees of a section. Head: its turn against the chest, as a rotation vector.
/// Arms: where both hands are from the upper chest. Lower body: where both feet are from the hips.
struct KeySignal {
  std::size_t dimensions = 3;  // 3 or 6, which are scaled as one vector
  double small = 0.05;         // what is small for it: radians or metres, above 0
  std::vector<double> rows;    // a row a frame
};

/// Of joints in the order of the topology: where each is from its parent.
using JointOffsets = std::array<Vec3, body::kJointCount>;

KeySignal key_signal(const RecordedMotion& motion, BodySection section,
                     const JointOffsets& offsets_m);

/// The same direction at the length log(1 + length / small).
std::vector<double> log_scaled(std::vector<double> vector, double small);

struct FeatureWeights {
  double length = 0.3;  // of the logarithm of seconds
  double pose = 1;      // of each joint's rotation vector, in radians

  friend bool operator==(const FeatureWeights&, const FeatureWeights&) = default;
};

/// How many numbers a row has: length, the first pose, velocity, largest and mean displacement.
std::size_t feature_dimensions(BodySection section);

/// A row a segment. Displacements are from the first frame; the largest one is that of each axis,
/// with its sign. Velocity is the way from the first frame to the last over the time between.
std::vector<double> segment_features(const RecordedMotion& motion, BodySection section,
                                     const KeySignal& signal, std::span<const CutSegment> segments,
                                     const FeatureWeights& weights = {});

}  // namespace kine::gesture
