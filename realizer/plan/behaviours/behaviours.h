// Behaviours -> sequences: a BML block becomes a document of our own kind.
//
//   Document with behaviours --drafts, schedule--> Document with sequences --plan::make--> Plan
//
// Each behaviour becomes one sequence under its own id, whose poses bear the names of its sync
// points; so all that planning, properties, motion and feedback do to sequences they do to it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/rest.h"
#include "realizer/plan/schedule/schedule.h"
#include "realizer/script/document.h"
#include "realizer/speech/speech_track.h"

namespace kine::plan {

struct PlacedBehaviours {
  script::Document document;  // without behaviours

  /// What each of its sequences says; nothing for one that says nothing.
  std::vector<std::shared_ptr<const speech::SpeechTrack>> speech;

  /// How each of its sequences that speaks moves meanwhile.
  std::vector<script::BodyLanguage> body_language;

  /// Of each that is planned because of a speech: the id of that, and how far it goes.
  struct Beside {
    std::string speech = {};
    double weight = 1;
  };
  std::vector<Beside> beside;

  // How the block stands to others.
  Composition composition = Composition::Merge;
  Entrance entrance;
  std::vector<Cue> cues;
  std::vector<KnownPoint> others;  // what it was planned by
  std::vector<PartTimes> times;    // of each of its sequences

  /// Of each of its sequences: whether a manner that nobody names in the text shapes it. That does
  /// not bend what belongs to a word or a target: faces, looks, nods, speech.
  std::vector<bool> takes_manner;

  /// Of the rest of a block: up to when each of its sequences stays as it was; nothing for one that
  /// has not begun.
  std::vector<std::optional<Seconds>> stays_until;
};

/// How a block stands to others, as its script says it.
struct Arrival {
  Composition composition = Composition::Merge;
  Entrance entrance = {};
};
Arrival arrival_of(const script::Composition& written);

/// What cannot be done is left out with a warning about its behaviour's id, and the rest is done;
/// where it is required the block is refused. With a `rest` it is the rest of a block that plays,
/// and of what was said already nothing is said again. `usual` is the mode of speeches that say
/// none. Pre: the document has behaviours.
Result<PlacedBehaviours> with_behaviours_as_sequences(const script::Document& document,
                                                      const DraftContext& context,
                                                      script::BodyLanguageMode usual,
                                                      const OtherPoints& others, const Rest* rest,
                                                      Diagnostics& diagnostics);

/// Gives the plan of `placed.document` what no document says: speech, and how it stands to others.
void complete(PlacedBehaviours placed, Plan& plan);

}  // namespace kine::plan
