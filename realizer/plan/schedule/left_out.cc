#include "realizer/plan/schedule/left_out.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"

namespace kine::plan {

LeftOut::LeftOut(const script::Behaviours& block, const Demands& demands, Diagnostics& diagnostics,
                 WorkBudget* work)
    : block_(block),
      demands_(demands),
      diagnostics_(diagnostics),
      work_(work),
      behaviours_(demands.behaviours.size(), false),
      constraints_(demands.constraints.size(), false),
      dependents_(demands.behaviours.size()),
      named_by_required_(demands.behaviours.size(), false),
      asked_(demands.behaviours.size(), 0) {
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

bool LeftOut::contains(std::size_t owner) const {
  return owner < behaviours_.size() ? behaviours_[owner] : constraints_[owner - behaviours_.size()];
}

Result<Done> LeftOut::leave_out(std::size_t i, const std::string& reason) {
  const script::Behaviour& behaviour = this->behaviour(i);
  if (behaviour.required) {
    return Error{ErrorCode::OutOfRange,
                 reason + ", and it is required: " + quoted(behaviour.id.text), behaviour.where};
  }
  behaviours_[i] = true;
  gone_.push_back(i);
  diagnostics_.warn({.message = reason + ", so it is left out: " + quoted(behaviour.id.text),
                     .where = behaviour.where,
                     .kind = WarningKind::ImpossibleToSchedule,
                     .about = behaviour.id.text});
  return Done{};
}

Result<Done> LeftOut::leave_out_constraint(std::size_t i, const std::string& reason) {
  const script::SyncConstraint& constraint = this->constraint(i);
  if (constraint.required) {
    return Error{ErrorCode::OutOfRange, reason + ", and the constraint is required",
                 constraint.where};
  }
  constraints_[i] = true;
  diagnostics_.warn({.message = reason + ", so the constraint is left out",
                     .where = constraint.where,
                     .kind = WarningKind::ImpossibleToSchedule,
                     .about = constraint.id.text});
  return Done{};
}

Result<Done> LeftOut::leave_out_faults() {
  for (std::size_t i = 0; i < demands_.behaviours.size(); ++i) {
    const BehaviourDemand& demand = demands_.behaviours[i];
    if (demand.phases == nullptr) {
      if (behaviour(i).required) {
        return Error{ErrorCode::Unsupported,
                     "a required behaviour cannot be done: " + quoted(behaviour(i).id.text),
                     behaviour(i).where};
      }
      behaviours_[i] = true;
      gone_.push_back(i);
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

/// A behaviour that is to be when something is that there is not goes with it. They go in rounds,
/// in each in their order.
Result<Done> LeftOut::leave_out_dependents() {
  using InRound = std::pair<std::size_t, std::size_t>;  // the round, the behaviour
  std::priority_queue<InRound, std::vector<InRound>, std::greater<>> turns;
  bool is_named = false;
  const auto follow = [&](std::size_t gone, auto round_of) {
    is_named = is_named || named_by_required_[gone];
    spend(work_, 1 + dependents_[gone].size());
    for (const std::size_t i : dependents_[gone]) {
      if (!behaviours_[i]) turns.emplace(round_of(i), i);
    }
  };
  for (; followed_ < gone_.size(); ++followed_) {
    follow(gone_[followed_], [](std::size_t) { return std::size_t{0}; });
  }
  while (!turns.empty()) {
    const auto [round, i] = turns.top();
    turns.pop();
    if (behaviours_[i]) continue;
    const std::vector<Tie>& ties = demands_.behaviours[i].ties;
    spend(work_, ties.size());
    const auto tie =
        std::ranges::find_if(ties, [&](const Tie& each) { return contains(each.when); });
    const std::string& other = behaviour(*tie->when.behaviour).id.text;
    const auto done = leave_out(i, "it refers to " + quoted(other) + ", which is left out");
    if (!done) return done.error();
    ++followed_;
    follow(i, [&, round = round, i = i](std::size_t next) { return next > i ? round : round + 1; });
  }
  return is_named ? check_required_constraints() : Done{};
}

Result<Done> LeftOut::check_required_constraints() const {
  for (std::size_t i = 0; i < demands_.constraints.size(); ++i) {
    const ConstraintDemand& demand = demands_.constraints[i];
    if (!constraint(i).required) continue;
    spend(work_, 1 + demand.points.size());
    const auto missing =
        std::ranges::find_if(demand.points, [&](const Anchor& anchor) { return contains(anchor); });
    const Anchor* const anchor = missing != demand.points.end() ? &*missing
                                 : contains(demand.reference)   ? &demand.reference
                                                                : nullptr;
    if (anchor == nullptr) continue;
    return Error{ErrorCode::OutOfRange,
                 "a required constraint refers to what is left out: " +
                     quoted(behaviour(*anchor->behaviour).id.text),
                 constraint(i).where};
  }
  return Done{};
}

/// How many would go with one, as far as it takes no more than `most`.
void LeftOut::count_with(Candidate& candidate, std::size_t most) {
  std::vector<std::size_t> going = {candidate.behaviour};
  asked_[candidate.behaviour] = ++counts_;
  for (std::size_t next = 0; next < going.size(); ++next) {
    const std::size_t each = going[next];
    spend(work_, 1 + dependents_[each].size());
    candidate.may_go = !behaviour(each).required && !named_by_required_[each];
    if (!candidate.may_go || going.size() > most) return;
    for (const std::size_t i : dependents_[each]) {
      if (behaviours_[i] || asked_[i] == counts_) continue;
      asked_[i] = counts_;
      going.push_back(i);
    }
  }
  candidate.takes = going.size();
}

/// Each is asked for twice as many as before until one takes no more than that: the others may take
/// hundreds along.
std::optional<std::size_t> LeftOut::choose_behaviour(std::span<const std::size_t> behaviours) {
  std::vector<Candidate> candidates;
  for (const std::size_t i : behaviours) candidates.push_back({i, {}});
  for (std::size_t most = 1; !candidates.empty() && !is_over(work_); most *= 2) {
    for (Candidate& each : candidates) count_with(each, most);
    std::erase_if(candidates, [](const Candidate& each) { return !each.may_go; });
    const Candidate* chosen = nullptr;
    const auto rank = [&](const Candidate& each) {
      const std::size_t asked = demands_.behaviours[each.behaviour].ties.size();
      return std::tuple(*each.takes, -static_cast<std::ptrdiff_t>(asked));
    };
    for (const Candidate& each : candidates) {
      if (each.takes && (chosen == nullptr || rank(each) <= rank(*chosen))) chosen = &each;
    }
    if (chosen != nullptr) return chosen->behaviour;
  }
  return std::nullopt;
}

std::optional<std::size_t> LeftOut::choose(std::span<const std::size_t> owners) {
  const std::size_t count = behaviours_.size();
  const auto first_constraint = std::ranges::lower_bound(owners, count);
  for (auto owner = owners.end(); owner != first_constraint;) {
    if (!constraint(*--owner - count).required) return *owner;
  }
  return choose_behaviour({owners.begin(), first_constraint});
}

/// Of the first that is required.
Where LeftOut::place_of(std::span<const std::size_t> owners) const {
  const std::size_t count = behaviours_.size();
  for (const std::size_t owner : owners) {
    if (owner < count && behaviour(owner).required) return behaviour(owner).where;
    if (owner >= count && constraint(owner - count).required) {
      return constraint(owner - count).where;
    }
  }
  return {};
}

Result<Done> LeftOut::leave_out_one_of(std::span<const std::size_t> owners,
                                       const std::function<std::string()>& reason) {
  spend(work_, owners.size());
  const auto chosen = choose(owners);
  if (is_over(work_)) return Done{};
  if (!chosen) return Error{ErrorCode::OutOfRange, reason(), place_of(owners)};
  // What is past the limit is counted, and its words are not read.
  const bool is_read = diagnostics_.warnings().size() < kWarningsMax;
  const std::string why = is_read ? reason() : "";
  const std::size_t count = behaviours_.size();
  const auto done =
      *chosen < count ? leave_out(*chosen, why) : leave_out_constraint(*chosen - count, why);
  if (!done) return done.error();
  return leave_out_dependents();
}

}  // namespace kine::plan
