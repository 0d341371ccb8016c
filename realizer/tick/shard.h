// A Shard: the characters of one thread, and their common tick.
//
//   inputs --advance_to(tick)--> frames, feedback
//
// A character is a row here, not an object with a tick. The same inputs at the same ticks give the
// same frames, whatever the number of shards. Nothing here reads a clock, locks or fails.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/memory.h"
#include "realizer/core/time.h"
#include "realizer/pose/squad_rooms.h"
#include "realizer/tick/filters/filters.h"
#include "realizer/tick/state/feedback.h"
#include "realizer/tick/state/frame.h"
#include "realizer/tick/state/inputs.h"
#include "realizer/tick/state/presence.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/said.h"
#include "realizer/tick/state/scene.h"
#include "realizer/tick/state/tick_context.h"
#include "realizer/tick/state/tick_scratch.h"

namespace kine {

/// All of a shard that moves.
struct ShardSnapshot {
  std::vector<CharacterState> characters;
  std::vector<Frame> frames;  // what was seen last
  std::vector<SetPoint> set_points;

  friend bool operator==(const ShardSnapshot&, const ShardSnapshot&) = default;
};

/// Which of several shards one is. A character that joins lives on the shard of its number.
struct ShardNumber {
  std::size_t number = 0;
  std::size_t shards = 1;

  bool is_home_of(CharacterId id) const { return id.value % shards == number; }
};

class Shard {
 public:
  /// Moves so many characters by their muscles at most.
  explicit Shard(TickRate rate, ShardNumber number = {}, std::size_t physical_max = kPhysicalMax);

  /// With filters of the caller's own in step 7.
  Shard(TickRate rate, ShardNumber number, FilterTable filters);

  /// Adds a character in its base pose. Ids are the caller's, each used once.
  void add_character(CharacterId id, std::shared_ptr<const Cast> cast,
                     const autonomy::LifeOptions& life = {});
  std::size_t character_count() const { return rows_.size(); }

  /// Characters of another shard, in its order; the result is what see() calls them by.
  std::size_t add_neighbours(const Shard& other);

  /// What they showed in their last tick, before this shard goes to the next. It is looked at until
  /// the next call.
  void see(std::size_t neighbours, const Shard& other) {
    scene_.see(neighbours, other.frames_, other.presences_);
  }

  /// Takes in `inputs` in their order, and moves every character to `tick`, which is later than the
  /// one before. Inputs for characters of other shards are not for this one and are passed over.
  void advance_to(Tick tick, std::span<const Input> inputs);

  /// What the last tick gave: one frame a character in the order in which they were added, and the
  /// feedback in the order in which it happened; of who has left there is no frame. Feedback is
  /// valid until the next tick, frames are until the one after it.
  std::span<const Frame> frames() const { return frames_; }
  std::span<const Feedback> feedback() const { return said_.feedback; }

  /// Blocks that the last tick has changed: for who looks further than a tick.
  std::span<const Replanned> replanned() const { return said_.replanned; }
  std::span<const ParameterWish> wishes() const { return said_.wishes; }

  /// What scripts did to targets in the last tick: inputs of the next one, for all shards.
  std::span<const TargetMoved> targets_moved() const { return said_.targets_moved; }

  /// Motions of body language that began in the last tick.
  std::span<const MotionStarted> motions_started() const { return said_.motions_started; }

  /// Whether nothing plays or waits on any character, and arms have swung to rest, or for long.
  bool idle() const;

  /// All that moves. Assigning it back rewinds, as long as nobody has joined or left; equal
  /// snapshots go on equally.
  ShardSnapshot snapshot() const;
  void restore(const ShardSnapshot& snapshot);

 private:
  /// Where a character is: in every tick some are looked for, among many.
  struct Place {
    CharacterId id;
    std::size_t row;
  };

  /// What a body shows where nothing moves it: the same for all that have it, so that it is near.
  struct Standing {
    const body::Body* body;
    std::unique_ptr<pose::Pose> pose;
  };

  TickContext context() { return {.rate = rate_, .scene = scene_, .said = said_}; }
  void begin_tick();
  void take_in(Tick tick, std::span<const Input> inputs);
  void take(Tick tick, const Input& input);
  void set_target(Tick tick, const SetTarget& set);
  void move(std::size_t index, Tick tick);
  void add_row(CharacterId id, std::shared_ptr<const Cast> cast, const autonomy::LifeOptions& life);
  void welcome(Tick tick, const Join& join);
  void let_go(Tick tick, CharacterId id);
  std::vector<bool> looked_at() const;
  void find_places_again();
  const pose::Pose* base_of(const body::Body& body);
  void put_on_base(CharacterRow& row, Tick tick);
  void show_presence(std::size_t index);
  void measure_misses();
  void show_presences_anew();
  CharacterRow* find_row(CharacterId id);

  TickRate rate_;
  ShardNumber number_;
  LargeVector<CharacterRow> rows_;
  std::vector<Place> places_;  // by id
  std::vector<Standing> bases_;
  pose::SquadRooms rooms_;
  std::vector<std::size_t> groups_;  // of the scene, by the number of a shard
  LargeVector<Frame> frames_;
  LargeVector<Frame> frames_before_;  // seen by all while frames_ are made
  std::vector<Presence> presences_;
  std::vector<Presence> presences_before_;  // the same
  Scene scene_;
  Filters filters_;
  Said said_;
  TickScratch scratch_;
};

}  // namespace kine
