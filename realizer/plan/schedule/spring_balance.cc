#include "realizer/plan/schedule/spring_balance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/plan/schedule/elastic_net.h"
#include "realizer/plan/schedule/joined.h"

namespace kine::plan {
namespace {

/// How much stiffer than the springs beside it a gap is that is missed, at first.
constexpr double kGapStiffness = 1e4;
/// As much of the strongest spring counts as beside each gap: it may push from afar.
constexpr double kFarShare = 0.05;

/// What holds a body that no spring joins to the first node, as a share of the weakest spring.
constexpr double kHoldShare = 1e-6;

/// Rounds of forces that gaps have gathered; each leaves some ten thousandth of what is missed.
constexpr int kBalanceRoundsMost = 12;

/// Multiplications of one step; twenty thousand springs that do not cross take a tenth of it.
constexpr std::size_t kWorkMost = 4'000'000;

/// To make ready for steps takes as much as some of them: neighbours are joined, and sorted.
constexpr std::size_t kStepsToPrepare = 4;

/// Steps of one round; ten are many.
constexpr int kStepsMost = 100;

/// A difference so small is none, in seconds.
constexpr double kNothing = 1e-12;

double largest(std::span<const double> values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

struct Springs {
  std::size_t nodes = 0;
  std::vector<Spring> all;

  /// Every spring as long as it likes, as far as those before it in a walk allow. The first node of
  /// each body is where `start` has it.
  std::vector<double> laid_out(std::span<const double> start) const;

  /// Twice the energy that is in them.
  double energy_at(std::span<const double> times) const;
};

double Springs::energy_at(std::span<const double> times) const {
  double energy = 0;
  for (const Spring& spring : all) {
    const double strain = times[spring.to] - times[spring.from] - spring.length;
    energy += spring.stiffness * strain * strain;
  }
  return energy;
}

std::vector<double> Springs::laid_out(std::span<const double> start) const {
  std::vector<std::vector<std::size_t>> at(nodes);
  for (std::size_t i = 0; i < all.size(); ++i) {
    at[all[i].from].push_back(i);
    at[all[i].to].push_back(i);
  }
  std::vector<double> times(start.begin(), start.end());
  std::vector<bool> placed(nodes, false);
  std::vector<std::size_t> queue;
  for (std::size_t root = 0; root < nodes; ++root) {
    if (placed[root]) continue;
    placed[root] = true;
    queue.assign(1, root);
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const std::size_t i : at[queue[next]]) {
        const Spring& spring = all[i];
        const bool forwards = spring.from == queue[next];
        const std::size_t other = forwards ? spring.to : spring.from;
        if (placed[other]) continue;
        placed[other] = true;
        times[other] = times[queue[next]] + (forwards ? spring.length : -spring.length);
        queue.push_back(other);
      }
    }
  }
  return times;
}

/// The pairs of nodes, none the first, that springs and gaps join, and where each of these is among
/// them: the first node is the ground.
struct Joints {
  static constexpr std::size_t kGround = static_cast<std::size_t>(-1);

