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

#include "realizer/frame.h"
#include "realizer/pose/blend.h"
#include "realizer/pose/character_kernels.h"
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
  void set_up_intervals();

  /// The bytes of key data that a tick of one character reads, and those that it writes in the end.
  std::size_t key_bytes() const;
  std::size_t frame_bytes() const { return bytes_used_ / rows_.size(); }

  Vec3 left_hand_m() const;

 private:
  struct Row {
    std::array<pose::Keys, kMotions> keys;
    std::array<pose::Interval, kMotions> intervals;
    pose::Pose base;
    std::array<pose::Pose, 2> poses;  // of this tick and of the one before
    std::uint64_t phase = 0;          // in ticks: not all pass a key at once
  };

  /// What a block of characters needs between its stages.
  struct Scratch {
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
  void gather(std::size_t first, std::size_t count);
  void reach(std::size_t first, std::size_t count);
  void look(std::size_t first, std::size_t count);
  void publish(const Row& row, std::size_t index);
  void encode();
  float time_s(const Row& row) const;

  std::vector<Row> rows_;
  std::vector<pose::SquadBlock> squads_;  // of all, in the order in which they are read
  pose::BoneBlock bones_;
  Scratch scratch_;
  std::vector<char> bytes_;
  std::size_t bytes_used_ = 0;
  std::uint64_t tick_ = 0;
};

}  // namespace kine::bench
