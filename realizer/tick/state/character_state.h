// Everything of one character that moves: a row of its shard.
//
// One copyable struct, so that reset, snapshot, rewind and comparison are assignment and ==. What
// is shared behind a pointer is const.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "realizer/agenda/agenda.h"
#include "realizer/autonomy/life.h"
#include "realizer/body/placement.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/memory.h"
#include "realizer/live/live_face.h"
#include "realizer/live/live_posture.h"
#include "realizer/motion/block.h"
#include "realizer/pose/interval.h"
#include "realizer/pose/keys.h"
#include "realizer/pose/pose_history.h"
#include "realizer/tick/state/body_language.h"
#include "realizer/tick/state/live_body.h"
#include "realizer/tick/state/physical_memory.h"
#include "realizer/tick/state/scene.h"
#include "realizer/tick/state/tension_memory.h"

namespace kine {

/// A block that plays, or has segments that wait.
struct PlayingBlock {
  BlockId id;
  ClientId client;
  std::shared_ptr<const motion::Block> block;
  Tick start;  // its time zero
  std::size_t sync_points_said = 0;
  std::size_t segments_bound = 0;  // they start in the block's order
  std::size_t life_changes_made = 0;
  std::size_t targets_moved = 0;
  std::size_t cues_given = 0;
  bool has_much_to_do = false;  // more cues than could be given in one tick
  std::array<std::size_t, 2> tension_changes_made = {};  // on the left arm and on the right one
  std::vector<std::size_t> bound_early = {};             // behind segments_bound, for their arms'
                                                         // own times have come to them

  bool is_bound(std::size_t segment) const {
    return segment < segments_bound || std::ranges::find(bound_early, segment) != bound_early.end();
  }

  struct Fade {
    Tick from;
    Seconds length{0};
    friend bool operator==(const Fade&, const Fade&) = default;
  };
  std::optional<Fade> interrupted;  // it fades out and has said its last word

  /// What it goes on as from a tick on.
  struct Next {
    Tick from;
    std::shared_ptr<const motion::Block> block;  // never null
    friend bool operator==(const Next&, const Next&) = default;
  };
  std::optional<Next> next = {};

  friend bool operator==(const PlayingBlock& a, const PlayingBlock& b) {
    return a.id == b.id && a.client == b.client && motion::is_same(*a.block, *b.block) &&
           a.start == b.start && a.sync_points_said == b.sync_points_said &&
           a.segments_bound == b.segments_bound && a.life_changes_made == b.life_changes_made &&
           a.targets_moved == b.targets_moved && a.cues_given == b.cues_given &&
           a.has_much_to_do == b.has_much_to_do &&
           a.tension_changes_made == b.tension_changes_made && a.bound_early == b.bound_early &&
           a.interrupted == b.interrupted && a.next == b.next;
  }
};

/// A block that has come and not begun.
struct WaitingBlock {
  BlockId id;
  ClientId client;
  std::shared_ptr<const motion::Block> block;
  agenda::Waits waits;  // for blocks, by the values of their ids

  friend bool operator==(const WaitingBlock&, const WaitingBlock&) = default;
};

/// Blocks that nobody sent have ids from here on, and no client: those of producers, and those that
/// get a body up.
inline constexpr BlockId kFirstProducedBlock{std::uint64_t{1} << 63};

/// Those of them from here on move as somebody speaks: they give no feedback, and nothing waits for
/// them.
inline constexpr BlockId kFirstUnheardBlock{std::uint64_t{3} << 62};
constexpr bool is_unheard(BlockId id) { return id.value >= kFirstUnheardBlock.value; }

/// A segment from its first tick to its last.
struct ActiveSegment {
  // What every tick reads.
  Tick block_start;
  bool fading = false;                     // its block is interrupted
  pose::Contents contents;                 // of its keys
  std::shared_ptr<const pose::Keys> keys;  // bound to the pose that stood there; never null
  motion::Segment plan;                    // the block's own
  pose::Interval interval = {};            // of these keys: a cache

  BlockId block;
  std::size_t segment = 0;  // index into the block's segments
  Tick started;             // its own first tick: of two equal priorities, the later one wins
  std::shared_ptr<const motion::Block> owner;
  std::vector<Scene::Place> gaze_places = {};          // what each key of its gaze looks at
  std::optional<CharacterId> walks_to = std::nullopt;  // in the end; nothing: to no character

  /// Keys that were bound twice to the same pose are equal, wherever they stand.
  friend bool operator==(const ActiveSegment& a, const ActiveSegment& b) {
    return a.block == b.block && a.segment == b.segment && a.block_start == b.block_start &&
           a.started == b.started && a.plan == b.plan && a.gaze_places == b.gaze_places &&
           a.walks_to == b.walks_to && (a.keys == b.keys || *a.keys == *b.keys);
  }
};

struct CharacterState {
  body::Placement placement;                // where it is: steps move it, and leave it there
  std::optional<Tick> arrived;              // there, when it was last put elsewhere
  pose::Bends stance = {};                  // what a stance that is over goes back to
  std::vector<PlayingBlock> blocks;         // in the order in which they began
  std::vector<WaitingBlock> waiting;        // in the order of their acceptance
  std::vector<ActiveSegment> segments;      // in the order in which they lie over each other
  std::vector<LivePosture> posture;         // beneath all that it does; none: nobody set one
  double idle_amount = 1;                   // of its life, set with the posture
  std::vector<BodyLanguage> body_language;  // none: nobody speaks
  autonomy::LifeState life;                 // what lies on top of them, of itself
  TensionMemory tension;                    // of its arms
  LiveBodies live_body;                   // its muscles and what pulls at them, as somebody set it
  PhysicalMemory physical;                // of its muscles, where these move it
  std::vector<dynamics::Memory> filters;  // of each filter; none where none has any
  std::optional<LiveFace> face;           // beneath what plays; nothing: nobody set one
  pose::PoseHistory poses;                // blended, before body offsets and filters

  friend bool operator==(const CharacterState&, const CharacterState&) = default;
};

}  // namespace kine
