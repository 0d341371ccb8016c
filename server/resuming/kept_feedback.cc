#include "server/resuming/kept_feedback.h"

#include <algorithm>
#include <utility>

namespace kine::server {

void KeptFeedback::add(Tick tick, Kind kind, protocol::Bytes bytes, std::size_t bytes_max) {
  bytes_ += bytes->size();
  auto& told = kind == Kind::LastWord ? last_words_ : moments_;
  told.push_back({.number = ++counted_, .tick = tick, .bytes = std::move(bytes)});
  while (bytes_ > bytes_max || !share_.resize(bytes_)) {
    if (!drop_oldest()) return;
  }
}

/// False where there is none.
bool KeptFeedback::drop_oldest() {
  auto& told = moments_.empty() ? last_words_ : moments_;
  if (told.empty()) return false;
  bytes_ -= told.front().bytes->size();
  told.pop_front();
  return true;
}

std::vector<protocol::Bytes> KeptFeedback::from(Tick heard) const {
  std::vector<const Told*> all;
  for (const auto* const each : {&moments_, &last_words_}) {
    for (const Told& told : *each) {
      if (told.tick >= heard) all.push_back(&told);
    }
  }
  std::ranges::sort(all, {}, [](const Told* told) { return told->number; });
  std::vector<protocol::Bytes> bytes;
  for (const Told* const told : all) bytes.push_back(told->bytes);
  return bytes;
}

std::vector<KeptFeedback::Kept> KeptFeedback::all() const {
  std::vector<std::pair<std::uint64_t, Kept>> numbered;
  const auto add = [&](const std::deque<Told>& from, Kind kind) {
    for (const Told& told : from) {
      numbered.emplace_back(told.number, Kept{told.tick, kind, told.bytes});
    }
  };
  add(moments_, Kind::Moment);
  add(last_words_, Kind::LastWord);
  std::ranges::sort(numbered, {}, [](const auto& each) { return each.first; });
  std::vector<Kept> all;
  for (auto& [number, kept] : numbered) all.push_back(std::move(kept));
  return all;
}

void KeptFeedback::charge(const MemoryHolder& holder) {
  share_ = holder.share();
  while (!share_.resize(bytes_)) {
    if (!drop_oldest()) return;
  }
}

}  // namespace kine::server
