#include "server/segment_budget.h"

#include <algorithm>

#include "realizer/core/limits.h"

namespace kine::server {

bool SegmentBudget::take(CharacterId character, std::size_t segments) {
  const std::lock_guard lock(mutex_);
  std::size_t& taken = taken_[character];
  if (taken + segments > kSegmentsPerCharacterMax) return false;
  taken += segments;
  return true;
}

void SegmentBudget::take_anyway(CharacterId character, std::size_t segments) {
  const std::lock_guard lock(mutex_);
  taken_[character] += segments;
}

void SegmentBudget::give_back(CharacterId character, std::size_t segments) {
  const std::lock_guard lock(mutex_);
  const auto found = taken_.find(character);
  if (found != taken_.end()) found->second -= std::min(segments, found->second);
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