  std::vector<ElasticNet::Pair> pairs;
  std::vector<std::size_t> of_springs;  // index into pairs, or kGround
  std::vector<std::size_t> of_gaps;
};

template <class Edge>
ElasticNet::Pair pair_of(const Edge& edge) {
  return {std::min(edge.from, edge.to) - 1, std::max(edge.from, edge.to) - 1};
}

template <class Edge>
bool is_inner(const Edge& edge) {
  return edge.from != 0 && edge.to != 0 && edge.from != edge.to;
}

Joints joints_of(std::span<const Spring> springs, std::span<const Gap> gaps) {
  Joints joints;
  for (const Spring& spring : springs) {
    if (is_inner(spring)) joints.pairs.push_back(pair_of(spring));
  }
  for (const Gap& gap : gaps) {
    if (is_inner(gap)) joints.pairs.push_back(pair_of(gap));
  }
  std::ranges::sort(joints.pairs);
  joints.pairs.erase(std::unique(joints.pairs.begin(), joints.pairs.end()), joints.pairs.end());
  const auto place = [&](const auto& edge) {
    if (!is_inner(edge)) return Joints::kGround;
    const auto found = std::ranges::lower_bound(joints.pairs, pair_of(edge));
    return static_cast<std::size_t>(found - joints.pairs.begin());
  };
  for (const Spring& spring : springs) joints.of_springs.push_back(place(spring));
  for (const Gap& gap : gaps) joints.of_gaps.push_back(place(gap));
  return joints;
}

/// The sum that is to be least where every gap is a spring as well, one that only pushes, and hard,
/// from where its gathered force says (the augmented Lagrangian of Hestenes and of Powell, 1969).
/// It is convex and of the second degree between kinks, so Newton's method with an exact search on
/// the line ends at the least after finitely many steps.
class Balance {
 public:
  /// `work_left` outlives it; each step takes from it.
  Balance(const Springs& springs, std::span<const Gap> gaps, std::span<const double> earliest,
          std::size_t& work_left);

  /// Whether finding times would take too long, or has.
  bool is_entangled() const { return !net_ || work_left_ == 0; }

  /// Times that keep the gaps to kTimeRounding, and hold the springs nearly in balance.
  std::vector<double> settled(std::vector<double> times);

  /// Gaps that push, after it.
  bool pushes(std::size_t gap) const { return forces_[gap] > 0; }

 private:
  std::vector<double> forces_at(std::span<const double> times) const;
  std::vector<double> step_from(std::span<const double> times) const;
  double best_share(std::span<const double> times, std::span<const double> step) const;
  void find_least(std::vector<double>& times);
  void work();
  double gather(std::span<const double> times);

  /// By how much a gap is missed, its gathered force counted as more; > 0 where it pushes.
  double missed(std::size_t gap, std::span<const double> times) const {
    return forces_[gap] / stiffness_[gap] + gaps_[gap].least -
           (times[gaps_[gap].to] - times[gaps_[gap].from]);
  }

