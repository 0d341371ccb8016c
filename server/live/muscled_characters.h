// Which characters move by their muscles, and how many live pushes act on each: what a push is
// asked about before a tick takes it.
//
//   set(), push() of clients --sent?--> kept;  inputs and feedback of a tick --note--> kept
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/time.h"
#include "realizer/tick/shard.h"
#include "realizer/tick/state/feedback.h"

namespace kine::server {

class MuscledCharacters {
 public:
  /// Each shard moves so many at most.
  explicit MuscledCharacters(TickRate rate, std::size_t most = kPhysicalMax)
      : rate_(rate), most_(most) {}

  /// Whether `send` had room for the input. Only then the pushes count.
  using Send = std::function<bool()>;

  // From any thread.

  enum class Taken : std::uint8_t { Yes, NoMuscles, TooMany, NoRoom };

  std::size_t most() const { return most_; }

  /// Those of scripts do not count here.
  Taken set(const SetDynamics& input, std::size_t shards, const Send& send);
  Taken push(const PushJoint& input, const Send& send);

  // From the thread of the ticks.

  void note(Tick tick, std::span<const Input> inputs, std::span<const Feedback> feedback);
  void forget(CharacterId character);

 private:
  /// A block whose script says what moves its character.
  struct Saying {
    CharacterId character;
    bool by_muscles = false;  // at any time
    bool plays = false;
  };
  struct Acting {
    PushJoint input;
    std::optional<Tick> last = {};  // the last tick of it; nothing: no tick has taken it yet
  };

  bool moves(CharacterId character) const;
  void note(Tick tick, const PushJoint& push);

  const TickRate rate_;
  const std::size_t most_;
  std::mutex mutex_;
  std::set<CharacterId> set_;
  std::map<BlockId, Saying> blocks_;
  std::map<CharacterId, std::vector<Acting>> pushes_;
};

}  // namespace kine::server
