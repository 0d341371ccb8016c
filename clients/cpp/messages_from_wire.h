// The protocol's messages as the plain values of messages.h. The server is not trusted more than it
// must be: what does not fit together is nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clients/cpp/messages.h"
#include "realizer/core/result.h"

namespace kinesphere {
class Accepted;
class AudioChunk;
class AudioClose;
class AudioHeard;
class AudioOpen;
class Character;
class Checked;
class Feedback;
class Frame;
class Hello;
class Performance;
class Performed;
class Prediction;
class Refused;
class Skeleton;
class Stats;
}  // namespace kinesphere

namespace kine::client {

Character character_of(const kinesphere::Character& message);
std::vector<Character> characters_of(const kinesphere::Hello& message);
Skeleton skeleton_of(const kinesphere::Skeleton& message);

/// Whether every parent comes before its children.
bool is_sound(const Skeleton& skeleton);

/// Nothing where the numbers are not as many as the skeleton's joints and channels.
std::optional<Frame> frame_of(const kinesphere::Frame& message, const Skeleton& skeleton,
                              std::uint32_t tick_rate_hz);

/// Nothing of a kind that this client does not know.
std::optional<Feedback> feedback_of(const kinesphere::Feedback& message,
                                    std::uint32_t tick_rate_hz);

Performed performed_of(const kinesphere::Performance& message);
std::vector<PerformedBlock> performed_blocks_of(const kinesphere::Performed& message,
                                                std::uint32_t tick_rate_hz);

/// Nothing of a stage that this client does not know.
std::optional<Prediction> prediction_of(const kinesphere::Prediction& message,
                                        std::uint32_t tick_rate_hz);

AudioOpen audio_of(const kinesphere::AudioOpen& message);
AudioChunk audio_of(const kinesphere::AudioChunk& message);
AudioClose audio_of(const kinesphere::AudioClose& message);

/// Nothing of a kind that this client does not know.
std::optional<HeardSound> heard_of(const kinesphere::AudioHeard& message);

Submitted submitted_of(const kinesphere::Accepted& message);
Checked checked_of(const kinesphere::Checked& message);
Stats stats_of(const kinesphere::Stats& message);
Error error_of(const kinesphere::Refused& message);

}  // namespace kine::client
