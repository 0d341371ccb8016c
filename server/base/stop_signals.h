// SIGTERM and SIGINT, waited for or asked about instead of handled.
//
// Made before any thread, so that all inherit the mask. The first signal asks the program to leave
// in order; from then on a second one ends it at once.
#pragma once

#include <functional>

namespace kine::server {

class StopSignals {
 public:
  /// What SIGHUP does: ends the program, as ever, or is heard by wait().
  enum class Hangup { Ends, IsHeard };

  explicit StopSignals(Hangup hangup = Hangup::Ends);

  /// Returns the number of the first signal. Meanwhile calls `on_hangup` for each SIGHUP that is
  /// heard.
  int wait(const std::function<void()>& on_hangup = {});

  /// Whether the first signal has come, without waiting.
  bool came();

 private:
  bool came_ = false;
};

}  // namespace kine::server
