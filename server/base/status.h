// What the server counts, for those who operate it. Atomics: anybody adds, anybody reads.
#pragma once

#include <atomic>
#include <cstdint>

namespace kine::server {

struct Status {
  using Counter = std::atomic<std::uint64_t>;

  Counter ticks{0};
  Counter ticks_skipped{0};          // too late to be run at all
  Counter connections{0};            // open now
  Counter connections_accepted{0};   // ever
  Counter connections_refused{0};    // past a limit
  Counter connections_displaced{0};  // to make room for others
  Counter http_answers_refused{0};   // past the budget of their address
  Counter tokens_wrong{0};
  Counter tokens_not_looked_at{0};     // of addresses that had guessed too often
  Counter messages_refused_unread{0};  // what no client says: by its number, not decoded
  Counter message_bytes_decoded{0};
  Counter reads_put_off{0};  // of clients past message_bytes_per_second_max
  Counter scripts_accepted{0};
  Counter scripts_refused{0};
  Counter frames_encoded{0};      // once a variant that anybody wants
  Counter frames_offered{0};      // to subscribers
  Counter frames_dropped{0};      // conflated, for the subscriber was slow
  Counter audio_streams_lost{0};  // by a subscriber that could not take them
};

}  // namespace kine::server
