// Wall time and the time that this thread alone had, side by side: on a shared machine only the
// second says what the work costs.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace kine::bench {

struct Taken {
  double wall_s = 0;
  double thread_s = 0;
};

Taken time_of(const std::function<void()>& work);

/// The value below which this share of them lies; share in [0, 1].
double quantile(std::vector<double> values, double share);

/// Things that are compared, run in turn round by round, so that what disturbs one disturbs all.
class Comparison {
 public:
  /// `work` does the same each time; `units` is how many characters it moves.
  std::size_t add(std::string name, double units, std::function<void()> work);
  void run(std::size_t rounds);

  /// Nanoseconds a unit, in thread time.
  double least_ns(std::size_t index) const;
  double median_ns(std::size_t index) const;

  /// How many times what `index` takes `other` takes: the median over the rounds, each with its own
  /// ratio.
  double median_ratio(std::size_t other, std::size_t index) const;

  const std::string& name(std::size_t index) const { return rows_[index].name; }

 private:
  struct Row {
    std::string name;
    double units;
    std::function<void()> work;
    std::vector<double> thread_s;  // a round each
  };
  std::vector<Row> rows_;
};

/// The compiler takes `value` for used.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

}  // namespace kine::bench
