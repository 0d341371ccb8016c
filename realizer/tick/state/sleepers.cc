#include "realizer/tick/state/sleepers.h"

#include <algorithm>

namespace kine {

std::vector<BlockId> sleepers(std::span<const WaitingBlock> waiting) {
  if (std::ranges::all_of(waiting, &WaitingBlock::activated)) return {};
  std::vector<BlockId> asleep;
  const auto is_asleep = [&](BlockId id) { return std::ranges::find(asleep, id) != asleep.end(); };
  // Mostly those who wait came after those that they wait for; not if one is put before another.
  for (bool found = true; found;) {
    found = false;
    for (const WaitingBlock& each : waiting) {
      if (is_asleep(each.id)) continue;
      if (each.activated && std::ranges::none_of(each.after_end, is_asleep) &&
          std::ranges::none_of(each.after_relax, is_asleep)) {
        continue;
      }
      asleep.push_back(each.id);
      found = true;
    }
  }
  return asleep;
}

}  // namespace kine
