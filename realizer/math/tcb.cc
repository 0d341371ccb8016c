#include "realizer/math/tcb.h"

#include <algorithm>
#include <cmath>

namespace kine {
namespace {

/// f' = f + |c| - |c| f: 1 where a corner is asked for, the ratio of the durations where none is.
double blended_with_continuity(double factor, double continuity) {
  const double corner = std::abs(continuity);
  return factor + corner - corner * factor;
}

/// Along the arc as it lies, also where it is the longer one.
Quat slerp_as_is(const Quat& a, const Quat& b, double h) {
  return a * exp(h * log(conjugate(a) * b));
}

}  // namespace

Shares incoming_shares(double before_s, double after_s, const Tcb& tcb) {
  const auto [t, c, b] = tcb;
  const double factor = blended_with_continuity(2 * before_s / (before_s + after_s), c);
  return {.before = factor * (1 - t) * (1 - c) * (1 + b) / 2,
          .after = factor * (1 - t) * (1 + c) * (1 - b) / 2};
}

Shares outgoing_shares(double before_s, double after_s, const Tcb& tcb) {
  const auto [t, c, b] = tcb;
  const double factor = blended_with_continuity(2 * after_s / (before_s + after_s), c);
  return {.before = factor * (1 - t) * (1 + c) * (1 + b) / 2,
          .after = factor * (1 - t) * (1 - c) * (1 - b) / 2};
}

double share_into_hold(const Tcb& tcb) {
  return (1 - tcb.tension) * (1 + tcb.bias) * std::max(0.0, -tcb.continuity);
}

double share_out_of_hold(const Tcb& tcb) {
  return (1 - tcb.tension) * (1 - tcb.bias) * std::max(0.0, -tcb.continuity);
}

InnerQuats inner_quats(const Quat& from, const Quat& to, const Vec3& outgoing_at_from,
                       const Vec3& incoming_at_to) {
  const Vec3 arc = log(conjugate(from) * to);
  return {.near_start = from * exp(0.5 * (outgoing_at_from - arc)),
          .near_end = to * exp(0.5 * (arc - incoming_at_to))};
}

Quat squad(const Quat& from, const InnerQuats& inner, const Quat& to, double h) {
  return slerp_as_is(slerp_as_is(from, to, h), slerp_as_is(inner.near_start, inner.near_end, h),
                     2 * h * (1 - h));
}

}  // namespace kine
