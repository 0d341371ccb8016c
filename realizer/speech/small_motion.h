// What head, brows, eyes and lids of a speaker do by themselves: nods and brows on stressed
// syllables, slow turns meanwhile, eyes that leave and come back, blinks at the ends of phrases.
//
//   SpeechTrack --phrases_of, small_motion_of--> SmallMotion --motion::speaker_segments--> segments
//
// Times count from the start of the audio. The same speech gives the same motion. What is said
// later hardly changes what has been done before: a strong accent may take the place of one within
// the second before it.
#pragma once

#include <vector>

#include "realizer/core/time.h"
#include "realizer/math/vec3.h"
#include "realizer/speech/phrases.h"
#include "realizer/speech/speech_track.h"

namespace kine::speech {

/// Something that comes and goes: from nothing at `from` to all of it from `there` to `until`, and
/// to nothing again at `to`, with no speed at any of the four.
struct Pulse {
  Seconds from{0};  // from < there <= until < to
  Seconds there{0};
  Seconds until{0};
  Seconds to{0};
  double height = 0;

  double at(Seconds time) const;

  friend bool operator==(const Pulse&, const Pulse&) = default;
};

/// Eyes that look elsewhere for a while.
struct Glance {
  Pulse eyes;            // of height 1
  Pulse head;            // what it does of the same way, slower
  double yaw_rad = 0;    // to the left
  double pitch_rad = 0;  // down

  friend bool operator==(const Glance&, const Glance&) = default;
};

/// How the head is turned at a time; from one to the next it goes evenly, at rest in each.
struct Sway {
  Seconds at{0};  // strictly increasing
  Vec3 turn_rad;  // +X down, +Y to the left, +Z to the right side

  friend bool operator==(const Sway&, const Sway&) = default;
};

struct SmallMotion {
  Seconds from{0};               // all of it is nothing before this …
  Seconds to{0};                 // … and from here on
  std::vector<Pulse> nods = {};  // of the head, down, in radians; none overlap
  std::vector<Sway> sways = {};
  std::vector<Glance> glances = {};
  std::vector<Pulse> brows = {};   // up, in [0, 1]
  std::vector<Pulse> blinks = {};  // of both lids, in [0, 1]

  /// Of the head with its neck, as a rotation vector.
  Vec3 head_at(Seconds time) const;

  /// Of each eye in the head: to where the glances look, whatever the head does.
  Vec3 eyes_at(Seconds time) const;

  double brows_at(Seconds time) const;
  double lids_at(Seconds time) const;

  friend bool operator==(const SmallMotion&, const SmallMotion&) = default;
};

/// Nothing moves before `seen_from`, which is at most 0. Without phrases there is no motion.
SmallMotion small_motion_of(const std::vector<Phrase>& phrases, Seconds seen_from);

/// By its words: a track without any has no motion.
SmallMotion small_motion_of(const SpeechTrack& track, Seconds seen_from);

}  // namespace kine::speech
