// Keeps what waits and plays on each character within kSegmentsPerCharacterMax: a script that would
// pass it is refused before it reaches a tick, where nothing can fail.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <span>

#include "realizer/feedback.h"
#include "realizer/shard.h"

namespace kine::server {

class SegmentBudget {
 public:
  /// From any thread: room for `segments` more on this character, or false and nothing taken.
  [[nodiscard]] bool take(CharacterId character, std::size_t segments);
  void take_anyway(CharacterId character, std::size_t segments);
  void give_back(CharacterId character, std::size_t segments);

  /// The character has gone, and with it what was taken of it.
  void forget(CharacterId character);

  /// From the thread of the ticks: blocks that begin, and the last words of those that are over.
  void note(std::span<const Input> inputs);
  void note(std::span<const Feedback> feedback);

 private:
  std::mutex mutex_;
  std::map<CharacterId, std::size_t> taken_;
  std::map<BlockId, std::size_t> segments_;  // of the blocks that play; of the ticks' thread
};

}  // namespace kine::server
