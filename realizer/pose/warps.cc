#include "realizer/pose/warps.h"

#include <algorithm>

namespace kine::pose {
namespace {

bool holds(const WarpSpan& span, double time_s) {
  return time_s > span.from_s && time_s < span.to_s;
}

double share_of(const WarpSpan& span, double time_s) {
  return (time_s - span.from_s) / (span.to_s - span.from_s);
}

double at_share(const WarpSpan& span, double share) {
  return span.from_s + share * (span.to_s - span.from_s);
}

const WarpSpan* find_movement(const std::vector<WarpSpan>& movements, double time_s) {
  const auto found =
      std::ranges::find_if(movements, [&](const WarpSpan& span) { return holds(span, time_s); });
  return found == movements.end() ? nullptr : &*found;
}

double warped(const WarpSpan& span, double time_s) {
  return at_share(span, span.curve.at(share_of(span, time_s)));
}

double first_time_of(const WarpSpan& span, double warped_s) {
  return at_share(span, span.curve.first_share_of(share_of(span, warped_s)));
}

}  // namespace

double Warps::key_time_s(double time_s) const {
  if (whole && holds(*whole, time_s)) time_s = warped(*whole, time_s);
  const WarpSpan* movement = find_movement(movements, time_s);
  return movement == nullptr ? time_s : warped(*movement, time_s);
}

double Warps::slope_at(double time_s) const {
  double slope = 1;
  if (whole && time_s >= whole->from_s && time_s < whole->to_s) {
    slope = whole->curve.slope_at(share_of(*whole, time_s));
    time_s = warped(*whole, time_s);
  }
  for (const WarpSpan& span : movements) {
    if (time_s < span.from_s || time_s >= span.to_s) continue;
    return slope * span.curve.slope_at(share_of(span, time_s));
  }
  return slope;
}

double Warps::first_time_s_of(double key_time_s) const {
  const WarpSpan* movement = find_movement(movements, key_time_s);
  if (movement != nullptr) key_time_s = first_time_of(*movement, key_time_s);
  return whole && holds(*whole, key_time_s) ? first_time_of(*whole, key_time_s) : key_time_s;
}

}  // namespace kine::pose
