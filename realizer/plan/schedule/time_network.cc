#include "realizer/plan/schedule/time_network.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/plan/schedule/earliest_times.h"
#include "realizer/plan/schedule/joined.h"
#include "realizer/plan/schedule/spring_balance.h"

namespace kine::plan {
namespace {

using Link = TimeNetwork::Link;

constexpr std::size_t kUngathered = static_cast<std::size_t>(-1);

/// By how much links round a circle may disagree, in seconds: decimals of a script add up to no
/// more than this.
constexpr double kAgreement = 1e-9;

std::vector<Link> sorted_links(const TimeNetwork& network) {
  std::vector<Link> links = network.links;
  std::ranges::sort(links, {}, [](const Link& each) {
    return std::tuple(each.from, each.to, each.offset, each.owner);
  });
  return links;
}

/// Points that links hold together, as one: a group is named by its first point.
class Groups {
 public:
  Groups(const TimeNetwork& network, WorkBudget* work);

  std::size_t count() const { return earliest_.size(); }
  std::size_t of(std::size_t point) const { return groups_[point]; }

  /// How much later a point is than the first one of its group, in seconds.
  double offset_of(std::size_t point) const { return offsets_[point]; }

  /// The point of a group that comes first, at an offset <= 0.
  std::size_t earliest_of(std::size_t group) const { return earliest_[group]; }

  /// Links that do not agree with those that made the groups, and points that these put before the
  /// origin; of these as many as are wanted.
  std::vector<Contradiction> contradictions(std::size_t most) const;

  /// Puts the points between two of one group, and the owners of what joins them, to `circle`.
  void add_way(std::size_t from, std::size_t to, Contradiction& circle) const;

 private:
  void gather(std::size_t first, const std::vector<std::vector<std::size_t>>& links_at);
  void put_in_step();

  WorkBudget* work_;
  std::vector<Link> links_;            // sorted
  std::vector<std::size_t> groups_;    // a point
  std::vector<double> offsets_;        // a point
  std::vector<std::size_t> come_by_;   // a point: the link that it came into its group by
  std::vector<std::size_t> depths_;    // a point: how many links from the first
  std::vector<std::size_t> earliest_;  // a group: a point
};

Groups::Groups(const TimeNetwork& network, WorkBudget* work)
    : work_(work),
      links_(sorted_links(network)),
      groups_(network.points, kUngathered),
      offsets_(network.points, 0.0),
      come_by_(network.points, kUngathered),
      depths_(network.points, 0) {
  spend(work_, network.points + links_.size());
  std::vector<std::vector<std::size_t>> links_at(network.points);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    links_at[links_[i].from].push_back(i);
    if (links_[i].to != links_[i].from) links_at[links_[i].to].push_back(i);
  }
  for (std::size_t point = 0; point < network.points; ++point) {
    if (groups_[point] == kUngathered) gather(point, links_at);
  }
  put_in_step();
}

/// A walk from the first point by as few links as there can be, those without an offset not
/// counted: points that are to be one get one offset, to the bit.
void Groups::gather(std::size_t first, const std::vector<std::vector<std::size_t>>& links_at) {
  struct Arrival {
    std::size_t point = 0;
    std::size_t by = kUngathered;
    double offset = 0;
    std::size_t depth = 0;
  };
  const std::size_t group = earliest_.size();
  earliest_.push_back(first);
  std::deque<Arrival> arrivals = {{.point = first}};
  while (!arrivals.empty()) {
    const Arrival arrival = arrivals.front();
    arrivals.pop_front();
    if (groups_[arrival.point] != kUngathered) continue;
    groups_[arrival.point] = group;
    offsets_[arrival.point] = arrival.offset;
    come_by_[arrival.point] = arrival.by;
    depths_[arrival.point] = arrival.depth;
    if (arrival.offset < offsets_[earliest_[group]]) earliest_[group] = arrival.point;
    for (const std::size_t i : links_at[arrival.point]) {
      const bool forwards = links_[i].from == arrival.point;
      const double offset = links_[i].offset.count();
      const Arrival next{.point = forwards ? links_[i].to : links_[i].from,
                         .by = i,
                         .offset = arrival.offset + (forwards ? offset : -offset),
                         .depth = arrival.depth + 1};
      if (offset == 0) {
        arrivals.push_front(next);
      } else {
        arrivals.push_back(next);
      }
    }
  }
}

/// Offsets that differ by nothing but rounding become one.
void Groups::put_in_step() {
  std::vector<std::size_t> points(groups_.size());
  for (std::size_t point = 0; point < points.size(); ++point) points[point] = point;
  std::ranges::sort(points, {}, [&](std::size_t point) {
    return std::tuple(groups_[point], offsets_[point], depths_[point], point);
  });
  for (std::size_t start = 0, i = 1; i <= points.size(); ++i) {
    if (i < points.size() && groups_[points[i]] == groups_[points[start]] &&
        offsets_[points[i]] - offsets_[points[start]] < kTimeRounding) {
      continue;
    }
    // What is nearest to the first point has gathered the least rounding.
    const auto nearest =
        std::min_element(points.begin() + static_cast<std::ptrdiff_t>(start),
                         points.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](std::size_t a, std::size_t b) { return depths_[a] < depths_[b]; });
    const double offset = offsets_[*nearest];
    for (std::size_t each = start; each < i; ++each) offsets_[points[each]] = offset;
    start = i;
  }
}

