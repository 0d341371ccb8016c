// The edits of a script: which sketches they give to which poses of a sequence.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/plan/make/moment.h"
#include "realizer/plan/make/sketch_scopes.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/names.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// An edit of one sequence. Places are those of its poses in the order of their times.
struct SpannedEdit {
  SketchNaming naming;
  std::size_t first = 0;
  std::size_t last = 0;     // included
  bool to_the_end = false;  // of the way back, too
};

/// Each edit names a sequence or gesture of the document.
Result<Done> check_edit_targets(const script::Document& document, Faults& faults);

/// What edits are looked up in.
struct EditContext {
  const Names& names;
  const body::Body& body;
  const SketchScopes& scopes;
  Faults& faults;
};

/// Those of the sequence whose id this is. A name of a pose, group or sketch that is none, or a
/// span that ends before it begins, is a fault.
Result<std::vector<SpannedEdit>> edits_of(const script::Document& document, std::string_view id,
                                          std::span<const Moment> moments,
                                          const EditContext& context);

/// The namings at a pose; without a place at the way back. Those of spans come first.
std::vector<SketchNaming> namings_at(std::span<const SpannedEdit> edits,
                                     std::optional<std::size_t> place);

/// Gives a pose the nuclei and tensions of the edits among these namings: over those of its
/// sequence or gesture, and under those that it names itself. A way back that keeps its time has no
/// nucleus.
void give_manners(std::span<const SketchNaming> namings, std::span<const NamedSketch> named,
                  Pose& pose);

}  // namespace kine::plan
