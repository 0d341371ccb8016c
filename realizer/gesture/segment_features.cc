#include "realizer/gesture/segment_features.h"

#include <cmath>

namespace kine::gesture {
namespace {

using body::Joint;

/// Where the origin of `joint` is in the frame of `ancestor`, which is above it.
Vec3 place_from(Joint ancestor, Joint joint, const Rotations& rotations,
                const JointOffsets& offsets_m) {
  Vec3 place = offsets_m[body::index_of(joint)];
  for (auto above = body::parent_of(joint); above && *above != ancestor;
       above = body::parent_of(*above)) {
    const std::size_t j = body::index_of(*above);
    place = offsets_m[j] + rotations[j] * place;
  }
  return place;
}

/// What a section's key signal is made of.
struct Seen {
  Joint from;
  std::vector<Joint> joints;  // none: the turn of the head
  double small;
};

Seen seen_of(BodySection section) {
  switch (section) {
    case BodySection::Head:
      break;
    case BodySection::Arms:
      return {
          .from = Joint::UpperChest, .joints = {Joint::LeftHand, Joint::RightHand}, .small = 0.05};
    case BodySection::Lower:
      return {.from = Joint::Hips, .joints = {Joint::LeftFoot, Joint::RightFoot}, .small = 0.02};
  }
  return {.from = Joint::UpperChest, .joints = {}, .small = 0.05};
}

void push(std::vector<double>& numbers, const Vec3& vector) {
  numbers.insert(numbers.end(), {vector.x, vector.y, vector.z});
}

struct Displacements {
  std::vector<double> velocity;
  std::vector<double> largest;
  std::vector<double> mean;
};

Displacements displacements_in(const KeySignal& signal, const CutSegment& segment, double rate_hz) {
  const std::size_t n = signal.dimensions;
  const std::size_t frames = segment.to_frame - segment.from_frame;
  Displacements all{std::vector<double>(n, 0), std::vector<double>(n, 0),
                    std::vector<double>(n, 0)};
  const double* const first = &signal.rows[segment.from_frame * n];
  for (std::size_t t = 0; t < frames; ++t) {
    for (std::size_t d = 0; d < n; ++d) {
      const double way = first[t * n + d] - first[d];
      all.mean[d] += way / static_cast<double>(frames);
      if (std::abs(way) > std::abs(all.largest[d])) all.largest[d] = way;
      if (t > 0 && t + 1 == frames) all.velocity[d] = way * rate_hz / static_cast<double>(t);
    }
  }
  return all;
}

void push_scaled(std::vector<double>& row, std::vector<double> vector, double small) {
  const std::vector<double> scaled = log_scaled(std::move(vector), small);
  row.insert(row.end(), scaled.begin(), scaled.end());
}

}  // namespace

KeySignal key_signal(const RecordedMotion& motion, BodySection section,
                     const JointOffsets& offsets_m) {
  const Seen seen = seen_of(section);
  KeySignal signal{.dimensions = seen.joints.empty() ? 3 : 3 * seen.joints.size(),
                   .small = seen.small,
                   .rows = {}};
  for (const Rotations& frame : motion.frames) {
    if (seen.joints.empty()) {
      push(signal.rows, rotation_vector(frame[body::index_of(Joint::Neck)] *
                                        frame[body::index_of(Joint::Head)]));
    }
    for (const Joint joint : seen.joints) {
      push(signal.rows, place_from(seen.from, joint, frame, offsets_m));
    }
  }
  return signal;
}

std::vector<double> log_scaled(std::vector<double> vector, double small) {
  double squares = 0;
  for (const double each : vector) squares += each * each;
  const double length = std::sqrt(squares);
  if (length > 0) {
    for (double& each : vector) each *= std::log1p(length / small) / length;
  }
  return vector;
}

std::size_t feature_dimensions(BodySection section) {
  const std::size_t seen = seen_of(section).joints.size();
  return 1 + 3 * weighed_joints(section).size() + 3 * (seen > 0 ? 3 * seen : 3);
}

std::vector<double> segment_features(const RecordedMotion& motion, BodySection section,
                                     const KeySignal& signal, std::span<const CutSegment> segments,
                                     const FeatureWeights& weights) {
  // A speed is small that goes a small way in a quarter of a second.
  constexpr double kSmallWays_per_s = 4;
  const auto joints = weighed_joints(section);
  std::vector<double> rows;
  rows.reserve(segments.size() * feature_dimensions(section));
  for (const CutSegment& each : segments) {
    const auto frames = static_cast<double>(each.to_frame - each.from_frame);
    rows.push_back(weights.length * std::log(frames / motion.rate_hz));
    for (const WeighedJoint& joint : joints) {
      push(rows, weights.pose *
                     rotation_vector(motion.frames[each.from_frame][body::index_of(joint.joint)]));
    }
    const Displacements seen = displacements_in(signal, each, motion.rate_hz);
    push_scaled(rows, seen.velocity, kSmallWays_per_s * signal.small);
    push_scaled(rows, seen.largest, signal.small);
    push_scaled(rows, seen.mean, signal.small);
  }
  return rows;
}

}  // namespace kine::gesture
