#include "server/scene/set_targets.h"

#include <algorithm>
#include <utility>

#include "realizer/core/limits.h"

namespace kine::server {

bool SetTargets::add(const std::string& name, const Vec3& point_m) {
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(targets_, name, &Located::name);
  if (known != targets_.end()) {
    known->at.position_m = point_m;
    return true;
  }
  if (targets_.size() == kSetTargetsMax) return false;
  targets_.push_back({.name = name, .at = {.position_m = point_m}});
  return true;
}

bool SetTargets::expect(std::span<const motion::TargetMove> moves) {
  const std::lock_guard lock(mutex_);
  std::vector<Located> with_them = targets_;
  for (const motion::TargetMove& move : moves) {
    if (std::ranges::find(with_them, move.target, &Located::name) != with_them.end()) continue;
    with_them.push_back({.name = move.target, .at = {.position_m = move.point_m}});
  }
  if (with_them.size() > kSetTargetsMax) return false;
  targets_ = std::move(with_them);
  return true;
}

std::vector<std::string> SetTargets::names() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const Located& target : targets_) names.push_back(target.name);
  return names;
}

std::vector<Located> SetTargets::located() const {
  const std::lock_guard lock(mutex_);
  return targets_;
}

}  // namespace kine::server
