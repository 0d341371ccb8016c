// Clients that mean well: subscribers, and one that plays an ordinary script a second.
//
//   server --frames--> Crowd --Figures--> main, which compares them
//
// It has a process of its own, so that what it does itself is not the server's.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace kine::attacks {

inline constexpr std::size_t kSubscribers = 200;

/// What they had in a time.
struct Figures {
  std::uint64_t ticks = 0;         // from the first to the last, those that were left out too
  std::uint64_t frames = 0;        // of those ticks, of all subscribers
  std::uint64_t frames_least = 0;  // of one of them
  std::uint64_t lost = 0;          // connections
  double lateness_p50_ms = 0;      // of frames, behind the time of their tick
  double lateness_p99_ms = 0;
  std::uint64_t scripts = 0;  // that began
  std::uint64_t scripts_refused = 0;
  double script_p95_ms = 0;  // from sending one to its start

  double delivered() const {
    return static_cast<double>(frames) / static_cast<double>(ticks * kSubscribers);
  }
};

class Crowd {
 public:
  /// Comes from many addresses, as people do. Each has had a frame when this returns.
  explicit Crowd(std::uint16_t port);
  ~Crowd();

  Figures listen_for(std::chrono::seconds time);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace kine::attacks