std::vector<Contradiction> Groups::contradictions(std::size_t most) const {
  std::vector<Contradiction> contradictions;
  const auto is_enough = [&] { return contradictions.size() >= most || is_over(work_); };
  for (std::size_t i = 0; i < links_.size() && !is_enough(); ++i) {
    const Link& link = links_[i];
    const double apart = offsets_[link.to] - offsets_[link.from];
    if (std::abs(apart - link.offset.count()) <= kAgreement) continue;
    Contradiction circle;
    circle.owners.push_back(link.owner);
    add_way(link.from, link.to, circle);
    contradictions.push_back(std::move(circle));
  }
  for (std::size_t point = 0; point < groups_.size() && !is_enough(); ++point) {
    if (groups_[point] != 0 || offsets_[point] >= -kAgreement) continue;
    Contradiction early;
    add_way(0, point, early);
    contradictions.push_back(std::move(early));
  }
  return contradictions;
}

void Groups::add_way(std::size_t from, std::size_t to, Contradiction& circle) const {
  std::vector<std::size_t> behind;  // from `to` backwards
  const auto step = [&](std::size_t& point) {
    const Link& link = links_[come_by_[point]];
    circle.owners.push_back(link.owner);
    point = link.from == point ? link.to : link.from;
  };
  while (from != to) {
    if (depths_[from] >= depths_[to]) {
      circle.points.push_back(from);
      step(from);
    } else {
      behind.push_back(to);
      step(to);
    }
  }
  circle.points.push_back(from);
  circle.points.insert(circle.points.end(), behind.rbegin(), behind.rend());
  spend(work_, circle.points.size());
}

/// A part of the network that hangs together without the origin: its nodes are groups, the first
/// the origin's.
struct Part {
  std::vector<std::size_t> groups;  // a node
  std::vector<Gap> gaps;
  std::vector<std::size_t>
      sources;  // a gap: the network's, or kUngathered: that nothing is before 0
  std::vector<Spring> springs;
};

class Components {
 public:
  Components(const TimeNetwork& network, const Groups& groups);
  const std::vector<Part>& all() const { return parts_; }

  /// Gaps of the network that links alone break.
  const std::vector<std::size_t>& broken() const { return broken_; }

 private:
  Part& part_of(std::size_t from, std::size_t to) {
    return parts_[part_of_group_[from == 0 ? to : from]];
  }
  std::size_t node_of(std::size_t group) const { return node_of_group_[group]; }

  std::vector<Part> parts_;
  std::vector<std::size_t> broken_;
  std::vector<std::size_t> part_of_group_;
  std::vector<std::size_t> node_of_group_;
};

/// A spring that would like to be shorter is as stiff as one of this length, in seconds: what is to
/// take no time at all is the last to give, but it gives.
constexpr double kSpringLengthLeast = 0.01;

/// The force of a spring a second that it is too long, so that bands in a row are strained alike.
double force_of(const TimeNetwork::Spring& spring) {
  return spring.stiffness / std::max(spring.length.count(), kSpringLengthLeast);
}

/// What joins points, by the numbers of these alone.
template <class Edge, class Value>
std::vector<std::size_t> order_of(const std::vector<Edge>& edges, Value value) {
  std::vector<std::size_t> order(edges.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    return std::tuple(edges[i].from, edges[i].to, value(edges[i]));
  });
  return order;
}

