#include "realizer/motion/build/tremors.h"

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/core/random.h"
#include "realizer/motion/actuators/tremor.h"
#include "realizer/motion/actuators/turn.h"
#include "realizer/motion/build/sequence_segments.h"
#include "realizer/motion/transit_of.h"

namespace kine::motion {
namespace {

/// What may tremble from when to when: the movement to a pose, or, without one, all meanwhile.
struct Trembling {
  const plan::Pose* pose = nullptr;
  body::JointSet joints;
  Seconds from{0};
  Seconds to{0};
};

bool goes_for_a_walk(const plan::Key& key) {
  return std::ranges::any_of(
      key.goals, [](const plan::Goal& goal) { return std::holds_alternative<plan::Walk>(goal); });
}

void append_way_back(const plan::Sequence& sequence, const body::Body& body,
                     std::vector<Trembling>& all) {
  const plan::Pose* const back = sequence.find_way_back();
  if (back == nullptr) return;
  body::JointSet joints;
  for (const plan::Track& track : sequence.tracks) {
    if (track.keys.back().goes_back()) joints = joints | body.groups[track.group].joints;
  }
  all.push_back({back, joints, sequence.end_of_holds(), back->time});
}

std::vector<Trembling> all_of(const plan::Sequence& sequence, const body::Body& body,
                              const pose::Clips& clips) {
  std::vector<Trembling> all;
  append_way_back(sequence, body, all);
  for (const plan::Track& track : sequence.tracks) {
    Seconds from = track.start;
    for (const plan::Key& key : track.keys) {
      if (goes_for_a_walk(key)) {
        all.push_back({&sequence.poses[key.pose], body::JointSet::all(), from, key.time});
      }
      from = key.time + key.hold;
    }
  }
  for (const plan::Clip& played : sequence.clips) {
    const auto clip = clips.find(played.clip);
    KINE_ASSERT(clip != clips.end());
    all.push_back({nullptr, body.groups[played.group].joints & clip->second->joints, played.time,
                   played.time + played.hold});
  }
  return all;
}

/// When a joint trembles, and how much.
struct Span {
  Seconds from{0};
  Seconds to{0};
  double share = 0;

  friend auto operator<=>(const Span&, const Span&) = default;
};

/// What overlaps is one, as strong as the strongest.
std::vector<Span> joined(std::vector<Span> spans) {
  std::ranges::sort(spans);
  std::vector<Span> result;
  for (const Span& each : spans) {
    if (result.empty() || each.from > result.back().to) {
      result.push_back(each);
      continue;
    }
    result.back().to = std::max(result.back().to, each.to);
    result.back().share = std::max(result.back().share, each.share);
  }
  return result;
}

/// Joints that tremble alike together.
std::map<Span, body::JointSet> spans_of(const plan::Plan& plan, const plan::Sequence& sequence,
                                        const body::Body& body,
                                        std::span<const Trembling> trembling) {
  const plan::Pose none;
  std::map<Span, body::JointSet> together;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!body::joints_above_waist().contains(joint)) continue;
    std::vector<Span> spans;
    for (const Trembling& each : trembling) {
      if (!each.joints.contains(joint)) continue;
      const plan::Pose& pose = each.pose != nullptr ? *each.pose : none;
      const double share = transit_of(plan, sequence, pose, body, joint).tremble;
      if (share > 0) spans.push_back({each.from, each.to, share});
    }
    for (const Span& span : joined(std::move(spans))) together[span].insert(joint);
  }
  return together;
}

}  // namespace

void Tremors::add(const plan::Sequence& sequence, Block& block) {
  constexpr Seconds kSwells{0.2};
  if (!has_transitions(plan_, sequence)) return;
  const pose::Warps warps = warps_of(sequence);
  std::vector<Trembling> trembling = all_of(sequence, body_, clips_);
  for (Trembling& each : trembling) {
    each.from = first_time_of(each.from, warps);
    each.to = first_time_of(each.to, warps);
  }
  for (const auto& [span, joints] : spans_of(plan_, sequence, body_, trembling)) {
    const Seconds asked = span.to - span.from;
    const Seconds lasts = std::min(asked, left_);
    if (lasts < asked && !has_warned_) {
      has_warned_ = true;
      diagnostics_.warn(sequence.where, "from sequence " + quoted(sequence.id) +
                                            " on ways back, walks and clips tremble no more, for "
                                            "those of a script do so for 30 s in all");
    }
    if (lasts < 2 * kTremorStep) continue;
    left_ -= lasts;
    pose::JointKeys keys = tremor_keys(joints, span.from, span.from + lasts, span.share,
                                       key_of(plan_.character + sequence.id));
    block.segments.push_back({.start = span.from,
                              .end = span.from + lasts,
                              .fade_in = std::min(kSwells, lasts / 2),
                              .fade_out = std::min(kSwells, lasts / 2),
                              .priority = sequence.priority,
                              .relative = true,
                              .actuator = std::make_shared<Turns>(std::move(keys))});
  }
}

}  // namespace kine::motion
