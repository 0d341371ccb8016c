#include "realizer/script/bml/bml_constraints.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/bml_words.h"

namespace kine::script {
namespace {

std::optional<SyncReference> take_ref(const xml::Element& element, Need need,
                                      std::string_view about, BmlReading& reading) {
  Attributes take(element, reading.ours.error);
  const xml::Attribute* ref = take.raw("ref", need);
  warn_of_the_rest(element, take, about, reading);
  return ref == nullptr ? std::nullopt : take_reference(*ref, reading);
}

/// The <sync ref> in `element`; whatever else stands there has no meaning.
std::vector<SyncReference> take_points(const xml::Element& element, std::string_view about,
                                       BmlReading& reading) {
  std::vector<SyncReference> points;
  for (const xml::Element& child : element.children) {
    if (child.name != "sync") {
      reading.warn(WarningKind::CustomBehaviourNotSupported, std::string(about), child.where,
                   "unknown element in <" + element.name + "> is ignored: " + quoted(child.name));
    } else if (auto point = take_ref(child, Need::Required, about, reading)) {
      points.push_back(*std::move(point));
    }
  }
  return points;
}

SyncConstraint read_group(const xml::Element& element, SyncConstraint::Kind kind,
                          std::string_view about, BmlReading& reading) {
  SyncConstraint constraint;
  constraint.kind = kind;
  constraint.where = element.where;
  const bool together = kind == SyncConstraint::Kind::Synchronize;
  // A reference of <synchronize> itself is one more of those that are to be at once.
  auto reference = take_ref(element, together ? Need::Optional : Need::Required, about, reading);
  constraint.points = take_points(element, about, reading);
  if (together && reference) {
    constraint.points.insert(constraint.points.begin(), *std::move(reference));
  } else if (reference) {
    constraint.reference = *std::move(reference);
  }
  const std::size_t least = together ? 2 : 1;
  if (constraint.points.size() < least) {
    reading.ours.error.add({ErrorCode::Syntax,
                            "<" + element.name + "> needs at least " + std::to_string(least) +
                                " <sync>, not " + quoted(std::to_string(constraint.points.size())),
                            element.where});
  }
  // Of those that are at once, each but the first is tied to the first.
  const std::size_t pairs = constraint.points.size();
  reading.count(reading.relations, together && pairs > 0 ? pairs - 1 : pairs, kConstraintsMax,
                "constraints", element.where);
  return constraint;
}

}  // namespace

std::vector<SyncConstraint> read_constraint(const xml::Element& element, Demand demand,
                                            BmlReading& reading) {
  reading.ours.error = {};
  Attributes take(element, reading.ours.error);
  const Name id = take.name("id");
  const std::string about = id.text;
  warn_of_the_rest(element, take, about, reading);
  const bool required = demand == Demand::Required;
  if (const auto& fault = reading.ours.error.found()) {
    reading.leave_out({.about = about, .fault = *fault, .required = required});
    return {};
  }
  std::vector<SyncConstraint> constraints;
  for (const xml::Element& child : element.children) {
    const auto word = std::ranges::find(kConstraintWords, child.name);
    reading.ours.error = {};
    if (word == std::end(kConstraintWords)) {
      reading.leave_out({.kind = WarningKind::CustomBehaviourNotSupported,
                         .about = about,
                         .fault = {ErrorCode::Unsupported,
                                   "<constraint> takes " + one_of_these(kConstraintWords) +
                                       ", but not the element " + quoted(child.name),
                                   child.where},
                         .required = required});
      continue;
    }
    const auto kind = static_cast<SyncConstraint::Kind>(word - std::begin(kConstraintWords));
    SyncConstraint constraint = read_group(child, kind, about, reading);
    constraint.id = id;
    constraint.required = required;
    if (const auto& fault = reading.ours.error.found()) {
      reading.leave_out({.kind = WarningKind::ImpossibleToSchedule,
                         .about = about,
                         .fault = *fault,
                         .required = required});
    } else {
      constraints.push_back(std::move(constraint));
    }
  }
  return constraints;
}

}  // namespace kine::script
