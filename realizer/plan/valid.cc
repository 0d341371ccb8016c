// Plan::valid: what plan.h promises, asked of a whole plan.
#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "realizer/body/channels.h"
#include "realizer/plan/plan.h"

namespace kine::plan {
namespace {

/// Sums of a script's decimals miss by less.

bool is_share(double value) { return value >= 0 && value <= 1; }
bool is_parameter(double value) { return value >= -1 && value <= 1; }

bool valid_index(const std::optional<std::size_t>& index, std::size_t count) {
  return !index || *index < count;
}

bool valid_goal(const Goal& goal, const body::Body& body) {
  const auto* shape = std::get_if<TakeShape>(&goal);
  if (shape == nullptr) return true;
  return shape->shape < body.shapes.size() && is_share(shape->influence) &&
         valid_index(shape->towards, body.shapes.size()) && is_share(shape->towards_share);
}

bool valid_key(const Key& key, const body::Body& body) {
  return !key.goals.empty() && is_parameter(key.tcb.tension) && is_parameter(key.tcb.continuity) &&
         is_parameter(key.tcb.bias) &&
         std::ranges::all_of(key.goals, [&](const Goal& goal) { return valid_goal(goal, body); });
}

bool valid_key(const ChannelKey& key) { return key.value >= 0 && key.value <= body::kChannelMax; }

template <class Keys>
bool valid_times(Seconds start, const Keys& keys, const Sequence& sequence) {
  if (keys.empty() || start > keys.front().time || start < Seconds{0}) return false;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].pose >= sequence.poses.size() || keys[i].hold < Seconds{0}) return false;
    if (keys[i].goes_back() && i + 1 != keys.size()) return false;
    if (i + 1 == keys.size()) break;
    if (keys[i].time >= keys[i + 1].time || keys[i].pose > keys[i + 1].pose) return false;
    if (keys[i].time + keys[i].hold > keys[i + 1].time + kRounding) return false;
  }
  return true;
}

bool valid_retraction(const Track& track) {
  if (!track.retraction) return true;
  const Key& last = track.keys.back();
  return track.retraction->over >= Seconds{0} &&
         track.retraction->from + kRounding >= last.time + last.hold;
}

bool valid_poses(const Sequence& sequence, const Plan& plan) {
  for (std::size_t i = 0; i < sequence.poses.size(); ++i) {
    const Pose& pose = sequence.poses[i];
    if (i > 0 && pose.time < sequence.poses[i - 1].time) return false;
    if (pose.time < sequence.start || pose.hold < Seconds{0}) return false;
    if (!valid_index(pose.nucleus, plan.nuclei.size())) return false;
    if (!valid_index(pose.tension, plan.tensions.size())) return false;
    if (!valid_index(pose.tension_from, plan.tensions.size())) return false;
    if (!valid_index(pose.sketch, plan.sketches.size())) return false;
    for (const auto& own : pose.arm_sketches) {
      if (!valid_index(own, plan.sketches.size())) return false;
    }
    if (pose.goes_back && i + 1 != sequence.poses.size()) return false;
  }
  return true;
}

bool valid_sequence(const Sequence& sequence, const Plan& plan, const body::Body& body) {
  const auto valid_track = [&](const Track& track) {
    return track.group < body.groups.size() && valid_times(track.start, track.keys, sequence) &&
           std::ranges::all_of(track.keys, [&](const Key& key) { return valid_key(key, body); }) &&
           valid_retraction(track);
  };
  const auto valid_channel = [&](const ChannelTrack& track) {
    return valid_times(track.start, track.keys, sequence) &&
           std::ranges::all_of(track.keys, [](const ChannelKey& key) { return valid_key(key); });
  };
  const auto valid_clip = [&](const Clip& clip) {
    return clip.group < body.groups.size() && clip.time >= sequence.start &&
           clip.hold >= Seconds{0};
  };
  return sequence.start >= Seconds{0} && sequence.fade_in >= Seconds{0} &&
         sequence.fade_out >= Seconds{0} && valid_index(sequence.nucleus, plan.nuclei.size()) &&
         valid_index(sequence.tension, plan.tensions.size()) &&
         valid_index(sequence.sketch, plan.sketches.size()) && valid_poses(sequence, plan) &&
         std::ranges::all_of(sequence.tracks, valid_track) &&
         std::ranges::all_of(sequence.channels, valid_channel) &&
         std::ranges::all_of(sequence.clips, valid_clip) &&
         (sequence.speech == nullptr || sequence.speech->valid()) &&
         sequence.body_language.amount >= 0 && sequence.body_language.amount <= 1 &&
         sequence.weight >= 0 && sequence.weight <= 1;
}

bool valid_nucleus(const Nucleus& nucleus) { return valid(nucleus.expressivity); }

bool valid_sketch(const Sketch& sketch, const body::Body& body) {
  const auto valid_transition = [&](const Transition& each) {
    return valid(each.parameters) && valid_index(each.group, body.groups.size());
  };
  const auto is_share = [](double share) { return share > 0; };
  const auto valid_part = [](const FacePart& each) {
    return each.weight >= 0 && each.weight <= body::kChannelMax;
  };
  return valid(sketch.expressivity) && std::ranges::all_of(sketch.transitions, valid_transition) &&
         std::ranges::all_of(sketch.rhythm, is_share) &&
         (!sketch.face || std::ranges::all_of(*sketch.face, valid_part)) &&
         part_of(sketch.expressivity, script::MannerElement::Nucleus).values().empty();
}

}  // namespace

bool Plan::valid(const body::Body& body) const {
  const auto valid_tension = [](const NamedTension& each) { return each.valid(); };
  return std::ranges::all_of(nuclei, valid_nucleus) &&
         std::ranges::all_of(tensions, valid_tension) && valid_index(tension, tensions.size()) &&
         std::ranges::all_of(sketches,
                             [&](const Sketch& each) { return valid_sketch(each, body); }) &&
         valid_index(sketch, sketches.size()) &&
         std::ranges::all_of(sequences, [&](const Sequence& sequence) {
           return valid_sequence(sequence, *this, body);
         });
}

}  // namespace kine::plan
