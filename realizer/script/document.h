// A Document: one script as it was written, whatever its dialect.
//
//   text --script::read--> Document --plan::make--> Plan
//
// Names are strings that nobody has looked up yet, times say what they count from. Units and axes
// are ours already (seconds, metres, radians, +Y up, facing +Z): each reader converts its own.
// Every element knows its Where.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "realizer/script/behaviours.h"
#include "realizer/script/forces.h"
#include "realizer/script/name.h"
#include "realizer/script/sequence.h"
#include "realizer/script/sketch.h"

namespace kine::script {

enum class Dialect { Kinesphere, EmbrScript, Animl, Bml };

/// Whose formulas a nucleus follows.
enum class Compat {
  None,      // ours
  Embr2010,  // the first released engine's, with its constants
};

/// A recording that moves its character as the person who speaks in it may.
struct Sound {
  Name id;         // empty: gets one of its own when planned
  Name character;  // empty: the script's
  Time start;
  Speech sound;  // without words
  friend bool operator==(const Sound&, const Sound&) = default;
};

struct Document {
  Dialect dialect = Dialect::Kinesphere;
  Name id;                  // empty: the one it was submitted under
  Name character;           // empty: the one it was submitted to
  bool time_reset = false;  // classic scripts: everything that plays is dropped first
  Compat compat = Compat::None;
  std::vector<Character> characters;  // each once
  std::vector<Nucleus> nuclei;
  std::vector<Tension> tensions;
  std::vector<Sketch> sketches = {};
  std::vector<Edit> edits = {};  // in their order: of two alike the later counts
  std::vector<Push> pushes = {};
  std::vector<Load> loads = {};
  std::vector<Sequence> sequences;
  std::vector<Gesture> gestures;
  std::vector<Sound> sounds = {};
  std::optional<Behaviours> behaviours;  // of a BML block, which has none of the four above
  std::vector<Name> feedback_messages;   // classic scripts: said at the script's end
  friend bool operator==(const Document&, const Document&) = default;
};

}  // namespace kine::script
