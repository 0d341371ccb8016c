#include "server/commands/options/audio_options.h"

#include <CLI/CLI.hpp>

#include <map>

namespace kine::server {

void add_audio_options(CLI::App& command, std::string& audio, std::string& model) {
  command
      .add_option("--audio", audio,
                  "A .wav of speech: the character moves as its speaker may, under the script "
                  "or without one")
      ->type_name("FILE");
  add_model_option(command, model);
}

void add_mode_of_audio(CLI::App& command, script::BodyLanguageMode& mode) {
  using enum script::BodyLanguageMode;
  static const std::map<std::string, script::BodyLanguageMode> kModes = {
      {"live", Live}, {"delayed", Delayed}, {"planned", Planned}};
  command
      .add_option(
          "--mode", mode,
          "How it moves by --audio: live, by what has been heard; delayed, by what is heard "
          "0.6 s later as well; planned, by all of it (default: live)")
      ->transform(CLI::CheckedTransformer(kModes))
      ->type_name("MODE")
      ->needs(command.get_option("--audio"));
}

void add_model_option(CLI::App& command, std::string& model) {
  command
      .add_option("--model", model,
                  "A .kinemodel by which characters move while somebody speaks (default: the "
                  "program's own)")
      ->type_name("FILE");
}

}  // namespace kine::server