Components::Components(const TimeNetwork& network, const Groups& groups)
    : part_of_group_(groups.count(), kUngathered), node_of_group_(groups.count(), 0) {
  Joined joined(groups.count());
  const auto join = [&](const auto& edge) {
    const std::size_t from = groups.of(edge.from);
    const std::size_t to = groups.of(edge.to);
    if (from != 0 && to != 0) joined.join(from, to);
  };
  for (const auto& gap : network.gaps) join(gap);
  for (const auto& spring : network.springs) join(spring);
  for (std::size_t group = 0; group < groups.count(); ++group) {
    const std::size_t root = joined.root_of(group);
    if (root == group) {
      part_of_group_[group] = parts_.size();
      parts_.push_back({.groups = {0}, .gaps = {}, .sources = {}, .springs = {}});
    }
    part_of_group_[group] = part_of_group_[root];
    if (group == 0) continue;
    Part& part = parts_[part_of_group_[group]];
    node_of_group_[group] = part.groups.size();
    const double earliest = groups.offset_of(groups.earliest_of(group));
    part.gaps.push_back({0, part.groups.size(), -earliest});
    part.sources.push_back(kUngathered);
    part.groups.push_back(group);
  }
  for (const std::size_t i :
       order_of(network.gaps, [](const auto& gap) { return std::tuple(gap.least, gap.owner); })) {
    const auto& gap = network.gaps[i];
    const std::size_t from = groups.of(gap.from);
    const std::size_t to = groups.of(gap.to);
    const double least = gap.least.count() + groups.offset_of(gap.from) - groups.offset_of(gap.to);
    if (from == to) {
      if (least > kAgreement) broken_.push_back(i);
      continue;
    }
    Part& part = part_of(from, to);
    part.gaps.push_back({node_of(from), node_of(to), least});
    part.sources.push_back(i);
  }
  for (const std::size_t i : order_of(network.springs, [](const auto& spring) {
         return std::tuple(spring.length, spring.stiffness);
       })) {
    const auto& spring = network.springs[i];
    const std::size_t from = groups.of(spring.from);
    const std::size_t to = groups.of(spring.to);
    if (from == to) continue;
    const double length =
        spring.length.count() + groups.offset_of(spring.from) - groups.offset_of(spring.to);
    part_of(from, to).springs.push_back({node_of(from), node_of(to), length, force_of(spring)});
  }
}

void sort_owners(Contradiction& circle) {
  std::ranges::sort(circle.owners);
  circle.owners.erase(std::unique(circle.owners.begin(), circle.owners.end()), circle.owners.end());
}

/// The points along a circle of gaps.
Contradiction along(const std::vector<std::size_t>& circle, const Part& part,
                    const TimeNetwork& network, const Groups& groups) {
  struct Way {
    std::size_t from = 0;
    std::size_t to = 0;
  };
  Contradiction contradiction;
  std::vector<Way> ways;
  const auto add_start = [&](std::size_t node) {
    ways.push_back({0, groups.earliest_of(part.groups[node])});
  };
  const Gap& first = part.gaps[circle.front()];
  // What ends at the origin and begins elsewhere is closed by that nothing is before the origin.
  if (first.from != part.gaps[circle.back()].to) add_start(first.from);
  for (const std::size_t each : circle) {
    if (part.sources[each] == kUngathered) {
      add_start(part.gaps[each].to);
      continue;
    }
    const TimeNetwork::Gap& gap = network.gaps[part.sources[each]];
    ways.push_back({gap.from, gap.to});
    contradiction.owners.push_back(gap.owner);
  }
  for (std::size_t i = 0; i < ways.size(); ++i) {
    groups.add_way(ways[i].to, ways[(i + 1) % ways.size()].from, contradiction);
  }
  return contradiction;
}

/// What springs join is moved as a whole, as early as gaps less `slack` allow. Nothing where they
/// do not allow it.
std::optional<std::vector<double>> moved_early(const Part& part, std::vector<double> times,
                                               double slack, WorkBudget* work) {
  const std::size_t nodes = part.groups.size();
  Joined bodies(nodes);
  for (const Spring& spring : part.springs) bodies.join(spring.from, spring.to);
  std::vector<double> starts = times;  // of a body, at its root
  for (std::size_t node = 0; node < nodes; ++node) {
    double& start = starts[bodies.root_of(node)];
    start = std::min(start, times[node]);
  }
  starts[0] = 0;
  for (std::size_t node = 0; node < nodes; ++node) times[node] -= starts[bodies.root_of(node)];
  std::vector<Gap> between;
  for (const Gap& gap : part.gaps) {
    const std::size_t from = bodies.root_of(gap.from);
    const std::size_t to = bodies.root_of(gap.to);
    const double least = gap.least - times[gap.to] + times[gap.from] - slack;
    if (from != to) between.push_back({from, to, least});
    if (from == to && least > kTimeRounding) return std::nullopt;
  }
  const EarliestTimes moved = earliest_times(nodes, between, work);
  if (!moved.circle.empty()) return std::nullopt;
  for (std::size_t node = 0; node < nodes; ++node) times[node] += moved.times[bodies.root_of(node)];
  return times;
}

