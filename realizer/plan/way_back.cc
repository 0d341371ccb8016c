#include "realizer/plan/way_back.h"

#include <algorithm>
#include <variant>

#include "realizer/core/assert.h"

namespace kine::plan {
namespace {

/// A written fade-out may be so short that its key would stand at the time of the one before it.
constexpr Seconds kLeastWayBack{1e-3};

bool is_key_pose(const Goal& goal) {
  return std::holds_alternative<Reach>(goal) || std::holds_alternative<Aim>(goal) ||
         std::holds_alternative<Swivel>(goal) || std::holds_alternative<TakeShape>(goal) ||
         std::holds_alternative<Lean>(goal);
}

bool is_of_key_poses(const Track& track) {
  return std::ranges::all_of(
      track.keys, [](const Key& key) { return std::ranges::all_of(key.goals, is_key_pose); });
}

}  // namespace

void add_way_back(bool is_free, Sequence& sequence) {
  if (sequence.lasting || sequence.fade_out <= Seconds{0}) return;
  if (std::ranges::none_of(sequence.tracks, is_of_key_poses)) return;
  const Seconds time = sequence.end_of_holds() + std::max(sequence.fade_out, kLeastWayBack);
  std::size_t last = 0;
  for (Track& track : sequence.tracks) {
    if (!is_of_key_poses(track)) continue;
    last = std::max(last, track.keys.back().pose);
    track.keys.push_back(
        {.pose = sequence.poses.size(), .time = time, .goals = {GoBack{}}, .tcb = {}});
  }
  const std::optional<std::size_t> nucleus = sequence.poses[last].nucleus;
  sequence.poses.push_back({.id = {},
                            .time = time,
                            .phase = script::Phase::Retraction,
                            .appointed = !is_free,
                            .nucleus = is_free ? nucleus : std::nullopt,
                            .goes_back = true});
}

void set_way_back(Seconds over, Sequence& sequence) {
  Pose* back = sequence.find_way_back();
  KINE_ASSERT(back != nullptr);
  back->time = sequence.end_of_holds() + std::max(over, kLeastWayBack);
  for (Track& track : sequence.tracks) {
    if (track.keys.back().goes_back()) track.keys.back().time = back->time;
  }
}

std::optional<Seconds> preparation_of(const Sequence& sequence, const body::Body& body) {
  std::optional<Seconds> preparation;
  for (const Track& track : sequence.tracks) {
    const body::JointSet& joints = body.groups[track.group].joints;
    const bool is_arm =
        joints.contains(body::Joint::LeftLowerArm) || joints.contains(body::Joint::RightLowerArm);
    if (!is_arm || !track.keys.back().goes_back()) continue;
    const Seconds taken = track.keys.front().time - track.start;
    preparation = std::min(preparation.value_or(taken), taken);
  }
  return preparation;
}

}  // namespace kine::plan
