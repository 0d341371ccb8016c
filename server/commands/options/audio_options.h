// The options by which a character moves as the speaker of a sound may.
#pragma once

#include <string>

#include "realizer/script/body_language.h"

namespace CLI {
class App;
}

namespace kine::server {

/// --audio and --model; both outlive the command, and are empty unless they are told.
void add_audio_options(CLI::App& command, std::string& audio, std::string& model);

/// --mode of --audio.
void add_mode_of_audio(CLI::App& command, script::BodyLanguageMode& mode);

/// --model alone.
void add_model_option(CLI::App& command, std::string& model);

}  // namespace kine::server
