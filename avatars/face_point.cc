#include "avatars/face_point.h"

#include <algorithm>

#include "avatars/solids.h"

namespace kine::avatars {

double jaw_share(const Vec3& p) {
  const double low = smooth_step(0.046, 0.000, p.y + 0.25 * std::max(0.0, 0.05 - p.z));
  const double ahead = smooth_step(-0.012, 0.030, p.z);
  const double above_neck = smooth_step(-0.075, -0.032, p.y);
  return low * ahead * above_neck;
}

}  // namespace kine::avatars
