// Work that is counted, not measured: how many steps preparing a script took, and may take.
//
//   bytes of a script --steps_max_of--> WorkBudget --spend--> the work goes on, or is an Error
//
// A step is about one turn of an inner loop, so equal work gives equal counts on every machine.
// Code that loops counts; code that can fail asks whether the budget is over and passes its error
// on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <string>

#include "realizer/core/result.h"

namespace kine {

/// Steps that preparing a script of so many bytes may take.
std::uint64_t steps_max_of(std::size_t script_bytes);

/// Of one script, and of one thread; only the token is for others.
class WorkBudget {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  /// The holder of the token's source may end the work at any time.
  explicit WorkBudget(std::uint64_t steps_max = kNoLimit, std::stop_token cancelled = {});

  /// Counts so many steps. Returns whether the work may go on.
  bool spend(std::uint64_t steps) {
    spent_ += steps;
    return !is_over();
  }

  bool is_over() const { return spent_ > steps_max_ || cancelled_.stop_requested(); }
  std::uint64_t spent() const { return spent_; }
  std::uint64_t left() const { return is_over() ? 0 : steps_max_ - spent_; }

  /// Why it is over; `what` is what was done, such as "finding times for 9 behaviours".
  Error error(const std::string& what) const;

 private:
  std::uint64_t steps_max_;
  std::uint64_t spent_ = 0;
  std::stop_token cancelled_;
};

/// Counts steps where somebody wants them counted: a null budget has no end.
inline bool spend(WorkBudget* work, std::uint64_t steps) {
  return work == nullptr || work->spend(steps);
}

inline bool is_over(const WorkBudget* work) { return work != nullptr && work->is_over(); }

}  // namespace kine
