#include "server/live/muscled_characters.h"

#include <algorithm>

#include "realizer/core/limits.h"

namespace kine::server {
namespace {

bool is_same_drag(const PushJoint& a, const PushJoint& b) {
  return a.push.drag && b.push.drag && a.client == b.client && a.push.joint == b.push.joint;
}

}  // namespace

MuscledCharacters::Taken MuscledCharacters::set(const SetDynamics& input, std::size_t shards,
                                                const Send& send) {
  const std::lock_guard lock(mutex_);
  const auto lives_beside = [&](CharacterId other) {
    return other != input.character && other.value % shards == input.character.value % shards;
  };
  const auto others = std::ranges::count_if(set_, lives_beside);
  const bool is_full = static_cast<std::size_t>(others) >= most_;
  if (input.muscles != nullptr && is_full) return Taken::TooMany;
  if (!send()) return Taken::NoRoom;
  if (input.muscles != nullptr) {
    set_.insert(input.character);
  } else {
    set_.erase(input.character);
  }
  return Taken::Yes;
}

MuscledCharacters::Taken MuscledCharacters::push(const PushJoint& input, const Send& send) {
  const std::lock_guard lock(mutex_);
  if (!moves(input.character)) return Taken::NoMuscles;
  std::vector<Acting>& pushes = pushes_[input.character];
  const auto same = std::ranges::find_if(
      pushes, [&](const Acting& each) { return is_same_drag(each.input, input); });
  if (same == pushes.end() && pushes.size() >= kPushesAtOnceMax) return Taken::TooMany;
  if (!send()) return Taken::NoRoom;
  if (same == pushes.end()) {
    pushes.push_back({input});
  } else {
    *same = {input};
  }
  return Taken::Yes;
}

/// As asked_muscles() has it.
bool MuscledCharacters::moves(CharacterId character) const {
  bool keeps_to_plan = false;
  for (const auto& [id, each] : blocks_) {
    if (each.character != character || !each.plays) continue;
    if (each.by_muscles) return true;
    keeps_to_plan = true;
  }
  return !keeps_to_plan && set_.contains(character);
}

void MuscledCharacters::note(Tick tick, std::span<const Input> inputs,
                             std::span<const Feedback> feedback) {
  const std::lock_guard lock(mutex_);
  for (const Input& input : inputs) {
    if (const auto* const play = std::get_if<PlayBlock>(&input)) {
      const bool by_muscles = play->block->muscles != nullptr;
      if (by_muscles || play->block->dynamics == script::Dynamics::None) {
        blocks_[play->id] = {.character = play->character, .by_muscles = by_muscles};
      }
    } else if (const auto* const push = std::get_if<PushJoint>(&input)) {
      note(tick, *push);
    }
  }
  for (auto& [character, pushes] : pushes_) {
    std::erase_if(pushes, [&](const Acting& each) { return each.last && *each.last <= tick; });
  }
  for (const Feedback& each : feedback) {
    const auto found = blocks_.find(each.block);
    if (found == blocks_.end()) continue;
    if (each.kind == FeedbackKind::Started) found->second.plays = true;
    if (is_last_word(each)) blocks_.erase(found);
  }
}

/// A tick has taken the push. Of a drag that was sent twice before it, the second one counts.
void MuscledCharacters::note(Tick tick, const PushJoint& push) {
  std::vector<Acting>& pushes = pushes_[push.character];
  const auto found = std::ranges::find_if(pushes, [&](const Acting& each) {
    return is_same_drag(each.input, push) ||
           (!each.last && each.input.client == push.client && each.input.push == push.push);
  });
  if (found == pushes.end()) return;
  const Tick zero{tick.index == 0 ? 0 : tick.index - 1};
  found->last = rate_.first_at_or_after(zero, push.push.duration);
}

void MuscledCharacters::forget(CharacterId character) {
  const std::lock_guard lock(mutex_);
  set_.erase(character);
  pushes_.erase(character);
  std::erase_if(blocks_, [&](const auto& each) { return each.second.character == character; });
}

}  // namespace kine::server
