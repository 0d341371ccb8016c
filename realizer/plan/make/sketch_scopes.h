// Which sketches a script knows, and what those say together that hold at one place.
//
//   character < sequence or gesture < pose: the nearest scope counts, parameter by parameter
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/result.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// Gives each scope that names a sketch the nucleus and the tension of that sketch, where the scope
/// names none itself. The numbers that a style has for a nucleus become one: "style:tired". A name
/// that is none is left out, for make_sketches says so. Twice is as good as once.
script::Document with_sketches_named(script::Document document, const Vocabulary& vocabulary);

/// The document's sketches in their order, each once: what their styles give is in their numbers.
/// An unknown style, group, nucleus or tension of one is a fault. Pre: the plan has nuclei and
/// tensions.
Result<std::vector<Sketch>> make_sketches(const script::Document& document, const Plan& plan,
                                          const body::Body& body, const Vocabulary& vocabulary,
                                          Faults& faults);

/// What scopes say together. Sets that say the same are one.
class SketchScopes {
 public:
  explicit SketchScopes(std::vector<Sketch> written) : written_(std::move(written)) {}

  /// The set of a scope that names this sketch, within one that has the set `outer`. Nothing where
  /// it names none, or one that is not there, which is a fault.
  Result<std::optional<std::size_t>> find(const script::Name& name,
                                          std::optional<std::size_t> outer, Faults& faults);

  /// All sets that were found: Plan::sketches.
  std::vector<Sketch> take() && { return std::move(sets_); }

 private:
  std::vector<Sketch> written_;
  std::vector<Sketch> sets_;
  std::map<std::pair<std::optional<std::size_t>, std::size_t>, std::size_t> found_;
};

}  // namespace kine::plan
