// What a character does while somebody speaks, and what it has heard since the last tick.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/gesture/performance.h"
#include "realizer/gesture/repertoire.h"
#include "realizer/motion/block.h"
#include "realizer/speech/hearing/observations.h"

namespace kine {

/// A repertoire with a block for each of its segments. Whoever plays a segment plays the same
/// block.
struct PlayableRepertoire {
  std::string name;  // another one for another repertoire
  gesture::Profile profile = {};
  speech::ProsodyStatistics prosody = {};  // by which sound is judged that it is played by
  gesture::Repertoire sections;
  std::vector<std::vector<std::shared_ptr<const motion::Block>>> blocks;  // by section and segment
};

/// How much of what a model performs is shown.
struct MannerOfSpeaker {
  double amount = 1;  // of the way from the pose beneath, in [0, 1]
  std::array<bool, gesture::kBodySections.size()> sections = {true, true, true};  // which move

  bool moves(gesture::BodySection section) const {
    return sections[static_cast<std::size_t>(section)];
  }
  friend bool operator==(const MannerOfSpeaker&, const MannerOfSpeaker&) = default;
};

/// What a character hears of the speeches of a block, and moves by.
struct Listening {
  struct Speech {
    std::string id;  // of its utterance: what is not said any more is not heard
    MannerOfSpeaker manner;
  };
  struct Heard {
    Seconds at{0};            // from the start of the block
    gesture::HeardNow heard;  // its times count from there as well
    std::size_t speech = 0;   // index into speeches
  };

  std::shared_ptr<const PlayableRepertoire> repertoire;  // never null
  std::vector<Speech> speeches;
  std::vector<Heard> heard;  // in the order of their times
};

/// Of the speech that a character is to move by something was heard: a syllable that has ended, or
/// silence. Its time counts from the first tick, and is within the tick that takes it in. An Input.
struct HearSpeech {
  CharacterId character;
  std::shared_ptr<const PlayableRepertoire> repertoire;  // never null; the first one counts
  gesture::HeardNow heard;
  MannerOfSpeaker manner = {};
};

/// A section of a character has begun a motion, for those who want to see why.
struct MotionStarted {
  CharacterId character;
  gesture::BodySection section = gesture::BodySection::Head;
  std::size_t segment = 0;  // of the section's repertoire
  std::size_t motion = 0;   // of its model
  gesture::Termination why = gesture::Termination::None;

  friend bool operator==(const MotionStarted&, const MotionStarted&) = default;
};

struct BodyLanguage {
  std::shared_ptr<const PlayableRepertoire> repertoire;  // never null
  bool ended = false;  // by an interruption, until nobody speaks any more
  bool rests = false;  // nothing is heard, and nothing moves
  Tick heard_last;     // when something was heard, silence too
  Tick spoke_last;     // when a syllable was
  MannerOfSpeaker manner = {};
  std::vector<double> peaks_s = {};                 // to come, on the clock of ticks
  std::vector<gesture::HeardNow> heard = {};        // in this tick
  std::vector<gesture::Performance> sections = {};  // by those of the repertoire

  friend bool operator==(const BodyLanguage&, const BodyLanguage&) = default;
};

}  // namespace kine
