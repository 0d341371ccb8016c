// Times that keep gaps, which come one after the other: each costs what it moves.
//
//   a gap --add--> times that keep it as well, or the circle that it would close
//
// The mathematics is that of difference constraints which are added one by one (Cotton and Maler
// 2006): a new gap raises times along those that are kept, the farthest first, so that each rises
// once. A circle shows when what the gap begins at would rise by it. Gaps may be given up again;
// then the times stay, for fewer gaps are kept by them as well.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/core/work.h"
#include "realizer/plan/schedule/time_network.h"

namespace kine::plan {

class GrowingTimes {
 public:
  /// Of `points` times, none before the first. A null `work` has no end.
  explicit GrowingTimes(std::size_t points, WorkBudget* work = nullptr);

  /// Keeps the gap from now on, and returns nothing. Where those that are kept leave no times for
  /// it: the circle that it would close, itself first; then nothing has changed. Nothing as well
  /// where `work` is over.
  std::optional<Contradiction> add(const TimeNetwork::Gap& gap);

  /// The gaps of that owner are kept no more.
  void give_up(std::size_t owner);

  /// They keep what was added, to kTimeRounding a gap; the first may be later than 0.
  const std::vector<double>& times() const { return times_; }

 private:
  struct Rise {
    double by = 0;
    std::size_t point = 0;
    friend bool operator<(const Rise& a, const Rise& b) {
      return std::pair(a.by, b.point) < std::pair(b.by, a.point);
    }
  };

  bool is_given_up(const TimeNetwork::Gap& gap) const;
  bool raise(std::size_t first);
  void rise(std::size_t gap);
  void settle(bool kept);
  Contradiction circle() const;

  WorkBudget* work_;
  std::vector<TimeNetwork::Gap> gaps_;
  std::vector<std::vector<std::size_t>> leaving_;  // a point: gaps that begin there
  std::vector<bool> given_up_;                     // an owner
  std::vector<double> times_;                      // a point, in seconds

  // Of the gap that is being added; a point each.
  std::vector<double> rises_;           // by how much it is to rise; 0: not at all
  std::vector<bool> has_risen_;         // it will not rise again
  std::vector<std::size_t> raised_by_;  // the gap that asks for it
  std::vector<Rise> next_;              // a heap of those that are to rise
  std::vector<std::size_t> touched_;    // points that are to rise or have risen
};

}  // namespace kine::plan
