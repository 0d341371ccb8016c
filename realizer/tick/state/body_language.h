// What a character does while somebody speaks, and what it has heard since the last tick.
#pragma once

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

/// Of the speech that a character is to move by something was heard: a syllable that has ended, or
/// silence. Its time counts from the first tick, and is within the tick that takes it in. An Input.
struct HearSpeech {
  CharacterId character;
  std::shared_ptr<const PlayableRepertoire> repertoire;  // never null; the first one counts
  gesture::HeardNow heard;
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
  bool ended = false;                         // by an interruption, until nobody speaks any more
  Tick heard_last;                            // when something was heard, silence too
  std::vector<gesture::HeardNow> heard = {};  // in this tick
  std::vector<gesture::Performance> sections = {};  // by those of the repertoire

  friend bool operator==(const BodyLanguage&, const BodyLanguage&) = default;
};

}  // namespace kine
