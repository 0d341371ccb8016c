#include "realizer/plan/names/faults.h"

#include "realizer/core/number.h"

namespace kine::plan {

Error error_of(const Fault& fault) {
  return {fault.code, fault.what + " " + quoted(fault.value), fault.where};
}

Result<Done> Faults::meet(const Fault& fault) {
  if (!mends()) return diagnostics_.meet(error_of(fault));
  diagnostics_.warn(fault.where, fault.what + ", " + fault.mend + ": " + quoted(fault.value));
  return Done{};
}

Result<Seconds> checked_length(Seconds length, const std::string& thing, Where where,
                               Faults& faults) {
  if (length >= Seconds{0}) return length;
  const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                .what = "there is no negative " + thing + ":",
                                .mend = "it is 0",
                                .value = text_of(length),
                                .where = where});
  if (!met) return met.error();
  return Seconds{0};
}

std::string text_of(Seconds time) { return format_number(time.count()) + " s"; }

}  // namespace kine::plan
