// Keeps what waits and plays on each character within kSegmentsPerCharacterMax and
// blocks_per_character_max: a script that would pass one is refused before it reaches a tick, where
// nothing can fail.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "realizer/tick/shard.h"
#include "realizer/tick/state/feedback.h"
#include "server/base/limits.h"

namespace kine::server {

class SegmentBudget {
 public:
  explicit SegmentBudget(std::size_t blocks_max = Limits{}.blocks_per_character_max)
      : blocks_max_(blocks_max) {}

  /// From any thread: room for one more block on this character, of so many segments; or which
  /// limit it would pass, and nothing taken.
  [[nodiscard]] std::optional<std::string> take(CharacterId character, std::size_t segments);
  void take_anyway(CharacterId character, std::size_t segments);
  void give_back(CharacterId character, std::size_t segments);

  /// The character has gone, and with it what was taken of it.
  void forget(CharacterId character);

  /// From the thread of the ticks: blocks that begin, and the last words of those that are over.
  void note(std::span<const Input> inputs);
  void note(std::span<const Feedback> feedback);
  std::size_t playing() const { return segments_.size(); }  // blocks, also those that wait

 private:
  struct Taken {
    std::size_t blocks = 0;
    std::size_t segments = 0;
  };

  std::size_t blocks_max_;
  std::mutex mutex_;
  std::map<CharacterId, Taken> taken_;
  std::map<BlockId, std::size_t> segments_;  // of the blocks that play; of the ticks' thread
};

}  // namespace kine::server
