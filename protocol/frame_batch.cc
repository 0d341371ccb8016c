#include "protocol/frame_batch.h"

#include <algorithm>

namespace kine::protocol {
namespace {

/// How many batches are looked at for one that is free. Those that have waited longest are held by
/// slow clients, if at all.
constexpr std::size_t kLooks = 8;

/// Whether nobody else holds it, nor reads it any more. The count alone does not say the second:
/// its last holder lets go of it before the count goes down, and what takes part in the
/// counting behind it sees that.
template <class T>
bool is_free(const std::shared_ptr<T>& shared) {
  if (shared.use_count() != 1) return false;
  auto counted = shared;
  counted.reset();
  return true;
}

}  // namespace

struct FrameBatches::Batch {
  std::size_t count = 0;
  std::size_t bytes = 0;
  std::array<std::string_view, kFramesPerBatch> messages;
  std::array<char, kFramesPerBatch * kFrameBytesMax> memory;
};

FrameBatches::FrameBatches() = default;
FrameBatches::~FrameBatches() = default;
FrameBatches::FrameBatches(FrameBatches&&) noexcept = default;

Bytes FrameBatches::encoded(const Frame& frame, std::uint32_t skeleton_id, FrameVariant variant) {
  if (batches_.empty() || batches_[open_]->count == kFramesPerBatch) open_next();
  const std::shared_ptr<Batch>& batch = batches_[open_];
  char* const begin = batch->memory.data() + batch->bytes;
  const char* const end = encode_to(frame, skeleton_id, variant, begin);
  std::string_view& message = batch->messages[batch->count++];
  message = {begin, static_cast<std::size_t>(end - begin)};
  batch->bytes += message.size();
  return Bytes(batch, &message);
}

void FrameBatches::open_next() {
  for (std::size_t i = 1; i <= std::min(kLooks, batches_.size()); ++i) {
    const std::size_t place = (open_ + i) % batches_.size();
    if (!is_free(batches_[place])) continue;
    open_ = place;
    batches_[open_]->count = 0;
    batches_[open_]->bytes = 0;
    return;
  }
  open_ = batches_.empty() ? 0 : open_ + 1;
  batches_.insert(batches_.begin() + static_cast<std::ptrdiff_t>(open_), std::make_shared<Batch>());
}

}  // namespace kine::protocol
