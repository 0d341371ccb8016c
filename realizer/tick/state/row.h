// A character of a shard: a row, not an object with a tick.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "realizer/cast/cast.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/pose/pose.h"
#include "realizer/tick/state/character_state.h"

namespace kine {

/// What is seen of the last tick, and what is made for the next one.
inline constexpr int kPresencesKept = 2;

struct CharacterRow {
  CharacterId id;
  std::shared_ptr<const Cast> cast;
  const pose::Pose* base;  // what shows where nothing else does: its body's, or …
  std::unique_ptr<pose::Pose> own_base = {};  // … the same with its own face and arms
  double room_m = 0;                          // how much it takes on the ground: a radius
  std::span<pose::SquadBlock> room;           // for the squads of its uppermost segments
  std::size_t room_taken = 0;
  int presences_to_write = kPresencesKept;
  Tick quiet_until = {};  // before that tick no segment begins or ends and no block says anything
  CharacterState state;
};

}  // namespace kine
