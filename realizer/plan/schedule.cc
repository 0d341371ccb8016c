#include "realizer/plan/schedule.h"

#include <algorithm>
#include <compare>
#include <map>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/contradiction_words.h"
#include "realizer/plan/early_points.h"
#include "realizer/plan/early_speech.h"
#include "realizer/plan/sync_demands.h"
#include "realizer/plan/time_network.h"

namespace kine::plan {
namespace {

using Kind = script::SyncConstraint::Kind;

/// How often something is left out and the rest looked at again: each may take milliseconds, and
/// nobody reads more warnings than that.
constexpr std::size_t kRoundsMost = kWarningsMax;

/// The demands that are still to be met, and what becomes of those that cannot be.
class Scheduler {
 public:
  Scheduler(const script::Behaviours& block, Demands demands, Diagnostics& diagnostics);

  Result<Schedule> schedule();

 private:
  const script::Behaviour& behaviour(std::size_t i) const {
    return block_.behaviours[demands_.behaviours[i].index];
  }
  const script::SyncConstraint& constraint(std::size_t i) const {
    return block_.constraints[demands_.constraints[i].index];
  }
  bool is_left_out(const Anchor& anchor) const {
    return anchor.behaviour && left_out_[*anchor.behaviour];
  }

  Result<Done> leave_out_faults();
  Result<Done> leave_out(std::size_t behaviour, const std::string& reason);
  Result<Done> leave_out_constraint(std::size_t constraint, const std::string& reason);
  Result<Done> leave_out_dependents();
  Result<Done> check_required_constraints() const;
  std::vector<std::size_t> going_with(std::size_t behaviour) const;
  bool can_go(const std::vector<std::size_t>& behaviours) const;
  Result<Done> resolve(const std::vector<Contradiction>& contradictions);
  Result<Done> resolve(const Contradiction& contradiction);
  std::optional<std::size_t> choose(const Contradiction& contradiction) const;
  std::string words_of(const Contradiction& contradiction) const;
  Where place_of(const Contradiction& contradiction) const;

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
  std::vector<bool> left_out_;                        // a behaviour
  std::vector<bool> constraints_left_out_;            // a constraint
  std::vector<std::vector<std::size_t>> dependents_;  // a behaviour: those that refer to it
  std::vector<bool> named_by_required_;  // a behaviour: whether a required constraint refers to it
  std::vector<std::size_t> first_points_;  // a behaviour: its first point in the network
  std::vector<PointName> names_;           // a point of the network
};

Scheduler::Scheduler(const script::Behaviours& block, Demands demands, Diagnostics& diagnostics)
    : block_(block),
      demands_(std::move(demands)),
      diagnostics_(diagnostics),
      left_out_(demands_.behaviours.size(), false),
      constraints_left_out_(demands_.constraints.size(), false),
      dependents_(demands_.behaviours.size()),
      named_by_required_(demands_.behaviours.size(), false),
      first_points_(demands_.behaviours.size(), 0) {
  for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
    for (const Tie& tie : demands_.behaviours[i].ties) {
      if (tie.when.behaviour) dependents_[*tie.when.behaviour].push_back(i);
    }
  }
  const auto name = [&](const Anchor& anchor) {
    if (anchor.behaviour) named_by_required_[*anchor.behaviour] = true;
  };
  for (std::size_t i = 0; i < demands_.constraints.size(); ++i) {
    if (!constraint(i).required) continue;
    name(demands_.constraints[i].reference);
    for (const Anchor& anchor : demands_.constraints[i].points) name(anchor);
  }
}

Result<Done> Scheduler::leave_out(std::size_t i, const std::string& reason) {
  const script::Behaviour& behaviour = this->behaviour(i);
  if (behaviour.required) {
    return Error{ErrorCode::OutOfRange,
                 reason + ", and it is required: " + quoted(behaviour.id.text), behaviour.where};
  }
  left_out_[i] = true;
  diagnostics_.warn({.message = reason + ", so it is left out: " + quoted(behaviour.id.text),
                     .where = behaviour.where,
                     .kind = WarningKind::ImpossibleToSchedule,
                     .about = behaviour.id.text});
  return Done{};
}

Result<Done> Scheduler::leave_out_constraint(std::size_t i, const std::string& reason) {
  const script::SyncConstraint& constraint = this->constraint(i);
  if (constraint.required) {
    return Error{ErrorCode::OutOfRange, reason + ", and the constraint is required",
                 constraint.where};
  }
  constraints_left_out_[i] = true;
  diagnostics_.warn({.message = reason + ", so the constraint is left out",
                     .where = constraint.where,
                     .kind = WarningKind::ImpossibleToSchedule,
                     .about = constraint.id.text});
  return Done{};
}

/// What cannot be done whatever the times: names that there are not.
Result<Done> Scheduler::leave_out_faults() {
  for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
    const BehaviourDemand& demand = demands_.behaviours[i];
    if (demand.phases == nullptr) {
      if (behaviour(i).required) {
        return Error{ErrorCode::Unsupported,
                     "a required behaviour cannot be done: " + quoted(behaviour(i).id.text),
                     behaviour(i).where};
      }
      left_out_[i] = true;
    } else if (!demand.fault.empty()) {
      if (const auto done = leave_out(i, demand.fault); !done) return done.error();
    }
  }
  for (std::size_t i = 0; i < demands_.constraints.size(); ++i) {
    if (demands_.constraints[i].fault.empty()) continue;
    const auto done = leave_out_constraint(i, demands_.constraints[i].fault);
    if (!done) return done.error();
  }
  return leave_out_dependents();
}

