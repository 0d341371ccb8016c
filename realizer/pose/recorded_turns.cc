#include "realizer/pose/recorded_turns.h"

#include <algorithm>
#include <cmath>

#include "realizer/core/assert.h"

namespace kine::pose {

Quat RecordedTurns::turn_at(std::size_t joint, Seconds time) const {
  KINE_ASSERT(frames.size() >= 2);
  const double place = time.count() * rate_hz;
  const double last = static_cast<double>(frames.size() - 2);
  const double before = std::clamp(std::floor(place), 0.0, last);
  const auto index = static_cast<std::size_t>(before);
  const Quat& from = frames[index][joint];
  const Vec3 turn = rotation_vector(conjugate(from) * frames[index + 1][joint]);
  return from * from_rotation_vector((place - before) * turn);
}

}  // namespace kine::pose
