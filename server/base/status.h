// What the server counts, for those who operate it. Atomics: anybody adds, anybody reads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "server/base/durations.h"

namespace kine::server {

/// Bounds of histograms, in seconds. Of ticks: fine about those of 60 a second, and up to the
/// longest, of one a second.
inline constexpr std::array kTickBounds_s{0.0005, 0.001, 0.002, 0.004, 0.008,
                                          0.0167, 0.033, 0.067, 0.2,   1.0};
inline constexpr std::array kAcceptBounds_s{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                            0.1,   0.25,   0.5,   1.0,  2.5,   10.0};
inline constexpr std::array kSyncBounds_s{0.0005, 0.001, 0.0025, 0.005, 0.01,
                                          0.025,  0.05,  0.1,    0.5,   1.0};

struct Status {
  using Counter = std::atomic<std::uint64_t>;

  Counter ticks{0};
  Counter ticks_late{0};             // took longer than a tick lasts
  Counter tick_at_us{0};             // when the last one of each scene was over, of steady_now()
  Counter skipped_at_us{0};          // when one was left out last, likewise
  Counter characters{0};             // there now
  Counter blocks_playing{0};         // and wait, now
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
  Counter delayed_lost{0};        // sound and lips that were held back and found no room
  Counter bytes_sent{0};
  Counter journal_bytes{0};
  Counter journal_failing{0};     // 1 while the disk takes nothing, now
  Counter cluster_lost{0};        // 1 while no server of NATS answers a node of a cluster, now
  Counter clocks_apart{0};        // 1 while the clock of another node is too far from ours, now
  Counter scenes_played{0};       // by this server, now
  Counter recovering{0};          // 1 while the journal is run again, now
  Counter recovered_permille{0};  // of it

  Durations tick_durations{kTickBounds_s};
  Durations script_accept{kAcceptBounds_s};  // from its arrival
  Durations journal_syncs{kSyncBounds_s};    // until the disk had it
};

}  // namespace kine::server
