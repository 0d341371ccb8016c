// What a shard knows beforehand: when a character has something to schedule, and what memory the
// next characters of the tick will read.
#include <algorithm>
#include <limits>

#include "realizer/shard.h"

namespace kine {
namespace {

/// Of a row, what every tick reads beside the poses: it stands in front of them.
constexpr std::size_t kRowBytesRead = 192;

template <class T>
void prefetch(const T& object, std::size_t bytes) {
  constexpr std::size_t kCacheLine = 64;
  const auto* begin = reinterpret_cast<const char*>(&object);
  for (std::size_t at = 0; at < bytes; at += kCacheLine) __builtin_prefetch(begin + at);
}

}  // namespace

/// The first tick at which there is something to schedule, if nothing comes in before. All but a
/// few characters have nothing in a tick, and their blocks are then not looked at.
Tick Shard::next_event(const CharacterState& state, Tick tick) const {
  Tick next{std::numeric_limits<std::uint64_t>::max()};
  const auto note = [&](Tick start, Seconds time) {
    next = std::min(next, rate_.first_at_or_after(start, time));
  };
  for (const PlayingBlock& playing : state.blocks) {
    if (playing.interrupted) return Tick{tick.index + 1};
    const motion::Block& block = *playing.block;
    if (playing.segments_bound < block.segments.size()) {
      note(playing.start, block.segments[playing.segments_bound].start);
    }
    if (playing.sync_points_said < block.sync_points.size()) {
      note(playing.start, block.sync_points[playing.sync_points_said].time);
    }
    if (playing.life_changes_made < block.life.size()) {
      note(playing.start, block.life[playing.life_changes_made].time);
    }
    if (playing.tension_changes_made < block.tensions.size()) {
      note(playing.start, block.tensions[playing.tension_changes_made].at);
    }
    note(playing.start, block.end);
  }
  for (const ActiveSegment& active : state.segments) note(active.block_start, active.plan.end);
  return next;
}

/// Where the squads of a character stand: behind those of the one before it, as a tick reads them.
/// Memory comes several times as fast where it is read straight on.
std::span<pose::SquadBlock> Shard::room_of(std::size_t row) {
  constexpr std::size_t kRowsARoom = 16;
  constexpr std::size_t kSquadsARow = 3 * pose::kBlocks;  // three segments of the whole body
  if (row % kRowsARoom == 0) {
    rooms_.push_back(std::make_unique<pose::SquadBlock[]>(kRowsARoom * kSquadsARow));
  }
  return {rooms_.back().get() + row % kRowsARoom * kSquadsARow, kSquadsARow};
}

/// Gives the segments of a character their room, from the top down, as they are read. What finds
/// none keeps its squads elsewhere.
void Shard::settle_intervals(Row& row) {
  std::span<pose::SquadBlock> left = row.room;
  std::vector<ActiveSegment>& segments = row.state.segments;
  for (auto active = segments.rbegin(); active != segments.rend(); ++active) {
    const std::size_t size = active->keys->joints.blocks.size();
    const std::size_t taken = size <= left.size() ? size : 0;
    active->interval.settle(left.first(taken));
    left = left.subspan(taken);
  }
}

/// Brings near what the next characters need, each step one character before it is looked into:
/// ten thousand of them stand in memory, not in a cache.
void Shard::look_ahead(std::size_t row) {
  constexpr std::size_t kRowsAhead = 6;
  constexpr std::size_t kSegmentsAhead = 3;
  if (row + kRowsAhead < rows_.size()) prefetch(rows_[row + kRowsAhead], kRowBytesRead);
  if (row + kSegmentsAhead < rows_.size()) {
    for (const ActiveSegment& active : rows_[row + kSegmentsAhead].state.segments) {
      prefetch(active, sizeof(active));
    }
  }
  if (row + 1 == rows_.size()) return;
  const std::vector<ActiveSegment>& next = rows_[row + 1].state.segments;
  for (auto active = next.rbegin(); active != next.rend(); ++active) {
    prefetch(*active->keys, sizeof(pose::Keys));
  }
}

}  // namespace kine
