#include "realizer/script/bml/bml_links.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "realizer/core/number.h"
#include "realizer/script/bml/bml_behaviours.h"
#include "realizer/script/bml/bml_reference.h"

namespace kine::script {
namespace {

/// All references of a behaviour.
std::vector<SyncReference*> references_of(Behaviour& behaviour) {
  std::vector<SyncReference*> references;
  for (Appointment& each : behaviour.appointments) references.push_back(&each.when);
  if (Speech* speech = std::get_if<Speech>(&behaviour.kind)) {
    for (SpeechMark& mark : speech->marks) {
      if (mark.when) references.push_back(&*mark.when);
    }
  }
  return references;
}

std::vector<SyncReference*> references_of(SyncConstraint& constraint) {
  std::vector<SyncReference*> references;
  for (SyncReference& each : constraint.points) references.push_back(&each);
  if (constraint.kind != SyncConstraint::Kind::Synchronize) {
    references.push_back(&constraint.reference);
  }
  return references;
}

/// Whether the reference is to something of this block.
bool is_within(const SyncReference& reference) {
  return reference.block.empty() && !reference.is_absolute();
}

bool is_repeated(const BehaviourKind& kind) {
  const HeadMove* head = std::get_if<HeadMove>(&kind);
  return head != nullptr && head->repetition > 1;
}

bool has_iteration(const BehaviourKind& kind, int iteration) {
  const HeadMove* head = std::get_if<HeadMove>(&kind);
  return iteration <= (head == nullptr ? 1 : head->repetition);
}

class Links {
 public:
  Links(Behaviours& block, BmlReading& reading) : block_(block), reading_(reading) {
    for (std::size_t i = 0; i < block.behaviours.size(); ++i) {
      Behaviour& behaviour = block.behaviours[i];
      there_.emplace(behaviour.id.text, i);
      if (const Speech* speech = std::get_if<Speech>(&behaviour.kind)) {
        for (const SpeechMark& mark : speech->marks) marks_.emplace(i, mark.id.text);
      }
      for (const SyncReference* reference : references_of(behaviour)) {
        if (is_within(*reference)) dependents_[reference->behaviour.text].push_back(i);
      }
    }
  }

  /// Whether every behaviour that is named was at least written.
  bool refuse_strangers() {
    for (Behaviour& each : block_.behaviours) refuse_strangers(references_of(each));
    for (SyncConstraint& each : block_.constraints) refuse_strangers(references_of(each));
    return !reading_.refused.found();
  }

  void check_behaviours() {
    std::deque<std::size_t> waiting;
    for (std::size_t i = 0; i < block_.behaviours.size(); ++i) waiting.push_back(i);
    while (!waiting.empty()) {
      const std::size_t i = waiting.front();
      waiting.pop_front();
      Behaviour& behaviour = block_.behaviours[i];
      if (!there_.contains(behaviour.id.text)) continue;
      auto fault = find_fault(references_of(behaviour), behaviour.id.text);
      if (!fault) continue;
      there_.erase(behaviour.id.text);
      reading_.leave_out({.kind = WarningKind::ImpossibleToSchedule,
                          .about = behaviour.id.text,
                          .fault = *std::move(fault),
                          .required = behaviour.required});
      for (const std::size_t dependent : dependents_[behaviour.id.text]) {
        waiting.push_back(dependent);
      }
    }
  }

  /// Last of all, for it is by their places that behaviours are found.
  void remove_what_is_left_out() {
    std::erase_if(block_.behaviours,
                  [&](const Behaviour& each) { return !there_.contains(each.id.text); });
  }

  void check_constraints() {
    std::erase_if(block_.constraints, [&](SyncConstraint& each) {
      auto fault = find_fault(references_of(each), each.id.text);
      if (!fault) return false;
      reading_.leave_out({.kind = WarningKind::ImpossibleToSchedule,
                          .about = each.id.text,
                          .fault = *std::move(fault),
                          .required = each.required});
      return true;
    });
  }

 private:
  void refuse_strangers(const std::vector<SyncReference*>& references) {
    for (const SyncReference* reference : references) {
      if (!is_within(*reference) || reading_.ids.contains(reference->behaviour.text)) continue;
      reading_.refused.add({ErrorCode::UnknownName,
                            "the block has no behaviour " + quoted(reference->behaviour.text),
                            reference->where});
    }
  }

  std::optional<Error> find_fault(const std::vector<SyncReference*>& references,
                                  const std::string& about) {
    for (SyncReference* reference : references) {
      if (!is_within(*reference)) continue;
      const auto found = there_.find(reference->behaviour.text);
      if (found == there_.end()) {
        return Error{
            ErrorCode::UnknownName,
            "it refers to a behaviour that was left out, " + quoted(format_reference(*reference)),
            reference->where};
      }
      if (settle_point(found->second, *reference, about)) continue;
      return Error{ErrorCode::UnknownName,
                   "<" + block_.behaviours[found->second].element + "> has no sync point " +
                       quoted(format_reference(*reference)),
                   reference->where};
    }
    return {};
  }

  /// Whether the behaviour has the point; under its own name from now on.
  bool settle_point(std::size_t index, SyncReference& reference, const std::string& about) {
    const BehaviourKind& kind = block_.behaviours[index].kind;
    if (marks_.contains({index, reference.point})) return true;
    const std::string_view meant = point_meant(kind, reference.point);
    if (meant.empty() || !has_iteration(kind, reference.iteration)) return false;
    // One stroke of a kind that has not got it by that name is no stroke to be counted.
    if (reference.iteration > 0 && meant != reference.point) return false;
    reference.point = meant;
    if (meant == "stroke" && reference.iteration == 0 && is_repeated(kind)) {
      reading_.diagnostics.warn(warning_of_first_stroke(reference, about));
      reference.iteration = 1;
    }
    return true;
  }

  Behaviours& block_;
  BmlReading& reading_;
  std::map<std::string, std::size_t> there_;  // an id, and its place among the behaviours
  std::set<std::pair<std::size_t, std::string>> marks_;
  std::map<std::string, std::vector<std::size_t>> dependents_;
};

}  // namespace

void check_links(Behaviours& block, BmlReading& reading) {
  Links links(block, reading);
  if (!links.refuse_strangers()) return;
  links.check_behaviours();
  links.check_constraints();
  links.remove_what_is_left_out();
}

}  // namespace kine::script
