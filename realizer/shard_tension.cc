// What a shard does about the tension of arms: it changes as clients and blocks say, and step 7
// lets the arms follow.
#include "realizer/shard.h"

namespace kine {

void Shard::take(Tick tick, const SetTension& set) {
  Row* row = find_row(set.character);
  if (row != nullptr) change(set.change, tick, rate_, row->state.tension);
}

void Shard::change_tension(CharacterState& state, PlayingBlock& playing, Tick tick) const {
  const std::vector<plan::TensionChange>& changes = playing.block->tensions;
  for (std::size_t& next = playing.tension_changes_made; next < changes.size(); ++next) {
    const Tick due = rate_.first_at_or_after(playing.start, changes[next].at);
    if (playing.interrupted || due > tick) return;
    change(changes[next], tick, rate_, state.tension);
  }
}

// Step 7, on what is shown: what breath does to the chest carries the arms, and shakes them.

void Shard::filter(Row& row, Tick tick, Frame& frame) {
  CharacterState& state = row.state;
  trackers_.add(tick, *row.cast->body, state.placement, state.tension, frame);
}

}  // namespace kine
