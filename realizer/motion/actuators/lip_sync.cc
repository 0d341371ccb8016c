#include "realizer/motion/actuators/lip_sync.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/pcm16.h"
#include "realizer/motion/key_times.h"
#include "realizer/speech/hearing/frame_grid.h"
#include "realizer/speech/hearing/heard_lips.h"
#include "realizer/speech/visemes.h"

namespace kine::motion {
namespace {

// How densely a mouth is looked at: four times in a tick of the usual rate.
constexpr double kSamplesASecond = 240;

// How far a channel may be from what was seen, for the keys that are left out. No eye tells it.
constexpr double kTolerance = 0.004;

// How long a mouth moves before what it says is heard, and after.
constexpr Seconds kBefore{0.25};
constexpr Seconds kAfter{0.20};

// Over which it takes its channels over, and gives them back.
constexpr Seconds kFade{0.10};

// From what stands there when it is bound to what it says.
constexpr Seconds kEntry{0.05};

bool is_on_top(body::Channel channel) {
  const std::string_view name = body::channel_names()[channel.index];
  return name.starts_with("mouthSmile") || name.starts_with("mouthStretch");
}

std::vector<body::Channel> channels_of(LipSync::Part part) {
  std::vector<body::Channel> channels;
  if (part == LipSync::Part::Owned) {
    for (std::size_t i = 0; i < body::kVisemeChannelCount; ++i) {
      channels.push_back(speech::channel_of(static_cast<speech::Viseme>(i)));
    }
  }
  for (const speech::ShapeShare& share : speech::arkit_shares()) {
    const bool wanted = is_on_top(share.channel) == (part == LipSync::Part::OnTop);
    if (wanted && std::ranges::count(channels, share.channel) == 0)
      channels.push_back(share.channel);
  }
  return channels;
}

double value_of(const speech::VisemeWeights& weights, body::Channel channel) {
  const std::size_t first = speech::channel_of(speech::Viseme::Sil).index;
  const bool viseme = channel.index >= first && channel.index < first + weights.size();
  return viseme ? weights[channel.index - first] : speech::projected(weights, channel);
}

/// As few keys as show the samples within the tolerance: from each kept one the straight line goes
/// as far as all that lies between lets it.
pose::ChannelKeys thinned(body::Channel channel, const std::vector<Seconds>& times,
                          const std::vector<double>& values) {
  pose::ChannelKeys keys{.channel = channel, .times_s = {}, .values = {}};
  const auto keep = [&](std::size_t i) {
    keys.times_s.push_back(static_cast<float>(times[i].count()));
    keys.values.push_back(static_cast<float>(values[i]));
  };
  keep(0);
  std::size_t kept = 0;
  while (kept + 1 < times.size()) {
    double least = -HUGE_VAL;
    double most = HUGE_VAL;
    std::size_t farthest = kept + 1;
    for (std::size_t i = kept + 1; i < times.size() && least <= most; ++i) {
      const double length_s = (times[i] - times[kept]).count();
      const double slope = (values[i] - values[kept]) / length_s;
      if (slope >= least && slope <= most) farthest = i;
      least = std::max(least, slope - kTolerance / length_s);
      most = std::min(most, slope + kTolerance / length_s);
    }
    kept = farthest;
    keep(kept);
  }
  return keys;
}

float value_at(const pose::ChannelKeys& keys, float time_s) {
  const pose::KeyPlace place = pose::place_among(keys.times_s, time_s);
  const float before = keys.values[place.before];
  return place.h == 0 ? before : std::lerp(before, keys.values[place.before + 1], place.h);
}

/// The keys from the entry on: what stands there, and soon what the keys say.
pose::ChannelKeys entered(const pose::ChannelKeys& keys, const Entry& entry) {
  const auto first_s = static_cast<float>(entry.time.count());
  const float reached_s = key_time_after(first_s, entry.time + kEntry);
  pose::ChannelKeys bound{
      .channel = keys.channel,
      .times_s = {first_s, reached_s},
      .values = {entry.pose->channels[keys.channel.index], value_at(keys, reached_s)}};
  const auto rest = std::ranges::upper_bound(keys.times_s, reached_s + kKeyGap_s);
  const auto behind = keys.values.begin() + (rest - keys.times_s.begin());
  bound.times_s.insert(bound.times_s.end(), rest, keys.times_s.end());
  bound.values.insert(bound.values.end(), behind, keys.values.end());
  return bound;
}

/// How the mouth is at a time of the audio.
using MouthAt = std::function<speech::VisemeWeights(Seconds)>;

/// A frame of lips that are heard each 10 ms.
std::vector<speech::VisemeWeights> heard_lips(const speech::Audio& audio) {
  constexpr double kWhole = 255;
  speech::HeardLips lips(audio.rate_hz);
  std::vector<speech::VisemeWeights> frames;
  for (const std::int16_t sample : audio.samples) {
    const auto heard = lips.push(amplitude_of(sample));
    if (!heard) continue;
    speech::VisemeWeights& frame = frames.emplace_back();
    std::ranges::transform(*heard, frame.begin(), [](auto weight) { return weight / kWhole; });
  }
  return frames;
}

/// Between frames evenly; closed before the audio and after it.
speech::VisemeWeights between(const std::vector<speech::VisemeWeights>& frames, Seconds time) {
  const double place = time / speech::kFrameStep;
  speech::VisemeWeights weights{};
  for (const double at : {std::floor(place), std::floor(place) + 1}) {
    const double share = 1 - std::abs(place - at);
    if (at < 0 || at >= static_cast<double>(frames.size())) continue;
    const speech::VisemeWeights& frame = frames[static_cast<std::size_t>(at)];
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += share * frame[i];
  }
  return weights;
}

MouthAt mouth_of(const speech::SpeechTrack& track, const SpeechSpan& span, Seconds seen_from) {
  if (span.by_sound && track.words.empty()) {
    return [frames = heard_lips(track.audio)](Seconds time) { return between(frames, time); };
  }
  return [mouth = speech::Mouth(track, {.seen_from = seen_from - span.start})](Seconds time) {
    return mouth.at(time);
  };
}

Segment segment_of(const speech::SpeechTrack& track, const SpeechSpan& span, LipSync::Part part) {
  const Seconds from = std::max(Seconds{0}, span.start - kBefore);
  const Seconds said = span.start + track.length;
  const Seconds end = said + kAfter;
  const Seconds fade = std::min(kFade, (end - from) / 2);
  return {.start = from,
          .end = end,
          .fade_in = fade,
          .fade_out = fade,
          .priority = span.priority + 1,  // so that no face that comes later hides it
          .relative = part == LipSync::Part::OnTop,
          .actuator = std::make_shared<LipSync>(track, span, from + fade, part)};
}

}  // namespace

LipSync::LipSync(const speech::SpeechTrack& track, const SpeechSpan& span, Seconds seen_from,
                 Part part)
    : part_(part) {
  const MouthAt mouth_at = mouth_of(track, span, seen_from);
  const Seconds length = track.length + kBefore + kAfter;
  const auto samples = static_cast<std::size_t>(std::ceil(length.count() * kSamplesASecond)) + 1;
  std::vector<Seconds> times;
  std::vector<speech::VisemeWeights> weights;
  for (std::size_t i = 0; i < samples; ++i) {
    const Seconds time = Seconds(static_cast<double>(i) / kSamplesASecond) - kBefore;
    times.push_back(span.start + time);
    weights.push_back(mouth_at(time));
  }
  std::vector<double> values(samples);
  for (const body::Channel channel : channels_of(part)) {
    std::ranges::transform(weights, values.begin(), [&](const speech::VisemeWeights& each) {
      return value_of(each, channel);
    });
    keys_.push_back(thinned(channel, times, values));
  }
}

pose::ChannelSet LipSync::channels() const {
  pose::ChannelSet channels;
  for (const pose::ChannelKeys& keys : keys_) channels.set(keys.channel.index);
  return channels;
}

pose::Keys LipSync::compile(const Entry& entry, const body::Body&) const {
  pose::Keys bound{.joints = {}, .channels = keys_, .warps = {}};
  if (part_ == Part::OnTop) return bound;
  std::ranges::transform(keys_, bound.channels.begin(),
                         [&](const pose::ChannelKeys& keys) { return entered(keys, entry); });
  return bound;
}

std::size_t LipSync::bytes() const {
  std::size_t bytes = keys_.size() * sizeof(pose::ChannelKeys);
  for (const pose::ChannelKeys& keys : keys_) bytes += keys.times_s.size() * 2 * sizeof(float);
  return bytes;
}

std::vector<Segment> lip_sync_segments(const speech::SharedTrack& track, const SpeechSpan& span) {
  KINE_ASSERT(track != nullptr && track->valid());
  std::vector<Segment> segments;
  const bool is_heard = span.by_sound && track->words.empty() && !track->audio.samples.empty();
  if (track->phones.empty() && !is_heard) return segments;
  for (const LipSync::Part part : {LipSync::Part::Owned, LipSync::Part::OnTop}) {
    segments.push_back(segment_of(*track, span, part));
    KINE_ASSERT(segments.back().valid());
  }
  return segments;
}

}  // namespace kine::motion
