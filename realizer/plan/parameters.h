// Parameters of behaviours that somebody changes while their block plays: parametervaluechange of
// BMLA. A block is planned anew with the values that were changed last.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "realizer/script/behaviours.h"

namespace kine::plan {

/// "amount" of what has one: head, face, faceLexeme, faceFacs, faceShift.
struct ParameterChange {
  std::string part;  // the behaviour's id
  std::string parameter;
  double value = 0;  // in [0, 1]

  friend bool operator==(const ParameterChange&, const ParameterChange&) = default;
};

bool is_parameter(std::string_view name);

/// Behaviours as they are asked for after the changes, in their order. What there is not does not
/// count.
void apply(std::span<const ParameterChange> changes, script::Behaviours& block);

}  // namespace kine::plan
