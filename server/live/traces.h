// Which trace each block is a part of: the traceparent that its script came with, for what is told
// of the block.
//
//   Scripts --expect--> Traces --add_to--> the feedback of a tick
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <string>

#include "realizer/core/ids.h"
#include "realizer/tick/state/feedback.h"

namespace kine::server {

/// Every call may come from any thread.
class Traces {
 public:
  /// Of a block that is on its way to its character; an empty one is not kept.
  void expect(BlockId block, const std::string& traceparent);

  /// It does not come after all.
  void forget(BlockId block);

  /// Says in each feedback of what trace its block is a part. A block is forgotten with its last
  /// word.
  void add_to(std::span<Feedback> feedback);

  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::map<BlockId, std::string> traces_;
};

}  // namespace kine::server
