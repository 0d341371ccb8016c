// Kind of motion: a mouth that speaks. The visemes, and the face shapes that they are made of.
//
//   SpeechTrack --Mouth, sampled--> keys of channels
//
// Sampled when it is made, and only as many keys kept as the curves need, so that a tick reads
// it as it reads any channel.
#pragma once

#include <cstddef>
#include <vector>

#include "realizer/motion/actuator.h"
#include "realizer/motion/segment.h"
#include "realizer/speech/shared_track.h"

namespace kine::motion {

/// When a speech is.
struct SpeechSpan {
  Seconds start{0};  // of its audio, from the block's start
  int priority = 0;
  bool by_sound = false;  // without words: lips, head and face go by what is heard
};

class LipSync final : public Actuator {
 public:
  /// Of the channels that a mouth needs for speaking it owns some while it speaks. The others, the
  /// corners of the mouth, it moves on top of what a face has, so that a smile stays.
  enum class Part { Owned, OnTop };

  /// The mouth is seen from `seen_from` on, from the block's start.
  LipSync(const speech::SpeechTrack& track, const SpeechSpan& span, Seconds seen_from, Part part);

  body::JointSet joints() const override { return {}; }
  pose::ChannelSet channels() const override;

  /// Of what lies on top the entry does not matter.
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

  /// Bytes of the keys of all its channels.
  std::size_t bytes() const;

 private:
  Part part_;
  std::vector<pose::ChannelKeys> keys_;
};

/// The segments of a speech. They begin as much before its audio as a mouth needs, where there is
/// room, and end when it has closed after it, whether its block is over or not. A speech shows over
/// faces of its own priority, whichever came first.
std::vector<Segment> lip_sync_segments(const speech::SharedTrack& track, const SpeechSpan& span);

}  // namespace kine::motion
