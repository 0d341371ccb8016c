#include "realizer/plan/property.h"

#include <utility>

#include "realizer/core/assert.h"

namespace kine::plan {

Plan with_properties(Plan plan, std::span<const Property* const> properties,
                     const PropertyContext& context) {
  for (const Stage stage : {Stage::Space, Stage::Pauses, Stage::Strokes, Stage::Timing}) {
    for (const Property* property : properties) {
      if (property->stage() != stage) continue;
      plan = property->applied_to(std::move(plan), context);
      KINE_ASSERT(plan.valid(context.body));
    }
  }
  return plan;
}

}  // namespace kine::plan
