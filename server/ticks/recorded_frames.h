// What stands in place of the shards where a recording is replayed: frames, feedback and sound of
// each tick, from a file.
//
//   RecordedMotion --advance_to(tick)--> frames, feedback and sound, as if they had just been made
//
// Characters are counted 1, 2, … in their order, as a server counts them, whatever they were called
// in the recording. Before its first frame a character stands in T-pose; after the end everybody
// stays as they are. Sound is heard at its own speed alone: at another one all are silent.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/recorded_motion.h"
#include "realizer/cast/cast.h"
#include "server/ticks/replayed_sound.h"

namespace kine::server {

/// How fast a recording may be replayed: beyond, a tick would have to read seconds of it.
inline constexpr double kReplaySpeedMax = 16;
inline constexpr double kReplaySpeedMin = 0.05;

struct Playback {
  double speed = 1;  // in [kReplaySpeedMin, kReplaySpeedMax]
  Seconds from{0};   // from the recording's first tick; at its end again there, where it goes round
  enum class End { Stays, GoesRound } end = End::Stays;
};

/// The characters of a recording with their bodies, and no more: nothing is planned for them.
std::vector<std::shared_ptr<const Cast>> casts_of(const protocol::RecordingHead& head);

class RecordedFrames {
 public:
  /// What `motion` reads outlives this.
  RecordedFrames(protocol::RecordedMotion motion, const Playback& playback);

  /// The first call is the recording's beginning, whatever its tick; ticks rise.
  void advance_to(Tick tick);

  /// One a character, each with the tick that was advanced to. All arrive where the recording
  /// begins anew.
  std::span<const Frame> frames() const { return frames_; }
  std::span<const Feedback> feedback() const { return feedback_; }
  std::span<const AudioPiece> sound() const { return sound_.pieces(); }

 private:
  void go_to_beginning(Tick tick);
  void read_on();
  void take_in(protocol::RecordedMotion::Moment&& moment, Tick tick);
  void take_in(const protocol::RecordedSound& sound);
  void take_in_sound_from_before(Tick first);

  protocol::RecordedMotion motion_;
  Playback playback_;
  std::map<CharacterId, CharacterId> ids_;  // ours by the recording's
  std::vector<Frame> frames_;
  std::vector<Feedback> feedback_;
  ReplayedSound sound_;
  std::optional<protocol::RecordedMotion::Moment> next_;  // that is not due yet
  std::optional<Tick> began_;                             // when its beginning was played
};

}  // namespace kine::server
