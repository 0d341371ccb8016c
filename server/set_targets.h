// The names of the targets that clients have set, so that scripts can be told which there are, and
// that there are not too many.
#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace kine::server {

class SetTargets {
 public:
  /// False where there are kSetTargetsMax others already.
  [[nodiscard]] bool add(const std::string& name);

  std::vector<std::string> names() const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> names_;
};

}  // namespace kine::server
