// The program as people use it: its help, its exit codes, what it reads and what it prints.
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/server/running_server.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::commands_test {

using namespace kine;

namespace {

struct Outcome {
  int exit_code = -1;
  std::string output;
};

Outcome run_in_shell(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  Outcome outcome;
  std::array<char, 4096> piece;
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), pipe)) {
    outcome.output.append(piece.data(), size);
  }
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

std::string in_quotes(const std::string& path) { return "'" + path + "'"; }

/// Runs the program through the shell; `arguments` may redirect.
Outcome run(const std::string& arguments) {
  return run_in_shell(in_quotes(KINE_PROGRAM) + " " + arguments);
}

/// What an option excludes, by name: its parser tells it in the order of addresses.
std::string in_order(const std::string& help) {
  std::string all;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kExcludes = "Excludes: ";
    if (const std::size_t at = line.find(kExcludes); at != std::string::npos) {
      std::istringstream names(line.substr(at + kExcludes.size()));
      const std::set<std::string> sorted{std::istream_iterator<std::string>(names), {}};
      line.resize(at + kExcludes.size() - 1);
      for (const std::string& each : sorted) line += " " + each;
    }
    all += line + "\n";
  }
  return all;
}

std::string sample(std::string_view name) {
  return in_quotes((test::source_path("schemas/scripts") / name).string());
}

}  // namespace

TEST_CASE("the help of the program and of each command is what it was", "[program][golden]") {
  for (const std::string command :
       {"",          "serve",    "play",     "record",  "join",         "leave",
        "probe",     "check",    "inspect",  "bake",    "replay",       "rerun",
        "lexicon",   "meanings", "response", "tension", "compare",      "calibrate",
        "stability", "hear",     "train",    "corpus",  "gesture-eval", "forget"}) {
    CAPTURE(command);
    const Outcome outcome = run(command + " --help");
    CHECK(outcome.exit_code == 0);
    const std::string name = command.empty() ? "kinesphere" : command;
    CHECK(test::difference_from_golden("help/" + name + ".txt", in_order(outcome.output)) == "");
  }
}

TEST_CASE("a sketch for all characters is a style: another name is an error of use",
          "[program][sketch]") {
  for (const std::string& command : {std::string("serve"), "bake " + sample("beat.xml") + " -o -",
                                     "check " + sample("beat.xml")}) {
    CAPTURE(command);
    const Outcome outcome = run(command + " --sketch tird 2>&1");
    CHECK(outcome.exit_code == 2);
    CHECK(
        outcome.output.starts_with("--sketch: there is no style, near to it are tired: 'tird'\n"));
  }
  const Outcome missing = run("check " + sample("beat.xml") + " --sketch no/such.xml 2>&1");
  CHECK(missing.exit_code == 2);
  CHECK(missing.output.find("no/such.xml") != std::string::npos);
}

TEST_CASE("bake and check lay a sketch under all that scripts say", "[program][sketch]") {
  const std::string script = sample("edits.xml");
  const std::string plain = run("bake " + script + " -o - --seconds 2").output;
  const std::string tired = run("bake " + script + " -o - --seconds 2 --sketch tired").output;
  CHECK(!plain.empty());
  CHECK(tired != plain);
  const Outcome explained = run("check --explain --sketch tired " + script);
  CHECK(explained.exit_code == 0);
  CHECK(explained.output.find("posture -0.4, set by sequence 10:57 'shy' (style shy); over server "
                              "'tired' -0.8 (style tired)\n") != std::string::npos);
  CHECK(explained.output.find("abdomen 0.4, set by server 'tired' (style tired)\n") !=
        std::string::npos);
}

TEST_CASE("a bake has the times of the voice that is called for", "[program]") {
  const test::TemporaryFolder folder;
  const std::string script = in_quotes(
      folder.write("speech.xml",
                   "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"b\">"
                   "<speech id=\"s\"><text>one <sync id=\"m\"/>two</text></speech></bml>"));
  const auto moment = [&](const std::string& voice) {
    const Outcome baked = run("bake " + script + " -o - --voice " + voice + " | grep b:s:m");
    CHECK(baked.exit_code == 0);
    return baked.output.substr(0, baked.output.find(",\"feedback\""));
  };
  CHECK(moment("silent").starts_with("{\"t\":0."));
  CHECK(moment("espeak").starts_with("{\"t\":0."));
  CHECK(moment("espeak") != moment("silent"));
}

TEST_CASE("the program says its version", "[program]") {
  const Outcome outcome = run("--version");
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output == "kinesphere " KINE_VERSION "\n");
}

