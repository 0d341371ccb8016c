// Our own way through the workload: the jobs of a tick from the keys to the bytes, sixteen
// characters at a time through scratch that stays near.
//
//   Keys --blend--> Pose --gather, local_to_model, reach, look, scatter--> Pose --> Frame --> bytes
//
// What the shard does not do yet in a tick (arms behind trackers) has its place here already, so
// that the whole is measured.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/codec.h"
#include "realizer/core/memory.h"
#include "realizer/pose/blend.h"
#include "realizer/pose/character_kernels.h"
#include "realizer/pose/pose_history.h"
#include "realizer/tick/state/frame.h"
#include "tests/bench/peers/workload.h"

namespace kine::bench {

/// Each motion's keys, as the shard would bind them.
std::array<pose::Keys, kMotions> keys_of(const Workload& workload);

class Crowd {
 public:
  Crowd(const Workload& workload, std::size_t characters);

  std::size_t size() const { return rows_.size(); }

  /// The whole of a tick; its bytes.
  std::span<const char> advance();

  // Its stages, for all characters: each does what it does within advance(), from what the last
  // whole tick left.
  void sample_and_blend();
  void squads_only();
  void gather_only();
  void place_only();
  void arms_only();
  void look_only();
  void publish_only();
  void encode_only();
  void encode_packed_only();
  void set_up_intervals();

  /// The bytes of key data that a tick of one character reads, and those that it writes in the end.
  std::size_t key_bytes() const;
  std::size_t frame_bytes() const { return bytes_used_ / rows_.size(); }

  Vec3 left_hand_m() const;

 private:
  struct Row {
    std::uint64_t phase = 0;  // in ticks: not all pass a key at once
    std::array<pose::Interval, kMotions> intervals;
    std::array<pose::Keys, kMotions> keys;
    pose::PoseHistory poses;
  };

  /// What a block of characters needs between its stages.
  struct Scratch {
    std::array<pose::Pose, pose::kLanes> poses;
    pose::CharacterBlock characters;
    pose::ModelBlock model;
    std::array<pose::ArmBlock, 2> arms;
    pose::VectorBlock wrists_m;
    pose::VectorBlock targets_m;
    Frame frame;
  };

  template <class Stage>
  void on_blocks(Stage stage);
  void blend(std::size_t index);
  std::size_t look_ahead(std::size_t index);
  std::span<const pose::SquadBlock> squads_of(std::size_t index) const;
  void gather(std::size_t first, std::size_t count);
  void reach(std::size_t first, std::size_t count);
  void look(std::size_t first, std::size_t count);
  void publish(Row& row, std::size_t index);
  void encode(protocol::FrameVariant variant = {});
  float time_s(const Row& row) const;

  LargeVector<Row> rows_;
  LargeVector<pose::SquadBlock> squads_;  // of all, in the order in which they are read
  pose::Pose base_;
  std::array<Stretch, 2> ahead_;
  pose::BoneBlock bones_;
  Scratch scratch_;
  LargeVector<char> bytes_;
  std::size_t bytes_used_ = 0;
  std::uint64_t tick_ = 0;
};

}  // namespace kine::bench
