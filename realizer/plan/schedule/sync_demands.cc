#include "realizer/plan/schedule/sync_demands.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/script/bml/bml_reference.h"

namespace kine::plan {
namespace {

using script::SyncReference;

/// "stroke:2" of a stroke that is repeated.
std::string name_of(std::string_view point, int iteration) {
  std::string name(point);
  if (iteration > 0) name += ":" + std::to_string(iteration);
  return name;
}

/// What the point may be called: a stroke that there is once is the first of its kind.
std::vector<std::string> spellings_of(std::string_view point, int iteration) {
  std::vector<std::string> spellings = {name_of(point, iteration)};
  if (iteration <= 1) spellings.push_back(name_of(point, 1 - iteration));
  return spellings;
}

std::optional<std::size_t> find_point(const Phases& phases, std::string_view point, int iteration,
                                      WorkBudget* work) {
  for (const std::string& name : spellings_of(point, iteration)) {
    const auto found = std::ranges::find(phases.points, name);
    spend(work, static_cast<std::uint64_t>(found - phases.points.begin()));
    if (found == phases.points.end()) continue;
    return static_cast<std::size_t>(found - phases.points.begin());
  }
  return std::nullopt;
}

/// Calls it with each reference to another block, and the id of what refers to it.
template <class Call>
void for_each_other(const script::Behaviours& block, Call call) {
  const auto note = [&](const SyncReference& reference, const std::string& id) {
    if (!reference.block.empty()) call(reference, id);
  };
  for (const script::Behaviour& behaviour : block.behaviours) {
    const std::string& id = behaviour.id.text;
    for (const script::Appointment& each : behaviour.appointments) note(each.when, id);
    const auto* speech = std::get_if<script::Speech>(&behaviour.kind);
    if (speech == nullptr) continue;
    for (const script::SpeechMark& mark : speech->marks) {
      if (mark.when) note(*mark.when, id);
    }
  }
  for (const script::SyncConstraint& constraint : block.constraints) {
    const std::string& id = constraint.id.text;
    for (const SyncReference& point : constraint.points) note(point, id);
    note(constraint.reference, id);
  }
}

/// Of several faults the first by its words: it is told whichever was met first.
void add_fault(std::string& fault, const std::string& another) {
  if (another.empty()) return;
  if (fault.empty() || another < fault) fault = another;
}

class LookUp {
 public:
  LookUp(const script::Behaviours& block, std::span<const std::optional<Phases>> wanted,
         std::span<const KnownPoint> others, const ScheduleBounds& bounds);

  Result<Demands> demands();

 private:
  struct Found {
    Anchor anchor;
    std::string fault;
  };

  Result<Done> add_tie(BehaviourDemand& demand, std::string_view point, const SyncReference& when);
  Result<Done> add_anchor(std::vector<Anchor>& anchors, std::string& fault,
                          const SyncReference& reference);
  Result<Found> find(const SyncReference& reference) const;
  Found find_in_others(const SyncReference& reference) const;

