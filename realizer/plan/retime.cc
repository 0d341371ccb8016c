#include "realizer/plan/retime.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/plan/schedule/joined.h"
#include "realizer/plan/way_back.h"

namespace kine::plan {
namespace {

/// Keys that a removed hold would bring together stay this far apart.
constexpr Seconds kLeastGap{1e-6};

/// A clip plays for this long at least.
constexpr Seconds kLeastClip{0.001};

/// What is missing of a wish and worth a warning.
constexpr Seconds kMissingMin{0.001};

/// The nuclei of a sequence that its poses or clips have.
std::vector<std::size_t> nuclei_of(const Sequence& sequence) {
  std::vector<std::size_t> nuclei;
  for (const Pose& pose : sequence.poses) {
    if (pose.nucleus) nuclei.push_back(*pose.nucleus);
  }
  if (!sequence.clips.empty() && sequence.nucleus) nuclei.push_back(*sequence.nucleus);
  return nuclei;
}

/// `hold`, or what of it ends by `next` to the bit.
Seconds hold_until(Seconds next, Seconds time, Seconds hold) {
  hold = std::max(std::min(hold, next - time), Seconds{0});
  while (hold > Seconds{0} && time + hold > next) hold = Seconds(std::nextafter(hold.count(), 0));
  return hold;
}

template <class Keys>
void retime_keys(const Timeline& timeline, Keys& keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    auto& key = keys[i];
    if (key.goes_back()) continue;  // it follows the end of the holds
    const Seconds hold_end = timeline.departure(key.time + key.hold);
    key.time = timeline.arrival(key.time);
    if (i > 0 && key.time <= keys[i - 1].time) key.time = keys[i - 1].time + kLeastGap;
    key.hold = std::max(hold_end - key.time, Seconds{0});
    if (i > 0) keys[i - 1].hold = hold_until(key.time, keys[i - 1].time, keys[i - 1].hold);
  }
}

template <class Tracks>
void retime_tracks(const Timeline& timeline, Tracks& tracks) {
  for (auto& track : tracks) {
    const Seconds start = timeline.departure(track.start);
    retime_keys(timeline, track.keys);
    track.start = std::min(start, track.keys.front().time);
  }
}

void retime_sequence(const Timeline& timeline, Sequence& sequence) {
  const Seconds gives_back_over = sequence.gives_back_over();
  sequence.start = timeline.arrival(sequence.start);
  for (Pose& pose : sequence.poses) {
    if (pose.goes_back) continue;
    const Seconds hold_end = timeline.departure(pose.time + pose.hold);
    pose.time = timeline.arrival(pose.time);
    pose.hold = std::max(hold_end - pose.time, Seconds{0});
  }
  retime_tracks(timeline, sequence.tracks);
  retime_tracks(timeline, sequence.channels);
  for (Clip& clip : sequence.clips) {
    const Seconds end = timeline.arrival(clip.time + clip.hold);
    clip.time = timeline.departure(clip.time);
    const Seconds length = std::max(end - clip.time, kLeastClip);
    clip.speed *= clip.hold / length;
    clip.hold = length;
  }
  if (sequence.find_way_back() != nullptr) set_way_back(gives_back_over, sequence);
}

}  // namespace

double parameter_of(const Plan& plan, std::optional<std::size_t> nucleus,
                    const script::Parameter& parameter) {
  return nucleus ? plan.nuclei[*nucleus].expressivity[parameter] : 0;
}

std::vector<Gesture> gestures_of(const Plan& plan, const script::Parameter& parameter) {
  Joined joined(plan.sequences.size());
  std::vector<std::optional<std::size_t>> first_with(plan.nuclei.size());
  std::vector<bool> taken(plan.sequences.size(), false);
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    for (const std::size_t nucleus : nuclei_of(plan.sequences[i])) {
      if (parameter_of(plan, nucleus, parameter) == 0) continue;
      taken[i] = true;
      if (first_with[nucleus]) joined.join(*first_with[nucleus], i);
      first_with[nucleus] = i;
    }
  }
  std::vector<Gesture> gestures;
  std::vector<std::optional<std::size_t>> places(plan.sequences.size());
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    if (!taken[i]) continue;
    std::optional<std::size_t>& place = places[joined.root_of(i)];
    if (!place) {
      place = gestures.size();
      gestures.emplace_back();
    }
    gestures[*place].push_back(i);
  }
  return gestures;
}

