// Which characters move by somebody's sound: one stream a character, and so many in all.
//
// Called from the strands of sessions; a lock is held for a look at it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>

#include "realizer/core/ids.h"

namespace kine::server {

class HeardCharacters {
 public:
  explicit HeardCharacters(std::size_t streams_max) : most_(streams_max) {}

  enum class Taken : std::uint8_t { Yes, MovesByAnother, TooMany };

  Taken take(CharacterId character);
  void give_back(CharacterId character);

 private:
  const std::size_t most_;
  std::mutex mutex_;
  std::set<CharacterId> taken_;
};

}  // namespace kine::server
