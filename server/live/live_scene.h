// A scene while it plays: its characters, what is in it to be looked at, what plays and waits
// there, and the log of it. A server, a bake and tests play on it. A process may hold several, and
// nothing of one reaches another.
//
//   inputs of clients --> LiveScene --take_in--> a tick --note--> what is planned by and seen
//
// What moves the characters is apart: a shard, shards in threads, or a recording.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "server/base/limits.h"
#include "server/live/demeanours.h"
#include "server/live/later.h"
#include "server/live/live_blocks.h"
#include "server/live/mailbox.h"
#include "server/live/muscled_characters.h"
#include "server/live/segment_budget.h"
#include "server/live/traces.h"
#include "server/live/waiting_blocks.h"
#include "server/scene/muscle_models.h"
#include "server/scene/roster.h"
#include "server/scene/set_targets.h"
#include "server/scene/whereabouts.h"
#include "server/session_log/session_rows.h"
#include "server/ticks/shard_threads.h"

namespace kine::server {

struct LiveScene {
  struct Options {
    const std::vector<std::shared_ptr<const Cast>>& casts;
    TickRate rate;
    std::size_t inputs_max = 0;                        // in the mailbox
    std::size_t physical_max = kPhysicalMax;           // of a shard, by their muscles
    PlayBlock::Zero zero = PlayBlock::Zero::LastTick;  // of blocks that are planned by others
    std::size_t blocks_per_character_max = Limits{}.blocks_per_character_max;
    std::optional<plan::TensionChange> tension = {};  // of every character from its first tick on
  };
  explicit LiveScene(const Options& options);

  /// Where characters and what clients have set are, as far as they have moved.
  std::vector<Located> located() const;

  /// Tells, from now on, what goes into each tick and what scripts are planned by.
  void tell(HappeningSink& told);

  // From the thread of the ticks, in this order.

  /// What the next tick plays.
  void take_in(std::vector<Input>& inputs);

  /// What came of it. `shards` are what has moved the characters; none, where a recording plays.
  void note(Tick tick, std::span<const Input> inputs, const std::shared_ptr<TickOutput>& output,
            std::span<const Shard> shards);

  Roster roster;
  SegmentBudget budget;
  Mailbox mailbox;
  LiveBlocks live_blocks;
  Demeanours demeanours;
  MuscledCharacters muscled;
  MuscleModels muscle_models = {};
  SetTargets targets = {};
  WaitingBlocks waiting = {};
  Later later = {};
  Traces traces = {};

  /// Held from a change of the roster until the ticks' mailbox has it, so that the two are in one
  /// order.
  std::mutex joining = {};
  Whereabouts whereabouts;
  std::atomic<std::uint64_t> blocks_counted{0};
  std::atomic<std::uint32_t> delayed_streams_counted{0};  // of sound that is held back
  HappeningSink* sink = nullptr;                          // null: nobody is told
};

}  // namespace kine::server
