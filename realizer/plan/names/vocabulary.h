// What scripts call things, where that is not our own name for it.
//
// Our names need no entry. Classic scripts say `rhand`, `rarm` and `ExpSmileClosed`; the H-Anim
// world says `r_wrist`. One table of data (schemas/vocabulary/*.xml) translates. Gestures that
// scripts call by name (schemas/lexicon/*.xml) are in it, too.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/channels.h"
#include "realizer/body/skeleton.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/plan/names/style.h"
#include "realizer/script/dictionary.h"
#include "realizer/script/kinesphere/lexicon.h"

namespace kine::plan {

/// One face shape of another system as a sum of our channels.
struct MorphPart {
  body::Channel channel;
  double weight = 1;  // of the channel where the morph is 1
};

struct Vocabulary {
  std::map<std::string, std::string, std::less<>> characters;           // "Amber" -> "ada"
  std::map<std::string, body::Joint, std::less<>> joints;               // "rhand" -> RightHand
  std::map<std::string, std::string, std::less<>> groups;               // "rarm" -> "rightArm"
  std::map<std::string, std::string, std::less<>> shapes;               // "hands_fist" -> "fist";
                                                                        // empty: does nothing
  std::map<std::string, std::vector<MorphPart>, std::less<>> morphs;    // empty: does nothing
  std::map<std::string, Style, std::less<>> styles;                     // "tired": schemas/styles,
                                                                        // without dictionaries
  std::map<std::string, script::Dictionary, std::less<>> dictionaries;  // of styles;
                                                                        // "": everybody's
  std::map<std::string, body::Channel, std::less<>> shaders;            // "blushing" ->
                                                                        // shader_blushing
  std::map<std::string, script::Lexeme, std::less<>> lexemes;           // "beat" -> its key poses
  std::map<std::string, std::string, std::less<>> gestures;             // "greta-beat2" -> "beat":
                                                             // what BML calls them, folded

  /// How long each clip is that the operator has given. No table of text says it.
  std::map<std::string, Seconds, std::less<>> clips;
};

/// A name of a gesture without capital letters and underscores: "RAISED_INDEX" is "raised-index".
std::string folded_name(std::string_view written);

/// A target of looks by the name that it has here: "Amber" is "ada", "Amber.rhand" is "ada.rhand".
std::string target_name(std::string_view written, const Vocabulary& vocabulary);

/// The table of this text; a name must not be given two meanings. An error says where.
Result<Vocabulary> read_vocabulary(std::string_view xml);

}  // namespace kine::plan
