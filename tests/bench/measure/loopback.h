// A connection of this machine with itself, whose other end is read by a thread of its own and
// thrown away: what sending costs the sender.
#pragma once

#include <cstddef>
#include <span>
#include <thread>

namespace kine::bench {

class Loopback {
 public:
  Loopback();
  ~Loopback();

  /// Returns when the kernel has taken all of it.
  void send(std::span<const char> bytes);

 private:
  int near_ = -1;
  std::thread reader_;
};

}  // namespace kine::bench
