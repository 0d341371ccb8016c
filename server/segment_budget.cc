#include "server/segment_budget.h"

#include "realizer/core/limits.h"

namespace kine::server {

bool SegmentBudget::take(CharacterId character, std::size_t segments) {
  std::atomic<std::size_t>& taken = taken_[character.value - 1];
  const std::size_t before = taken.fetch_add(segments);
  if (before + segments <= kSegmentsPerCharacterMax) return true;
  taken -= segments;
  return false;
}

void SegmentBudget::take_anyway(CharacterId character, std::size_t segments) {
  taken_[character.value - 1] += segments;
}

void SegmentBudget::give_back(CharacterId character, std::size_t segments) {
  taken_[character.value - 1] -= segments;
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
