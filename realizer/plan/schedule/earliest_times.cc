#include "realizer/plan/schedule/earliest_times.h"

#include <algorithm>
#include <numeric>

namespace kine::plan {
namespace {

constexpr std::size_t kNoGap = static_cast<std::size_t>(-1);

/// Gaps by where they begin.
class Outgoing {
 public:
  Outgoing(std::size_t nodes, std::span<const Gap> gaps) : starts_(nodes + 1), gaps_(gaps.size()) {
    for (const Gap& gap : gaps) ++starts_[gap.from + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (std::size_t i = 0; i < gaps.size(); ++i) gaps_[next[gaps[i].from]++] = i;
  }

  std::span<const std::size_t> of(std::size_t node) const {
    return std::span(gaps_).subspan(starts_[node], starts_[node + 1] - starts_[node]);
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> gaps_;
};

/// Nodes so that gaps which push forwards lead on, as far as these make no circle: then one pass
/// over them raises nearly all there is to raise.
std::vector<std::size_t> forward_order(std::size_t nodes, std::span<const Gap> gaps,
                                       const Outgoing& outgoing) {
  struct Visit {
    std::size_t node = 0;
    std::size_t next = 0;
  };
  std::vector<std::size_t> order;
  std::vector<bool> seen(nodes, false);
  std::vector<Visit> path;
  for (std::size_t root = nodes; root-- > 0;) {
    if (seen[root]) continue;
    seen[root] = true;
    path.push_back({root});
    while (!path.empty()) {
      Visit& visit = path.back();
      const auto out = outgoing.of(visit.node);
      if (visit.next == out.size()) {
        order.push_back(visit.node);
        path.pop_back();
        continue;
      }
      const Gap& gap = gaps[out[visit.next++]];
      if (gap.least < 0 || seen[gap.to]) continue;
      seen[gap.to] = true;
      path.push_back({gap.to});
    }
  }
  std::ranges::reverse(order);
  return order;
}

/// A circle among the gaps that raised each node last: empty, or its gaps in their order.
std::vector<std::size_t> circle_of(std::span<const Gap> gaps,
                                   std::span<const std::size_t> raised_by) {
  std::vector<std::size_t> seen_from(raised_by.size(), kNoGap);
  for (std::size_t start = 0; start < raised_by.size(); ++start) {
    std::size_t node = start;
    while (seen_from[node] == kNoGap && raised_by[node] != kNoGap) {
      seen_from[node] = start;
      node = gaps[raised_by[node]].from;
    }
    if (seen_from[node] != start || raised_by[node] == kNoGap) continue;
    std::vector<std::size_t> circle;
    std::size_t each = node;
    do {
      circle.push_back(raised_by[each]);
      each = gaps[raised_by[each]].from;
    } while (each != node);
    std::ranges::reverse(circle);
    return circle;
  }
  return {};
}

/// The gaps that raised node 0, of which nothing is to be left.
std::vector<std::size_t> path_to_first(std::span<const Gap> gaps,
                                       std::span<const std::size_t> raised_by) {
  std::vector<std::size_t> path;
  for (std::size_t node = 0; raised_by[node] != kNoGap; node = gaps[raised_by[node]].from) {
    path.push_back(raised_by[node]);
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace

EarliestTimes earliest_times(std::size_t nodes, std::span<const Gap> gaps, WorkBudget* work) {
  const Outgoing outgoing(nodes, gaps);
  const std::vector<std::size_t> order = forward_order(nodes, gaps, outgoing);
  EarliestTimes earliest{std::vector<double>(nodes, 0.0), {}};
  std::vector<std::size_t> raised_by(nodes, kNoGap);
  for (bool raised = true; raised;) {
    if (!spend(work, nodes + gaps.size())) return earliest;
    raised = false;
    for (const std::size_t node : order) {
      for (const std::size_t i : outgoing.of(node)) {
        const double at_least = earliest.times[node] + gaps[i].least;
        if (at_least <= earliest.times[gaps[i].to] + kTimeRounding) continue;
        earliest.times[gaps[i].to] = at_least;
        raised_by[gaps[i].to] = i;
        raised = true;
      }
    }
    if (raised) earliest.circle = circle_of(gaps, raised_by);
    if (earliest.circle.empty()) earliest.circle = path_to_first(gaps, raised_by);
    if (!earliest.circle.empty()) return earliest;
  }
  return earliest;
}

}  // namespace kine::plan
