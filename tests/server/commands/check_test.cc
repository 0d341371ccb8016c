// Tests for server/commands/check.h.
#include "server/commands/check.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "realizer/dynamics/physical/engine.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/motion/waves.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::check_test {

using namespace kine;

namespace {

struct Outcome {
  int exit_code = 0;
  std::string output;
};

Outcome check(const server::CheckOptions& options) {
  std::ostringstream output;
  const int exit_code = server::check(options, output);
  return {exit_code, output.str()};
}

Outcome check_script(const std::string& path) {
  return check({.scripts = {path}, .characters = {}, .bodies = {}});
}

constexpr std::string_view kGood = R"(<script xmlns="urn:kinesphere:script:1">
  <sequence>
    <pose time="1"><hand side="right" shape="fist"/></pose>
  </sequence>
</script>)";

constexpr std::string_view kUnknownJoint = R"(<script xmlns="urn:kinesphere:script:1">
  <sequence>
    <pose time="1"><position joint="rightHoof" target="0 1 0"/></pose>
  </sequence>
</script>)";

}  // namespace

TEST_CASE("check says nothing about a script without faults", "[check]") {
  const test::TemporaryFolder folder;
  const Outcome outcome = check_script(folder.write("good.xml", kGood));
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.empty());
}

TEST_CASE("check warns once of springs that hold no pose by themselves", "[check]") {
  if (!dynamics::physical::kHasEngine) return;
  const test::TemporaryFolder folder;
  const auto raised = [&](const std::string& tension, const std::string& gains = "predicted") {
    return check_script(folder.write(
        "raised.xml",
        "<script xmlns=\"urn:kinesphere:script:1\" character=\"ada\"><tension id=\"mine\">"
        "<for group=\"rightArm\" gains=\"" +
            gains + "\" rest-error=\"" + tension +
            "\" zeta=\"0.5\"/></tension><character dynamics=\"torso\" tension=\"mine\"/>"
            "<sequence><pose time=\"1\" hold=\"2\">"
            "<position joint=\"rightHand\" target=\"-0.25 1.85 0.05\"/></pose></sequence>"
            "</script>"));
  };
  CHECK(raised("1cm").output.empty());
  CHECK(raised("1m", "sampled").output.empty());  // seen and held at each moment
  const Outcome loose = raised("1m");
  CHECK(loose.exit_code == 0);
  CHECK(std::ranges::count(loose.output, '\n') == 1);
  CHECK(loose.output.find("warning: the springs of ada do not hold its pose by themselves at ") !=
        std::string::npos);
  CHECK(loose.output.find(" gives way below ") != std::string::npos);
}

TEST_CASE("check warns of legs that do not carry a body", "[check]") {
  if (!dynamics::physical::kHasEngine) return;
  const test::TemporaryFolder folder;
  const auto on_legs = [&](const std::string& stiffness, const std::string& push = "") {
    return check_script(
               folder.write("legs.xml", R"(<script xmlns="urn:kinesphere:script:1" character="ada">
        <character dynamics="body" tension="t"/><tension id="t">
        <for group="lowerBody" stiffness=")" +
                                            stiffness + R"("/></tension>)" + push + R"(<sequence>
        <pose time="4"><morph name="jawOpen" weight="0.1"/></pose></sequence></script>)"))
        .output;
  };
  CHECK(on_legs("1700").empty());
  for (const std::string soft : {"5", "50"}) {
    const std::string said = on_legs(soft);
    CHECK(std::ranges::count(said, '\n') == 1);
    CHECK(said.find("warning: ada falls at ") != std::string::npos);
  }
  // One that is pushed may be meant to fall.
  const auto push_at = [](const std::string& time) {
    return R"(<push start=")" + time +
           R"(" duration="200ms" joint="upperChest" force="0 0 -700"/>)";
  };
  CHECK(on_legs("50", push_at("0.5")).find("falls") == std::string::npos);
  CHECK(on_legs("50", push_at("3.5")).find("ada falls at ") != std::string::npos);
}

TEST_CASE("check knows the targets that it is told of", "[check]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("look.xml", R"(<script xmlns="urn:kinesphere:script:1">
  <sequence><pose time="1"><look-at target="door"/></pose></sequence>
</script>)");
  server::CheckOptions options{.scripts = {path}, .characters = {}, .bodies = {}, .strict = true};
  CHECK(check(options).exit_code == 1);
  options.targets = {"door=0,1.2,-3"};
  const Outcome outcome = check(options);
  CHECK(outcome.output.empty());
  CHECK(outcome.exit_code == 0);

  options.targets = {"ada=0,1,0"};
  CHECK(check(options).output == "kinesphere: error: a character has this name: 'ada'\n");
}

TEST_CASE("check names file, line, column and value of an error", "[check]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("bad.xml", kUnknownJoint);

  const Outcome outcome = check_script(path);

  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output.starts_with(path + ":3:37: error: "));
  CHECK(outcome.output.ends_with("'rightHoof'\n"));
}

