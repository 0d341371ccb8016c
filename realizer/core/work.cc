#include "realizer/core/work.h"

#include <algorithm>
#include <utility>

#include "realizer/core/limits.h"

namespace kine {

std::uint64_t steps_max_of(std::size_t script_bytes) {
  const std::uint64_t bytes = std::max(script_bytes, kCountedBytesMin);
  return std::min(bytes * kStepsPerByteMax, kStepsMax);
}

WorkBudget::WorkBudget(std::uint64_t steps_max, std::stop_token cancelled)
    : steps_max_(steps_max), cancelled_(std::move(cancelled)) {}

Error WorkBudget::error(const std::string& what) const {
  if (cancelled_.stop_requested()) {
    return {ErrorCode::LimitExceeded,
            "its preparation was cancelled: its client or the server left"};
  }
  return {ErrorCode::LimitExceeded,
          what + " takes more than " + std::to_string(steps_max_) +
              " steps; send it in smaller blocks, or with fewer constraints"};
}

}  // namespace kine
