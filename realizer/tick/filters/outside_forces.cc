#include "realizer/tick/filters/outside_forces.h"

#include <algorithm>

namespace kine {

void OutsideForces::find(const CharacterState& state, Tick tick, TickRate rate) {
  count_ = 0;
  leaves_out_ = false;
  braces_ = false;
  expects_ = false;
  loads_ = {};
  const Quat world_from_character = state.placement.world_from_character();
  for (const PlayingBlock& playing : state.blocks) {
    const plan::Forces& forces = playing.block->forces;
    if (forces.empty() || tick < playing.start) continue;
    const Seconds end = rate.between(playing.start, tick);
    const Seconds start = end - rate.step();
    for (const plan::Push& push : forces.pushes) {
      const Seconds push_end = push.start + push.duration;
      expects_ = expects_ || push.expected;
      braces_ = braces_ || (push.expected && end > push.start - kBracesBefore && start < push_end);
      const double from = (push.start - start) / rate.step();
      const double to = (push_end - start) / rate.step();
      if (from >= 1 || to <= 0) continue;
      leaves_out_ = count_ == pushes_.size();
      if (leaves_out_) break;
      pushes_[count_++] = {.joint = push.joint,
                           .force_N = world_from_character * push.force_N,
                           .from = std::max(from, 0.0),
                           .to = std::min(to, 1.0)};
    }
    for (const plan::Load& load : forces.loads) {
      if (end < load.start || end >= load.end) continue;
      loads_[static_cast<std::size_t>(load.hand)] = {load.mass_kg, load.believed_kg};
    }
  }
}

}  // namespace kine
