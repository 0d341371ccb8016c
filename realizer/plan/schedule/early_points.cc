#include "realizer/plan/schedule/early_points.h"

#include <algorithm>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/plan/schedule/joined.h"

namespace kine::plan {
namespace {

/// A point that comes no later than that after its earliest time does not wait: rounding is less,
/// and nobody hears it.
constexpr Seconds kHardlyLate{1e-8};

/// The network without the springs that yield.
TimeNetwork without_yielding(TimeNetwork network, const std::vector<bool>& yields) {
  KINE_ASSERT(yields.size() == network.springs.size());
  std::vector<TimeNetwork::Spring> counting;
  for (std::size_t i = 0; i < yields.size(); ++i) {
    if (!yields[i]) counting.push_back(network.springs[i]);
  }
  network.springs = std::move(counting);
  return network;
}

bool is_any_later(std::span<const std::size_t> points, const std::vector<Seconds>& times,
                  const std::vector<Seconds>& earliest) {
  return std::ranges::any_of(
      points, [&](std::size_t point) { return times[point] > earliest[point] + kHardlyLate; });
}

}  // namespace

std::vector<Seconds> compute_times(TimeNetwork network, std::span<const EarlyRound> rounds,
                                   WorkBudget* work) {
  std::vector<Seconds> times = compute_times(network, work);
  const std::vector<Seconds> at_once(network.points, Seconds{0});
  const bool waits = std::ranges::any_of(
      rounds, [&](const EarlyRound& round) { return is_any_later(round.points, times, at_once); });
  if (!waits) return times;
  TimeNetwork bare = network;
  bare.springs.clear();
  const std::vector<Seconds> earliest = compute_times(bare, work);
  for (const EarlyRound& round : rounds) {
    if (is_over(work)) break;
    if (!is_any_later(round.points, times, earliest)) continue;
    const std::vector<Seconds> early = compute_times(without_yielding(network, round.yields), work);
    if (!is_any_later(round.points, times, early)) continue;
    TimeNetwork nailed = network;
    for (const std::size_t point : round.points) {
      nailed.links.push_back({0, point, std::min(early[point], times[point]), 0});
    }
    // The earlier ones of two times that keep all gaps keep them too, but for what rounding adds
    // up.
    if (!can_be_kept(nailed, work)) continue;
    network = std::move(nailed);
    times = compute_times(network, work);
  }
  return times;
}

std::optional<std::size_t> find_held_up(const TimeNetwork& network, const std::vector<bool>& yields,
                                        const std::vector<Seconds>& times, std::size_t point) {
  constexpr Seconds kAlike{1e-6};
  Joined linked(network.points);
  for (const TimeNetwork::Link& link : network.links) linked.join(link.from, link.to);
  const std::size_t own = linked.root_of(point);
  if (own == linked.root_of(0)) return std::nullopt;
  std::optional<std::size_t> nearest;
  Seconds least_room{0};
  const auto note = [&](std::size_t from, std::size_t to, Seconds length) {
    if (linked.root_of(to) != own || linked.root_of(from) == own) return;
    const Seconds room = std::max(times[to] - times[from] - length, Seconds{0});
    const bool is_alike = nearest && room < least_room + kAlike && to < *nearest;
    if (nearest && room > least_room - kAlike && !is_alike) return;
    nearest = to;
    least_room = room;
  };
  for (const TimeNetwork::Gap& gap : network.gaps) note(gap.from, gap.to, gap.least);
  for (std::size_t i = 0; i < network.springs.size(); ++i) {
    const TimeNetwork::Spring& spring = network.springs[i];
    if (!yields[i]) note(spring.from, spring.to, spring.length);
  }
  for (std::size_t each = 1; each < network.points; ++each) {
    const bool is_at_origin = linked.root_of(each) == own && times[each] < least_room + kAlike;
    if (is_at_origin) return std::nullopt;
  }
  return nearest;
}

}  // namespace kine::plan
