// What a scene is to do at a tick that is still to come.
//
//   session strands --at(due)--> Later --run--> the tick before it: sound to send, inputs of `due`
//
// Bounded: a caller that finds it full is told so. Every call may come from any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>

#include "server/ticks/shard_threads.h"

namespace kine::server {

/// As much as 64 delayed streams have at a time, and as much again.
inline constexpr std::size_t kLaterMost = 8'192;

class Later {
 public:
  /// May add to what its tick sends, and push inputs for the next one.
  using Call = std::function<void(TickOutput&)>;

  /// A tick that is over is the next one.
  [[nodiscard]] bool at(Tick due, Call call);

  /// Calls what is due by `next`, in the order of the ticks. `output` is of the tick before.
  void run(Tick next, TickOutput& output);

 private:
  std::mutex mutex_;
  std::multimap<Tick, Call> calls_;
};

}  // namespace kine::server
