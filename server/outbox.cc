#include "server/outbox.h"

#include <iterator>

namespace kine::server {

bool Outbox::push_control(Bytes message) {
  if (control_bytes_ + message->size() > control_bytes_max_) return false;
  control_bytes_ += message->size();
  control_.push_back(std::move(message));
  return true;
}

void Outbox::start_stream(std::vector<Bytes> descriptions) {
  descriptions_ = std::move(descriptions);
  frames_.clear();
  places_.clear();
}

void Outbox::push_frame(CharacterId character, Bytes frame) {
  if (character.value >= places_.size()) places_.resize(character.value + 1);
  std::uint32_t& place = places_[character.value];
  if (place != 0) {
    frames_[place - 1].second = std::move(frame);
    ++frames_dropped_;
    return;
  }
  frames_.emplace_back(character, std::move(frame));
  place = static_cast<std::uint32_t>(frames_.size());
}

std::vector<Bytes> Outbox::take() {
  std::vector<Bytes> batch = std::move(control_);
  control_.clear();
  control_bytes_ = 0;

  batch.reserve(batch.size() + descriptions_.size() + frames_.size());
  batch.insert(batch.end(), std::make_move_iterator(descriptions_.begin()),
               std::make_move_iterator(descriptions_.end()));
  descriptions_.clear();

  for (auto& [character, frame] : frames_) {
    places_[character.value] = 0;
    batch.push_back(std::move(frame));
  }
  frames_.clear();
  return batch;
}

}  // namespace kine::server