  const Springs& springs_;
  std::span<const Gap> gaps_;
  std::span<const double> earliest_;
  std::size_t& work_left_;
  std::vector<double> stiffness_;  // a gap
  std::vector<double> forces_;     // a gap: what it has gathered; >= 0
  std::vector<double> holds_;      // a node: what draws it to its earliest time
  Joints joints_;
  std::optional<ElasticNet> net_;
};

Balance::Balance(const Springs& springs, std::span<const Gap> gaps,
                 std::span<const double> earliest, std::size_t& work_left)
    : springs_(springs),
      gaps_(gaps),
      earliest_(earliest),
      work_left_(work_left),
      forces_(gaps.size(), 0.0),
      holds_(springs.nodes, 0.0),
      joints_(joints_of(springs.all, gaps)),
      net_(ElasticNet::make(springs.nodes - 1, joints_.pairs, kWorkMost)) {
  work_left_ -= std::min(work_left_, kStepsToPrepare * (net_ ? net_->work() : kWorkMost));
  double weakest = std::numeric_limits<double>::infinity();
  std::vector<double> strongest(springs.nodes, 0.0);
  for (const Spring& spring : springs.all) {
    weakest = std::min(weakest, spring.stiffness);
    strongest[spring.from] = std::max(strongest[spring.from], spring.stiffness);
    strongest[spring.to] = std::max(strongest[spring.to], spring.stiffness);
  }
  if (springs.all.empty()) weakest = 1;
  const double far = kFarShare * *std::ranges::max_element(strongest);
  for (const Gap& gap : gaps) {
    const double beside = std::max({strongest[gap.from], strongest[gap.to], far});
    stiffness_.push_back(kGapStiffness * (beside > 0 ? beside : weakest));
  }
  Joined bodies(springs.nodes);
  for (const Spring& spring : springs.all) bodies.join(spring.from, spring.to);
  for (std::size_t node = 1; node < springs.nodes; ++node) {
    if (bodies.root_of(node) == node) holds_[node] = kHoldShare * weakest;
  }
}

std::vector<double> Balance::forces_at(std::span<const double> times) const {
  std::vector<double> forces(springs_.nodes);
  for (std::size_t node = 0; node < springs_.nodes; ++node) {
    forces[node] = holds_[node] * (earliest_[node] - times[node]);
  }
  for (const Spring& spring : springs_.all) {
    const double force = spring.stiffness * (times[spring.to] - times[spring.from] - spring.length);
    forces[spring.from] += force;
    forces[spring.to] -= force;
  }
  for (std::size_t i = 0; i < gaps_.size(); ++i) {
    const double force = stiffness_[i] * std::max(missed(i, times), 0.0);
    forces[gaps_[i].from] -= force;
    forces[gaps_[i].to] += force;
  }
  return forces;
}

std::vector<double> Balance::step_from(std::span<const double> times) const {
  std::vector<double> to_ground(holds_.begin() + 1, holds_.end());
  std::vector<double> strengths(joints_.pairs.size(), 0.0);
  const auto put = [&](const auto& edge, std::size_t joint, double stiffness) {
    if (joint != Joints::kGround) {
      strengths[joint] += stiffness;
    } else if (edge.from != edge.to) {
      to_ground[std::max(edge.from, edge.to) - 1] += stiffness;
    }
  };
  for (std::size_t i = 0; i < springs_.all.size(); ++i) {
    put(springs_.all[i], joints_.of_springs[i], springs_.all[i].stiffness);
  }
  for (std::size_t i = 0; i < gaps_.size(); ++i) {
    if (missed(i, times) > 0) put(gaps_[i], joints_.of_gaps[i], stiffness_[i]);
  }
  const std::vector<double> forces = forces_at(times);
  std::vector<double> step = net_->displacements(
      {.to_ground = to_ground, .strengths = strengths, .forces = std::span(forces).subspan(1)});
  step.insert(step.begin(), 0.0);
  return step;
}

/// Where on the line the sum is least: all of the step unless gaps turn up on the way.
double Balance::best_share(std::span<const double> times, std::span<const double> step) const {
  constexpr int kCutsMost = 80;
  constexpr double kFlat = 1e-9;  // of the slope at the start
  struct Push {
    double missed = 0;   // at the start
    double closing = 0;  // how much less it is at the end
    double stiffness = 0;
  };
  // How the sum changes along the line: evenly, but for gaps that begin or end to push.
  double at_start = 0;
  double bend = 0;
  for (std::size_t node = 1; node < times.size(); ++node) {
    at_start -= holds_[node] * (earliest_[node] - times[node]) * step[node];
    bend += holds_[node] * step[node] * step[node];
  }
  for (const Spring& spring : springs_.all) {
    const double longer = step[spring.to] - step[spring.from];
    at_start += spring.stiffness * (times[spring.to] - times[spring.from] - spring.length) * longer;
    bend += spring.stiffness * longer * longer;
  }
  std::vector<Push> pushes;
  for (std::size_t i = 0; i < gaps_.size(); ++i) {
    const double closing = step[gaps_[i].to] - step[gaps_[i].from];
    const double before = missed(i, times);
    if (before > 0 || before - closing > 0) pushes.push_back({before, closing, stiffness_[i]});
  }
  const auto slope = [&](double share) {
    double sum = at_start + share * bend;
    for (const Push& push : pushes) {
      sum -= push.stiffness * std::max(push.missed - share * push.closing, 0.0) * push.closing;
    }
    return sum;
  };
  double low = 0;
  double high = 1;
  double falling = slope(low);
  double rising = slope(high);
  const double flat = -kFlat * falling;
  if (rising <= flat) return 1;
  // By turns where a straight line from end to end would be flat, and halfway.
  for (int i = 0; i < kCutsMost && high - low > kNothing; ++i) {
    const double straight = low + (high - low) * falling / (falling - rising);
    const double middle = i % 2 == 0 && falling < 0 ? straight : (low + high) / 2;
    const double there = slope(middle);
    if (std::abs(there) <= flat) return middle;
    if (there > 0) {
      high = middle;
      rising = there;
    } else {
      low = middle;
      falling = there;
    }
  }
  return high;
}

/// Of a step: the net, and some forty multiplications along the line a spring and a gap.
void Balance::work() {
  constexpr std::size_t kOnTheLine = 40;
  const std::size_t step = net_->work() + kOnTheLine * (springs_.all.size() + gaps_.size());
  work_left_ -= std::min(work_left_, step);
}

void Balance::find_least(std::vector<double>& times) {
  const auto pushing = [&] {
    std::vector<bool> gaps(gaps_.size());
    for (std::size_t i = 0; i < gaps.size(); ++i) gaps[i] = missed(i, times) > 0;
    return gaps;
  };
  std::vector<bool> before = pushing();
  for (int i = 0; i < kStepsMost && work_left_ > 0; ++i) {
    work();
    const std::vector<double> step = step_from(times);
    if (largest(step) <= kNothing) return;
    const double share = best_share(times, step);
    for (std::size_t node = 0; node < times.size(); ++node) times[node] += share * step[node];
    std::vector<bool> after = pushing();
    if (share == 1 && after == before) return;
    before = std::move(after);
  }
}

/// What gaps push with becomes theirs. Returns by how much the worst is missed.
double Balance::gather(std::span<const double> times) {
  double worst = 0;
  for (std::size_t i = 0; i < gaps_.size(); ++i) {
    worst = std::max(worst, gaps_[i].least - (times[gaps_[i].to] - times[gaps_[i].from]));
    forces_[i] = stiffness_[i] * std::max(missed(i, times), 0.0);
  }
  return worst;
}

std::vector<double> Balance::settled(std::vector<double> times) {
  for (int i = 0; i < kBalanceRoundsMost && work_left_ > 0; ++i) {
    find_least(times);
    if (gather(times) <= kTimeRounding / 2) break;
  }
  return times;
}

/// Nodes that gaps hold at a fixed distance, as one.
class Merged {
 public:
  explicit Merged(std::size_t nodes) : parents_(nodes), offsets_(nodes, 0.0) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }

