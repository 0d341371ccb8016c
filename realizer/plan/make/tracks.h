// Moments -> tracks: what the poses of a sequence ask, sorted by what has to do it.
#pragma once

#include <span>
#include <vector>

#include "realizer/plan/make/moment.h"
#include "realizer/plan/make/timing.h"

namespace kine::plan {

/// One track a group that any moment moves, in the order of the groups. Pre: settle_times.
std::vector<Track> make_tracks(Seconds sequence_start, std::span<const Moment> moments,
                               const Faults& faults);

/// One track a channel, in the order of the channels. A channel is the sum of the morphs that it is
/// part of, each of which runs straight from key to key and counts nothing before its first
/// movement. Pre: settle_times.
std::vector<ChannelTrack> make_channel_tracks(Seconds sequence_start,
                                              std::span<const Moment> moments,
                                              const Faults& faults);

}  // namespace kine::plan
