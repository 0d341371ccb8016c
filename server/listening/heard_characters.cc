#include "server/listening/heard_characters.h"

namespace kine::server {

HeardCharacters::Taken HeardCharacters::take(CharacterId character) {
  const std::lock_guard lock(mutex_);
  if (taken_.contains(character)) return Taken::MovesByAnother;
  if (taken_.size() >= most_) return Taken::TooMany;
  taken_.insert(character);
  return Taken::Yes;
}

void HeardCharacters::give_back(CharacterId character) {
  const std::lock_guard lock(mutex_);
  taken_.erase(character);
}

}  // namespace kine::server