  struct Place {
    std::size_t root = 0;  // the first of what it is one with
    double offset = 0;     // how much later than that it is
  };

  Place place_of(std::size_t node) {
    Place place{node};
    while (parents_[place.root] != place.root) {
      place.offset += offsets_[place.root];
      place.root = parents_[place.root];
    }
    parents_[node] = place.root;
    offsets_[node] = place.offset;
    return place;
  }

  void merge(const Gap& gap) {
    const Place from = place_of(gap.from);
    const Place to = place_of(gap.to);
    if (from.root == to.root) return;
    const double offset = from.offset + gap.least - to.offset;  // of `to` after `from`
    const bool forwards = from.root < to.root;
    const std::size_t child = forwards ? to.root : from.root;
    parents_[child] = forwards ? from.root : to.root;
    offsets_[child] = forwards ? offset : -offset;
  }

 private:
  std::vector<std::size_t> parents_;  // the lower number is the root
  std::vector<double> offsets_;
};

/// Times at which the gaps that `holding` says are just kept, whatever the others. Nothing where
/// finding them would take too long.
std::optional<std::vector<double>> times_while(const Springs& springs, std::span<const Gap> gaps,
                                               const std::vector<bool>& holding,
                                               std::span<const double> near,
                                               std::size_t& work_left) {
  Merged merged(springs.nodes);
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    if (holding[i]) merged.merge(gaps[i]);
  }
  Springs left{springs.nodes, {}};
  for (const Spring& spring : springs.all) {
    const Merged::Place from = merged.place_of(spring.from);
    const Merged::Place to = merged.place_of(spring.to);
    if (from.root == to.root) continue;
    left.all.push_back(
        {from.root, to.root, spring.length + from.offset - to.offset, spring.stiffness});
  }
  const std::vector<double> start = left.laid_out(near);
  Balance balance(left, {}, start, work_left);
  if (balance.is_entangled()) return std::nullopt;
  const std::vector<double> roots = balance.settled(start);
  if (balance.is_entangled()) return std::nullopt;
  std::vector<double> times(springs.nodes);
  for (std::size_t node = 0; node < springs.nodes; ++node) {
    const Merged::Place place = merged.place_of(node);
    times[node] = roots[place.root] + place.offset;
  }
  return times;
}

