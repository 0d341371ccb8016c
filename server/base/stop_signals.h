// SIGTERM and SIGINT, waited for or asked about instead of handled.
//
// Made before any thread, so that all inherit the mask. The first signal asks the program to leave
// in order; from then on a second one ends it at once.
#pragma once

namespace kine::server {

class StopSignals {
 public:
  StopSignals();

  /// Returns the number of the first signal.
  int wait();

  /// Whether the first signal has come, without waiting.
  bool came();

 private:
  bool came_ = false;
};

}  // namespace kine::server
