// The last feedback of one client's blocks, for when its connection is lost and it comes back.
//
//   feedback --add--> KeptFeedback --from(tick)--> what a client that comes back has not heard
//
// Bounded in bytes. What began and was reached is given up before last words, so that no end is
// missed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "protocol/framing.h"
#include "realizer/core/time.h"
#include "server/guests/memory_account.h"

namespace kine::server {

class KeptFeedback {
 public:
  enum class Kind { Moment, LastWord };

  /// In the order in which it is told. The oldest goes where there is no room: within `bytes_max`,
  /// or in the account.
  void add(Tick tick, Kind kind, protocol::Bytes bytes, std::size_t bytes_max);

  /// From that tick on, in the order in which it was told.
  std::vector<protocol::Bytes> from(Tick heard) const;

  struct Kept {
    Tick tick;
    Kind kind = Kind::Moment;
    protocol::Bytes bytes;
  };
  /// All of it, in the order in which it was told.
  std::vector<Kept> all() const;

  std::size_t bytes() const { return bytes_; }

  /// From now on it counts for this holder.
  void charge(const MemoryHolder& holder);

 private:
  struct Told {
    std::uint64_t number = 0;
    Tick tick;
    protocol::Bytes bytes;
  };
  bool drop_oldest();

  std::deque<Told> moments_;
  std::deque<Told> last_words_;
  std::uint64_t counted_ = 0;
  std::size_t bytes_ = 0;
  MemoryShare share_;
};

}  // namespace kine::server
