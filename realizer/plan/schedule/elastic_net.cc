#include "realizer/plan/schedule/elastic_net.h"

#include <algorithm>
#include <iterator>

#include "realizer/core/assert.h"

namespace kine::plan {
namespace {

using Neighbours = std::vector<std::vector<std::size_t>>;  // a node, each sorted

/// Nodes by how many neighbours they have; one that has changed stands in several places, of which
/// only the last one holds.
class Waiting {
 public:
  void put(std::size_t node, std::size_t neighbours) {
    if (neighbours >= shelves_.size()) shelves_.resize(neighbours + 1);
    shelves_[neighbours].push_back(node);
    lowest_ = std::min(lowest_, neighbours);
  }

  /// One with the fewest neighbours, of all those for which `near` still says so.
  std::size_t take(const Neighbours& near, const std::vector<bool>& gone) {
    for (;;) {
      while (shelves_[lowest_].empty()) ++lowest_;
      const std::size_t node = shelves_[lowest_].back();
      shelves_[lowest_].pop_back();
      if (!gone[node] && near[node].size() == lowest_) return node;
    }
  }

 private:
  std::vector<std::vector<std::size_t>> shelves_;
  std::size_t lowest_ = 0;
};

/// Takes out a node with the fewest neighbours, again and again: what is left stays thin. Returns
/// the order; `near[node]` keeps those that were there still. Nothing where it becomes too much.
std::optional<std::vector<std::size_t>> eliminate(Neighbours& near, std::size_t work_most) {
  std::size_t work = 0;
  Waiting waiting;
  for (std::size_t node = near.size(); node-- > 0;) waiting.put(node, near[node].size());
  std::vector<bool> gone(near.size(), false);
  std::vector<std::size_t> order;
  order.reserve(near.size());
  std::vector<std::size_t> joined;
  while (order.size() < near.size()) {
    const std::size_t node = waiting.take(near, gone);
    work += near[node].size() * (near[node].size() + 1);
    if (work > work_most) return std::nullopt;
    gone[node] = true;
    order.push_back(node);
    for (const std::size_t other : near[node]) {
      joined.clear();
      std::ranges::set_union(near[other], near[node], std::back_inserter(joined));
      std::erase_if(joined, [&](std::size_t each) { return each == node || each == other; });
      near[other] = joined;
      waiting.put(other, near[other].size());
    }
  }
  return order;
}

}  // namespace

std::optional<ElasticNet> ElasticNet::make(std::size_t nodes, std::span<const Pair> pairs,
                                           std::size_t work_most) {
  KINE_ASSERT(std::ranges::is_sorted(pairs));
  Neighbours near(nodes);
  for (const Pair& pair : pairs) {
    KINE_ASSERT(pair.first < pair.second && pair.second < nodes);
    near[pair.first].push_back(pair.second);
    near[pair.second].push_back(pair.first);
  }
  for (auto& each : near) std::ranges::sort(each);
  const auto order = eliminate(near, work_most);
  if (!order) return std::nullopt;
  ElasticNet net;
  net.place_of_node_.resize(nodes);
  for (std::size_t place = 0; place < nodes; ++place) net.place_of_node_[(*order)[place]] = place;
  net.row_starts_.push_back(0);
  for (const std::size_t node : *order) {
    net.work_ += near[node].size() * (near[node].size() + 1);
    for (const std::size_t other : near[node]) {
      net.neighbours_.push_back(net.place_of_node_[other]);
    }
    std::sort(net.neighbours_.begin() + static_cast<std::ptrdiff_t>(net.row_starts_.back()),
              net.neighbours_.end());
    net.row_starts_.push_back(net.neighbours_.size());
  }
  for (const Pair& pair : pairs) {
    const std::size_t a = net.place_of_node_[pair.first];
    const std::size_t b = net.place_of_node_[pair.second];
    const auto in = net.row(std::min(a, b));
    const auto found = std::ranges::lower_bound(in, std::max(a, b));
    net.slot_of_pair_.push_back(net.row_starts_[std::min(a, b)] +
                                static_cast<std::size_t>(found - in.begin()));
  }
  return net;
}

std::span<const std::size_t> ElasticNet::row(std::size_t place) const {
  return std::span(neighbours_)
      .subspan(row_starts_[place], row_starts_[place + 1] - row_starts_[place]);
}

std::vector<double> ElasticNet::displacements(const Load& load) const {
  const std::size_t places = place_of_node_.size();
  KINE_ASSERT(load.to_ground.size() == places && load.forces.size() == places);
  KINE_ASSERT(load.strengths.size() == slot_of_pair_.size());
  std::vector<double> ground(places);
  std::vector<double> moved(places);  // the forces at first
  for (std::size_t node = 0; node < places; ++node) {
    ground[place_of_node_[node]] = load.to_ground[node];
    moved[place_of_node_[node]] = load.forces[node];
  }
  std::vector<double> strengths(neighbours_.size(), 0.0);
  for (std::size_t i = 0; i < slot_of_pair_.size(); ++i) {
    strengths[slot_of_pair_[i]] += load.strengths[i];
  }

  std::vector<double> totals(places);
  for (std::size_t place = 0; place < places; ++place) {
    const auto near = row(place);
    const double* const to = strengths.data() + row_starts_[place];
    double total = ground[place];
    for (std::size_t a = 0; a < near.size(); ++a) total += to[a];
    totals[place] = total;
    if (!(total > 0)) continue;
    for (std::size_t a = 0; a < near.size(); ++a) {
      const double share = to[a] / total;
      if (share == 0) continue;
      const std::size_t other = near[a];
      moved[other] += share * moved[place];
      ground[other] += share * ground[place];
      std::size_t slot = row_starts_[other];
      for (std::size_t b = a + 1; b < near.size(); ++b) {
        while (neighbours_[slot] != near[b]) ++slot;
        strengths[slot] += share * to[b];
      }
    }
  }
  for (std::size_t place = places; place-- > 0;) {
    double pull = moved[place];
    const auto near = row(place);
    for (std::size_t a = 0; a < near.size(); ++a) {
      pull += strengths[row_starts_[place] + a] * moved[near[a]];
    }
    moved[place] = totals[place] > 0 ? pull / totals[place] : 0;
  }

  std::vector<double> displacements(places);
  for (std::size_t node = 0; node < places; ++node) {
    displacements[node] = moved[place_of_node_[node]];
  }
  return displacements;
}

}  // namespace kine::plan
