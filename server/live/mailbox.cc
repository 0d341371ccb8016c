#include "server/live/mailbox.h"

#include <iterator>
#include <utility>

namespace kine::server {

bool Mailbox::push(std::vector<Input> inputs) {
  const std::lock_guard lock(mutex_);
  if (inputs_.size() + inputs.size() > inputs_max_) return false;
  inputs_.insert(inputs_.end(), std::make_move_iterator(inputs.begin()),
                 std::make_move_iterator(inputs.end()));
  return true;
}

bool Mailbox::is_empty() const {
  const std::lock_guard lock(mutex_);
  return inputs_.empty();
}

void Mailbox::swap(std::vector<Input>& inputs) {
  inputs.clear();
  const std::lock_guard lock(mutex_);
  inputs_.swap(inputs);
}

}  // namespace kine::server
