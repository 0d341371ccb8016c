#include "server/live/segment_budget.h"

#include <algorithm>

#include "realizer/core/limits.h"

namespace kine::server {

std::optional<std::string> SegmentBudget::take(CharacterId character, std::size_t segments) {
  const std::lock_guard lock(mutex_);
  Taken& taken = taken_[character];
  if (taken.blocks >= blocks_max_) return past("blocks_per_character_max", blocks_max_);
  if (taken.segments + segments > kSegmentsPerCharacterMax) {
    return past("segments_per_character_max", kSegmentsPerCharacterMax);
  }
  ++taken.blocks;
  taken.segments += segments;
  return {};
}

void SegmentBudget::take_anyway(CharacterId character, std::size_t segments) {
  const std::lock_guard lock(mutex_);
  Taken& taken = taken_[character];
  ++taken.blocks;
  taken.segments += segments;
}

void SegmentBudget::give_back(CharacterId character, std::size_t segments) {
  const std::lock_guard lock(mutex_);
  const auto found = taken_.find(character);
  if (found == taken_.end()) return;
  Taken& taken = found->second;
  taken.blocks -= std::min<std::size_t>(1, taken.blocks);
  taken.segments -= std::min(segments, taken.segments);
}

void SegmentBudget::forget(CharacterId character) {
  const std::lock_guard lock(mutex_);
  taken_.erase(character);
}

void SegmentBudget::note(std::span<const Input> inputs) {
  for (const Input& input : inputs) {
    if (const auto* play = std::get_if<PlayBlock>(&input)) {
      segments_.emplace(play->id, play->block->segments.size());
    }
  }
}

void SegmentBudget::note(std::span<const Feedback> feedback) {
  for (const Feedback& event : feedback) {
    if (event.kind != FeedbackKind::Ended && event.kind != FeedbackKind::Interrupted) continue;
    const auto found = segments_.find(event.block);
    if (found == segments_.end()) continue;
    give_back(event.character, found->second);
    segments_.erase(found);
  }
}

}  // namespace kine::server
