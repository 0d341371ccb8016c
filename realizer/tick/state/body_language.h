// What a character does while somebody speaks, and what it has heard since the last tick.
#pragma once

#include <memory>
#include <vector>

#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/gesture/performance.h"
#include "realizer/gesture/repertoire.h"
#include "realizer/motion/block.h"

namespace kine {

/// A repertoire with a block for each of its segments. Whoever plays a segment plays the same
/// block.
struct PlayableRepertoire {
  gesture::Repertoire sections;
  std::vector<std::vector<std::shared_ptr<const motion::Block>>> blocks;  // by section and segment
};

/// Of the speech that a character is to move by something was heard: a syllable that has ended, or
/// silence. Its time counts from the first tick. No server takes sound in yet, so this is no Input,
/// and no log has it.
struct HearSpeech {
  CharacterId character;
  std::shared_ptr<const PlayableRepertoire> repertoire;  // never null; the first one counts
  gesture::HeardNow heard;
};

struct BodyLanguage {
  std::shared_ptr<const PlayableRepertoire> repertoire;  // never null
  gesture::Profile profile = {};
  bool ended = false;                         // by an interruption, until nobody speaks any more
  Tick heard_last;                            // when something was heard, silence too
  std::vector<gesture::HeardNow> heard = {};  // in this tick
  std::vector<gesture::Performance> sections = {};  // by those of the repertoire

  friend bool operator==(const BodyLanguage&, const BodyLanguage&) = default;
};

}  // namespace kine
