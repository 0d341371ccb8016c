#include "realizer/live/live_tension.h"

#include <string_view>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/names/near_names.h"
#include "realizer/plan/tension/tension_manners.h"

namespace kine {
namespace {

/// No NaN is within.
bool is_within(double value, double lowest, double highest) {
  return value >= lowest && value <= highest;
}

Error not_within(const std::string& range, double value) {
  return {ErrorCode::OutOfRange, range + ", not " + quoted(format_number(value))};
}

std::string range_text(double lowest, double highest) {
  return " must be from " + format_number(lowest) + " to " + format_number(highest);
}

Result<std::optional<Tension>> tension_of(const TensionWish& wish) {
  const bool by_numbers = wish.rest_error_m || wish.zeta;
  if (by_numbers == !wish.manner.empty() || (by_numbers && !(wish.rest_error_m && wish.zeta))) {
    return Error{
        ErrorCode::Syntax,
        "a tension has either a manner or a rest error and a zeta, unlike " + quoted(wish.manner)};
  }
  if (!by_numbers) {
    const auto manner = plan::find_tension_manner(wish.manner);
    if (manner) return manner->in(script::Phase::Stroke);
    return Error{ErrorCode::UnknownName,
                 "there is no manner of tension" +
                     plan::known_names(wish.manner, plan::tension_manner_names()) + ": " +
                     quoted(wish.manner)};
  }
  const Tension tension{.rest_error_m = *wish.rest_error_m, .zeta = *wish.zeta};
  if (!is_within(tension.rest_error_m, kRestErrorMin_m, kRestErrorMax_m)) {
    constexpr double kMillimetres = 1000;
    return not_within("a rest error in m must be from " +
                          format_number(kRestErrorMin_m * kMillimetres) + " mm to " +
                          format_number(kRestErrorMax_m) + " m",
                      tension.rest_error_m);
  }
  if (!is_within(tension.zeta, kZetaMin, kZetaMax)) {
    return not_within("a zeta" + range_text(kZetaMin, kZetaMax), tension.zeta);
  }
  return std::optional(tension);
}

}  // namespace

Result<plan::TensionChange> make_tension_change(const TensionWish& wish) {
  const auto tension = tension_of(wish);
  if (!tension) return tension.error();
  const double over_s = wish.over_s.value_or(*tension ? 0 : plan::kTensionOffOver.count());
  const double longest_s = kBlockLengthMax.count();
  if (!is_within(over_s, 0, longest_s)) {
    return not_within("the time it takes" + range_text(0, longest_s) + " s", over_s);
  }
  if (!*tension && over_s == 0) {
    return Error{ErrorCode::OutOfRange, "what goes off takes longer than '0' s"};
  }
  return plan::TensionChange{.arms = wish.arms,
                             .tension = *tension,
                             .over = Seconds(over_s),
                             .lag = wish.lag,
                             .frame = wish.frame};
}

}  // namespace kine
