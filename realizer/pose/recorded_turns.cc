#include "realizer/pose/recorded_turns.h"

#include <algorithm>
#include <cmath>

#include "realizer/core/assert.h"
#include "realizer/math/tcb.h"

namespace kine::pose {
namespace {

/// The turns of one joint.
class JointTurns {
 public:
  JointTurns(const std::vector<std::vector<Quat>>& frames, std::size_t joint)
      : frames_(frames), joint_(joint) {}

  const Quat& frame(std::size_t i) const { return frames_[i][joint_]; }

  /// From this frame to the next one.
  Vec3 chord(std::size_t i) const { return rotation_vector(conjugate(frame(i)) * frame(i + 1)); }

  /// The mean of both chords; at an end the only one.
  Vec3 tangent(std::size_t i) const {
    if (i == 0) return chord(0);
    if (i + 1 == frames_.size()) return chord(i - 1);
    return 0.5 * (chord(i - 1) + chord(i));
  }

 private:
  const std::vector<std::vector<Quat>>& frames_;
  std::size_t joint_;
};

}  // namespace

Quat RecordedTurns::turn_at(std::size_t joint, Seconds time) const {
  KINE_ASSERT(frames.size() >= 2);
  const double place = time.count() * rate_hz;
  const double last = static_cast<double>(frames.size() - 2);
  const double before = std::clamp(std::floor(place), 0.0, last);
  const double h = place - before;
  const auto index = static_cast<std::size_t>(before);
  const JointTurns turns(frames, joint);
  const Quat& from = turns.frame(index);
  const Vec3 chord = turns.chord(index);
  if (h < 0 || h > 1) return from * from_rotation_vector(h * chord);
  const Quat to = from * from_rotation_vector(chord);  // on the side of the sphere that is near
  const InnerQuats inner =
      inner_quats(from, to, 0.5 * turns.tangent(index), 0.5 * turns.tangent(index + 1));
  return squad(from, inner, to, h);
}

}  // namespace kine::pose
