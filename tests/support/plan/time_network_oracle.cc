#include "tests/support/plan/time_network_oracle.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace kine::test {
namespace {

using plan::TimeNetwork;

constexpr double kNever = -std::numeric_limits<double>::infinity();

/// At least how much later than one point another is; kNever where nothing says so.
using Distances = std::vector<std::vector<double>>;

Distances longest_paths(const TimeNetwork& network) {
  const std::size_t n = network.points;
  Distances far(n, std::vector<double>(n, kNever));
  const auto at_least = [&](std::size_t from, std::size_t to, double least) {
    far[from][to] = std::max(far[from][to], least);
  };
  for (std::size_t i = 0; i < n; ++i) {
    at_least(i, i, 0);
    at_least(0, i, 0);
  }
  for (const auto& link : network.links) {
    at_least(link.from, link.to, link.offset.count());
    at_least(link.to, link.from, -link.offset.count());
  }
  for (const auto& gap : network.gaps) at_least(gap.from, gap.to, gap.least.count());
  for (std::size_t by = 0; by < n; ++by) {
    for (std::size_t from = 0; from < n; ++from) {
      if (far[from][by] == kNever) continue;
      for (std::size_t to = 0; to < n; ++to) at_least(from, to, far[from][by] + far[by][to]);
    }
  }
  return far;
}

/// How much flows at most from the first place to the second.
double largest_flow(std::vector<std::vector<double>> room, std::size_t source, std::size_t sink,
                    double nothing) {
  double flow = 0;
  for (;;) {
    std::vector<std::size_t> by(room.size(), room.size());
    std::vector<std::size_t> queue = {source};
    by[source] = source;
    for (std::size_t next = 0; next < queue.size() && by[sink] == room.size(); ++next) {
      for (std::size_t to = 0; to < room.size(); ++to) {
        if (by[to] != room.size() || room[queue[next]][to] <= nothing) continue;
        by[to] = queue[next];
        queue.push_back(to);
      }
    }
    if (by[sink] == room.size()) return flow;
    double most = std::numeric_limits<double>::infinity();
    for (std::size_t at = sink; at != source; at = by[at]) most = std::min(most, room[by[at]][at]);
    for (std::size_t at = sink; at != source; at = by[at]) {
      room[by[at]][at] -= most;
      room[at][by[at]] += most;
    }
    flow += most;
  }
}

double stiffness_of(const TimeNetwork::Spring& spring) {
  constexpr double kLengthLeast_s = 0.01;
  return spring.stiffness / std::max(spring.length.count(), kLengthLeast_s);
}

}  // namespace

bool can_be_kept(const TimeNetwork& network) {
  const Distances far = longest_paths(network);
  for (std::size_t i = 0; i < far.size(); ++i) {
    if (far[i][i] > 1e-9) return false;
  }
  return true;
}

double most_missed(const TimeNetwork& network, const std::vector<Seconds>& times) {
  double most = std::abs(times[0].count());
  for (const Seconds time : times) most = std::max(most, -time.count());
  for (const auto& link : network.links) {
    most = std::max(most, std::abs((times[link.to] - times[link.from] - link.offset).count()));
  }
  for (const auto& gap : network.gaps) {
    most = std::max(most, (gap.least - times[gap.to] + times[gap.from]).count());
  }
  return most;
}

double unbalanced_share(const TimeNetwork& network, const std::vector<Seconds>& times) {
  constexpr double kJust = 1e-8;
  constexpr double kAny = 1e30;
  std::vector<double> forces(network.points, 0.0);
  double most = 0;
  for (const auto& spring : network.springs) {
    const double force =
        stiffness_of(spring) * (times[spring.to] - times[spring.from] - spring.length).count();
    forces[spring.from] += force;
    forces[spring.to] -= force;
    // A force that moves a spring by less than a millisecond counts as much as that one.
    most = std::max({most, std::abs(force), stiffness_of(spring) * 1e-3});
  }
  // A gap hands on a force that pushes its first point towards its second; the origin takes any.
  const std::size_t source = network.points;
  const std::size_t sink = network.points + 1;
  std::vector<std::vector<double>> room(network.points + 2,
                                        std::vector<double>(network.points + 2, 0.0));
  double later = 0;
  double earlier = 0;
  for (std::size_t i = 1; i < network.points; ++i) {
    if (forces[i] > 0) later += room[source][i] = forces[i];
    if (forces[i] < 0) earlier += room[i][sink] = -forces[i];
    if (times[i].count() < kJust) room[0][i] = kAny;  // nothing is before the origin
  }
  for (const auto& link : network.links) room[link.from][link.to] = room[link.to][link.from] = kAny;
  for (const auto& gap : network.gaps) {
    const double apart = (times[gap.to] - times[gap.from] - gap.least).count();
    if (apart < kJust) room[gap.from][gap.to] = kAny;
  }
  // The origin gives and takes what it is asked to.
  room[source][0] = earlier;
  room[0][sink] = later;
  const double held = largest_flow(std::move(room), source, sink, most * 1e-12);
  return most > 0 ? (later + earlier - held) / most : 0;
}

double most_late(const TimeNetwork& network, const std::vector<Seconds>& times) {
  TimeNetwork rigid = network;
  for (const auto& spring : network.springs) {
    rigid.links.push_back({spring.from, spring.to, times[spring.to] - times[spring.from], 0});
  }
  const Distances far = longest_paths(rigid);
  double most = 0;
  for (std::size_t i = 0; i < network.points; ++i) {
    most = std::max(most, times[i].count() - far[0][i]);
  }
  return most;
}

}  // namespace kine::test
