#include "server/commands/options/audio_options.h"

#include <CLI/CLI.hpp>

namespace kine::server {

void add_audio_options(CLI::App& command, std::string& audio, std::string& model) {
  CLI::Option* const heard =
      command
          .add_option("--audio", audio,
                      "A .wav of speech: the character moves as its speaker may, under the script "
                      "or without one")
          ->type_name("FILE");
  command
      .add_option("--model", model, "A .kinemodel by which it does so (default: the program's own)")
      ->type_name("FILE")
      ->needs(heard);
}

void add_model_option(CLI::App& command, std::string& model) {
  command
      .add_option("--model", model,
                  "A .kinemodel by which characters move while somebody speaks (default: the "
                  "program's own)")
      ->type_name("FILE");
}

}  // namespace kine::server
