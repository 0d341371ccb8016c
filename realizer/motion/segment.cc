#include "realizer/motion/segment.h"

#include <algorithm>

#include "realizer/math/ease.h"

namespace kine::motion {

bool Segment::valid() const {
  constexpr Seconds kNone{0};
  constexpr Seconds kRounding{1e-9};  // of end - start
  return actuator != nullptr && start <= end && fade_in >= kNone && fade_out >= kNone &&
         fade_in + fade_out <= end - start + kRounding;
}

float Segment::weight_at(Seconds time) const {
  if (time < start || time >= end) return 0;
  double weight = 1;
  if (time < start + fade_in) weight = (time - start) / fade_in;
  if (time > end - fade_out) weight = std::min(weight, (end - time) / fade_out);
  return static_cast<float>(eased(weight));
}

}  // namespace kine::motion