TEST_CASE("a command line that makes no sense exits with 2", "[program]") {
  for (const std::string arguments : {"",
                                      "dance",
                                      "bake",
                                      "bake a.xml",
                                      "check",
                                      "check --nonsense a.xml",
                                      "bake a.xml -o b.jsonl --fps 0",
                                      "bake a.xml -o b.jsonl --fps 1001",
                                      "bake a.xml -o b.jsonl --seconds -1",
                                      "bake a.xml -o b.jsonl --seconds nan",
                                      "bake a.xml -o b.jsonl --seconds 1e308",
                                      "bake a.xml -o b.jsonl --seed x",
                                      "bake a.xml --batch a.csv",
                                      "bake --batch a.csv -o b.jsonl",
                                      "bake --batch a.csv --seed 1",
                                      "record",
                                      "record a --seconds nan",
                                      "record a --seconds -1",
                                      "replay a.ksr --speed nan",
                                      "replay a.ksr --from nan",
                                      "response",
                                      "response --tension off",
                                      "response --tension nonsense",
                                      "response --tension loose --rest-error 5mm --zeta 0.3",
                                      "response --rest-error 5mm",
                                      "response --zeta 0.3",
                                      "response --rest-error 0 --zeta 0.3",
                                      "response --rest-error=-5mm --zeta 0.3",
                                      "response --rest-error nan --zeta 0.3",
                                      "response --rest-error 1km --zeta 0.3",
                                      "response --rest-error 1000m --zeta 0.3",
                                      "response --rest-error 5mm --zeta 0",
                                      "response --rest-error 5mm --zeta nan",
                                      "response --rest-error 5mm --zeta 0.3 --velocity 0",
                                      "response --rest-error 5mm --zeta 0.3 --velocity nan",
                                      "response --rest-error 5mm --zeta 0.3 -o page.png",
                                      "tension",
                                      "tension a.bvh --tension loose",
                                      "tension a.bvh -o b.bvh",
                                      "tension a.bvh -o b.bvh --tension off",
                                      "tension a.bvh -o b.bvh --rest-error 5mm",
                                      "tension a.bvh -o b.bvh --rest-error 0 --zeta 0.3",
                                      "tension a.bvh -o b.bvh --rest-error 1km --zeta 0.3",
                                      "tension a.bvh -o b.bvh --rest-error 5mm --zeta nan",
                                      "tension a.bvh -o b.png --tension loose",
                                      "tension a.bvh -o b.bvh --tension loose --arm third",
                                      "compare",
                                      "compare a.xml",
                                      "compare a.xml -o page.png",
                                      "compare a.xml -o p.svg --tension",
                                      "calibrate --joint tail",
                                      "calibrate --force 0",
                                      "calibrate --force nan",
                                      "calibrate -o page.png",
                                      "stability",
                                      "stability a.xml --at -1",
                                      "stability a.xml --at nan"}) {
    CAPTURE(arguments);
    const Outcome outcome = run(arguments + " 2>&1");
    CHECK(outcome.exit_code == 2);
    CHECK_FALSE(outcome.output.empty());
  }
}

TEST_CASE("a command that there is not is told with those that there are", "[program]") {
  const Outcome outcome = run("plya wave.xml 2>&1");
  CHECK(outcome.output.starts_with("kinesphere: error: the commands are serve, play, record, "));
  CHECK(outcome.output.ends_with(", and not 'plya'\n"));
}

TEST_CASE("response knows a tension by its name or by value", "[program]") {
  const Outcome by_name = run("response --tension limp");
  CHECK(by_name.exit_code == 0);
  CHECK(by_name.output == run("response --rest-error 30cm --zeta 0.4").output);
}

TEST_CASE("check reads standard input, and exits with 1 on an error", "[program]") {
  CHECK(run("check - < " + sample("wave.xml")).exit_code == 0);

  const Outcome outcome = run("check - < /dev/null");
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output.starts_with("<stdin>"));
  CHECK(outcome.output.find(": error: ") != std::string::npos);
}

TEST_CASE("record goes on until it is asked to stop, and says what came of it", "[program]") {
  const test::TemporaryFolder folder;
  server::Options options = test::server_options();
  options.recordings = folder.path().string();
  const auto server = test::start_server(std::move(options));

  const Outcome outcome = run_in_shell(
      std::string("sh -c 'echo $$; exec \"") + KINE_PROGRAM + "\" record greeting --server " +
      server->address() + "' | { read pid; read line; echo $line; kill -TERM $pid; cat; }");

  CHECK(outcome.output.starts_with("Ctrl-C ends the recording.\ngreeting.ksr: "));
  CHECK(outcome.output.ends_with(" frames\n"));
  CHECK(run("replay " + in_quotes(folder.file("greeting.ksr")) + " -o -").exit_code == 0);
}

TEST_CASE("bake goes from standard input to standard output", "[program]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("wave.jsonl");

  const Outcome piped = run("bake - -o - < " + sample("wave.xml"));
  const Outcome to_file = run("bake " + sample("wave.xml") + " -o " + in_quotes(file));

  CHECK(piped.exit_code == 0);
  CHECK(to_file.exit_code == 0);
  CHECK(to_file.output.empty());
  CHECK(piped.output == test::text_of(file));
}

TEST_CASE("bake shows no progress where nobody looks", "[program]") {
  const Outcome outcome = run("bake " + sample("nod.xml") + " --seconds 60 -o - 2>&1 >/dev/null");
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.empty());
}

TEST_CASE("bake says when the output cannot be written", "[program]") {
  const Outcome outcome = run("bake " + sample("nod.xml") + " -o - 2>&1 >/dev/full");
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output == "-: error: cannot write to standard output\n");
}

}  // namespace kine::commands_test
