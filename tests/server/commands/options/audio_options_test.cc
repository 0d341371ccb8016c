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
};

/// CLI11 takes its arguments from behind.
Typed typed(std::vector<std::string> backwards) {
  CLI::App program;
  Typed typed;
  server::add_audio_options(program, typed.audio, typed.model);
  program.parse(backwards);
  return typed;
}

}  // namespace

TEST_CASE("a sound may come with a model, and a model needs a sound", "[audio_options]") {
  CHECK(typed({}).audio.empty());
  const Typed both = typed({"m.kinemodel", "--model", "a.wav", "--audio"});
  CHECK(both.audio == "a.wav");
  CHECK(both.model == "m.kinemodel");
  CHECK_THROWS_AS(typed({"m.kinemodel", "--model"}), CLI::RequiresError);
}

}  // namespace kine::audio_options_test
