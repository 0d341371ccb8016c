#include "realizer/plan/parameters.h"

#include <algorithm>

namespace kine::plan {

bool is_parameter(std::string_view name) { return name == "amount"; }

void apply(std::span<const ParameterChange> changes, script::Behaviours& block) {
  for (const ParameterChange& change : changes) {
    for (script::Behaviour& behaviour : block.behaviours) {
      if (behaviour.id.text != change.part || !is_parameter(change.parameter)) continue;
      if (auto* head = std::get_if<script::HeadMove>(&behaviour.kind)) head->amount = change.value;
      auto* face = std::get_if<script::Face>(&behaviour.kind);
      if (face == nullptr) continue;
      // That of a unit is the face's own; of a single part it is the part's.
      const bool is_unit = behaviour.element == "face" || behaviour.element == "faceShift";
      (is_unit ? face->amount : face->parts.front().amount) = change.value;
    }
  }
}

}  // namespace kine::plan
