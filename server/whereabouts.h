// Where the characters of a server are, for scripts that are prepared meanwhile: how long a walk
// takes depends on where it begins.
#pragma once

#include <array>
#include <mutex>
#include <span>
#include <vector>

#include "realizer/frame.h"
#include "realizer/prepare.h"
#include "server/roster.h"

namespace kine::server {

/// Every call may come from any thread.
class Whereabouts {
 public:
  explicit Whereabouts(const Roster& roster);  // which outlives it

  /// Frames of a tick, of some of the characters.
  void see(std::span<const Frame> frames);

  /// Those that are elsewhere than at first.
  std::vector<Located> located() const;

 private:
  using Root = std::array<float, 7>;  // as frames have it
  const Roster& roster_;
  mutable std::mutex mutex_;
  std::vector<Root> at_first_;  // by character, counted from 1, as far as they were seen
  std::vector<Root> roots_;
  std::vector<bool> seen_;
};

}  // namespace kine::server
