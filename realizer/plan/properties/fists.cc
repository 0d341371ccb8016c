#include "realizer/plan/properties/fists.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "realizer/plan/retime.h"
#include "realizer/plan/strokes.h"

namespace kine::plan {
namespace {

/// How much of a fist there is in a shape at a power of 1: what it shows can still be seen.
constexpr double kFistInShape = 0.35;

/// Above this power a hand closes that has no shape to show, up to so much of a fist at 1.
constexpr double kClosingPower = 0.5;
constexpr double kFistInRest = 0.6;

constexpr std::string_view kFist = "fist";

std::optional<std::size_t> find_fist(const body::Body& body, std::string_view group) {
  const body::Shape* fist = body.find_shape(group, kFist);
  if (fist == nullptr) return {};
  return static_cast<std::size_t>(fist - body.shapes.data());
}

double power_at(const Plan& plan, const Sequence& sequence, const Key& key) {
  return parameter_of(plan, sequence.poses[key.pose].nucleus, script::kPower);
}

void close_shapes(const Plan& plan, Sequence& sequence, const body::Body& body) {
  for (Track& track : sequence.tracks) {
    for (Key& key : track.keys) {
      const double p = power_at(plan, sequence, key);
      if (p <= 0) continue;
      for (Goal& goal : key.goals) {
        auto* taken = std::get_if<TakeShape>(&goal);
        if (taken == nullptr) continue;
        const auto fist = find_fist(body, body.shapes[taken->shape].group);
        if (!fist || *fist == taken->shape) continue;
        taken->towards = fist;
        taken->towards_share = kFistInShape * p;
      }
    }
  }
}

/// Whether nothing in the whole plan moves any joint of the group.
bool is_idle(const Plan& plan, const body::Group& group, const body::Body& body) {
  const auto apart = [&](std::size_t other) {
    return (body.groups[other].joints & group.joints).empty();
  };
  return std::ranges::all_of(plan.sequences, [&](const Sequence& sequence) {
    return std::ranges::all_of(sequence.tracks,
                               [&](const Track& track) { return apart(track.group); }) &&
           std::ranges::all_of(sequence.clips, [&](const Clip& clip) { return apart(clip.group); });
  });
}

/// A fist as far as the arm's keys have power, and the hand of the base pose between them.
Track closing_track(const Plan& plan, const Sequence& sequence, const Track& arm, std::size_t group,
                    std::size_t fist) {
  Track track{.group = group, .start = arm.start, .keys = {}};
  for (const Key& key : arm.keys) {
    if (key.goes_back()) {
      track.keys.push_back(key);
      continue;
    }
    const double above = power_at(plan, sequence, key) - kClosingPower;
    const double share = std::max(above, 0.0) / (1 - kClosingPower);
    track.keys.push_back({.pose = key.pose,
                          .time = key.time,
                          .hold = key.hold,
                          .goals = {TakeShape{.shape = fist, .influence = kFistInRest * share}},
                          .tcb = key.tcb});
  }
  return track;
}

void close_hand(Plan& plan, std::size_t index, const body::Body& body, body::Joint hand,
                std::string_view fingers) {
  const body::Group* group = body.find_group(fingers);
  const auto fist = find_fist(body, fingers);
  if (group == nullptr || !fist) return;
  Sequence& sequence = plan.sequences[index];
  for (const Track& arm : sequence.tracks) {
    const bool strong = std::ranges::any_of(arm.keys, [&](const Key& key) {
      return find_reach(key, hand) != nullptr && power_at(plan, sequence, key) > kClosingPower;
    });
    if (!strong) continue;
    if (!is_idle(plan, *group, body)) return;
    const auto place = static_cast<std::size_t>(group - body.groups.data());
    sequence.tracks.push_back(closing_track(plan, sequence, arm, place, *fist));
    return;
  }
}

}  // namespace

void close_hands(Plan& plan, std::size_t sequence, const body::Body& body) {
  close_shapes(plan, plan.sequences[sequence], body);
  close_hand(plan, sequence, body, body::Joint::LeftHand, "leftFingers");
  close_hand(plan, sequence, body, body::Joint::RightHand, "rightFingers");
}

}  // namespace kine::plan