bool is_kept(const Gap& gap, std::span<const double> times) {
  return times[gap.to] - times[gap.from] >= gap.least - kTimeRounding;
}

/// `settled` without what was not exact in it: the gaps that push are just kept, to the last digit,
/// and nothing but springs decides the rest.
std::vector<double> sharpened(const Springs& springs, std::span<const Gap> gaps,
                              std::vector<bool> holding, std::vector<double> settled,
                              std::size_t& work_left) {
  constexpr int kTriesMost = 4;
  constexpr double kWorse = 1 + 1e-6;
  for (int i = 0; i < kTriesMost; ++i) {
    auto times = times_while(springs, gaps, holding, settled, work_left);
    if (!times) return settled;
    bool kept = true;
    for (std::size_t each = 0; each < gaps.size(); ++each) {
      if (is_kept(gaps[each], *times)) continue;
      holding[each] = true;
      kept = false;
    }
    if (!kept) continue;
    const double energy = springs.energy_at(settled);
    return springs.energy_at(*times) <= energy * kWorse + kNothing ? *std::move(times) : settled;
  }
  return settled;
}

/// Whether a gap makes the net of springs no denser: it lies beside one, or ends at the first node.
std::vector<bool> lying_by_springs(std::span<const Spring> springs, std::span<const Gap> gaps) {
  const Joints joints = joints_of(springs, {});
  std::vector<bool> lying;
  for (const Gap& gap : gaps) {
    lying.push_back(!is_inner(gap) || std::ranges::binary_search(joints.pairs, pair_of(gap)));
  }
  return lying;
}

}  // namespace

std::vector<double> balanced_times(std::span<const Spring> all, std::span<const Gap> gaps,
                                   std::span<const double> earliest, std::size_t& work_left) {
  const Springs springs{earliest.size(), {all.begin(), all.end()}};
  std::vector<double> times = springs.laid_out(earliest);
  // Of the other gaps most never push; those that are missed join as they turn up.
  std::vector<bool> joined = lying_by_springs(all, gaps);
  std::vector<bool> holding(gaps.size());
  for (bool missed = true; missed;) {
    std::vector<Gap> some;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      if (joined[i]) some.push_back(gaps[i]);
    }
    Balance balance(springs, some, earliest, work_left);
    if (!balance.is_entangled()) times = balance.settled(std::move(times));
    if (balance.is_entangled()) return {earliest.begin(), earliest.end()};
    missed = false;
    for (std::size_t i = 0, next = 0; i < gaps.size(); ++i) {
      holding[i] = joined[i] && balance.pushes(next);
      if (joined[i]) {
        ++next;
      } else if (!is_kept(gaps[i], times)) {
        joined[i] = missed = true;
      }
    }
  }
  return sharpened(springs, gaps, std::move(holding), std::move(times), work_left);
}

std::optional<std::vector<double>> unstrained_times(std::span<const Spring> all,
                                                    std::size_t nodes) {
  const Springs springs{nodes, {all.begin(), all.end()}};
  std::vector<double> times = springs.laid_out(std::vector<double>(nodes, 0.0));
  for (const Spring& spring : all) {
    const double strain = times[spring.to] - times[spring.from] - spring.length;
    if (std::abs(strain) > kNothing) return std::nullopt;
  }
  return times;
}

}  // namespace kine::plan
