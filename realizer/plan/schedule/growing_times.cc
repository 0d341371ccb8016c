#include "realizer/plan/schedule/growing_times.h"

#include <algorithm>

#include "realizer/plan/schedule/earliest_times.h"

namespace kine::plan {
namespace {

/// Whose gap it is that nothing is before the first point.
constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

}  // namespace

GrowingTimes::GrowingTimes(std::size_t points, WorkBudget* work)
    : work_(work),
      leaving_(points),
      times_(points, 0.0),
      rises_(points, 0.0),
      has_risen_(points, false),
      raised_by_(points, kNobody) {
  for (std::size_t point = 1; point < points; ++point) {
    leaving_[0].push_back(gaps_.size());
    gaps_.push_back({0, point, Seconds{0}, kNobody});
  }
  spend(work_, points);
}

bool GrowingTimes::is_given_up(const TimeNetwork::Gap& gap) const {
  return gap.owner < given_up_.size() && given_up_[gap.owner];
}

void GrowingTimes::give_up(std::size_t owner) {
  if (owner >= given_up_.size()) given_up_.resize(owner + 1, false);
  given_up_[owner] = true;
}

std::optional<Contradiction> GrowingTimes::add(const TimeNetwork::Gap& gap) {
  const std::size_t index = gaps_.size();
  gaps_.push_back(gap);
  const bool kept = raise(index);
  std::optional<Contradiction> closed;
  if (kept) {
    leaving_[gap.from].push_back(index);
  } else {
    closed = circle();
    gaps_.pop_back();
  }
  settle(kept);
  return closed;
}

/// Notes that a gap asks its end to rise, if it does.
void GrowingTimes::rise(std::size_t gap) {
  const auto& [from, to, least, owner] = gaps_[gap];
  const double by = times_[from] + least.count() - times_[to];
  if (by <= kTimeRounding || has_risen_[to] || by <= rises_[to]) return;
  if (rises_[to] == 0) touched_.push_back(to);
  rises_[to] = by;
  raised_by_[to] = gap;
  next_.push_back({by, to});
  std::push_heap(next_.begin(), next_.end());
}

/// Whether all that is kept can be kept with the gap `first`: where it begins nothing may rise.
bool GrowingTimes::raise(std::size_t first) {
  const std::size_t origin = gaps_[first].from;
  rise(first);
  while (!next_.empty()) {
    std::pop_heap(next_.begin(), next_.end());
    const Rise top = next_.back();
    next_.pop_back();
    if (top.point == origin) return false;
    if (has_risen_[top.point] || top.by != rises_[top.point]) continue;
    has_risen_[top.point] = true;
    times_[top.point] += top.by;
    if (!spend(work_, 1 + leaving_[top.point].size())) return true;
    for (const std::size_t i : leaving_[top.point]) {
      if (is_given_up(gaps_[i])) continue;
      rise(i);
      if (rises_[origin] > 0) return false;
    }
  }
  return true;
}

/// Makes ready for the next gap; what has risen goes back where its gap is not kept.
void GrowingTimes::settle(bool kept) {
  for (const std::size_t point : touched_) {
    if (!kept && has_risen_[point]) times_[point] -= rises_[point];
    rises_[point] = 0;
    has_risen_[point] = false;
  }
  touched_.clear();
  next_.clear();
}

/// Backwards from where the last gap begins, by what raised it.
Contradiction GrowingTimes::circle() const {
  Contradiction circle;
  const std::size_t last = gaps_.size() - 1;
  std::size_t gap = raised_by_[gaps_[last].from];
  for (;;) {
    circle.points.push_back(gaps_[gap].from);
    if (gaps_[gap].owner != kNobody) circle.owners.push_back(gaps_[gap].owner);
    if (gap == last) break;
    gap = raised_by_[gaps_[gap].from];
  }
  spend(work_, circle.points.size());
  std::ranges::reverse(circle.points);
  std::ranges::sort(circle.owners);
  circle.owners.erase(std::unique(circle.owners.begin(), circle.owners.end()), circle.owners.end());
  return circle;
}

}  // namespace kine::plan
