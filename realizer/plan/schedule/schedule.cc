#include "realizer/plan/schedule/schedule.h"

#include <algorithm>
#include <compare>
#include <map>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/schedule/contradiction_words.h"
#include "realizer/plan/schedule/early_points.h"
#include "realizer/plan/schedule/early_speech.h"
#include "realizer/plan/schedule/growing_times.h"
#include "realizer/plan/schedule/left_out.h"
#include "realizer/plan/schedule/sync_demands.h"
#include "realizer/plan/schedule/time_network.h"

namespace kine::plan {
namespace {

using Kind = script::SyncConstraint::Kind;

/// How often something is left out and the rest looked at again: each may take milliseconds, and
/// nobody reads more warnings than that.
constexpr std::size_t kRoundsMost = kWarningsMax;

/// Pre: the work is over.
Error error_of_work(const WorkBudget& work, const script::Behaviours& block) {
  return work.error("finding times for " + std::to_string(block.behaviours.size()) +
                    " behaviours under " + std::to_string(block.constraints.size()) +
                    " constraints");
}

/// The demands that are still to be met, and what becomes of those that cannot be.
class Scheduler {
 public:
  Scheduler(const script::Behaviours& block, Demands demands, Diagnostics& diagnostics,
            WorkBudget* work);

  Result<Schedule> schedule();

 private:
  const script::Behaviour& behaviour(std::size_t i) const {
    return block_.behaviours[demands_.behaviours[i].index];
  }
  Result<Done> leave_out_circles();
  Result<bool> leave_out_circle_by_circle();
  std::vector<std::size_t> behaviours_in_order() const;
  Result<Done> resolve(const std::vector<Contradiction>& contradictions);
  Result<Done> resolve(const Contradiction& contradiction);
  std::string words_of(const Contradiction& contradiction) const;

  // The network. Owners are behaviours, then constraints.

  struct PointName {
    std::size_t behaviour = 0;
    std::size_t point = 0;
    friend auto operator<=>(const PointName&, const PointName&) = default;
  };

  Result<TimeNetwork> network_without_contradictions(TimeNetwork (Scheduler::*make_network)());
  TimeNetwork network_of_each();
  TimeNetwork network_of_all();
  TimeNetwork empty_network();
  void add_point(const PointName& name, TimeNetwork& network);
  std::size_t point_of(const Anchor& anchor) const {
    return anchor.behaviour ? first_points_[*anchor.behaviour] + anchor.point : 0;
  }
  void add_behaviour(std::size_t behaviour, TimeNetwork& network);
  void add_constraint(std::size_t constraint, TimeNetwork& network) const;
  std::vector<EarlyRound> rounds_of(const EarlyStarts& early) const;
  void warn_of_late_speech(const EarlyStarts& early, const EarlyRound& speeches,
                           const TimeNetwork& network, const std::vector<Seconds>& times);

