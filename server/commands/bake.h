// `kinesphere bake SCRIPT -o FILE`: plays a script in counted time, faster than real time, and
// writes the motion in the form that the ending of FILE names.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/time.h"
#include "realizer/core/where.h"
#include "server/offline/script_part.h"
#include "server/scene/stock.h"
#include "server/voices/voices.h"

namespace CLI {
class App;
}

namespace kine::server {

inline constexpr std::uint32_t kBakeFpsMax = 1'000;
inline constexpr std::uint32_t kBakeFps = 60;  // unless told otherwise

/// As long as a script can take: a start as late as it may be, and then the longest block.
inline constexpr Seconds kBakeLengthMax = kStartAheadMax + kBlockLengthMax;

/// Where an option is given, for messages about it.
struct OptionSource {
  std::string file = "kinesphere";  // the command line; else a table
  Where where = {};                 // in the table
};

struct BakeOptions {
  std::string script;                    // a file; "-" is standard input
  std::vector<std::string> later;        // "SECONDS=FILE": scripts that come while it plays
  std::string output;                    // a file; "-" is standard output, as .jsonl
  std::optional<std::string> character;  // as parse_character reads it; nothing: the script's
  std::vector<std::string> others;       // likewise, with their places: which others are there
  VoiceWish voice{.voice = "silent"};    // which voice speaks; that one says the same everywhere
  std::string audio;                     // a .wav by which the character moves; empty: none
  script::BodyLanguageMode audio_mode = script::BodyLanguageMode::Live;  // how it moves by that
  std::string model = {};            // a .kinemodel by which it does so; empty: our own
  std::string clips;                 // a folder; empty: none but our own
  StockFolders stock;                // folders of gestures, bodies, styles and poses
  std::vector<std::string> targets;  // what can be looked at, as parse_target reads it
  std::optional<std::uint32_t> fps;  // in [1, kBakeFpsMax]; nothing: kBakeFps, and 20 pictures
  std::string style = {};            // of the character where the script says nothing; empty: none
  std::optional<Seconds> length;     // in [0, kBakeLengthMax]; nothing: till all has ended
  std::uint64_t seed = 0;            // of what is random
  bool alive = false;                // whether the character blinks, breathes and sways
  bool strict = false;               // whether a warning is a failure, and nothing is baked
  bool shows_progress = false;       // on `messages`
  OptionSource fps_source = {};      // where fps is given
  std::string cast_label = {};       // stands before each warning of a script; empty: nothing does
};

/// How a bake ended: well, unless one of these says otherwise.
struct BakeOutcome {
  std::optional<FileFault> fault = {};  // the caller reports it
  bool stopped_at_warning = false;      // as a strict bake does
};

/// What several bakes share.
struct BakeGround {
  std::shared_ptr<const Stock> stock;          // never null
  std::shared_ptr<const speech::Voice> voice;  // never null
};

/// Nothing where something is wrong with the folders or the voice, which `messages` then say.
std::optional<BakeGround> find_ground(const BakeOptions& options, std::ostream& messages);

/// What such a bake asks of its script.
PartWish part_wish(const BakeGround& ground, const BakeOptions& options);

/// As bake(), on ground that is there; only warnings go to `messages`.
BakeOutcome bake_on(const BakeGround& ground, const BakeOptions& options, std::ostream& output,
                    std::ostream& messages);

/// Writes to options.output, or to `output` for "-"; warnings and errors go to `messages`. The exit
/// code: 1 on an error, else 0.
int bake(const BakeOptions& options, std::ostream& output, std::ostream& messages);

void add_bake(CLI::App& program, int& exit_code);

}  // namespace kine::server
