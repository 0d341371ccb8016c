// What a shard is seen as from outside: all of it that moves, and whether anything does.
#include <algorithm>

#include "realizer/tick/entrance.h"
#include "realizer/tick/publish.h"
#include "realizer/tick/shard.h"

namespace kine {

bool Shard::idle() const {
  return std::ranges::all_of(rows_, [&](const CharacterRow& row) {
    const CharacterState& state = row.state;
    const bool nobody_waits =
        state.waiting.empty() || agenda::asleep(blocks_there(state)).size() == state.waiting.size();
    // Steps and lips that close go on when their block is gone.
    const bool nothing_moves = std::ranges::all_of(
        state.segments, [](const ActiveSegment& each) { return each.plan.lasting; });
    return state.blocks.empty() && nobody_waits && nothing_moves && filters_.rest(state);
  });
}

ShardSnapshot Shard::snapshot() const {
  ShardSnapshot snapshot{.characters = {},
                         .frames = {frames_.begin(), frames_.end()},
                         .set_points = scene_.set_points()};
  snapshot.characters.reserve(rows_.size());
  for (const CharacterRow& row : rows_) snapshot.characters.push_back(row.state);
  return snapshot;
}

void Shard::restore(const ShardSnapshot& snapshot) {
  KINE_ASSERT(snapshot.characters.size() == rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i].state = snapshot.characters[i];
    rows_[i].quiet_until = Tick{};
  }
  frames_.assign(snapshot.frames.begin(), snapshot.frames.end());
  presences_.clear();
  for (const CharacterRow& row : rows_) presences_.push_back(presence_of(row));
  show_presences_anew();
  scene_.restore(snapshot.set_points);
}

}  // namespace kine
