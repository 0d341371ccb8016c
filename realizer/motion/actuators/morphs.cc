#include "realizer/motion/actuators/morphs.h"

#include <utility>

#include "realizer/core/assert.h"
#include "realizer/motion/key_times.h"

namespace kine::motion {
namespace {

void append(Seconds time, float value, pose::ChannelKeys& keys) {
  keys.times_s.push_back(keys.times_s.empty() ? static_cast<float>(time.count())
                                              : key_time_after(keys.times_s.back(), time));
  keys.values.push_back(value);
}

pose::ChannelKeys keys_of(const plan::ChannelTrack& track) {
  pose::ChannelKeys keys{.channel = track.channel, .times_s = {}, .values = {}};
  for (const plan::ChannelKey& key : track.keys) {
    append(key.time, static_cast<float>(key.value), keys);
    if (key.hold > Seconds{0}) append(key.time + key.hold, static_cast<float>(key.value), keys);
  }
  return keys;
}

}  // namespace

Morphs::Morphs(std::span<const plan::ChannelTrack> tracks, pose::Warps warps)
    : warps_(std::move(warps)) {
  KINE_ASSERT(!tracks.empty());
  for (const plan::ChannelTrack& track : tracks) {
    KINE_ASSERT(!track.keys.empty());
    keys_.push_back(keys_of(track));
  }
}

pose::ChannelSet Morphs::channels() const {
  pose::ChannelSet channels;
  for (const pose::ChannelKeys& keys : keys_) channels.set(keys.channel.index);
  return channels;
}

pose::Keys Morphs::compile(const Entry& entry, const body::Body&) const {
  pose::Keys bound{.joints = {}, .channels = keys_, .warps = warps_};
  const Seconds key_time{warps_.key_time_s(entry.time.count())};
  for (pose::ChannelKeys& keys : bound.channels) {
    keys.times_s.insert(keys.times_s.begin(), entry_time_before(keys.times_s.front(), key_time));
    keys.values.insert(keys.values.begin(), entry.pose->channels[keys.channel.index]);
  }
  return bound;
}

}  // namespace kine::motion
