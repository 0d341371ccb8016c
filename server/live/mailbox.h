// Where sessions put what is to happen, and where the tick loop finds it, once a tick.
//
//   session strands --push--> Mailbox --swap--> tick loop
//
// Bounded: a session that finds it full is told so. The order of the inputs is the order of the
// pushes.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "realizer/tick/shard.h"

namespace kine::server {

class Mailbox {
 public:
  explicit Mailbox(std::size_t inputs_max) : inputs_max_(inputs_max) {}

  /// All of `inputs`, next to each other, or false and none of them.
  [[nodiscard]] bool push(std::vector<Input> inputs);

  bool is_empty() const;

  /// What has come since the last time, into `inputs`, whose memory is used again.
  void swap(std::vector<Input>& inputs);

 private:
  std::size_t inputs_max_;
  mutable std::mutex mutex_;
  std::vector<Input> inputs_;
};

}  // namespace kine::server