TEST_CASE("check names every error of a script", "[check]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("bad.xml", R"(<script xmlns="urn:kinesphere:script:1">
  <gesture lexeme="wafe"/>
  <gesture lexeme="beet"/>
</script>)");
  const Outcome outcome = check_script(path);
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output.find(path + ":2:20: error: ") == 0);
  CHECK(outcome.output.find("\n" + path + ":3:20: error: ") != std::string::npos);
}

TEST_CASE("check goes on after a script with an error", "[check]") {
  const test::TemporaryFolder folder;
  const std::string bad = folder.write("bad.xml", kUnknownJoint);
  const std::string worse = folder.write("worse.xml", "<script");
  const std::string good = folder.write("good.xml", kGood);

  const Outcome outcome = check({.scripts = {bad, worse, good}, .characters = {}, .bodies = {}});

  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output.find(bad + ":3:") != std::string::npos);
  CHECK(outcome.output.find(worse + ":1:") != std::string::npos);
  CHECK(outcome.output.find(good) == std::string::npos);
}

TEST_CASE("a warning alone is no failure", "[check]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("far.xml", R"(<script xmlns="urn:kinesphere:script:1">
  <sequence>
    <pose time="1"><position joint="rightHand" target="0 0 9"/></pose>
  </sequence>
</script>)");

  const Outcome outcome = check_script(path);

  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.starts_with(path + ":3:"));
  CHECK(outcome.output.find(": warning: rightHand stays") != std::string::npos);
}

TEST_CASE("a warning is a failure where one is strict", "[check]") {
  const test::TemporaryFolder folder;
  const std::string far = folder.write("far.xml", R"(<script xmlns="urn:kinesphere:script:1">
  <sequence><pose time="1"><position joint="rightHand" target="0 0 9"/></pose></sequence>
</script>)");
  const std::string good = folder.write("good.xml", R"(<script xmlns="urn:kinesphere:script:1">
  <gesture lexeme="beat"/></script>)");
  std::ostringstream output;
  CHECK(server::check({.scripts = {far}, .strict = true}, output) == 1);
  CHECK(server::check({.scripts = {good}, .strict = true}, output) == 0);
}

TEST_CASE("an error without a place names the file", "[check]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("none.xml");
  const Outcome outcome = check_script(path);
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output == path + ": error: cannot be opened: No such file or directory\n");
}

TEST_CASE("the characters that a script may speak to are those that were named", "[check]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("guide.xml", R"(<script xmlns="urn:kinesphere:script:1"
  character="guide"><sequence><pose time="1"/></sequence></script>)");

  const Outcome unknown = check_script(path);
  CHECK(unknown.exit_code == 1);
  CHECK(unknown.output.find("'guide'") != std::string::npos);
  CHECK(unknown.output.find("ada") != std::string::npos);

  CHECK(check({.scripts = {path}, .characters = {"guide=ben"}, .bodies = {}}).exit_code == 0);
  CHECK(check({.scripts = {path}, .characters = {"guide=carl"}, .bodies = {}}).exit_code == 1);
}

TEST_CASE("check reads a body, and says where it is wrong", "[check]") {
  const test::TemporaryFolder folder;
  const std::string ada = test::source_path("schemas/bodies/ada.xml").string();
  CHECK(check({.scripts = {}, .characters = {}, .bodies = {ada}}).exit_code == 0);

  const std::string bad = folder.write("bad.xml", "<body>\n  <torso/>\n</body>");
  const Outcome outcome = check({.scripts = {}, .characters = {}, .bodies = {bad}});
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output.starts_with(bad + ":"));
  CHECK(outcome.output.find(": error: ") != std::string::npos);
}

TEST_CASE("a script that names a bad recording is told what is wrong with it", "[check]") {
  const test::TemporaryFolder folder;
  folder.write("bad.wav", "no sound");
  const std::string script =
      folder.write("b.xml", R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b1">
  <speech id="s" voice="file:bad"><text>Hello</text></speech></bml>)");

  const Outcome outcome =
      check({.scripts = {script}, .voice = {.voice = "silent", .folder = folder.path().string()}});

  CHECK(outcome.output.starts_with(
      "kinesphere: warning: recording 'bad.wav' is skipped: no .wav file\n"));
  CHECK(outcome.output.find("b.xml:2:3: warning: ") != std::string::npos);
  CHECK(outcome.output.find("recording 'bad.wav' is skipped: no .wav file", 70) !=
        std::string::npos);
}

TEST_CASE("with a voice, check says how true the times of each speech are", "[check]") {
  const test::TemporaryFolder folder;
  folder.write("hi.wav", test::wave_of(std::vector<std::int16_t>(8'000, 5), 8'000));
  folder.write("hi.ctm", "hi 1 0.25 0.5 hello\n");
  const std::string script =
      folder.write("b.xml", R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b1">
  <speech id="s" voice="file:hi"><text>Hello</text></speech>
  <speech id="t" start="s:end"><text>Hello</text></speech></bml>)");

  const Outcome outcome =
      check({.scripts = {script}, .voice = {.voice = "silent", .folder = folder.path().string()}});

  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output == script + ": note: the word times of speech 'b1:s' are aligned\n" +
                              script + ": note: the word times of speech 'b1:t' are estimated\n");
  CHECK(check_script(script).output.find("note") == std::string::npos);
}

