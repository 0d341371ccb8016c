#include "realizer/plan/trim.h"

#include <algorithm>

namespace kine::plan {
namespace {

template <class Track>
void trim_track(Seconds now, Track& track) {
  std::erase_if(track.keys, [&](const auto& key) { return key.time + key.hold < now; });
  track.start = std::max(track.start, now);
  if (track.keys.empty() || track.keys.front().time >= now) return;
  auto& held = track.keys.front();
  held.hold -= now - held.time;
  held.time = now;
}

template <class Tracks>
void trim_tracks(Seconds now, Tracks& tracks) {
  for (auto& track : tracks) trim_track(now, track);
  std::erase_if(tracks, [](const auto& track) { return track.keys.empty(); });
}

template <class Tracks>
bool has_keys(const Tracks& tracks, Seconds after) {
  return std::ranges::any_of(tracks, [&](const auto& track) {
    return std::ranges::any_of(track.keys, [&](const auto& key) { return key.time > after; });
  });
}

}  // namespace

bool has_keys_after(const Sequence& sequence, Seconds time) {
  return has_keys(sequence.tracks, time) || has_keys(sequence.channels, time);
}

void trim(Seconds now, Sequence& sequence) {
  trim_tracks(now, sequence.tracks);
  trim_tracks(now, sequence.channels);
  sequence.fade_in = Seconds{0};
}

}  // namespace kine::plan