  const script::Behaviours& block_;
  const Demands demands_;
  Diagnostics& diagnostics_;
  WorkBudget* work_;
  LeftOut left_out_;
  std::vector<std::size_t> first_points_;  // a behaviour: its first point in the network
  std::vector<PointName> names_;           // a point of the network
};

Scheduler::Scheduler(const script::Behaviours& block, Demands demands, Diagnostics& diagnostics,
                     WorkBudget* work)
    : block_(block),
      demands_(std::move(demands)),
      diagnostics_(diagnostics),
      work_(work),
      left_out_(block_, demands_, diagnostics_, work_),
      first_points_(demands_.behaviours.size(), 0) {}

/// What is wrong, in one clause that names the points: of one behaviour by itself what it asks, of
/// several which they are.
std::string Scheduler::words_of(const Contradiction& contradiction) const {
  std::vector<CirclePoint> circle;
  for (const std::size_t point : contradiction.points) {
    CirclePoint& each = circle.emplace_back();
    if (point == 0) continue;
    const PointName& name = names_[point];
    each = {.behaviour = behaviour(name.behaviour).id.text,
            .index = name.point,
            .point = demands_.behaviours[name.behaviour].phases->points[name.point]};
  }
  std::string words;
  const auto& owners = contradiction.owners;
  if (owners.size() == 1 && owners.front() < demands_.behaviours.size()) {
    const std::size_t i = owners.front();
    words = words_of_fault(behaviour(i).id.text, i, demands_.behaviours[i], work_);
  }
  if (words.empty()) words = words_of_circle(circle);
  return (words.empty() ? "" : words + ": ") + points_of_circle(circle);
}

Result<Done> Scheduler::resolve(const Contradiction& contradiction) {
  return left_out_.leave_out_one_of(contradiction.owners, [&] { return words_of(contradiction); });
}

TimeNetwork Scheduler::empty_network() {
  names_.assign(1, {});  // the origin has none
  return {};
}

void Scheduler::add_point(const PointName& name, TimeNetwork& network) {
  names_.push_back(name);
  ++network.points;
}

void Scheduler::add_behaviour(std::size_t i, TimeNetwork& network) {
  const BehaviourDemand& demand = demands_.behaviours[i];
  first_points_[i] = network.points;
  for (std::size_t point = 0; point < demand.phases->points.size(); ++point) {
    add_point({i, point}, network);
  }
  for (std::size_t each = 0; each < demand.phases->phases.size(); ++each) {
    const Phase& phase = demand.phases->phases[each];
    const std::size_t from = first_points_[i] + each;
    if (phase.is_rigid()) {
      network.links.push_back({from, from + 1, phase.least, i});
      continue;
    }
    network.gaps.push_back({from, from + 1, phase.least, i});
    if (phase.most) network.gaps.push_back({from + 1, from, -*phase.most, i});
    network.springs.push_back({from, from + 1, phase.preferred, phase.stiffness});
  }
}

/// Points of behaviours that are left out ask for nothing.
void Scheduler::add_constraint(std::size_t i, TimeNetwork& network) const {
  const ConstraintDemand& demand = demands_.constraints[i];
  if (left_out_.constraints()[i] || left_out_.contains(demand.reference)) return;
  const std::size_t owner = demands_.behaviours.size() + i;
  const Anchor* first = nullptr;
  for (const Anchor& anchor : demand.points) {
    if (left_out_.contains(anchor)) continue;
    const std::size_t point = point_of(anchor);
    const std::size_t reference = point_of(demand.reference);
    const Seconds offset = anchor.offset - demand.reference.offset;
    switch (demand.kind) {
      case Kind::Before:
        network.gaps.push_back({point, reference, offset, owner});
        break;
      case Kind::After:
        network.gaps.push_back({reference, point, -offset, owner});
        break;
      case Kind::Synchronize:
        if (first != nullptr) {
          network.links.push_back({point_of(*first), point, first->offset - anchor.offset, owner});
        } else {
          first = &anchor;
        }
    }
  }
}

TimeNetwork Scheduler::network_of_all() {
  TimeNetwork network = empty_network();
  for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
    if (!left_out_.contains(i)) add_behaviour(i, network);
  }
  for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
    if (left_out_.contains(i)) continue;
    for (const Tie& tie : demands_.behaviours[i].ties) {
      const std::size_t to = first_points_[i] + tie.point;
      network.links.push_back({point_of(tie.when), to, tie.when.offset, i});
    }
  }
  for (std::size_t i = 0; i < demands_.constraints.size(); ++i) add_constraint(i, network);
  return network;
}

/// What each behaviour asks for by itself: the points of others that it names are its own copies.
TimeNetwork Scheduler::network_of_each() {
  TimeNetwork network = empty_network();
  for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
    if (left_out_.contains(i)) continue;
    add_behaviour(i, network);
    std::map<PointName, std::size_t> copies;
    for (const Tie& tie : demands_.behaviours[i].ties) {
      std::size_t from = point_of(tie.when);
      if (tie.when.behaviour && *tie.when.behaviour != i) {
        const PointName name{*tie.when.behaviour, tie.when.point};
        const auto [copy, is_new] = copies.try_emplace(name, network.points);
        if (is_new) add_point(name, network);
        from = copy->second;
      }
      network.links.push_back({from, first_points_[i] + tie.point, tie.when.offset, i});
    }
  }
  return network;
}

/// One of each circle goes, unless one that went already was in it.
Result<Done> Scheduler::resolve(const std::vector<Contradiction>& contradictions) {
  for (const Contradiction& each : contradictions) {
    const bool resolved = std::ranges::any_of(
        each.owners, [&](std::size_t owner) { return left_out_.contains(owner); });
    if (resolved) continue;
    if (const auto done = resolve(each); !done) return done.error();
  }
  return Done{};
}

