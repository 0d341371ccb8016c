#include "server/set_targets.h"

#include <algorithm>

#include "realizer/core/limits.h"

namespace kine::server {

bool SetTargets::add(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(names_, name) != names_.end()) return true;
  if (names_.size() == kSetTargetsMax) return false;
  names_.push_back(name);
  return true;
}

std::vector<std::string> SetTargets::names() const {
  const std::lock_guard lock(mutex_);
  return names_;
}

}  // namespace kine::server
