#include "realizer/core/diagnostics.h"

#include <algorithm>
#include <utility>

#include "realizer/core/limits.h"

namespace kine {

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
