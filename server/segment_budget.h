// Keeps what waits and plays on each character within kSegmentsPerCharacterMax: a script that would
// pass it is refused before it reaches a tick, where nothing can fail.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "realizer/feedback.h"
#include "realizer/shard.h"

namespace kine::server {

class SegmentBudget {
 public:
  explicit SegmentBudget(std::size_t characters) : taken_(characters) {}

  /// From any thread: room for `segments` more on this character, or false and nothing taken.
  [[nodiscard]] bool take(CharacterId character, std::size_t segments);
  void take_anyway(CharacterId character, std::size_t segments);
  void give_back(CharacterId character, std::size_t segments);

  /// From the thread of the ticks: blocks that begin, and the last words of those that are over.
  void note(std::span<const Input> inputs);
  void note(std::span<const Feedback> feedback);

 private:
  std::vector<std::atomic<std::size_t>> taken_;  // by character, counted from 1
  std::map<BlockId, std::size_t> segments_;      // of the blocks that play
};

}  // namespace kine::server
