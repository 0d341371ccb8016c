// Frames that are encoded together: sixteen of them stand in one piece of memory, one behind the
// other, which is used again when nobody holds a message of it any more.
//
//   Frames --encoded--> Bytes, which hold their batch
//
// So a tick allocates nothing, however many characters there are, and a connection that is sent
// neighbours writes them as one piece. A batch is no larger, for a slow client that waits for one
// frame holds them all.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "protocol/codec.h"

namespace kine::protocol {

inline constexpr std::size_t kFramesPerBatch = 16;

/// The frames of one thread: every call comes from it, the messages go anywhere.
class FrameBatches {
 public:
  FrameBatches();
  ~FrameBatches();
  FrameBatches(FrameBatches&&) noexcept;

  /// The bytes that encode() gives, right behind those of the call before as long as there is room.
  Bytes encoded(const Frame& frame, std::uint32_t skeleton_id, FrameVariant variant);

  /// Those in use, and those that wait to be.
  std::size_t batch_count() const { return batches_.size(); }

 private:
  struct Batch;
  void open_next();

  std::vector<std::shared_ptr<Batch>> batches_;  // a ring, in the order of their last use
  std::size_t open_ = 0;                         // the one that is filled
};

}  // namespace kine::protocol
