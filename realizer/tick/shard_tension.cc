// What a shard does about the tension of arms: it changes as clients and blocks say, and step 7
// lets the arms follow.
#include "realizer/tick/shard.h"

namespace kine {

void Shard::take(Tick tick, const SetTension& set) {
  Row* row = find_row(set.character);
  if (row == nullptr) return;
  change(set.change, tick, rate_, row->state.tension);
  plan_clocks_anew(tick, *row);
}

/// What a plan says of an arm comes in the arm's own time: its phases change with its tension.
/// Returns whether anything has changed.
bool Shard::change_tension(CharacterState& state, PlayingBlock& playing, Tick tick) const {
  const auto before = playing.tension_changes_made;
  const std::vector<plan::TensionChange>& changes = playing.block->tensions;
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    std::size_t& next = playing.tension_changes_made[static_cast<std::size_t>(side)];
    for (; next < changes.size() && !playing.interrupted; ++next) {
      const Seconds ahead = ahead_at(tick, side, state.tension);
      if (rate_.first_at_or_after(playing.start, changes[next].at - ahead) > tick) break;
      if (plan::contains(changes[next].arms, side)) change_arm(changes[next], side, tick, state);
    }
  }
  return playing.tension_changes_made != before;
}

void Shard::change_arm(plan::TensionChange said, body::Side side, Tick tick,
                       CharacterState& state) const {
  said.arms = plan::arm_set_of(side);
  change(said, tick, rate_, state.tension);
}

// Step 7, on what is shown: what breath does to the chest carries the arms, and shakes them.

void Shard::filter(Row& row, Tick tick, Frame& frame) {
  CharacterState& state = row.state;
  trackers_.add(tick, *row.cast->body, state.placement, state.tension, frame);
}

}  // namespace kine
