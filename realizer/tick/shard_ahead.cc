// What a shard knows beforehand: a character's base, when it has something to schedule, where it
// keeps what a tick reads, and what the next ones will read.
#include <algorithm>
#include <limits>

#include "realizer/tick/shard.h"

namespace kine {
namespace {

pose::Pose base_pose_of(const body::Body& body) {
  pose::Pose pose;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    pose.set_rotation(body::joint_at(i), body.base_pose[i]);
  }
  const Vec3& hips = body.offsets_m[body::index_of(body::Joint::Hips)];
  pose.hips_m = {static_cast<float>(hips.x), static_cast<float>(hips.y), static_cast<float>(hips.z),
                 0};
  return pose;
}

/// Of a row, what every tick reads beside the poses: it stands in front of them.
constexpr std::size_t kRowBytesRead = 320;

}  // namespace

/// The first tick at which there is something to schedule, if nothing comes in before. All but a
/// few characters have nothing in a tick, and their blocks are then not looked at.
Tick Shard::next_event(const CharacterState& state, Tick tick) const {
  Tick next{std::numeric_limits<std::uint64_t>::max()};
  const auto note = [&](Tick start, Seconds time) {
    next = std::min(next, rate_.first_at_or_after(start, time));
  };
  // An arm that is ahead comes to its own things as much earlier: at that tick, or from then on.
  const auto note_of_arm = [&](Tick start, Seconds time, std::optional<body::Side> arm) {
    if (!arm || state.tension.empty()) return note(start, time);
    const ArmClock& clock = state.tension.front().times[static_cast<std::size_t>(*arm)].clock;
    const Seconds ahead = clock.ahead_max(rate_.time_of(tick));
    note(start, time - ahead);
    next = std::max(next, Tick{tick.index + 1});
  };
  for (const PlayingBlock& playing : state.blocks) {
    if (playing.interrupted || playing.next) return Tick{tick.index + 1};
    const motion::Block& block = *playing.block;
    if (playing.segments_bound < block.segments.size()) {
      note(playing.start, block.segments[playing.segments_bound].start);
    }
    if (!state.tension.empty()) {
      for (std::size_t i = playing.segments_bound; i < block.segments.size(); ++i) {
        if (playing.is_bound(i)) continue;
        note_of_arm(playing.start, block.segments[i].start, block.segments[i].arm);
      }
    }
    if (playing.sync_points_said < block.sync_points.size()) {
      note(playing.start, block.sync_points[playing.sync_points_said].time);
    }
    if (playing.life_changes_made < block.life.size()) {
      note(playing.start, block.life[playing.life_changes_made].time);
    }
    if (playing.targets_moved < block.targets.size()) {
      note(playing.start, block.targets[playing.targets_moved].time);
    }
    for (const body::Side side : {body::Side::Left, body::Side::Right}) {
      const std::size_t made = playing.tension_changes_made[static_cast<std::size_t>(side)];
      if (made < block.tensions.size()) note_of_arm(playing.start, block.tensions[made].at, side);
    }
    if (playing.cues_given < block.cues.size()) {
      note(playing.start, block.cues[playing.cues_given].time);
    }
    if (!state.waiting.empty()) note(playing.start, block.relaxed);
    note(playing.start, block.end);
  }
  for (const ActiveSegment& active : state.segments) {
    if (active.plan.lasting && is_over(state, active, tick)) continue;
    note_of_arm(active.block_start, active.plan.end, active.plan.arm);
  }
  return next;
}

/// What a character shows where nothing moves it.
const pose::Pose* Shard::base_of(const body::Body& body) {
  const auto known = std::ranges::find(bases_, &body, &Standing::body);
  if (known != bases_.end()) return known->pose.get();
  bases_.push_back({&body, std::make_unique<pose::Pose>(base_pose_of(body))});
  return bases_.back().pose.get();
}

/// Where the squads of a character stand: behind those of the one before it, as a tick reads them,
/// or where those of one stood who has left. Memory comes several times as fast where it is read
/// straight on.
std::span<pose::SquadBlock> Shard::next_room() {
  constexpr std::size_t kSquadsARow = 3 * pose::kBlocks;  // three segments of the whole body
  constexpr std::size_t kRowsARoom = kLargePageBytes / (kSquadsARow * sizeof(pose::SquadBlock));
  if (!free_rooms_.empty()) {
    const std::span<pose::SquadBlock> room = free_rooms_.back();
    free_rooms_.pop_back();
    return room;
  }
  const std::size_t place = rooms_given_++ % kRowsARoom;
  if (place == 0) rooms_.emplace_back(kRowsARoom * kSquadsARow);
  return std::span(rooms_.back()).subspan(place * kSquadsARow, kSquadsARow);
}

/// Gives the segments of a character their room, from the top down, as they are read. What finds
/// none keeps its squads elsewhere.
void Shard::settle_intervals(Row& row) {
  row.room_taken = 0;
  std::vector<ActiveSegment>& segments = row.state.segments;
  for (auto active = segments.rbegin(); active != segments.rend(); ++active) {
    const std::size_t size = active->keys->joints.blocks.size();
    const bool fits = size <= row.room.size() - row.room_taken;
    active->interval.settle(row.room.subspan(row.room_taken, fits ? size : 0));
    row.room_taken += fits ? size : 0;
  }
}

/// What the characters behind a row will read: ten thousand of them stand in memory, not in a
/// cache. Each piece is found by what was brought near before.
std::span<const Stretch> Shard::look_ahead(std::size_t row) {
  constexpr std::size_t kRowsAhead = 4;
  constexpr std::size_t kSegmentsAhead = 2;
  std::size_t count = 0;
  const auto bring = [&](const auto* objects, std::size_t size) {
    ahead_[count++] = std::as_bytes(std::span(objects, size));
  };
  if (row + 1 < rows_.size()) {
    const Row& next = rows_[row + 1];
    bring(next.room.data(), next.room_taken);
    bring(&frames_[row + 1], 1);  // it will be written
    bring(next.state.tension.data(), next.state.tension.size());
  }
  if (row + kSegmentsAhead < rows_.size()) {
    const std::vector<ActiveSegment>& segments = rows_[row + kSegmentsAhead].state.segments;
    bring(segments.data(), segments.size());
  }
  if (row + kRowsAhead < rows_.size()) {
    const Row& later = rows_[row + kRowsAhead];
    ahead_[count++] = std::as_bytes(std::span(&later, 1)).first(kRowBytesRead);
  }
  return std::span(ahead_).first(count);
}

}  // namespace kine
