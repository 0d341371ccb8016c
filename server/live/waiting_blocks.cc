#include "server/live/waiting_blocks.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace kine::server {

void WaitingBlocks::leave(ClientId client) {
  const std::lock_guard lock(mutex_);
  left_.push_back(client);
}

void WaitingBlocks::take_in(Mailbox& mailbox, std::vector<Input>& inputs) {
  {
    // Before the mailbox, which has all of theirs then.
    const std::lock_guard lock(mutex_);
    leaving_.swap(left_);
  }
  mailbox.swap(inputs);
  inputs.insert(inputs.end(), std::make_move_iterator(interrupts_.begin()),
                std::make_move_iterator(interrupts_.end()));
  interrupts_.clear();
}

void WaitingBlocks::note(std::span<const Input> inputs, std::span<const Feedback> feedback) {
  for (const Input& input : inputs) {
    const auto* const play = std::get_if<PlayBlock>(&input);
    if (play != nullptr) waiting_[play->id] = {play->client, play->character};
  }
  for (const Feedback& each : feedback) {
    if (each.kind == FeedbackKind::Started || is_last_word(each)) waiting_.erase(each.block);
  }
  if (leaving_.empty()) return;
  std::ranges::sort(leaving_);
  std::erase_if(waiting_, [&](const auto& entry) {
    const auto& [id, waiting] = entry;
    if (!std::ranges::binary_search(leaving_, waiting.client)) return false;
    interrupts_.emplace_back(Interrupt{waiting.character, id, Seconds(0)});
    return true;
  });
  leaving_.clear();
}

}  // namespace kine::server
