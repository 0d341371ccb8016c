#include "realizer/plan/names/faults.h"

#include <string_view>

#include "realizer/core/number.h"

namespace kine::plan {

Error error_of(const Fault& fault) {
  return {fault.code, fault.what + " " + quoted(fault.value), fault.where};
}

Result<Done> Faults::meet(const Fault& fault) {
  if (!mends()) return diagnostics_.meet(error_of(fault));
  // What leads over to a value has its mend between.
  const std::string_view what = fault.what;
  const std::string_view said = what.substr(0, what.size() - (what.ends_with(':') ? 1 : 0));
  diagnostics_.warn(fault.where,
                    std::string(said) + ", " + fault.mend + ": " + quoted(fault.value));
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
