#include "realizer/plan/make/tracks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

#include "realizer/body/channels.h"

namespace kine::plan {
namespace {

/// Above 1 exaggerates; a channel goes no further.

/// What one morph does: it rests until `from`, runs straight to `value` at `time`, and holds.
struct MorphKey {
  std::size_t pose = 0;
  Seconds from{0};
  Seconds time{0};
  Seconds hold_end{0};
  double value = 0;
};

struct MorphTrack {
  std::span<const MorphPart> parts;
  std::vector<MorphKey> keys;

  double value_at(Seconds time) const {
    const auto next = std::ranges::upper_bound(keys, time, {}, &MorphKey::time);
    const double before = next == keys.begin() ? 0 : (next - 1)->value;
    if (next == keys.end() || time <= next->from) return before;
    return std::lerp(before, next->value, (time - next->from) / (next->time - next->from));
  }
};

/// The part of one morph in one channel.
struct Contribution {
  const MorphTrack* morph = nullptr;
  double weight = 0;
};

/// A time at which a sum of straight lines may bend, and the pose that is reached there.
struct Bend {
  Seconds time{0};
  std::optional<std::size_t> pose;
};

std::vector<MorphTrack> make_morph_tracks(Seconds sequence_start, std::span<const Moment> moments,
                                          const Faults& faults) {
  std::vector<MorphTrack> tracks;
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    for (const Moment::MorphWeight& morph : moments[i].morphs) {
      const auto [place, fresh] = places.try_emplace(morph.name, tracks.size());
      if (fresh) tracks.push_back({.parts = morph.parts, .keys = {}});
      MorphTrack& track = tracks[place->second];
      Seconds from = movement_start(sequence_start, moments, i, faults);
      if (!track.keys.empty()) {
        // In our own language a morph runs on from its last key, whatever else happens meanwhile.
        const Seconds rested = track.keys.back().hold_end;
        from = faults.mends() ? std::max(from, rested) : rested;
      }
      track.keys.push_back({.pose = i,
                            .from = from,
                            .time = moments[i].time,
                            .hold_end = moments[i].time + morph.hold,
                            .value = morph.weight});
    }
  }
  return tracks;
}

std::vector<Bend> find_bends(std::span<const Contribution> contributions) {
  std::vector<Bend> bends;
  for (const Contribution& each : contributions) {
    for (const MorphKey& key : each.morph->keys) {
      bends.push_back({key.from, {}});
      bends.push_back({key.time, key.pose});
      bends.push_back({key.hold_end, {}});
    }
  }
  // Of bends at one time the one with a pose comes first, and stays.
  std::ranges::stable_sort(bends, [](const Bend& a, const Bend& b) {
    return a.time != b.time ? a.time < b.time : a.pose && !b.pose;
  });
  const auto is_same = [](const Bend& a, const Bend& b) { return a.time == b.time; };
  bends.erase(std::unique(bends.begin(), bends.end(), is_same), bends.end());
  return bends;
}

double sum_at(Seconds time, std::span<const Contribution> contributions) {
  double sum = 0;
  for (const Contribution& each : contributions) sum += each.weight * each.morph->value_at(time);
  return std::clamp(sum, 0.0, body::kChannelMax);
}

ChannelTrack make_channel_track(body::Channel channel,
                                std::span<const Contribution> contributions) {
  constexpr double kRounding = 1e-12;
  const std::vector<Bend> bends = find_bends(contributions);
  ChannelTrack track{.channel = channel, .start = bends.front().time, .keys = {}};
  Seconds before = track.start;
  for (const Bend& bend : bends) {
    const double value = sum_at(bend.time, contributions);
    if (bend.pose) {
      track.keys.push_back({.pose = *bend.pose, .time = bend.time, .value = value});
    } else if (!track.keys.empty()) {
      ChannelKey& last = track.keys.back();
      const bool holds_until_here = (last.time + last.hold).count() > before.count() - kRounding;
      if (holds_until_here && std::abs(last.value - value) < kRounding) {
        last.hold = bend.time - last.time;
      } else {
        track.keys.push_back({.pose = last.pose, .time = bend.time, .value = value});
      }
    }
    before = bend.time;
  }
  return track;
}

}  // namespace

std::vector<Track> make_tracks(Seconds sequence_start, std::span<const Moment> moments,
                               const Faults& faults) {
  std::map<std::size_t, Track> tracks;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    for (const Moment::GroupGoal& goal : moments[i].goals) {
      Track& track = tracks[goal.group];
      if (track.keys.empty()) {
        track.group = goal.group;
        track.start = movement_start(sequence_start, moments, i, faults);
      }
      if (track.keys.empty() || track.keys.back().pose != i) {
        track.keys.push_back({.pose = i,
                              .time = moments[i].time,
                              .hold = goal.hold,
                              .goals = {},
                              .tcb = moments[i].written->tcb.value_or(Tcb{})});
      }
      track.keys.back().goals.push_back(goal.goal);
    }
  }
  std::vector<Track> sorted;
  for (auto& [group, track] : tracks) sorted.push_back(std::move(track));
  return sorted;
}

std::vector<ChannelTrack> make_channel_tracks(Seconds sequence_start,
                                              std::span<const Moment> moments,
                                              const Faults& faults) {
  const std::vector<MorphTrack> morphs = make_morph_tracks(sequence_start, moments, faults);
  std::array<std::vector<Contribution>, body::kChannelCount> contributions;
  for (const MorphTrack& morph : morphs) {
    for (const MorphPart& part : morph.parts) {
      contributions[part.channel.index].push_back({&morph, part.weight});
    }
  }
  std::vector<ChannelTrack> tracks;
  for (std::size_t i = 0; i < contributions.size(); ++i) {
    if (contributions[i].empty()) continue;
    const body::Channel channel{static_cast<std::uint8_t>(i)};
    tracks.push_back(make_channel_track(channel, contributions[i]));
  }
  return tracks;
}

}  // namespace kine::plan
