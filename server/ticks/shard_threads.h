// All shards of a server, a thread each, moved tick by tick in step.
//
//   inputs of a tick --advance_to(tick)--> TickOutput --> hub
//
// A character lives on the shard `id % S`. What comes out does not depend on S. No clock here: the
// tick loop has one, a test counts.
#pragma once

#include <array>
#include <barrier>
#include <bitset>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "protocol/codec.h"
#include "protocol/frame_batch.h"
#include "realizer/tick/shard.h"
#include "server/scene/roster.h"
#include "server/ticks/audio_streams.h"
#include "server/ticks/recorded_frames.h"

namespace kine::server {

/// Which variants of frames are encoded, by FrameVariant::index(). All in Float32 always is.
using VariantsWanted = std::bitset<protocol::kFrameVariantCount>;

/// What one tick gave, encoded once for all that want it.
struct TickOutput {
  /// By FrameVariant::index(); null where nobody wanted it.
  using Variants = std::array<protocol::Bytes, protocol::kFrameVariantCount>;

  /// Their ids, ascending: whose frames these are.
  using Characters = std::vector<CharacterId>;

  Tick tick;
  std::shared_ptr<const Characters> characters = std::make_shared<Characters>();  // never null
  std::vector<Variants> frames;                   // one of each of these
  std::vector<std::optional<Tick>> arrived = {};  // Frame::arrived of each of these
  std::vector<Roster::EntryPointer> joined = {};  // they have their first frame
  std::vector<Roster::EntryPointer> left = {};    // they have none any more
  std::vector<Feedback> feedback;  // by character, of each in the order in which it happened
  std::vector<Replanned> replanned;
  std::vector<ParameterWish> wishes;
  std::vector<TargetMoved> targets_moved;           // by scripts: inputs of the next tick
  std::vector<MotionStarted> motions_started = {};  // of body language, by character
  std::vector<AudioPiece> audio;                    // in the order in which it is to be sent
  bool idle = false;                                // nothing plays or waits

  std::size_t frames_encoded() const;

  /// Whether there are frames in this variant. One that nobody had wanted comes with the next tick.
  bool has(protocol::FrameVariant variant) const {
    return frames.empty() || frames.front()[variant.index()] != nullptr;
  }

  /// Null where the character is not there, or the variant is not.
  const protocol::Bytes& frame(CharacterId character, protocol::FrameVariant variant) const;

  /// Among the characters; none where it is not there. It is quick where it stands at `likely`.
  std::optional<std::size_t> index_of(CharacterId character, std::size_t likely = 0) const;

  /// Whether the frame of this index follows from that of `before`: it was not put elsewhere.
  bool follows_from(Tick before, std::size_t index) const {
    return !arrived[index] || *arrived[index] <= before;
  }
};

class ShardThreads {
 public:
  /// By FrameVariant::index().
  using Batches = std::array<protocol::FrameBatches, protocol::kFrameVariantCount>;

  /// `roster` outlives this. Each shard moves so many characters by their muscles at most.
  ShardThreads(const Roster& roster, TickRate rate, std::size_t shards,
               const autonomy::LifeOptions& life = {}, std::size_t physical_max = kPhysicalMax);

  /// The recording's characters in place of shards.
  ShardThreads(const Roster& roster, RecordedFrames recorded);
  ~ShardThreads();

  /// Moves all characters to `tick`, later than the one before. One thread calls this.
  std::shared_ptr<TickOutput> advance_to(Tick tick, std::span<const Input> inputs,
                                         VariantsWanted wanted);

  /// Changes what moves of each shard, between two ticks. Of the thread that moves them.
  void change(const std::function<void(ShardSnapshot& snapshot)>& change);

  /// None where a recording plays. Of the thread that moves them.
  std::span<const Shard> shards() const { return shards_; }

 private:
  /// With what scripts did to targets in the last tick before them.
  std::span<const Input> with_targets_moved(std::span<const Input> inputs);
  void take_changes(std::span<const Input> inputs, TickOutput& output);
  static void refuse_absent(std::span<const Input> inputs, TickOutput& output);
  void see_at_first();
  void introduce();
  void show_each_other();
  void work(std::size_t shard);
  void run_shard(std::size_t shard);

  const Roster& roster_;
  std::shared_ptr<const TickOutput::Characters> characters_;  // which characters are there
  std::vector<std::uint32_t> skeleton_ids_;                   // of each of them
  std::vector<Shard> shards_;                                 // none where a recording plays
  std::optional<RecordedFrames> recorded_;
  AudioStreams audio_;
  std::vector<Batches> batches_;  // a shard each
  /// What shard i calls the characters of shard j: [i][j].
  std::vector<std::vector<std::size_t>> neighbours_;

  // Of the tick that runs: written by the caller before the barrier, and by shard s in its own
  // characters' frames alone.
  Tick tick_;
  std::span<const Input> inputs_;
  std::vector<TargetMoved> targets_moved_;  // in the last tick
  std::vector<Input> inputs_with_targets_;
  VariantsWanted wanted_;
  std::shared_ptr<TickOutput> output_;
  bool stopping_ = false;

  std::optional<std::barrier<>> barrier_;  // nothing where there is one shard
  std::vector<std::thread> threads_;       // of all shards but the first, which is the caller's
};

}  // namespace kine::server
