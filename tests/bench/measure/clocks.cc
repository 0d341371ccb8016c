#include "tests/bench/measure/clocks.h"

#include <time.h>

#include <algorithm>
#include <chrono>

namespace kine::bench {
namespace {

double thread_now_s() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Taken time_of(const std::function<void()>& work) {
  const auto wall = std::chrono::steady_clock::now();
  const double thread = thread_now_s();
  work();
  const double thread_s = thread_now_s() - thread;
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count(), thread_s};
}

double quantile(std::vector<double> values, double share) {
  const auto place =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

std::size_t Comparison::add(std::string name, double units, std::function<void()> work) {
  rows_.push_back({std::move(name), units, std::move(work), {}});
  return rows_.size() - 1;
}

void Comparison::run(std::size_t rounds) {
  for (Row& row : rows_) row.work();  // warm
  for (std::size_t round = 0; round < rounds; ++round) {
    for (Row& row : rows_) row.thread_s.push_back(time_of(row.work).thread_s);
  }
}

double Comparison::least_ns(std::size_t index) const {
  return 1e9 * quantile(rows_[index].thread_s, 0) / rows_[index].units;
}

double Comparison::median_ns(std::size_t index) const {
  return 1e9 * quantile(rows_[index].thread_s, 0.5) / rows_[index].units;
}

double Comparison::median_ratio(std::size_t other, std::size_t index) const {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < rows_[index].thread_s.size(); ++round) {
    ratios.push_back(rows_[other].thread_s[round] / rows_[other].units /
                     (rows_[index].thread_s[round] / rows_[index].units));
  }
  return quantile(ratios, 0.5);
}

}  // namespace kine::bench