TEST_CASE("every sample script is without errors", "[check][samples][sweep]") {
  for (const auto& entry :
       std::filesystem::directory_iterator(test::source_path("schemas/scripts"))) {
    const Outcome outcome = check_script(entry.path().string());
    CAPTURE(entry.path(), outcome.output);
    CHECK(outcome.exit_code == 0);
  }
}

TEST_CASE("check explains who set what, over whom", "[check][explain]") {
  server::CheckOptions options{
      .scripts = {test::source_path("schemas/scripts/edits.xml")}, .characters = {}, .bodies = {}};
  CHECK(check(options).output.empty());
  options.explain = true;
  const Outcome outcome = check(options);
  CHECK(outcome.exit_code == 0);
  CHECK(test::difference_from_golden("explanation/edits.xml.txt", outcome.output) == "");
  CHECK(check(options).output == outcome.output);
}

TEST_CASE("check explains what meanings became, by the seed", "[check][explain]") {
  server::CheckOptions options{.scripts = {test::source_path("schemas/scripts/meanings.xml")},
                               .characters = {},
                               .bodies = {},
                               .explain = true};
  const std::string first = check(options).output;
  CHECK(test::difference_from_golden("explanation/meanings.xml.txt", first) == "");
  CHECK(check(options).output == first);
  std::size_t others = 0;
  for (options.seed = 1; options.seed < 6; ++options.seed) {
    if (check(options).output != first) ++others;
  }
  CHECK(others > 0);
}

namespace {

std::string own_lexicon(const std::string& shape) {
  return "<lexicon xmlns=\"urn:kinesphere:script:1\">\n"
         "  <lexeme name=\"a&amp;b\" hands=\"one\" tags=\"t\" description=\"d\">"
         "<pose id=\"stroke-end\" time=\"500ms\"><hand side=\"right\" shape=\"" +
         shape + "\"/></pose></lexeme>\n</lexicon>";
}

}  // namespace

TEST_CASE("check plans gestures of one's own without a script, and says where they fail",
          "[check][stock]") {
  const test::TemporaryFolder good, bad;
  good.write("own.xml", own_lexicon("fist"));
  const std::string file = bad.write("own.xml", own_lexicon("hoof"));

  CHECK(check({.stock = {.lexicon = good.path().string()}, .strict = true}).output.empty());
  const Outcome outcome = check({.stock = {.lexicon = bad.path().string()}, .strict = true});
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output.starts_with(file + ":2:3: "));
  CHECK(outcome.output.find("the gesture 'a&b' on ada: ") != std::string::npos);
  CHECK(outcome.output.find("'hoof'") != std::string::npos);
}

TEST_CASE("a script calls what the operator has of their own", "[check][stock]") {
  const test::TemporaryFolder own, folder;
  own.write("own.xml", own_lexicon("fist"));
  const std::string script = folder.write(
      "s.xml", R"(<script xmlns="urn:kinesphere:script:1"><gesture lexeme="a&amp;b"/></script>)");
  CHECK(check({.scripts = {script}}).exit_code == 1);
  CHECK(check({.scripts = {script}, .stock = {.lexicon = own.path().string()}}).exit_code == 0);
}

TEST_CASE("a fault in a file of one's own is told with its place", "[check][stock]") {
  const test::TemporaryFolder own;
  const std::string file =
      own.write("s.xml", "<style xmlns=\"urn:kinesphere:style:1\" name=\"s\"\n  power=\"2\"/>");
  const Outcome outcome = check({.stock = {.styles = own.path().string()}});
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output ==
        file + ":2:10: error: a parameter of a style is a number from -1 to 1: '2'\n");
}

namespace {

constexpr std::string_view kDeadArm = R"(HIERARCHY
ROOT chest { OFFSET 0 0 0 CHANNELS 1 Xrotation
JOINT RArmX { OFFSET 1 0 0 CHANNELS 1 Xrotation } }
MOTION Frames: 1 Frame Time: 0.1
0 40
)";

}  // namespace

TEST_CASE("a joint of a clip that is not known is a warning, and a failure where one is strict",
          "[check]") {
  const test::TemporaryFolder clips;
  const std::string file = clips.write("wave.bvh", kDeadArm);
  const std::string line = file + ":3:7: warning: unknown joint, its turns are left out: 'RArmX'\n";
  server::CheckOptions options{.clips = clips.path().string()};
  CHECK(check(options).exit_code == 0);
  CHECK(check(options).output == line);
  options.strict = true;
  CHECK(check(options).exit_code == 1);
  CHECK(check(options).output == line);
}

}  // namespace kine::check_test
