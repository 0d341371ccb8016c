// The targets that clients and scripts have set, so that scripts can be told which there are and
// where, and that there are not too many.
#pragma once

#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "realizer/math/vec3.h"
#include "realizer/prepare/prepare.h"

namespace kine::server {

class SetTargets {
 public:
  /// False where there are kSetTargetsMax others already.
  [[nodiscard]] bool add(const std::string& name, const Vec3& point_m);

  /// Those that a script will move, from where it sets them first; what is there stays where it is.
  /// False, and none of them, where there is no room for all.
  [[nodiscard]] bool expect(std::span<const motion::TargetMove> moves);

  std::vector<std::string> names() const;
  std::vector<Located> located() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Located> targets_;
};

}  // namespace kine::server
