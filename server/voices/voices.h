// The table of voices: what an operator may call for, and which of them a script may name.
//
//   serve --voice WISH --voices-from FOLDER --choose_voice--> one Voice, for all that is prepared
//
// A script's voice is one of the chosen voice's own ("en-gb"), or one of the folder's recordings
// ("file:welcome"). What does not work says so when the server starts; the silent voice always
// works.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "realizer/core/result.h"
#include "realizer/speech/voice.h"

namespace kine::server {

struct VoiceWish {
  std::string voice = {};   // "espeak", "flite", "silent", "file:FOLDER", "external:HOST:PORT";
                            // empty: espeak where it works, else silent
  std::string folder = {};  // of recordings beside it; empty: none

  /// Takes a line about each recording that is skipped, now and later; may be empty.
  std::function<void(const std::string& line)> report = {};
};

struct ChosenVoice {
  std::shared_ptr<const speech::Voice> voice;  // never null
  std::string remark;  // why it is not the one by default; empty: it is what was wished for
};

/// An error where what was called for by name does not work.
Result<ChosenVoice> choose_voice(const VoiceWish& wish);

/// The names of the table, for help and for messages: "espeak, flite, silent, …".
std::string voice_names();

/// The realizer's own, as others are held.
std::shared_ptr<const speech::Voice> shared_silent_voice();

}  // namespace kine::server
