#include "realizer/motion/actuators/speaker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/random.h"
#include "realizer/gesture/heard_phrases.h"
#include "realizer/motion/actuators/key_poses.h"
#include "realizer/motion/made_keys.h"
#include "realizer/speech/phrases.h"
#include "realizer/speech/small_motion.h"

namespace kine::motion {
namespace {

using speech::SmallMotion;

// Keys of the head stand so close that a curve through them shows a nod.
constexpr Seconds kHeadStep{1.0 / 15};

// A neck does less of a nod than the head on it.
constexpr double kOfNeck = 0.4;

// How long before its audio a speaker may begin to move.
constexpr Seconds kMovesBefore{0.25};

// Of a stressed syllable that is heard, from where it is loudest to its end.
constexpr Seconds kOfSyllable{0.15};

struct ChannelShareOf {
  const char* channel;
  double share;
};
constexpr ChannelShareOf kBrows[] = {
    {"browInnerUp", 1.0}, {"browOuterUpLeft", 0.8}, {"browOuterUpRight", 0.8}};
constexpr ChannelShareOf kLids[] = {{"eyeBlinkLeft", 1.0}, {"eyeBlinkRight", 1.0}};

/// The moments between which a pulse eases, in so few steps that they show it.
void append_times(const speech::Pulse& pulse, std::vector<Seconds>& times) {
  constexpr int kSteps = 4;
  for (int i = 0; i <= kSteps; ++i) {
    times.push_back(pulse.from + (static_cast<double>(i) / kSteps) * (pulse.there - pulse.from));
    times.push_back(pulse.until + (static_cast<double>(i) / kSteps) * (pulse.to - pulse.until));
  }
}

std::vector<Seconds> even_times(const SmallMotion& motion) {
  std::vector<Seconds> times;
  const auto count = static_cast<int>(std::ceil((motion.to - motion.from) / kHeadStep));
  for (int i = 0; i <= count; ++i) times.push_back(motion.from + i * kHeadStep);
  return times;
}

/// In their order, none too near to another.
std::vector<Seconds> in_order(std::vector<Seconds> times) {
  constexpr Seconds kApart{0.004};
  std::ranges::sort(times);
  const auto is_near = [&](Seconds a, Seconds b) { return b - a < kApart; };
  std::vector<Seconds> apart;
  for (const Seconds each : times) {
    if (apart.empty() || !is_near(apart.back(), each)) apart.push_back(each);
  }
  return apart;
}

body::JointSet pair(body::Joint a, body::Joint b) {
  body::JointSet joints;
  joints.insert(a);
  joints.insert(b);
  return joints;
}

/// With room for as many keys, and no more.
pose::JointKeys joint_keys(body::JointSet joints, std::size_t count) {
  pose::JointKeys keys = pose::JointKeys::of(joints);
  keys.times_s.reserve(count);
  keys.rotations.reserve(count * keys.blocks.size());
  keys.passings.reserve(count);
  return keys;
}

pose::Keys head_keys(const SmallMotion& motion, Seconds start) {
  using enum body::Joint;
  const std::vector<Seconds> times = even_times(motion);
  pose::JointKeys keys = joint_keys(pair(Neck, Head), times.size());
  keys.curve = pose::Curve::Squad;
  for (const Seconds time : times) {
    const Vec3 turn_rad = motion.head_at(time);
    std::array<Quat, body::kJointCount> rotations = {};
    rotations[body::index_of(Neck)] = from_rotation_vector(kOfNeck * turn_rad);
    rotations[body::index_of(Head)] = from_rotation_vector((1 - kOfNeck) * turn_rad);
    append_key(rotations, start + time, Seconds{0}, {}, keys);
  }
  return {.joints = std::move(keys), .channels = {}, .warps = {}};
}

/// Eyes leap, so straight ways join their keys.
pose::Keys eye_keys(const SmallMotion& motion, Seconds start) {
  using enum body::Joint;
  std::vector<Seconds> times = even_times(motion);
  for (const speech::Glance& each : motion.glances) append_times(each.eyes, times);
  times = in_order(std::move(times));
  pose::JointKeys keys = joint_keys(pair(LeftEye, RightEye), times.size());
  for (const Seconds time : times) {
    const Quat turn = from_rotation_vector(motion.eyes_at(time));
    std::array<Quat, body::kJointCount> rotations = {};
    rotations[body::index_of(LeftEye)] = turn;
    rotations[body::index_of(RightEye)] = turn;
    append_key(rotations, start + time, Seconds{0}, {}, keys);
  }
  keys.passings = {};
  return {.joints = std::move(keys), .channels = {}, .warps = {}};
}

template <std::size_t kCount>
pose::Keys channel_keys(const std::vector<speech::Pulse>& pulses,
                        double (SmallMotion::*value_at)(Seconds) const, const SmallMotion& motion,
                        Seconds start, const ChannelShareOf (&shares)[kCount]) {
  pose::Keys keys;
  std::vector<Seconds> times = {motion.from, motion.to};
  for (const speech::Pulse& each : pulses) append_times(each, times);
  times = in_order(std::move(times));
  for (const auto& [name, share] : shares) {
    pose::ChannelKeys ramp{.channel = *body::find_channel(name), .times_s = {}, .values = {}};
    for (const Seconds time : times) {
      ramp.times_s.push_back(static_cast<float>((start + time).count()));
      ramp.values.push_back(static_cast<float>(share * (motion.*value_at)(time)));
    }
    keys.channels.push_back(std::move(ramp));
  }
  return keys;
}

/// By its words; of a sound without any by what is heard of it, where the span says so.
std::vector<speech::Phrase> spoken_phrases(const speech::SpeechTrack& track,
                                           const SpeechSpan& span) {
  std::vector<speech::Phrase> phrases = speech::phrases_of(track);
  if (!phrases.empty() || !span.by_sound) return phrases;
  const auto heard = gesture::phrases_heard(track.audio);
  if (!heard) return phrases;
  for (const gesture::SpokenPhrase& each : *heard) {
    speech::Phrase& phrase = phrases.emplace_back(
        speech::Phrase{.start = Seconds(each.from_s),
                       .end = Seconds(each.to_s),
                       .ends = speech::PhraseEnd::Sentence,
                       .seed = mixed(static_cast<std::uint64_t>(1'000 * each.from_s))});
    for (const gesture::SpokenSyllable& syllable : each.syllables) {
      if (!syllable.stressed) continue;
      const Seconds at(syllable.nucleus_s);
      phrase.accents.push_back({.at = at,
                                .until = at + kOfSyllable,
                                .strength = syllable.prominence,
                                .seed = mixed(static_cast<std::uint64_t>(1e6 * at.count()))});
    }
  }
  return phrases;
}

}  // namespace

std::vector<Segment> speaker_segments(const speech::SharedTrack& track, const SpeechSpan& span,
                                      const SpeakerAmount& how) {
  KINE_ASSERT(track != nullptr && track->valid());
  std::vector<Segment> segments;
  if (how.amount == 0) return segments;
  const std::vector<speech::Phrase> phrases = spoken_phrases(*track, span);
  if (phrases.empty()) return segments;
  const Seconds from = std::max(Seconds{0}, span.start - kMovesBefore);
  const SmallMotion motion = speech::small_motion_of(phrases, from - span.start);
  const auto add = [&](pose::Keys keys, GivesWay gives_way) {
    segments.push_back({.start = from,
                        .end = span.start + motion.to,
                        .weight = how.amount,
                        .priority = span.priority,
                        .constrained = false,
                        .relative = true,
                        .gives_way = gives_way,
                        .actuator = std::make_shared<MadeKeys>(std::move(keys))});
    KINE_ASSERT(segments.back().valid());
  };
  if (how.nods) add(head_keys(motion, span.start), GivesWay::ToPoses);
  add(eye_keys(motion, span.start), GivesWay::ToLooksToo);
  if (!motion.brows.empty()) {
    add(channel_keys(motion.brows, &SmallMotion::brows_at, motion, span.start, kBrows),
        GivesWay::ToPoses);
  }
  if (!motion.blinks.empty()) {
    add(channel_keys(motion.blinks, &SmallMotion::lids_at, motion, span.start, kLids),
        GivesWay::Never);
  }
  return segments;
}

}  // namespace kine::motion
