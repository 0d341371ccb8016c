// Tests for server/commands/train.h, and for a model that `bake --audio` plays.
#include "server/commands/train.h"

#include <filesystem>

#include "server/commands/bake.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/motion/captured_bvh.h"
#include "tests/support/server/outcome.h"
#include "tests/support/speech/syllables.h"
#include "tests/support/temporary_folder.h"

namespace kine::train_test {

using namespace kine;

namespace {

test::Outcome train(const server::TrainOptions& options) {
  return test::outcome_of(
      [&](auto& output, auto& messages) { return server::train(options, output, messages); });
}

test::Outcome bake(const server::BakeOptions& options) {
  return test::outcome_of(
      [&](auto& output, auto& messages) { return server::bake(options, output, messages); });
}

/// Somebody is loud for three seconds and soft for three.
std::string talk(double length_s) {
  return test::wave_of(test::syllables(length_s, 0, 16'000,
                                       [](double time_s) {
                                         return static_cast<int>(time_s / 3) % 2 == 0 ? 0.8 : 0.1;
                                       }),
                       16'000);
}

/// A talk, and how a character moves by it that knows two nods and two ways to lift an arm.
void write_take(const test::TemporaryFolder& folder, const std::string& name, std::uint64_t seed) {
  server::BakeOptions options;
  options.audio = folder.write(name + ".wav", talk(24));
  options.output = folder.file(name + ".bvh");
  options.model = test::small_model();
  options.fps = 30;
  options.seed = seed;
  REQUIRE(bake(options).exit_code == 0);
  std::filesystem::remove(options.output + ".provenance.json");
}

server::TrainOptions options_for(const test::TemporaryFolder& folder) {
  server::TrainOptions options;
  options.takes.sources = {folder.path().string()};
  options.licence = "made by a test";
  options.output = folder.file("talk.kinemodel");
  return options;
}

}  // namespace

TEST_CASE("train writes a model and says how well it learnt, and bake plays it", "[train]") {
  const test::TemporaryFolder folder;
  write_take(folder, "a", 1);
  write_take(folder, "b", 2);
  const server::TrainOptions options = options_for(folder);
  const auto trained = train(options);
  CAPTURE(trained.messages);
  CHECK(trained.exit_code == 0);
  CHECK(trained.output.starts_with("2 takes, "));
  CHECK(trained.output.find("\narms ") != std::string::npos);
  CHECK(trained.messages.find("lower body: nothing moves") != std::string::npos);

  const std::string model = test::text_of(options.output);
  CHECK(model.find("made by a test") != std::string::npos);
  REQUIRE(train(options).exit_code == 0);
  CHECK(test::text_of(options.output) == model);

  server::BakeOptions played;
  played.audio = folder.file("a.wav");
  played.output = "-";
  played.model = test::small_model();
  const auto by_small_model = bake(played);
  played.model = options.output;
  const auto learnt = bake(played);
  CHECK(learnt.exit_code == 0);
  CHECK(learnt.messages.empty());
  CHECK(learnt.output != by_small_model.output);
  CHECK(bake(played).output == learnt.output);
}

TEST_CASE("train names what is wrong, and writes nothing", "[train]") {
  const test::TemporaryFolder folder;
  const server::TrainOptions options = options_for(folder);
  const auto nothing = train(options);
  CHECK(nothing.exit_code == 1);
  CHECK(nothing.messages == "kinesphere: error: " + folder.path().string() +
                                ": no NAME.wav has a NAME.bvh or NAME.vrma beside it\n");
  folder.write("a.wav", test::wave_of(std::vector<std::int16_t>(48'000), 16'000));
  folder.write("a.bvh", test::captured_bvh());
  const auto mute = train(options);
  CHECK(mute.exit_code == 1);
  CHECK(mute.messages == "kinesphere: error: no syllable is heard in any take\n");
  CHECK_FALSE(std::filesystem::exists(options.output));
}

TEST_CASE("a strict train writes nothing after a warning", "[train]") {
  const test::TemporaryFolder folder;
  folder.write("a.wav", test::syllables_wave(3, 0));
  folder.write("a.bvh", test::captured_bvh());
  server::TrainOptions options = options_for(folder);
  options.strict = true;
  const auto strict = train(options);
  CHECK(strict.exit_code == 1);
  CHECK(strict.messages.find("head: nothing moves, so the model leaves it out\n") !=
        std::string::npos);
  CHECK_FALSE(std::filesystem::exists(options.output));
  options.strict = false;
  CHECK(train(options).exit_code == 0);
  CHECK(std::filesystem::exists(options.output));
}

TEST_CASE("bake names a file that is no model", "[train]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options;
  options.audio = folder.write("a.wav", test::syllables_wave(1, 0));
  options.output = "-";
  options.model = folder.write("a.kinemodel", "no model");
  const auto baked = bake(options);
  CHECK(baked.exit_code == 1);
  CHECK(baked.messages == "kinesphere: error: " + options.model +
                              ": no model of body language: 'kinesphere train' writes one\n");
}

}  // namespace kine::train_test
