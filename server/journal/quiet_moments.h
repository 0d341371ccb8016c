// When a journal may begin anew: behind a while in which nothing has happened.
//
//   each tick --see--> the scene as it was behind the tick before, seldom
#pragma once

#include <optional>
#include <span>

#include "realizer/core/time.h"
#include "server/journal/quiet_scene.h"
#include "server/ticks/shard_threads.h"

namespace kine::server {

struct QuietMomentSettings {
  Seconds quiet{1};  // nothing has happened for so long: what was said of blocks has come to all

  // From one to the next: where something has happened in between, and where nothing has.
  Seconds each{5};
  Seconds each_of_idle{60};
};

/// Of the thread of the ticks.
class QuietMoments {
 public:
  explicit QuietMoments(TickRate rate, QuietMomentSettings settings = {})
      : rate_(rate), settings_(settings) {}

  /// Whether anybody can make something of a scene: a copy of it costs its tick some time.
  enum class Told { Wanted, NotWanted };

  /// A tick that is over. Where a scene is told as it was behind the one before, this tick follows
  /// from that and from its own inputs.
  std::optional<SceneAtTick> see(std::span<const Input> inputs, const TickOutput& output,
                                 std::span<const Shard> shards, Told told = Told::Wanted);

 private:
  const TickRate rate_;
  const QuietMomentSettings settings_;
  std::optional<Tick> busy_;  // when something happened last; nothing: there was no tick
  std::optional<Tick> told_;
  std::optional<SceneAtTick> before_;
};

}  // namespace kine::server
