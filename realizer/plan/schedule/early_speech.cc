#include "realizer/plan/schedule/early_speech.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "realizer/core/number.h"

namespace kine::plan {
namespace {

using ConstraintKind = script::SyncConstraint::Kind;

std::optional<std::size_t> index_of_point(const Phases& phases, std::string_view point) {
  const auto found = std::ranges::find(phases.points, point);
  if (found == phases.points.end()) return std::nullopt;
  return static_cast<std::size_t>(found - phases.points.begin());
}

/// Where the preparation of a behaviour leads, the index of a point: to its stroke; of a walk to
/// its end. What is held has none, for it is shortened before a speech waits.
std::size_t goal_of(const script::BehaviourKind& kind, const Phases& phases) {
  if (std::holds_alternative<script::Locomotion>(kind)) return phases.points.size() - 1;
  return index_of_point(phases, "stroke").value_or(index_of_point(phases, "stroke:1").value_or(0));
}

class EarlySearch {
 public:
  EarlySearch(const script::Behaviours& block, const Demands& demands,
              const std::vector<bool>& left_out, const std::vector<bool>& constraints_left_out)
      : block_(block),
        demands_(demands),
        left_out_(left_out),
        constraints_left_out_(constraints_left_out),
        names_(demands.behaviours.size()),
        at_speech_(demands.behaviours.size()),
        is_tied_(demands.behaviours.size(), false),
        is_joined_(demands.behaviours.size(), false) {}

  EarlyStarts found();

 private:
  bool is_speech(std::size_t i) const {
    const script::Behaviour& behaviour = block_.behaviours[demands_.behaviours[i].index];
    return std::holds_alternative<script::Speech>(behaviour.kind);
  }
  bool counts(const Anchor& anchor) const {
    return anchor.behaviour && !left_out_[*anchor.behaviour];
  }
  void note_ties(std::size_t behaviour);
  void note(const ConstraintDemand& constraint);
  void note_order(const Anchor& earlier, const Anchor& later);
  std::vector<bool> named_by_speech() const;
  std::vector<EarlyStarts::Yields> yields_of(std::size_t behaviour, bool is_named) const;
  std::size_t prepared_phases(std::size_t behaviour) const;

  const script::Behaviours& block_;
  const Demands& demands_;
  const std::vector<bool>& left_out_;
  const std::vector<bool>& constraints_left_out_;
  std::vector<std::vector<std::size_t>> names_;      // a behaviour: what it is to wait for
  std::vector<std::vector<std::size_t>> at_speech_;  // a behaviour: its points at a speech's
  std::vector<bool> is_tied_;                        // a behaviour: it says itself when it is
  std::vector<bool> is_joined_;                      // a behaviour: a constraint synchronizes it
};

void EarlySearch::note_ties(std::size_t i) {
  const BehaviourDemand& demand = demands_.behaviours[i];
  for (const Tie& tie : demand.ties) {
    if (demand.phases->points[tie.point].empty()) continue;
    is_tied_[i] = true;
    if (!counts(tie.when)) continue;
    names_[i].push_back(*tie.when.behaviour);
    if (is_speech(*tie.when.behaviour)) at_speech_[i].push_back(tie.point);
  }
}

/// What is to be after something waits for it, because the script says so.
void EarlySearch::note_order(const Anchor& earlier, const Anchor& later) {
  if (!counts(later)) return;
  is_tied_[*later.behaviour] = true;
  if (counts(earlier)) names_[*later.behaviour].push_back(*earlier.behaviour);
}

void EarlySearch::note(const ConstraintDemand& constraint) {
  if (constraint.kind != ConstraintKind::Synchronize) {
    const bool before = constraint.kind == ConstraintKind::Before;
    for (const Anchor& anchor : constraint.points) {
      note_order(before ? anchor : constraint.reference, before ? constraint.reference : anchor);
    }
    return;
  }
  const bool has_speech = std::ranges::any_of(constraint.points, [&](const Anchor& anchor) {
    return counts(anchor) && is_speech(*anchor.behaviour);
  });
  for (const Anchor& anchor : constraint.points) {
    if (!counts(anchor)) continue;
    is_joined_[*anchor.behaviour] = true;
    if (has_speech) at_speech_[*anchor.behaviour].push_back(anchor.point);
  }
}

/// What speeches are tied to themselves, directly or by way of others: they wait for it.
std::vector<bool> EarlySearch::named_by_speech() const {
  std::vector<bool> named(names_.size(), false);
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (!left_out_[i] && is_speech(i)) left.push_back(i);
  }
  while (!left.empty()) {
    const std::size_t next = left.back();
    left.pop_back();
    for (const std::size_t i : names_[next]) {
      if (!named[i]) left.push_back(i);
      named[i] = true;
    }
  }
  return named;
}

/// How many phases from the first on prepare what is tied to a speech.
std::size_t EarlySearch::prepared_phases(std::size_t i) const {
  const BehaviourDemand& demand = demands_.behaviours[i];
  const std::size_t start = demand.phases->start_index();
  const std::size_t goal = goal_of(block_.behaviours[demand.index].kind, *demand.phases);
  std::size_t prepared = 0;
  for (const std::size_t point : at_speech_[i]) {
    if (point > start && point <= goal) prepared = std::max(prepared, point);
  }
  return prepared;
}

std::vector<EarlyStarts::Yields> EarlySearch::yields_of(std::size_t i, bool is_named) const {
  const Phases& phases = *demands_.behaviours[i].phases;
  const bool goes_with_speech = !is_speech(i) && !at_speech_[i].empty();
  const std::size_t prepared = goes_with_speech ? prepared_phases(i) : 0;
  std::vector<EarlyStarts::Yields> yields;
  for (std::size_t phase = 0; phase < phases.phases.size(); ++phase) {
    const bool held = phases.phases[phase].held;
    const bool moves = phase >= std::max(prepared, phases.start_index());
    yields.push_back(
        {.to_speech = !is_named && (held || (goes_with_speech && moves)), .to_others = held});
  }
  return yields;
}

EarlyStarts EarlySearch::found() {
  for (std::size_t i = 0; i < left_out_.size(); ++i) {
    if (!left_out_[i]) note_ties(i);
  }
  for (std::size_t i = 0; i < constraints_left_out_.size(); ++i) {
    if (!constraints_left_out_[i]) note(demands_.constraints[i]);
  }
  const std::vector<bool> named = named_by_speech();
  EarlyStarts early;
  early.yields.resize(left_out_.size());
  for (std::size_t i = 0; i < left_out_.size(); ++i) {
    if (left_out_[i]) continue;
    early.yields[i] = yields_of(i, named[i]);
    if (is_speech(i)) {
      early.speeches.push_back(i);
    } else if (!is_tied_[i] && !is_joined_[i]) {
      early.others.push_back(i);
    }
  }
  early.is_tied = is_tied_;
  return early;
}

}  // namespace

EarlyStarts find_early(const script::Behaviours& block, const Demands& demands,
                       const std::vector<bool>& left_out,
                       const std::vector<bool>& constraints_left_out) {
  return EarlySearch(block, demands, left_out, constraints_left_out).found();
}

std::string late_speech_words(Seconds late, const std::string& what_for) {
  const double rounded_s = std::round(late.count() * 1000) / 1000;
  return "the first word waits " + format_number(rounded_s) + " s for " + quoted(what_for) +
         "; to speak at once, tie that to a later word";
}

}  // namespace kine::plan
