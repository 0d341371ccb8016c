// The front half of the line in one call: all that is slow or can fail.
//
//   text --read--> Document --make--> Plan --with_properties--> Plan --build--> Block
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/body/placement.h"
#include "realizer/cast/cast.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/motion/block.h"
#include "realizer/plan/live_manner.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/schedule/schedule.h"
#include "realizer/prepare/rest.h"
#include "realizer/script/bml/bml_required.h"
#include "realizer/speech/voice.h"

namespace kine {

/// Where a character or a set target is when a script is prepared; targets have no heading.
struct Located {
  std::string name;
  body::Placement at;
};

/// A block that has been read and is not planned yet.
struct ReadBlock {
  std::string_view id;
  std::string_view character;
  plan::Composition composition = {};  // Merge
  const plan::Entrance& entrance;
};

/// What only those know for whom characters move meanwhile.
struct LiveContext {
  std::string_view tension = {};                   // of characters whom the script gives none
  std::span<const plan::LiveManner> manners = {};  // where the script says nothing of it
  std::span<const Located> located = {};           // those that are not where they were at first
  plan::OtherPoints others = {};  // of blocks that a BML block refers to; empty: there are none
  const PlayedSoFar* so_far =
      nullptr;  // of a block of this script: its rest is prepared, for Replan

  /// It ends soon where this is stopped, with an error; by itself it takes no more steps than its
  /// length allows (core/work.h).
  std::stop_token cancelled = {};

  /// Called where the text has been read, for each block before it is planned; may be empty.
  std::function<void(const ReadBlock& block)> on_planning = {};
};

/// A style by which a character does all that it does, from outside its scripts.
struct GivenSketch {
  std::string character;  // empty: every one that has none of its own
  std::string style;
};

/// What decides which gestures a script's meanings become, beside the script.
struct MeaningContext {
  std::uint64_t seed = 0;                    // the same draws the same
  std::span<const GivenSketch> styles = {};  // whose dictionaries count under all that scripts say
};

/// What a script is prepared against and under.
struct PrepareContext {
  std::span<const std::shared_ptr<const Cast>> casts;  // the characters there are; not empty
  std::string_view script_id;                          // where the text gives itself none
  std::string_view character;  // who moves where the script does not say; empty: the first
  std::span<const std::string> set_targets = {};  // that there are beside camera and characters
  const speech::Voice* voice = &speech::silent_voice();  // never null: what speaks
  std::span<const GivenSketch> sketches = {};            // under all that scripts say
  bool explains = false;                                 // whether Prepared::explanation is there
  MeaningContext meanings = {};
  LiveContext live = {};
};

/// A behaviour of a BML block, as it is called there.
struct BehaviourElement {
  std::string id;
  script::WrittenElement required;  // "gazeShift" and its target; empty: a sequence of our own
};

/// One script's blocks, one for each character that it speaks to, in the order in which they come.
/// Each carries the script's id, with "@name" behind it where there is more than one.
struct Prepared {
  std::string script_id;
  std::vector<std::shared_ptr<const motion::Block>> blocks;
  std::string explanation = {};                   // plan/explanation.h
  bool has_meanings = false;                      // whether some were drawn
  std::vector<BehaviourElement> behaviours = {};  // as written, also those that are left out
  std::vector<Warning> in_vain = {};  // what of so_far's changes comes to nothing, and why
};

/// What came of it, and how many steps it took (core/work.h), also in vain.
struct PrepareOutcome : Result<Prepared> {
  using Result<Prepared>::Result;
  PrepareOutcome(Result<Prepared> prepared, std::uint64_t took)
      : Result<Prepared>(std::move(prepared)), steps(took) {}

  std::uint64_t steps = 0;
};

/// Pure and thread-safe. Warnings go to `diagnostics`, those of planning into the blocks as well.
/// Where it collects errors, all that can be found after reading are there, and the first of them
/// is what is returned.
PrepareOutcome prepare(std::string_view text, const PrepareContext& context,
                       Diagnostics& diagnostics);

}  // namespace kine