  const script::Behaviours& block_;
  std::span<const std::optional<Phases>> wanted_;
  std::map<std::string_view, std::size_t> by_id_;  // index into Demands::behaviours
  std::map<std::string, Seconds, std::less<>> others_;
  Seconds earliest_;
  WorkBudget* work_;
  std::vector<std::size_t> order_;  // Demands' behaviours in the document
};

LookUp::LookUp(const script::Behaviours& block, std::span<const std::optional<Phases>> wanted,
               std::span<const KnownPoint> others, const ScheduleBounds& bounds)
    : block_(block),
      wanted_(wanted),
      earliest_(bounds.earliest),
      work_(bounds.work),
      order_(block.behaviours.size()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::ranges::sort(order_, {},
                    [&](std::size_t i) -> std::string_view { return block.behaviours[i].id.text; });
  for (std::size_t i = 0; i < order_.size(); ++i) {
    by_id_.emplace(block.behaviours[order_[i]].id.text, i);
  }
  for (const KnownPoint& point : others) others_.emplace(point.id, point.time);
}

Result<LookUp::Found> LookUp::find(const SyncReference& reference) const {
  if (reference.is_absolute()) return Found{{.offset = reference.offset}, {}};
  const std::string& behaviour = reference.behaviour.text;
  const std::string point = name_of(reference.point, reference.iteration);
  if (!reference.block.empty()) return find_in_others(reference);
  const auto named = by_id_.find(behaviour);
  if (named == by_id_.end()) {
    return Error{ErrorCode::UnknownName, "there is no behaviour " + quoted(behaviour),
                 reference.where};
  }
  const std::optional<Phases>& phases = wanted_[order_[named->second]];
  Anchor anchor{named->second, 0, reference.offset};
  if (!phases) return Found{anchor, {}};
  const auto found = find_point(*phases, reference.point, reference.iteration, work_);
  if (!found) return Found{{}, "there is no sync point " + quoted(behaviour + ":" + point)};
  anchor.point = *found;
  return Found{anchor, {}};
}

LookUp::Found LookUp::find_in_others(const SyncReference& reference) const {
  const std::string block = reference.block.text + ":";
  const std::string behaviour = block + reference.behaviour.text + ":";
  for (const std::string& point : spellings_of(reference.point, reference.iteration)) {
    const auto known = others_.find(behaviour + point);
    if (known == others_.end()) continue;
    return {{.offset = std::max(known->second + reference.offset, earliest_)}, {}};
  }
  const auto first = others_.lower_bound(block);
  const bool is_known = first != others_.end() && first->first.starts_with(block);
  if (!is_known) return {{}, "there is no block " + quoted(reference.block.text)};
  const std::string point = name_of(reference.point, reference.iteration);
  return {{}, "there is no sync point " + quoted(behaviour + point)};
}

Result<Done> LookUp::add_tie(BehaviourDemand& demand, std::string_view point,
                             const SyncReference& when) {
  const auto found = find(when);
  if (!found) return found.error();
  const auto own = find_point(*demand.phases, point, 0, work_);
  if (!own) {
    const std::string& id = block_.behaviours[demand.index].id.text;
    add_fault(demand.fault, "there is no sync point " + quoted(id + ":" + std::string(point)));
  } else if (!found->fault.empty()) {
    add_fault(demand.fault, found->fault);
  } else {
    demand.ties.push_back({*own, found->anchor});
  }
  return Done{};
}

Result<Done> LookUp::add_anchor(std::vector<Anchor>& anchors, std::string& fault,
                                const SyncReference& reference) {
  const auto found = find(reference);
  if (!found) return found.error();
  add_fault(fault, found->fault);
  anchors.push_back(found->anchor);
  return Done{};
}

Result<Demands> LookUp::demands() {
  Demands demands;
  for (const std::size_t i : order_) {
    if (is_over(work_)) break;
    const script::Behaviour& behaviour = block_.behaviours[i];
    BehaviourDemand demand{.index = i, .phases = wanted_[i] ? &*wanted_[i] : nullptr};
    if (demand.phases == nullptr) {
      demands.behaviours.push_back(std::move(demand));
      continue;
    }
    for (const script::Appointment& each : behaviour.appointments) {
      if (const auto added = add_tie(demand, each.point, each.when); !added) return added.error();
    }
    if (const auto* speech = std::get_if<script::Speech>(&behaviour.kind)) {
      for (const script::SpeechMark& mark : speech->marks) {
        if (!mark.when) continue;
        const auto added = add_tie(demand, mark.id.text, *mark.when);
        if (!added) return added.error();
      }
    }
    std::ranges::sort(demand.ties);
    demands.behaviours.push_back(std::move(demand));
  }
  for (std::size_t i = 0; i < block_.constraints.size(); ++i) {
    const script::SyncConstraint& constraint = block_.constraints[i];
    ConstraintDemand demand{.index = i, .kind = constraint.kind};
    for (const SyncReference& each : constraint.points) {
      const auto added = add_anchor(demand.points, demand.fault, each);
      if (!added) return added.error();
    }
    if (constraint.kind != script::SyncConstraint::Kind::Synchronize) {
      std::vector<Anchor> reference;
      const auto added = add_anchor(reference, demand.fault, constraint.reference);
      if (!added) return added.error();
      demand.reference = reference.front();
    }
    std::ranges::sort(demand.points);
    demands.constraints.push_back(std::move(demand));
  }
  std::ranges::stable_sort(demands.constraints, {}, [&](const ConstraintDemand& each) {
    const script::SyncConstraint& constraint = block_.constraints[each.index];
    return std::tuple(std::string_view(constraint.id.text), each.kind, each.points, each.reference,
                      constraint.required);
  });
  return demands;
}

}  // namespace

std::vector<std::string_view> blocks_named(const script::Behaviours& block) {
  std::vector<std::string_view> names;
  for_each_other(block, [&](const SyncReference& each, const std::string&) {
    names.push_back(each.block.text);
  });
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<KnownPoint> points_named(const script::Behaviours& block,
                                     std::span<const KnownPoint> others) {
  std::map<std::string_view, Seconds> known;
  for (const KnownPoint& point : others) known.emplace(point.id, point.time);
  std::map<std::string, Seconds> named;
  for_each_other(block, [&](const SyncReference& each, const std::string&) {
    const std::string behaviour = each.block.text + ":" + each.behaviour.text + ":";
    for (const std::string& point : spellings_of(each.point, each.iteration)) {
      const auto found = known.find(behaviour + point);
      if (found == known.end()) continue;
      named.emplace(*found);
      break;
    }
  });
  std::vector<KnownPoint> points;
  for (const auto& [id, time] : named) points.push_back({id, time});
  return points;
}

void warn_of_first_strokes(const script::Behaviours& block, std::span<const KnownPoint> others,
                           Diagnostics& diagnostics) {
  std::set<std::string_view> known;
  for (const KnownPoint& point : others) known.insert(point.id);
  for_each_other(block, [&](const SyncReference& each, const std::string& about) {
    if (each.iteration > 0) return;
    const std::string stroke = each.block.text + ":" + each.behaviour.text + ":" + each.point;
    if (known.contains(stroke) || !known.contains(stroke + ":1")) return;
    diagnostics.warn(script::warning_of_first_stroke(each, about));
  });
}

Result<Demands> look_up_demands(const script::Behaviours& block,
                                std::span<const std::optional<Phases>> wanted,
                                std::span<const KnownPoint> others, const ScheduleBounds& bounds) {
  return LookUp(block, wanted, others, bounds).demands();
}

}  // namespace kine::plan