/// A behaviour that is to be when something is that there is not goes with it.
Result<Done> Scheduler::leave_out_dependents() {
  for (bool found = true; found;) {
    found = false;
    for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
      if (left_out_[i]) continue;
      for (const Tie& tie : demands_.behaviours[i].ties) {
        if (!is_left_out(tie.when)) continue;
        const std::string& other = behaviour(*tie.when.behaviour).id.text;
        const auto done = leave_out(i, "it refers to " + quoted(other) + ", which is left out");
        if (!done) return done.error();
        found = true;
        break;
      }
    }
  }
  return check_required_constraints();
}

Result<Done> Scheduler::check_required_constraints() const {
  for (std::size_t i = 0; i < demands_.constraints.size(); ++i) {
    const ConstraintDemand& demand = demands_.constraints[i];
    if (!constraint(i).required) continue;
    const auto missing = std::ranges::find_if(
        demand.points, [&](const Anchor& anchor) { return is_left_out(anchor); });
    const Anchor* const anchor = missing != demand.points.end()  ? &*missing
                                 : is_left_out(demand.reference) ? &demand.reference
                                                                 : nullptr;
    if (anchor == nullptr) continue;
    return Error{ErrorCode::OutOfRange,
                 "a required constraint refers to what is left out: " +
                     quoted(behaviour(*anchor->behaviour).id.text),
                 constraint(i).where};
  }
  return Done{};
}

/// `first` and all that would be left out with it.
std::vector<std::size_t> Scheduler::going_with(std::size_t first) const {
  std::vector<std::size_t> going = {first};
  std::vector<bool> goes = left_out_;
  goes[first] = true;
  for (std::size_t next = 0; next < going.size(); ++next) {
    for (const std::size_t i : dependents_[going[next]]) {
      if (goes[i]) continue;
      goes[i] = true;
      going.push_back(i);
    }
  }
  return going;
}

bool Scheduler::can_go(const std::vector<std::size_t>& behaviours) const {
  return std::ranges::none_of(
      behaviours, [&](std::size_t i) { return behaviour(i).required || named_by_required_[i]; });
}

/// The owner that is left out: of the constraints the last; else of the behaviours the one that
/// takes the fewest with it, of those the one that asks for the most, of those the last.
std::optional<std::size_t> Scheduler::choose(const Contradiction& contradiction) const {
  const std::size_t behaviours = demands_.behaviours.size();
  std::optional<std::size_t> chosen;
  std::size_t fewest = 0;
  std::size_t most = 0;
  for (const std::size_t owner : contradiction.owners) {
    if (owner >= behaviours) {
      if (!constraint(owner - behaviours).required) chosen = owner;
      continue;
    }
    const std::vector<std::size_t> going = going_with(owner);
    if (!can_go(going)) continue;
    const std::size_t asked = demands_.behaviours[owner].ties.size();
    const bool worse = going.size() > fewest || (going.size() == fewest && asked < most);
    if (chosen && worse) continue;
    chosen = owner;
    fewest = going.size();
    most = asked;
  }
  return chosen;
}

/// What is wrong, in one clause that names the points: of one behaviour by itself what it asks, of
/// several who they are.
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
    words = words_of_fault(behaviour(i).id.text, i, demands_.behaviours[i]);
  }
  if (words.empty()) words = words_of_circle(circle);
  return (words.empty() ? "" : words + ": ") + points_of_circle(circle);
}

