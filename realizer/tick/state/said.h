// What the steps of a tick say beside frames, in the order in which it happens.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/tick/state/feedback.h"
#include "realizer/tick/state/inputs.h"
#include "realizer/tick/state/row.h"

namespace kine {

struct TickContext;

/// A sync point whose pose is reached in this tick, as far as it is reached: what feedback says of
/// that is measured when the frames are there.
struct PoseDue {
  std::size_t feedback = 0;  // its index
  std::shared_ptr<const motion::Block> block;
  std::size_t point = 0;  // of the block
};

struct Said {
  std::vector<Feedback> feedback;
  std::vector<Replanned> replanned;
  std::vector<ParameterWish> wishes;
  std::vector<TargetMoved> targets_moved;
  std::vector<MotionStarted> motions_started;
  std::vector<PoseDue> poses_due;
  std::size_t performed_bytes_left = 0;  // that an interruption may still tell

  void clear();
};

/// Feedback about a block of this character; what more there is to it is added to the last one.
void say(const TickContext& context, const CharacterRow& row, BlockId block, ClientId client,
         Tick tick, FeedbackKind kind, const std::string& id);

void say(const TickContext& context, const CharacterRow& row, const PlayingBlock& playing,
         Tick tick, FeedbackKind kind, const std::string& id);

/// What a block warns of, from its warning number `from` on: each about its behaviour, or about all
/// of the block.
void say_warnings(const TickContext& context, const CharacterRow& row, const PlayingBlock& playing,
                  const motion::Block& block, std::size_t from, Tick tick);

/// Sync points of a block that have come by this tick, each once.
void say_crossed_sync_points(const TickContext& context, const CharacterRow& row,
                             PlayingBlock& playing, Tick tick);

}  // namespace kine