std::vector<Gesture> gestures_at_once(const Plan& plan, std::vector<std::size_t> sequences) {
  std::ranges::stable_sort(sequences, {}, [&](std::size_t i) { return plan.sequences[i].start; });
  std::vector<Gesture> gestures;
  Seconds over{0};
  for (const std::size_t i : sequences) {
    const Sequence& sequence = plan.sequences[i];
    if (gestures.empty() || sequence.start >= over) gestures.emplace_back();
    gestures.back().push_back(i);
    over = std::max(over, sequence.end_of_holds());
  }
  return gestures;
}

std::vector<Leg> legs_of(const Sequence& sequence) {
  std::vector<Leg> legs;
  Seconds from = sequence.start;
  for (std::size_t i = 0; i < sequence.poses.size(); ++i) {
    const Pose& pose = sequence.poses[i];
    if (pose.goes_back) break;
    if (i > 0 && pose.time == sequence.poses[i - 1].time) {
      legs.push_back(legs.back());
      legs.back().hold_end = std::max(legs.back().hold_end, pose.time + pose.hold);
      continue;
    }
    if (i > 0) {
      const Seconds held = legs.back().hold_end;
      // What one group holds beyond the next pose of another is no rest of the whole.
      from = held < pose.time ? held : sequence.poses[i - 1].time;
      for (std::size_t j = i; j > 0 && sequence.poses[j - 1].time == sequence.poses[i - 1].time;
           --j) {
        legs[j - 1].hold_end = std::min(legs[j - 1].hold_end, pose.time);
      }
    }
    legs.push_back({.from = from, .to = pose.time, .hold_end = pose.time + pose.hold});
  }
  return legs;
}

TimeWishes wishes_for(const Plan& plan, const Gesture& gesture) {
  TimeWishes wishes{.start = plan.sequences[gesture.front()].start,
                    .stretches = {},
                    .pauses = {},
                    .appointments = {}};
  for (const std::size_t i : gesture) {
    const Sequence& sequence = plan.sequences[i];
    wishes.start = std::min(wishes.start, sequence.start);
    for (const Pose& pose : sequence.poses) {
      if (pose.phase == script::Phase::Stroke && pose.appointed)
        wishes.appointments.push_back(pose.time);
    }
  }
  return wishes;
}

void retime(Plan& plan, const Gesture& gesture, const Timeline& timeline, Diagnostics& diagnostics,
            std::string_view manner) {
  for (const std::size_t i : gesture) retime_sequence(timeline, plan.sequences[i]);
  if (timeline.missing() <= kMissingMin) return;
  constexpr double kMilliseconds = 1000;
  const double missing_ms = std::round(timeline.missing().count() * kMilliseconds);
  const Sequence& first = plan.sequences[gesture.front()];
  diagnostics.warn(first.where, "the stroke keeps its time, so its " + std::string(manner) +
                                    " changes " + format_number(missing_ms) +
                                    " ms less before it in " + quoted(first.id));
}

void sort_poses(Sequence& sequence) {
  std::vector<Pose>& poses = sequence.poses;
  std::vector<std::size_t> order(poses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return poses[i].time; });
  std::vector<std::size_t> places(poses.size());
  std::vector<Pose> sorted;
  for (const std::size_t i : order) {
    places[i] = sorted.size();
    sorted.push_back(std::move(poses[i]));
  }
  poses = std::move(sorted);
  for (Track& track : sequence.tracks) {
    for (Key& key : track.keys) key.pose = places[key.pose];
  }
  for (ChannelTrack& track : sequence.channels) {
    for (ChannelKey& key : track.keys) key.pose = places[key.pose];
  }
}

}  // namespace kine::plan
