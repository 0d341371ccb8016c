#include "realizer/motion/segment.h"

#include <algorithm>

#include "realizer/math/ease.h"

namespace kine::motion {

bool Segment::valid() const {
  constexpr Seconds kNone{0};
  constexpr Seconds kRounding{1e-9};  // of end - start
  return actuator != nullptr && weight >= 0 && weight <= 1 && start <= end && fade_in >= kNone &&
         fade_out >= kNone && fade_in + fade_out <= end - start + kRounding;
}

float Segment::weight_at(Seconds time) const {
  if (time < start || time >= end) return 0;
  double share = 1;
  if (time < start + fade_in) share = (time - start) / fade_in;
  if (time > end - fade_out) share = std::min(share, (end - time) / fade_out);
  return static_cast<float>(weight * eased(share));
}

}  // namespace kine::motion
