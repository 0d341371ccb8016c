// Tests for `kinesphere bake --audio`: a character moves as the speaker of a sound may.
#include <algorithm>
#include <sstream>
#include <vector>

#include "realizer/body/channels.h"
#include "server/commands/bake.h"
#include "server/learning/recorded_takes.h"
#include "server/offline/heard_sound.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/server/other_path.h"
#include "tests/support/server/outcome.h"
#include "tests/support/source_files.h"
#include "tests/support/speech/syllables.h"
#include "tests/support/temporary_folder.h"

namespace kine::bake_audio_test {

using namespace kine;

namespace {

test::Outcome bake(const server::BakeOptions& options) {
  return test::outcome_of(
      [&](auto& output, auto& messages) { return server::bake(options, output, messages); });
}

server::BakeOptions with_audio(const std::string& file) {
  server::BakeOptions options;
  options.audio = file;
  options.model = test::small_model();
  options.output = "-";
  return options;
}

std::size_t frames_in(const std::string& output) {
  std::istringstream lines(output);
  std::size_t frames = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("\"rotations\"") != std::string::npos) ++frames;
  }
  return frames;
}

/// A channel of each frame.
std::vector<double> channel_in(const std::string& output, std::string_view name) {
  constexpr std::string_view kBefore = "\"channels\":[";
  const std::size_t place = body::find_channel(name)->index;
  std::vector<double> values;
  for (std::size_t at = 0; (at = output.find(kBefore, at)) != std::string::npos;) {
    at += kBefore.size();
    if (output[at] == '"') continue;  // their names, at the head
    std::istringstream numbers(output.substr(at, output.find(']', at) - at));
    std::string number;
    for (std::size_t i = 0; i <= place; ++i) std::getline(numbers, number, ',');
    values.push_back(std::stod(number));
  }
  return values;
}

}  // namespace

TEST_CASE("lips move by a sound, and are closed where it pauses", "[bake][audio][lips]") {
  const test::TemporaryFolder folder;
  const auto baked = bake(with_audio(folder.write("talk.wav", test::syllables_wave(3, 2))));
  const auto jaw = channel_in(baked.output, "jawOpen");
  REQUIRE(jaw.size() > 5 * 60);
  CHECK(std::ranges::max(jaw) > 0.2);
  CHECK(std::ranges::count_if(jaw, [](double open) { return open > 0.1; }) > 60);
  for (std::size_t i = 200; i < 300; ++i) CHECK(jaw[i] == Approx(0).margin(0.01));
}

TEST_CASE("the lips of a script's speech win over those of a sound", "[bake][audio][lips]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = with_audio(folder.write("talk.wav", test::syllables_wave(3, 1)));
  options.script =
      folder.write("s.xml",
                   R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b" character="ada">
         <speech id="s"><text>Somebody says something that is long enough.</text></speech></bml>)");
  const auto over_sound = channel_in(bake(options).output, "viseme_aa");
  options.audio =
      folder.write("still.wav", test::wave_of(std::vector<std::int16_t>(64'000), 16'000));
  const auto over_silence = channel_in(bake(options).output, "viseme_aa");
  for (std::size_t i = 30; i < 90; ++i) CHECK(over_sound[i] == over_silence[i]);
}

TEST_CASE("a character moves by a sound alone, to its end and back", "[bake][audio]") {
  const test::TemporaryFolder folder;
  const auto baked = bake(with_audio(folder.write("talk.wav", test::syllables_wave(3, 2))));
  CHECK(baked.exit_code == 0);
  CHECK(baked.messages.empty());
  CHECK(baked.output.find("body-language") == std::string::npos);
  const std::size_t frames = frames_in(baked.output);
  CHECK(frames > 5 * 60);
  CHECK(frames < 8 * 60);
  CHECK(bake(with_audio(folder.file("talk.wav"))).output == baked.output);
  CHECK(baked.output.find("feedback") == std::string::npos);  // there was no script
  server::BakeOptions seeded = with_audio(folder.file("talk.wav"));
  seeded.seed = 5;
  const auto other = bake(seeded);
  CHECK(other.messages.empty());
  CHECK(other.output != baked.output);
}

TEST_CASE("a movie of a bake by a sound has that sound", "[bake][audio]") {
  const test::TemporaryFolder folder;
  // Keeps the sound that it is given, and writes something as the movie.
  const auto path = test::with_ffmpeg(folder, R"(for word; do
  case "$word" in *.wav) cp "${word#file:}" ")" + folder.file("kept.wav") +
                                                  R"(" ;; esac
  last=${word#file:}
done
echo movie > "$last")");
  auto options = with_audio(folder.write("talk.wav", test::syllables_wave(1, 0.5)));
  options.output = folder.file("talk.mp4");
  options.fps = 4;
  const auto baked = bake(options);
  INFO(baked.messages);
  REQUIRE(baked.exit_code == 0);
  CHECK(test::text_of(folder.file("kept.wav")) == test::text_of(folder.file("talk.wav")));
  CHECK(test::text_of(options.output) == "movie\n");
}

TEST_CASE("a recording of a bake by a sound is a take to learn from", "[bake][audio][recording]") {
  const test::TemporaryFolder folder;
  auto options = with_audio(folder.write("talk.wav", test::syllables_wave(3, 2)));
  options.output = folder.file("talk.ksr");
  REQUIRE(bake(options).exit_code == 0);
  const auto takes = server::read_recorded_takes(options.output);
  REQUIRE(takes);
  REQUIRE(takes->size() == 1);
  const auto heard = server::hear_whole_file(folder.file("talk.wav"));
  REQUIRE(heard);
  const auto syllables_of = [](const std::vector<speech::Heard>& all) {
    std::vector<double> times;
    for (const speech::Heard& each : all) {
      if (each.kind == speech::Heard::Kind::Syllable) times.push_back(each.at.count());
    }
    return times;
  };
  CHECK(syllables_of(*heard).size() == 12);  // four a second
  CHECK(syllables_of(takes->front().heard) == syllables_of(*heard));
  CHECK(takes->front().motion.frames.size() > 5 * 30);
}

TEST_CASE("a sound moves what a script leaves alone", "[bake][audio]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = with_audio(folder.write("talk.wav", test::syllables_wave(3, 2)));
  options.script = folder.write("s.xml", R"(<script xmlns="urn:kinesphere:script:1" id="s">
      <sequence><pose time="1" hold="2"><hand side="right" shape="fist"/></pose></sequence>
      </script>)");
  const auto both = bake(options);
  CHECK(both.exit_code == 0);
  CHECK(both.output.find("\"started\",\"id\":\"s\"") != std::string::npos);
  CHECK(frames_in(both.output) > 5 * 60);
  options.audio =
      folder.write("still.wav", test::wave_of(std::vector<std::int16_t>(80'000), 16'000));
  const auto still = bake(options);
  CHECK(frames_in(still.output) > 5 * 60);
  CHECK(still.output != both.output);
}

TEST_CASE("a file that is no sound is named", "[bake][audio]") {
  const test::TemporaryFolder folder;
  const auto missing = bake(with_audio(folder.file("none.wav")));
  CHECK(missing.exit_code == 1);
  CHECK(missing.messages ==
        "kinesphere: error: " + folder.file("none.wav") + ": cannot be opened\n");
  const std::string text = folder.write("text.wav", "no sound");
  CHECK(bake(with_audio(text)).messages == "kinesphere: error: " + text + ": no .wav file\n");
}

}  // namespace kine::bake_audio_test
