#include "server/services/json_texts.h"

#include <algorithm>

#include "protocol/json.h"

namespace kine::server {
namespace {

JsonTexts::Text converted(const protocol::Bytes& message) {
  return std::make_shared<const std::string>(
      protocol::json_of_envelope(message->substr(protocol::kLengthBytes)));
}

}  // namespace

JsonTexts::Text JsonTexts::of(const protocol::Bytes& message) {
  if (message.use_count() == 1) return converted(message);  // nobody else is sent it
  {
    const std::lock_guard lock(mutex_);
    if (auto text = find(message)) return text;
  }
  auto text = converted(message);
  const std::lock_guard lock(mutex_);
  kept_[next_] = {message, text};
  next_ = (next_ + 1) % kept_.size();
  return text;
}

/// By where it stands: what is kept holds that memory, so nothing else comes to stand there.
JsonTexts::Text JsonTexts::find(const protocol::Bytes& message) const {
  const auto entry = std::ranges::find(kept_, message, &Entry::message);
  return entry == kept_.end() ? nullptr : entry->text;
}

}  // namespace kine::server
