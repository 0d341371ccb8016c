// Tests for server/commands/options/audio_options.h.
#include "server/commands/options/audio_options.h"

#include <CLI/CLI.hpp>
#include <vector>

#include "tests/support/catch.h"

namespace kine::audio_options_test {

namespace {

struct Typed {
  std::string audio;
  std::string model;
  script::BodyLanguageMode mode = script::BodyLanguageMode::Live;
};

/// CLI11 takes its arguments from behind.
Typed typed(std::vector<std::string> backwards) {
  CLI::App program;
  Typed typed;
  server::add_audio_options(program, typed.audio, typed.model);
  server::add_mode_of_audio(program, typed.mode);
  program.parse(backwards);
  return typed;
}

}  // namespace

TEST_CASE("a sound may come with a model, and a model may be for what scripts ask",
          "[audio_options]") {
  CHECK(typed({}).audio.empty());
  const Typed both = typed({"m.kinemodel", "--model", "a.wav", "--audio"});
  CHECK(both.audio == "a.wav");
  CHECK(both.model == "m.kinemodel");
  CHECK(typed({"m.kinemodel", "--model"}).model == "m.kinemodel");
}

TEST_CASE("a sound has a mode, and a mode needs a sound", "[audio_options]") {
  CHECK(typed({"a.wav", "--audio"}).mode == script::BodyLanguageMode::Live);
  CHECK(typed({"planned", "--mode", "a.wav", "--audio"}).mode == script::BodyLanguageMode::Planned);
  CHECK_THROWS_AS(typed({"planned", "--mode"}), CLI::RequiresError);
  CHECK_THROWS_AS(typed({"small", "--mode", "a.wav", "--audio"}), CLI::ValidationError);
}

}  // namespace kine::audio_options_test