/// With as much work as is left, and no more than one net may take.
std::vector<double> balanced(const Part& part, std::span<const double> earliest, WorkBudget* work) {
  const std::uint64_t left = work == nullptr ? kBalanceWorkMax : work->left();
  const std::size_t most = std::min<std::uint64_t>(left, kBalanceWorkMax);
  std::size_t work_left = most;
  std::vector<double> times = balanced_times(part.springs, part.gaps, earliest, work_left);
  spend(work, most - work_left);
  // What was given up for want of work is not given up in silence.
  if (work_left == 0 && most < kBalanceWorkMax) spend(work, 1);
  return times;
}

/// The times of a part's nodes. Pre: its gaps can be kept.
std::vector<double> times_of(const Part& part, WorkBudget* work) {
  const std::size_t nodes = part.groups.size();
  if (auto times = unstrained_times(part.springs, nodes)) {
    if (auto moved = moved_early(part, *std::move(times), 0, work)) return *std::move(moved);
  }
  const EarliestTimes earliest = earliest_times(nodes, part.gaps, work);
  KINE_ASSERT(earliest.circle.empty());
  std::vector<double> times = balanced(part, earliest.times, work);
  // Round a circle of bodies what rounding has left may add up.
  for (const double slack : {0.0, 4 * kTimeRounding}) {
    if (auto moved = moved_early(part, times, slack, work)) return *std::move(moved);
  }
  return times;
}

/// As find_contradictions, but for those past `most`.
std::vector<Contradiction> find_some(const TimeNetwork& network, std::size_t most,
                                     WorkBudget* work) {
  KINE_ASSERT(network.valid());
  const Groups groups(network, work);
  std::vector<Contradiction> found = groups.contradictions(most);
  if (found.empty()) {
    const Components parts(network, groups);
    spend(work, network.gaps.size() + network.springs.size());
    for (const std::size_t i : parts.broken()) {
      if (found.size() >= most || is_over(work)) break;
      found.push_back({.points = {}, .owners = {network.gaps[i].owner}});
      groups.add_way(network.gaps[i].to, network.gaps[i].from, found.back());
    }
    for (const Part& part : parts.all()) {
      if (found.size() >= most || is_over(work)) break;
      const EarliestTimes earliest = earliest_times(part.groups.size(), part.gaps, work);
      if (earliest.circle.empty()) continue;
      found.push_back(along(earliest.circle, part, network, groups));
    }
  }
  for (Contradiction& each : found) sort_owners(each);
  return found;
}

template <class Edge>
bool joins_points(const Edge& edge, std::size_t points) {
  return edge.from < points && edge.to < points;
}

}  // namespace

bool TimeNetwork::valid() const {
  return points >= 1 &&
         std::ranges::all_of(links,
                             [&](const Link& each) {
                               return joins_points(each, points) &&
                                      std::isfinite(each.offset.count());
                             }) &&
         std::ranges::all_of(gaps,
                             [&](const Gap& each) {
                               return joins_points(each, points) &&
                                      std::isfinite(each.least.count());
                             }) &&
         std::ranges::all_of(springs, [&](const Spring& each) {
           return joins_points(each, points) && std::isfinite(each.length.count()) &&
                  each.length >= Seconds(0) && std::isfinite(each.stiffness) && each.stiffness > 0;
         });
}

std::vector<Contradiction> find_contradictions(const TimeNetwork& network, WorkBudget* work) {
  return find_some(network, std::numeric_limits<std::size_t>::max(), work);
}

bool can_be_kept(const TimeNetwork& network, WorkBudget* work) {
  return find_some(network, 1, work).empty();
}

std::vector<Seconds> compute_times(const TimeNetwork& network, WorkBudget* work) {
  KINE_ASSERT(network.valid());
  const Groups groups(network, work);
  const Components parts(network, groups);
  spend(work, network.gaps.size() + network.springs.size());
  std::vector<double> of_groups(groups.count(), 0.0);
  for (const Part& part : parts.all()) {
    if (is_over(work)) break;
    const std::vector<double> times = times_of(part, work);
    for (std::size_t node = 1; node < times.size(); ++node) {
      of_groups[part.groups[node]] = times[node];
    }
  }
  std::vector<Seconds> times;
  for (std::size_t point = 0; point < network.points; ++point) {
    times.emplace_back(std::max(of_groups[groups.of(point)] + groups.offset_of(point), 0.0));
  }
  return times;
}

}  // namespace kine::plan
