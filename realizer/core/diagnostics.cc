#include "realizer/core/diagnostics.h"

#include <utility>

#include "realizer/core/limits.h"

namespace kine {

void Diagnostics::warn(Where where, std::string message) {
  if (warnings_.size() < kWarningsMax) {
    warnings_.push_back({std::move(message), where});
  } else {
    ++left_out_;
  }
}

}  // namespace kine
