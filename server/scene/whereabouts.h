// Where the characters of a stage are, for scripts that are prepared meanwhile: how long a walk
// takes depends on where it begins.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/core/ids.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/state/frame.h"

namespace kine::server {

/// Every call may come from any thread.
class Whereabouts {
 public:
  /// Their ids are 1, 2, … in this order.
  explicit Whereabouts(std::span<const std::shared_ptr<const Cast>> casts);

  void join(CharacterId id, std::string name);
  void leave(CharacterId id);

  /// Frames of a tick, of some of the characters, ascending by their ids.
  void see(std::span<const Frame> frames);

  /// Those that are elsewhere than at first.
  std::vector<Located> located() const;

 private:
  using Root = std::array<float, 7>;  // as frames have it
  struct Known {
    CharacterId id;
    std::string name;
    Root at_first = {};  // as far as it was seen
    Root root = {};
    bool is_seen = false;
  };
  mutable std::mutex mutex_;
  std::vector<Known> known_;  // ascending by id
};

}  // namespace kine::server
