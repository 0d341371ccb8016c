// What one character plays of one script, without a server: what bakes and comparisons begin with.
//
//   a file with a script --prepare_part--> Part --OfflineStage--> frames
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/offline/heard_sound.h"
#include "server/offline/offline_stage.h"
#include "server/scene/clips.h"
#include "server/scene/stock.h"
#include "server/voices/voices.h"

namespace kine::server {

using Blocks = std::vector<std::shared_ptr<const motion::Block>>;

/// One character, and what it plays; and the others that stand in the scene with it.
struct Part {
  std::shared_ptr<const Cast> cast;                     // never null
  std::shared_ptr<const motion::Block> block;           // null: the script asks for nothing
  std::vector<SetTarget> targets = {};                  // that are there before it begins
  std::vector<std::shared_ptr<const Cast>> casts = {};  // all on the stage, the part's own first
  Blocks others = {};                                   // what the script has for them
  std::string text = {};                                // of its script
  std::vector<plan::LiveManner> manners = {};           // where a script says nothing of it
  std::vector<GivenSketch> sketches = {};               // under all that scripts say
  std::vector<GivenSketch> styles = {};                 // likewise, for what its meanings become
  std::uint64_t seed = 0;                               // of what its meanings become
  bool has_meanings = false;                            // whether the seed decided something
  std::shared_ptr<const speech::Voice> voice = shared_silent_voice();  // never null
  std::shared_ptr<const speech::Audio> audio = {};            // that it moves by; null: none
  std::shared_ptr<const HeardSound> sound = {};               // what is heard of it
  std::shared_ptr<const LipsOfSound> lips = {};               // with a sound never null
  std::shared_ptr<const PlayableRepertoire> repertoire = {};  // likewise
};

struct PartWish {
  std::string character = {};  // as parse_character reads it; empty: the script's, at the origin
  std::vector<std::string> others = {};  // likewise: which others are there, and not as on a server
  std::string clips = {};                // a folder; empty: none but our own
  std::vector<MappedClip>* mapped = nullptr;  // what of those clips is taken; may be null
  std::shared_ptr<const Stock> stock = {};    // what they are made of; null: ours
  std::string style = {};    // of the character where the script says nothing; empty: none
  std::uint64_t seed = 0;    // of what its meanings become
  std::string tension = {};  // of the character where the script says none; empty: none
  std::vector<std::string> targets = {};  // to be looked at, as parse_target reads them
  std::shared_ptr<const speech::Voice> voice = shared_silent_voice();  // never null: what speaks
  std::string audio = {};  // a .wav by which the character moves; empty: none
  script::BodyLanguageMode audio_mode = script::BodyLanguageMode::Live;  // how it does so
  std::string model = {};  // a .kinemodel by which it does so; empty: the program's own
  std::shared_ptr<const PlayableRepertoire> body_language = {};  // as it was read; null: not yet
};

/// The part of the character that was asked for, else of the first that the script speaks to; the
/// others stand around it as they do on a server that was told none. Warnings of the script go to
/// `diagnostics`.
Result<Part> prepare_part(const std::string& script, const PartWish& wish,
                          Diagnostics& diagnostics);

/// The same part without muscles. An error where the script asks for none.
Result<Part> as_planned(const Part& part);

/// Whether muscles move anybody in it.
bool has_muscles(const Part& part);

/// Puts the part, and what the script has for others, onto a stage of its casts at the next tick.
void play_part(const Part& part, OfflineStage& stage);

struct Another {
  std::shared_ptr<const motion::Block> block;  // null: the script asks for nothing
  std::shared_ptr<const ScriptSource> source;
};

/// One more script for that character, which may refer to what plays on this stage, and begins
/// where the character has gone there.
Result<Another> prepare_another(const std::string& script, const std::string& id, const Part& part,
                                const OfflineStage& stage, Diagnostics& diagnostics);

}  // namespace kine::server
