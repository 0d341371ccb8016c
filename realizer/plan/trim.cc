#include "realizer/plan/trim.h"

#include <algorithm>
#include <iterator>

namespace kine::plan {
namespace {

/// Where all keys have passed the last one is kept: its pose stands there. The way back is no pose.
template <class Track>
void trim_track(Seconds now, Track& track) {
  const bool has_way_back = track.keys.size() > 1 && track.keys.back().goes_back();
  const auto first =
      std::find_if(track.keys.begin(), std::prev(track.keys.end(), has_way_back ? 2 : 1),
                   [&](const auto& key) { return key.time + key.hold >= now; });
  track.keys.erase(track.keys.begin(), first);
  track.start = std::max(track.start, now);
  auto& held = track.keys.front();
  if (held.time >= now) return;
  held.hold = std::max(held.hold - (now - held.time), Seconds{0});
  held.time = now;
}

template <class Tracks>
bool has_keys(const Tracks& tracks, Seconds after) {
  return std::ranges::any_of(tracks, [&](const auto& track) {
    return std::ranges::any_of(
        track.keys, [&](const auto& key) { return !key.goes_back() && key.time > after; });
  });
}

}  // namespace

bool has_keys_after(const Sequence& sequence, Seconds time) {
  return has_keys(sequence.tracks, time) || has_keys(sequence.channels, time);
}

void trim(Seconds now, Sequence& sequence) {
  for (Track& track : sequence.tracks) trim_track(now, track);
  for (ChannelTrack& track : sequence.channels) trim_track(now, track);
  sequence.fade_in = Seconds{0};
}

}  // namespace kine::plan