/// Leaves out until nothing contradicts itself in what `make_network` makes of the rest.
Result<TimeNetwork> Scheduler::network_without_contradictions(
    TimeNetwork (Scheduler::*make_network)()) {
  for (std::size_t round = 0; round < kRoundsMost; ++round) {
    TimeNetwork network = (this->*make_network)();
    const std::vector<Contradiction> contradictions = find_contradictions(network, work_);
    if (is_over(work_)) return error_of_work(*work_, block_);
    if (contradictions.empty()) return network;
    if (const auto done = resolve(contradictions); !done) return done.error();
  }
  return Error{ErrorCode::LimitExceeded,
               "the times of a block contradict each other more than " +
                   std::to_string(kRoundsMost) + " times",
               {}};
}

/// Behaviours, each behind those that it refers to, as far as they do not wait for each other; so
/// what is added moves little of what is there.
std::vector<std::size_t> Scheduler::behaviours_in_order() const {
  struct Visit {
    std::size_t behaviour = 0;
    std::size_t next = 0;  // of its ties
  };
  std::vector<std::size_t> order;
  std::vector<bool> seen(demands_.behaviours.size(), false);
  std::vector<Visit> path;
  const auto visit = [&](std::size_t i) {
    if (seen[i]) return;
    seen[i] = true;
    path.push_back({i});
  };
  for (std::size_t first = 0; first < demands_.behaviours.size(); ++first) {
    visit(first);
    while (!path.empty()) {
      Visit& last = path.back();
      const std::vector<Tie>& ties = demands_.behaviours[last.behaviour].ties;
      if (last.next == ties.size()) {
        order.push_back(last.behaviour);
        path.pop_back();
      } else if (const Anchor& when = ties[last.next++].when; when.behaviour) {
        visit(*when.behaviour);
      }
    }
  }
  return order;
}

Result<Done> Scheduler::leave_out_circles() {
  for (;;) {
    const auto is_done = leave_out_circle_by_circle();
    if (!is_done) return is_done.error();
    if (*is_done || is_over(work_)) return Done{};
  }
}

/// What each owner asks, one after the other: what cannot be kept with what came before closes a
/// circle, of which one goes. Constraints come behind behaviours. False where it is to begin anew,
/// for constraints have been added that ask something of a behaviour that has gone.
Result<bool> Scheduler::leave_out_circle_by_circle() {
  const TimeNetwork network = network_of_all();
  const std::size_t behaviours = demands_.behaviours.size();
  std::vector<std::vector<TimeNetwork::Gap>> asked(behaviours + demands_.constraints.size());
  for (const TimeNetwork::Gap& gap : network.gaps) asked[gap.owner].push_back(gap);
  for (const TimeNetwork::Link& link : network.links) {
    asked[link.owner].push_back({link.from, link.to, link.offset, link.owner});
    asked[link.owner].push_back({link.to, link.from, -link.offset, link.owner});
  }
  std::vector<std::size_t> owners = behaviours_in_order();
  for (std::size_t i = behaviours; i < asked.size(); ++i) owners.push_back(i);
  GrowingTimes times(network.points, work_);
  for (const std::size_t owner : owners) {
    for (const TimeNetwork::Gap& gap : asked[owner]) {
      while (!left_out_.contains(owner) && !is_over(work_)) {
        const auto circle = times.add(gap);
        if (!circle) break;
        const std::size_t gone = left_out_.gone().size();
        if (const auto done = resolve(*circle); !done) return done.error();
        for (const std::size_t each : circle->owners) {
          if (left_out_.contains(each)) times.give_up(each);
        }
        for (const std::size_t each : left_out_.gone().subspan(gone)) times.give_up(each);
        if (owner >= behaviours && left_out_.gone().size() > gone) return false;
      }
    }
  }
  return true;
}

