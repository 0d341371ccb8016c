// Which sketches a script knows, and what those say together that hold at one place.
//
//   SketchScope has them in their order: the nearest counts, parameter by parameter
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/result.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// Gives each scope that names a sketch the nucleus, the tension and the dynamics of that sketch,
/// where the scope names none itself. The numbers that a style has for a nucleus become one:
/// "style:tired". A name that is none is left out, for make_sketches says so. Twice is as good as
/// once.
script::Document with_sketches_named(script::Document document, const Vocabulary& vocabulary);

/// The document's sketches in their order, each once: what their styles give is in their numbers.
/// An unknown style, group, nucleus or tension of one is a fault. Pre: the plan has nuclei and
/// tensions.
Result<std::vector<NamedSketch>> make_sketches(const script::Document& document, const Plan& plan,
                                               const body::Body& body, const Vocabulary& vocabulary,
                                               Faults& faults);

/// Those of a style in the terms of one body, in the order in which they count. Those for a group
/// that the body lacks are left out.
std::vector<Transition> transitions_of(std::string_view style, const body::Body& body,
                                       const Vocabulary& vocabulary);

/// What scopes say together. Sets that say the same are one.
class SketchScopes {
 public:
  /// The groups are those of the body. What stands in the vocabulary could have been named, too.
  SketchScopes(std::vector<NamedSketch> named, std::span<const body::Group> groups,
               const Vocabulary& vocabulary)
      : named_(std::move(named)), groups_(groups), vocabulary_(vocabulary) {}

  /// The sketch that a scope names. Nothing where the name is empty, or is none, which is a fault.
  /// Numbers of the sketch that do not count in this scope are warned of.
  Result<std::optional<std::size_t>> find(const script::Name& name, SketchScope scope,
                                          Faults& faults) const;

  /// The set of a scope with these namings, in their order, within one that has the set `outer`;
  /// of the whole body, else of an arm.
  std::optional<std::size_t> set_of(std::optional<std::size_t> outer,
                                    std::span<const SketchNaming> namings,
                                    std::optional<body::Side> arm = {});

  /// A set that says nothing is as good as none.
  bool says_anything(std::size_t set) const {
    const Sketch& says = sets_[set];
    return !says.expressivity.values().empty() || !says.transitions.empty() || says.face ||
           !says.lean_to.empty() || !says.rhythm.empty();
  }

  std::span<const NamedSketch> named() const { return named_; }

  /// Brings them to Plan::sketches and Plan::named_sketches.
  void give_to(Plan& plan) && {
    plan.sketches = std::move(sets_);
    plan.named_sketches = std::move(named_);
  }

 private:
  using Layer = std::tuple<SketchScope, std::size_t, std::optional<std::size_t>, double>;
  using Stack =
      std::tuple<std::optional<std::size_t>, std::optional<body::Side>, std::vector<Layer>>;

  std::vector<NamedSketch> named_;
  std::span<const body::Group> groups_;
  const Vocabulary& vocabulary_;
  std::vector<Sketch> sets_;
  std::map<Stack, std::size_t> found_;
};

}  // namespace kine::plan
