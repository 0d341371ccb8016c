#include "server/net/outbox.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace kine::server {

bool Outbox::push_control(Bytes message) {
  if (has_ended_) return true;
  if (control_bytes_ + message->size() > options_.control_bytes_max) return false;
  control_bytes_ += message->size();
  control_.push_back(std::move(message));
  return true;
}

void Outbox::end_with(Bytes last) {
  audio_bytes_ = 0;
  audio_.clear();
  start_stream({});
  control_bytes_ = last->size();
  control_ = {std::move(last)};
  has_ended_ = true;
}

bool Outbox::push_audio(Bytes piece) {
  if (has_ended_) return true;
  if (audio_bytes_ + piece->size() > options_.audio_bytes_max) return false;
  audio_bytes_ += piece->size();
  audio_.push_back(std::move(piece));
  return true;
}

void Outbox::start_stream(std::vector<Bytes> descriptions) {
  if (has_ended_) return;
  descriptions_ = std::move(descriptions);
  frames_.clear();
  forget_places();
  sent_.reset();
}

void Outbox::push_frame(CharacterId character, Bytes frame, Tick tick) {
  if (has_ended_) return;
  newest_ = tick;
  if (character.value >= places_.size()) places_.resize(character.value + 1);
  std::uint32_t& place = places_[character.value];
  if (place != 0) {
    frames_[place - 1] = std::move(frame);
    ++frames_dropped_;
    return;
  }
  frames_.push_back(std::move(frame));
  framed_.push_back(character);
  place = static_cast<std::uint32_t>(frames_.size());
}

void Outbox::acknowledge(Tick tick) {
  acknowledges_ = true;
  acknowledged_ = std::max(acknowledged_, std::min(tick, newest_));
  while (!unacknowledged_.empty() && unacknowledged_.front().tick <= acknowledged_) {
    unacknowledged_.pop_front();
  }
  fit_window();
}

/// How much later than the quickest an acknowledgement may come: a tenth of a second, as often as
/// clients send them.
std::uint64_t Outbox::patience() const {
  return std::max<std::uint64_t>(1, options_.unacknowledged_ticks_max / 5);
}

/// A client that works through frames one by one acknowledges late while more of them wait for it.
/// One that was only busy has read all of them, and keeps its window.
void Outbox::fit_window() {
  const std::uint64_t late = newest_.index - acknowledged_.index;
  const std::uint64_t second = 2 * options_.unacknowledged_ticks_max;
  const bool works_through = !unacknowledged_.empty();
  if (works_through && late > quickest_.value_or(late) + patience()) {
    window_ = patience() + 1;
    widened_ = newest_;
  } else if (newest_.index >= widened_.index + second) {
    window_ = std::min(window_ + 1, options_.unacknowledged_ticks_max);
    widened_ = newest_;
    quickest_ = late;  // by now the way may be another
  }
  quickest_ = std::min(late, quickest_.value_or(late));
}

/// A client that has seen everything is sent the next, however long ago that was.
bool Outbox::holds_frames() const {
  return !unacknowledged_.empty() &&
         unacknowledged_.back().tick.index - acknowledged_.index >= window_;
}

std::uint64_t Outbox::frames_unacknowledged() const {
  return std::accumulate(unacknowledged_.begin(), unacknowledged_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Sent& sent) { return sum + sent.frames; });
}

std::vector<Bytes> Outbox::take() {
  std::vector<Bytes> batch = std::move(control_);
  control_.clear();
  control_bytes_ = 0;

  batch.reserve(batch.size() + descriptions_.size() + audio_.size());
  batch.insert(batch.end(), std::make_move_iterator(descriptions_.begin()),
               std::make_move_iterator(descriptions_.end()));
  descriptions_.clear();
  batch.insert(batch.end(), std::make_move_iterator(audio_.begin()),
               std::make_move_iterator(audio_.end()));
  audio_.clear();
  audio_bytes_ = 0;
  if (frames_.empty() || holds_frames()) return batch;

  note_sent();
  forget_places();
  const std::size_t likely = frames_.size();
  std::vector<Bytes> frames = std::exchange(frames_, {});
  frames_.reserve(likely);
  if (batch.empty()) return frames;
  batch.insert(batch.end(), std::make_move_iterator(frames.begin()),
               std::make_move_iterator(frames.end()));
  return batch;
}

/// Those alone that are in use: ids grow for as long as the server runs.
void Outbox::forget_places() {
  for (const CharacterId each : framed_) places_[each.value] = 0;
  framed_.clear();
}

void Outbox::note_sent() {
  ++ticks_sent_;
  sent_ = newest_;
  frames_sent_ += frames_.size();
  if (acknowledges_ && newest_ > acknowledged_) {
    unacknowledged_.push_back({newest_, frames_.size()});
  }
}

}  // namespace kine::server