/// Speech, then what else is free; springs stand as add_behaviour has put them.
std::vector<EarlyRound> Scheduler::rounds_of(const EarlyStarts& early) const {
  std::vector<EarlyRound> rounds(2);
  const auto start_of = [&](std::size_t i) {
    return first_points_[i] + demands_.behaviours[i].phases->start_index();
  };
  for (const std::size_t i : early.speeches) rounds[0].points.push_back(start_of(i));
  for (const std::size_t i : early.others) rounds[1].points.push_back(start_of(i));
  for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
    if (left_out_.contains(i)) continue;
    for (std::size_t each = 0; each < early.yields[i].size(); ++each) {
      if (demands_.behaviours[i].phases->phases[each].is_rigid()) continue;
      rounds[0].yields.push_back(early.yields[i][each].to_speech);
      rounds[1].yields.push_back(early.yields[i][each].to_others);
    }
  }
  return rounds;
}

/// A block that is planned anew was told at first.
void Scheduler::warn_of_late_speech(const EarlyStarts& early, const EarlyRound& speeches,
                                    const TimeNetwork& network, const std::vector<Seconds>& times) {
  for (std::size_t i = 0; i < early.speeches.size(); ++i) {
    const std::size_t speech = early.speeches[i];
    const std::size_t start = speeches.points[i];
    const bool is_anew = demands_.behaviours[speech].phases->start_index() > 0;
    if (early.is_tied[speech] || is_anew || times[start] <= kSpeechLate) continue;
    if (!spend(work_, network.points + network.gaps.size() + network.springs.size())) return;
    const auto held_up = find_held_up(network, speeches.yields, times, start);
    if (!held_up) continue;
    const auto [other, point] = names_[*held_up];
    const std::string& name = demands_.behaviours[other].phases->points[point];
    diagnostics_.warn(
        {.message = late_speech_words(times[start], behaviour(other).id.text + ":" + name),
         .where = behaviour(speech).where,
         .about = behaviour(speech).id.text});
  }
}

Result<Schedule> Scheduler::schedule() {
  if (const auto done = left_out_.leave_out_faults(); !done) return done.error();
  // First each behaviour by itself: one that contradicts itself is at fault, whatever refers to it.
  const auto alone = network_without_contradictions(&Scheduler::network_of_each);
  if (!alone) return alone.error();
  TimeNetwork all = network_of_all();
  if (!can_be_kept(all, work_)) {
    if (const auto done = leave_out_circles(); !done) return done.error();
    // What rounding has hidden from it, if anything.
    auto kept = network_without_contradictions(&Scheduler::network_of_all);
    if (!kept) return kept.error();
    all = *std::move(kept);
  }
  const EarlyStarts early =
      find_early(block_, demands_, left_out_.behaviours(), left_out_.constraints());
  const std::vector<EarlyRound> rounds = rounds_of(early);
  const std::vector<Seconds> times = compute_times(all, rounds, work_);
  if (!is_over(work_)) warn_of_late_speech(early, rounds.front(), all, times);
  if (is_over(work_)) return error_of_work(*work_, block_);
  Schedule schedule;
  schedule.times.resize(demands_.behaviours.size());
  for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
    if (left_out_.contains(i)) continue;
    const auto first = times.begin() + static_cast<std::ptrdiff_t>(first_points_[i]);
    MomentTimes own(
        first, first + static_cast<std::ptrdiff_t>(demands_.behaviours[i].phases->points.size()));
    for (std::size_t each = 1; each < own.size(); ++each) {
      own[each] = std::max(own[each], own[each - 1]);
    }
    schedule.times[demands_.behaviours[i].index] = std::move(own);
  }
  return schedule;
}

}  // namespace

Result<Schedule> make_schedule(const script::Behaviours& block,
                               std::span<const std::optional<Phases>> wanted,
                               std::span<const KnownPoint> others, Diagnostics& diagnostics,
                               const ScheduleBounds& bounds) {
  KINE_ASSERT(wanted.size() == block.behaviours.size());
  std::size_t points = 0;
  for (const std::optional<Phases>& phases : wanted) {
    if (!phases) continue;
    KINE_ASSERT(phases->valid());
    points += phases->points.size();
  }
  if (points > kSyncPointsMax) {
    return Error{ErrorCode::LimitExceeded,
                 "a block has at most " + std::to_string(kSyncPointsMax) + " sync points, not " +
                     quoted(std::to_string(points)),
                 {}};
  }
  auto demands = look_up_demands(block, wanted, others, bounds);
  if (!demands) return demands.error();
  if (is_over(bounds.work)) return error_of_work(*bounds.work, block);
  return Scheduler(block, *std::move(demands), diagnostics, bounds.work).schedule();
}

}  // namespace kine::plan
