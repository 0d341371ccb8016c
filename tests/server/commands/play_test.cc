// Tests for server/commands/play.h, against a real server.
#include "server/commands/play.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/speech/syllables.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::play_test {
namespace {

std::string file_saying(const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() / "kinesphere-play-test.xml";
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

struct Played {
  int exit_code = 0;
  std::string output;
  std::string errors;
};

Played played(const Server& server, const std::string& script, PlayForm form = PlayForm::Lines) {
  std::ostringstream output;
  std::ostringstream errors;
  const int exit_code = play(
      {.script = file_saying(script), .server = server.address(), .form = form}, output, errors);
  return {exit_code, output.str(), errors.str()};
}

}  // namespace

TEST_CASE("play prints a line an event with the script's own time, and ends well", "[play]") {
  const auto server = test::start_server();

  const Played result = played(*server, test::head_script(0.05, R"(id="greet" character="ada")"));

  // A pose at 0.05 s and a hold of 0.05 s: ticks 3 and 6 of 60 a second.
  CHECK(result.output ==
        "0.000 started greet\n"
        "0.000 sync greet:s:start\n"
        "0.050 sync greet:s:p\n"
        "0.100 sync greet:s:end\n"
        "0.100 ended greet\n");
  CHECK(result.errors.empty());
  CHECK(result.exit_code == 0);
}

TEST_CASE("an umlaut of the old years in a classic script's comment does no harm", "[play]") {
  const auto server = test::start_server();
  const Played result = played(*server,
                               "# f\xfcr die Hand\nBEGIN K_POSE_SEQUENCE\nCHARACTER:Amber\n"
                               "START:asap\nFADE_OUT:50\nBEGIN K_POSE\nTIME_POINT:+50\n"
                               "BEGIN MORPH_TARGET\nMORPH_KEY:ExpSad\nMORPH_VALUE:1\nEND\n"
                               "END\nEND\n");
  CHECK(result.errors.empty());
  CHECK(result.exit_code == 0);
}

TEST_CASE("a refused script is told as file, line, column and error", "[play]") {
  const auto server = test::start_server();
  const Played result =
      played(*server, "<script xmlns=\"urn:kinesphere:script:1\">\n <nonsense/>\n</script>");
  CHECK(result.exit_code == 1);
  CHECK(result.output.empty());
  CHECK(result.errors.find("kinesphere-play-test.xml:2:2: error: ") != std::string::npos);
}

TEST_CASE("a warning is printed with its kind", "[play]") {
  const auto server = test::start_server();
  const Played result = played(
      *server,
      R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b1"><juggle id="j1"/></bml>)");
  CHECK(result.output ==
        "0.000 started b1\n"
        "0.000 warning b1:j1 BEHAVIOR_TYPE_NOT_SUPPORTED BML has no behaviour 'juggle'\n"
        "0.000 ended b1\n");
}

TEST_CASE("play prints BML's feedback where it is asked to", "[play]") {
  const auto server = test::start_server();
  const Played result =
      played(*server, test::head_script(0.05, R"(id="greet" character="ada")"), PlayForm::Bml);
  std::istringstream lines(result.output);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    names.push_back(line.substr(1, line.find(' ') - 1));
    CHECK(line.find("characterId=\"ada\"") != std::string::npos);
  }
  CHECK(names == std::vector<std::string>{"predictionFeedback", "predictionFeedback",
                                          "blockProgress", "predictionFeedback",
                                          "syncPointProgress", "syncPointProgress",
                                          "syncPointProgress", "blockProgress"});
  CHECK(result.exit_code == 0);
}

TEST_CASE("an interrupted script is no success", "[play]") {
  const auto server = test::start_server();
  auto playing = std::async(std::launch::async, [&] {
    return played(*server, test::head_script(30, R"(id="greet" character="ada")"));
  });
  test::WireClient client(server->port());
  client.say_hello();
  client.subscribe({kinesphere::PART_EVENTS});
  client.next_feedback();

  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->set_character("ada");
  client.send(envelope);

  const Played result = playing.get();
  CHECK(result.exit_code == 1);
  CHECK(result.output.find(" interrupted greet") != std::string::npos);
}

TEST_CASE("without a server there is an error and no success", "[play]") {
  std::string address;
  { address = test::start_server()->address(); }
  std::ostringstream output;
  std::ostringstream errors;
  CHECK(play({.script = file_saying("<script/>"), .server = address}, output, errors) == 1);
  CHECK(errors.str().find(address) != std::string::npos);
}

TEST_CASE("play sends a sound as it would be said, and prints what is heard of it", "[play]") {
  auto options = test::server_options();
  options.body_language = test::playable_nodding();
  const auto server = test::start_server(std::move(options));
  const test::TemporaryFolder folder;
  const std::string file = folder.write("talk.wav", test::syllables_wave(0.75, 0.5));
  std::ostringstream output;
  std::ostringstream errors;
  CHECK(play({.script = {}, .audio = file, .server = server->address()}, output, errors) == 0);
  CHECK(errors.str().empty());
  CHECK(output.str().starts_with("0."));
  CHECK(output.str().find(" peak\n") != std::string::npos);
  CHECK(output.str().find(" syllable ") != std::string::npos);
}

TEST_CASE("play tells what is wrong with a sound, or with a server for it", "[play]") {
  const auto server = test::start_server();
  const test::TemporaryFolder folder;
  const auto fault_of = [&](const std::string& bytes) {
    std::ostringstream output;
    std::ostringstream errors;
    const std::string file = folder.write("talk.wav", bytes);
    CHECK(play({.script = {}, .audio = file, .server = server->address()}, output, errors) == 1);
    return errors.str();
  };
  CHECK(fault_of("no sound").find("talk.wav: error: ") != std::string::npos);
  CHECK(fault_of(test::syllables_wave(0.1, 0))
            .find("this server has no body language: start it with --model") != std::string::npos);
  // It ends there, and not with the sound.
  const auto begun = std::chrono::steady_clock::now();
  CHECK(fault_of(test::syllables_wave(60, 0)).find("no body language") != std::string::npos);
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(30));
}

}  // namespace kine::server::play_test
