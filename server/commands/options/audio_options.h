// The options by which a character moves as the speaker of a sound may.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace kine::server {

/// --audio and --model; both outlive the command, and are empty unless they are told.
void add_audio_options(CLI::App& command, std::string& audio, std::string& model);

/// --model alone.
void add_model_option(CLI::App& command, std::string& model);

}  // namespace kine::server
