#include "realizer/core/diagnostics.h"

#include <algorithm>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"

namespace kine {

const char* word_of(WarningKind kind) {
  switch (kind) {
    case WarningKind::Other:
      return "OTHER";
    case WarningKind::ParsingFailure:
      return "PARSING_FAILURE";
    case WarningKind::NoSuchTarget:
      return "NO_SUCH_TARGET";
    case WarningKind::ImpossibleToSchedule:
      return "IMPOSSIBLE_TO_SCHEDULE";
    case WarningKind::BehaviourTypeNotSupported:
      return "BEHAVIOR_TYPE_NOT_SUPPORTED";
    case WarningKind::CustomBehaviourNotSupported:
      return "CUSTOM_BEHAVIOUR_NOT_SUPPORTED";
    case WarningKind::CustomAttributeNotSupported:
      return "CUSTOM_ATTRIBUTE_NOT_SUPPORTED";
    case WarningKind::CannotCreateBehaviour:
      return "CANNOT_CREATE_BEHAVIOR";
  }
  KINE_ASSERT(false);
}

void Diagnostics::warn(Warning warning) {
  if (warnings_.size() < kWarningsMax) {
    warnings_.push_back(std::move(warning));
  } else {
    ++left_out_;
  }
}

Result<Done> Diagnostics::meet(const Error& error) {
  if (on_error_ == OnError::Stop) return error;
  const bool is_new = std::ranges::find(errors_, error) == errors_.end();
  if (is_new && errors_.size() < kWarningsMax) errors_.push_back(error);
  return Done{};
}

}  // namespace kine