Result<Done> Scheduler::resolve(const Contradiction& contradiction) {
  const std::string reason = words_of(contradiction);
  const auto chosen = choose(contradiction);
  if (!chosen) return Error{ErrorCode::OutOfRange, reason, place_of(contradiction)};
  const std::size_t behaviours = demands_.behaviours.size();
  return *chosen < behaviours ? leave_out(*chosen, reason)
                              : leave_out_constraint(*chosen - behaviours, reason);
}

/// Of the first who is required.
Where Scheduler::place_of(const Contradiction& contradiction) const {
  const std::size_t behaviours = demands_.behaviours.size();
  for (const std::size_t owner : contradiction.owners) {
    if (owner < behaviours && behaviour(owner).required) return behaviour(owner).where;
    if (owner >= behaviours && constraint(owner - behaviours).required) {
      return constraint(owner - behaviours).where;
    }
  }
  return {};
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
  if (constraints_left_out_[i] || is_left_out(demand.reference)) return;
  const std::size_t owner = demands_.behaviours.size() + i;
  const Anchor* first = nullptr;
  for (const Anchor& anchor : demand.points) {
    if (is_left_out(anchor)) continue;
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
    if (!left_out_[i]) add_behaviour(i, network);
  }
  for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
    if (left_out_[i]) continue;
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
    if (left_out_[i]) continue;
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
  const std::size_t behaviours = demands_.behaviours.size();
  for (const Contradiction& each : contradictions) {
    const bool resolved = std::ranges::any_of(each.owners, [&](std::size_t owner) {
      return owner < behaviours ? left_out_[owner] : constraints_left_out_[owner - behaviours];
    });
    if (resolved) continue;
    if (const auto done = resolve(each); !done) return done.error();
    if (const auto done = leave_out_dependents(); !done) return done.error();
  }
  return Done{};
}

/// Leaves out until nothing contradicts itself in what `make_network` makes of the rest.
Result<TimeNetwork> Scheduler::network_without_contradictions(
    TimeNetwork (Scheduler::*make_network)()) {
  for (std::size_t round = 0; round < kRoundsMost; ++round) {
    TimeNetwork network = (this->*make_network)();
    const std::vector<Contradiction> contradictions = find_contradictions(network);
    if (contradictions.empty()) return network;
    if (const auto done = resolve(contradictions); !done) return done.error();
  }
  return Error{ErrorCode::LimitExceeded,
               "the times of a block contradict each other more than " +
                   std::to_string(kRoundsMost) + " times",
               {}};
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
    if (left_out_[i]) continue;
    for (std::size_t each = 0; each < early.yields[i].size(); ++each) {
      if (demands_.behaviours[i].phases->phases[each].is_rigid()) continue;
      rounds[0].yields.push_back(early.yields[i][each].to_speech);
      rounds[1].yields.push_back(early.yields[i][each].to_others);
    }
  }
  return rounds;
}

/// Who is planned anew was told at first.
void Scheduler::warn_of_late_speech(const EarlyStarts& early, const EarlyRound& speeches,
                                    const TimeNetwork& network, const std::vector<Seconds>& times) {
  for (std::size_t i = 0; i < early.speeches.size(); ++i) {
    const std::size_t speech = early.speeches[i];
    const std::size_t start = speeches.points[i];
    const bool is_anew = demands_.behaviours[speech].phases->start_index() > 0;
    if (early.is_tied[speech] || is_anew || times[start] <= kSpeechLate) continue;
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
  if (const auto done = leave_out_faults(); !done) return done.error();
  // First each behaviour by itself: one that contradicts itself is at fault, whoever refers to it.
  const auto alone = network_without_contradictions(&Scheduler::network_of_each);
  if (!alone) return alone.error();
  const auto all = network_without_contradictions(&Scheduler::network_of_all);
  if (!all) return all.error();
  const EarlyStarts early = find_early(block_, demands_, left_out_, constraints_left_out_);
  const std::vector<EarlyRound> rounds = rounds_of(early);
  const std::vector<Seconds> times = compute_times(*all, rounds);
  warn_of_late_speech(early, rounds.front(), *all, times);
  Schedule schedule;
  schedule.times.resize(demands_.behaviours.size());
  for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
    if (left_out_[i]) continue;
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
                               Seconds earliest) {
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
  auto demands = look_up_demands(block, wanted, others, earliest);
  if (!demands) return demands.error();
  return Scheduler(block, *std::move(demands), diagnostics).schedule();
}

}  // namespace kine::plan
