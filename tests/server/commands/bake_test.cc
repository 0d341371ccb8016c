// Tests for server/commands/bake.h.
#include "server/commands/bake.h"

#include <filesystem>
#include <sstream>
#include <vector>

#include "server/base/revision.h"
#include "server/base/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/server/outcome.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::bake_test {

using namespace kine;

namespace {

using test::Outcome;

Outcome bake(const server::BakeOptions& options) {
  return test::outcome_of(
      [&](auto& output, auto& messages) { return server::bake(options, output, messages); });
}

server::BakeOptions to_output(const std::string& script) {
  server::BakeOptions options;
  options.script = script;
  options.output = "-";
  return options;
}

std::vector<std::string> lines_with(const std::string& text, std::string_view what) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (line.find(what) != std::string::npos) lines.push_back(line);
  }
  return lines;
}

/// A fist from 0.5 s to 1 s that is given back until 1.25 s.
std::string fist(std::string_view character) {
  return "<script xmlns=\"urn:kinesphere:script:1\" id=\"hold\"" + std::string(character) +
         R"(>
  <sequence id="s" fade-out="0.25">
    <pose id="p" time="0.5" hold="0.5"><hand side="right" shape="fist"/></pose>
  </sequence>
</script>)";
}

const std::string kBoth = R"(<script xmlns="urn:kinesphere:script:1" id="both">
  <sequence character="ben"><pose time="0.2"><hand side="left" shape="fist"/></pose></sequence>
  <sequence character="ada"><pose time="0.4"><hand side="left" shape="fist"/></pose></sequence>
</script>)";

constexpr std::string_view kFrameMark = "\"root\"";

}  // namespace

TEST_CASE("a bake goes from t = 0 to where every block has ended", "[bake]") {
  const test::TemporaryFolder folder;
  const Outcome outcome = bake(to_output(folder.write("a.xml", fist(""))));

  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.messages.empty());
  const std::vector<std::string> frames = lines_with(outcome.output, kFrameMark);
  REQUIRE(frames.size() == 76);
  CHECK(frames.front().starts_with("{\"t\":0,"));
  CHECK(frames.back().starts_with("{\"t\":1.25,"));
  const std::vector<std::string> feedback = lines_with(outcome.output, "\"feedback\"");
  CHECK(feedback == std::vector<std::string>{
                        R"({"t":0,"feedback":{"kind":"started","id":"hold","message":""}})",
                        R"({"t":0,"feedback":{"kind":"sync","id":"hold:s:start","message":""}})",
                        R"({"t":0.5,"feedback":{"kind":"sync","id":"hold:s:p","message":""}})",
                        R"({"t":1.25,"feedback":{"kind":"sync","id":"hold:s:end","message":""}})",
                        R"({"t":1.25,"feedback":{"kind":"ended","id":"hold","message":""}})"});
}

TEST_CASE("feedback stands before the frame of its tick", "[bake]") {
  const test::TemporaryFolder folder;
  const Outcome outcome = bake(to_output(folder.write("a.xml", fist(""))));

  const std::vector<std::string> at_half = lines_with(outcome.output, "{\"t\":0.5,");
  REQUIRE(at_half.size() == 2);
  CHECK(at_half[0].find("\"feedback\"") != std::string::npos);
  CHECK(at_half[1].find(kFrameMark) != std::string::npos);
}

TEST_CASE("a bake of so many seconds is as long, whatever the script", "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = to_output(folder.write("a.xml", fist("")));

  options.length = Seconds(0.5);
  CHECK(lines_with(bake(options).output, kFrameMark).size() == 31);
  options.length = Seconds(3);
  CHECK(lines_with(bake(options).output, kFrameMark).back().starts_with("{\"t\":3,"));
  options.length = Seconds(0);
  CHECK(lines_with(bake(options).output, kFrameMark).size() == 1);
}

TEST_CASE("a bake ticks as often as it is told to", "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = to_output(folder.write("a.xml", fist("")));
  options.fps = 4;

  const std::string output = bake(options).output;

  CHECK(output.find(",\"fps\":4}") != std::string::npos);
  const std::vector<std::string> frames = lines_with(output, kFrameMark);
  REQUIRE(frames.size() == 6);
  CHECK(frames[1].starts_with("{\"t\":0.25,"));
}

TEST_CASE("a bake has the script's character at the origin, ada where it names none", "[bake]") {
  const test::TemporaryFolder folder;
  const std::string for_anyone = folder.write("a.xml", fist(""));
  const std::string for_ben = folder.write("b.xml", fist(" character=\"ben\""));

  const Outcome anyone = bake(to_output(for_anyone));
  CHECK(anyone.output.starts_with(R"({"skeleton":{"body":"ada")"));
  CHECK(lines_with(anyone.output, "\"root\":[0,0,0,0,0,0,1]").size() == 76);
  CHECK(bake(to_output(for_ben)).output.starts_with(R"({"skeleton":{"body":"ben")"));
}

TEST_CASE("the character of a bake may have another name, body and place", "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = to_output(folder.write("a.xml", fist("")));
  options.character = "clara=ben@1,2";

  const Outcome outcome = bake(options);

  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.output.starts_with(R"({"skeleton":{"body":"ben")"));
  CHECK(lines_with(outcome.output, "\"root\":[1,0,2,").size() == 76);
}

TEST_CASE("of a script for several the first is baked, with a warning", "[bake]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("both.xml", kBoth);

  const Outcome first = bake(to_output(path));
  CHECK(first.exit_code == 0);
  CHECK(first.output.starts_with(R"({"skeleton":{"body":"ben")"));
  CHECK(first.messages == path +
                              ": warning: the script speaks to ben, ada; without --character the "
                              "first is baked: 'ben'\n");

  server::BakeOptions options = to_output(path);
  options.character = "ada";
  const Outcome second = bake(options);
  CHECK(second.exit_code == 0);
  CHECK(second.output.starts_with(R"({"skeleton":{"body":"ada")"));
  CHECK(second.messages.empty());
}

TEST_CASE("a character whom the script does not speak to is refused", "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = to_output(folder.write("b.xml", fist(" character=\"ben\"")));
  options.character = "ada";

  const Outcome outcome = bake(options);

  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output.empty());
  CHECK(outcome.messages.find("error: the script speaks to ben, not to 'ada'; for ben with the "
                              "body of ada, say 'ben=ada'\n") != std::string::npos);
  // There is no such body.
  options.character = "clara";
  CHECK(bake(options).messages.ends_with("the script speaks to ben, not to 'clara'\n"));
  // That is what was to be said.
  options.character = "ben=ada";
  CHECK(bake(options).exit_code == 0);
}

TEST_CASE("the ending of the output picks its form", "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = to_output(folder.write("a.xml", fist("")));

  options.output = folder.file("a.bvh");
  REQUIRE(bake(options).exit_code == 0);
  CHECK(test::text_of(options.output).starts_with("HIERARCHY\nROOT hips\n"));
  options.output = folder.file("a.png");
  REQUIRE(bake(options).exit_code == 0);
  CHECK(test::text_of(options.output).starts_with("\x89PNG\r\n"));
  options.output = folder.file("a.jsonl");
  REQUIRE(bake(options).exit_code == 0);
  CHECK(test::text_of(options.output) == bake(to_output(options.script)).output);
}

TEST_CASE("an unknown ending is refused with those there are", "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = to_output(folder.write("a.xml", fist("")));
  options.output = folder.file("a.fbx");

  const Outcome outcome = bake(options);

  CHECK(outcome.exit_code == 1);
  CHECK(outcome.messages.find("an output ends in .jsonl, .bvh, .vrma, .glb, .csv, .TextGrid, .eaf, "
                              ".png, .apng, .ksr, not like '") != std::string::npos);
  CHECK(folder.file_count() == 1);
}

TEST_CASE("a bake that fails leaves no file", "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = to_output(folder.write("a.xml", "<script"));
  options.output = folder.file("a.jsonl");

  const Outcome outcome = bake(options);

  CHECK(outcome.exit_code == 1);
  CHECK(outcome.messages.starts_with(options.script + ":1:"));
  CHECK(folder.file_count() == 1);
}

TEST_CASE("warnings of planning are said, and stand in the file", "[bake]") {
  const test::TemporaryFolder folder;
  const Outcome outcome =
      bake(to_output(folder.write("a.xml", R"(<script xmlns="urn:kinesphere:script:1"><sequence>
    <pose time="0.1"><position joint="rightHand" target="0 0 9"/></pose></sequence></script>)")));

  CHECK(outcome.exit_code == 0);
  CHECK(lines_with(outcome.messages, ": warning: rightHand stays").size() == 1);
  CHECK(lines_with(outcome.output, "{\"t\":0,\"feedback\":{\"kind\":\"warning\"").size() == 1);
}

TEST_CASE("a bake has the targets that it is told of, as a client would set them", "[bake]") {
  const test::TemporaryFolder folder;
  const auto looking_at = [&](std::string_view target) {
    return folder.write("look.xml", R"(<script xmlns="urn:kinesphere:script:1"><sequence>
    <pose time="0.5" hold="2"><look-at with="head" target=")" +
                                        std::string(target) + R"("/></pose></sequence></script>)");
  };
  const auto frame_at_1_5_s = [](const Outcome& outcome) {
    return lines_with(outcome.output, "{\"t\":1.5,").back();
  };
  const Outcome at_place = bake(to_output(looking_at("1 1.2 2")));

  server::BakeOptions options = to_output(looking_at("cup"));
  CHECK(lines_with(bake(options).messages, "no such target yet").size() == 1);
  CHECK(frame_at_1_5_s(bake(options)) != frame_at_1_5_s(at_place));

  options.targets = {"hat=0,2,1", "cup=1,1.2,2"};
  const Outcome outcome = bake(options);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.messages.empty());
  CHECK(frame_at_1_5_s(outcome) == frame_at_1_5_s(at_place));

  options.targets = {"ada=1,1,1"};
  const Outcome refused = bake(options);
  CHECK(refused.exit_code == 1);
  CHECK(refused.messages.find("a character has this name: 'ada'") != std::string::npos);
}

TEST_CASE("others stand beside who is baked, as far away as on a server, or where they are put",
          "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = to_output(
      folder.write("walk.xml", R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b">
                       <locomotion id="w" target="ben"/></bml>)"));
  const auto end_of_root = [&] {
    const Outcome outcome = bake(options);
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.messages.empty());
    const std::string last = lines_with(outcome.output, "\"root\":").back();
    const std::size_t root = last.find("\"root\":[") + 8;
    return last.substr(root, last.find(',', root) - root);
  };
  CHECK(end_of_root() == "0");  // one metre away is near enough to talk

  // One stops 1.2 m before a character.
  options.others = {"ben@4,0"};
  CHECK(std::stod(end_of_root()) == Approx(2.8).margin(0.01));

  options.others = {"ben"};
  const Outcome refused = bake(options);
  CHECK(refused.exit_code == 1);
  CHECK(refused.messages.find("needs a place") != std::string::npos);
}

TEST_CASE("a bake refuses a voice that there is not", "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = to_output(folder.write("a.xml", fist("")));
  options.voice = {.voice = "nobody"};
  const Outcome refused = bake(options);
  CHECK(refused.exit_code == 1);
  CHECK(refused.messages.find("nobody") != std::string::npos);
}

TEST_CASE("a script that comes later walks from where the one before has led", "[bake]") {
  const test::TemporaryFolder folder;
  const auto walk_to = [&](const std::string& target) {
    return folder.write(target + ".xml",
                        R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="to_)" +
                            target + R"(" characterId="ada"><locomotion id="go" target=")" +
                            target + R"("/></bml>)");
  };
  const auto far_took_s = [&](server::BakeOptions options) {
    options.targets = {"near=0,0,2", "far=0,0,3"};
    const Outcome outcome = bake(options);
    REQUIRE(outcome.exit_code == 0);
    const auto time_of = [&](const std::string& point) {
      const auto lines = lines_with(outcome.output, "to_far:go:" + point);
      REQUIRE(lines.size() == 1);
      return std::stod(lines.front().substr(std::string_view("{\"t\":").size()));
    };
    return time_of("end") - time_of("start");
  };
  server::BakeOptions there = to_output(walk_to("far"));
  there.character = "ada@0,2";
  server::BakeOptions later = to_output(walk_to("near"));
  later.later = {"6=" + walk_to("far")};
  CHECK(far_took_s(later) == Approx(far_took_s(there)).margin(1.0 / 60));
  CHECK(far_took_s(to_output(walk_to("far"))) > 1.5 * far_took_s(there));
}

TEST_CASE("a bake plays scripts that come later, and they refer to what plays", "[bake]") {
  const test::TemporaryFolder folder;
  const auto bml = [](const std::string& id, const std::string& inside) {
    return "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"" + id + "\">" + inside +
           "</bml>";
  };
  server::BakeOptions options =
      to_output(folder.write("a.xml", bml("b1", R"(<head id="n" lexeme="NOD" end="2"/>)")));
  options.later = {
      "1=" + folder.write("b.xml", bml("b2", R"(<head id="n" lexeme="NOD" start="b1:n:end"/>)")),
      "0.5=" + folder.write("c.xml", bml("b3", R"(<head id="n" lexeme="NOD" start="b9:n:end"/>)"))};

  const Outcome outcome = bake(options);

  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.messages.find("there is no block 'b9'") != std::string::npos);
  CHECK(
      lines_with(outcome.output, "started") ==
      std::vector<std::string>{R"({"t":0,"feedback":{"kind":"started","id":"b1","message":""}})",
                               R"({"t":0.5,"feedback":{"kind":"started","id":"b3","message":""}})",
                               R"({"t":1,"feedback":{"kind":"started","id":"b2","message":""}})"});
  CHECK(lines_with(outcome.output, "b2:n:start").front().starts_with("{\"t\":2,"));

  options.later = {"soon=" + folder.write("d.xml", bml("b4", ""))};
  CHECK(bake(options).exit_code == 1);
  options.later = {"1=" + folder.write("e.xml", "<bml")};
  CHECK(bake(options).exit_code == 1);
}

TEST_CASE("a bake has a body of the operator's, and says which of ours it replaces",
          "[bake][stock]") {
  const test::TemporaryFolder folder, bodies;
  std::string xml = test::text_of(test::source_path("schemas/bodies/ada.xml"));
  const std::string file =
      bodies.write("ben.xml", xml.replace(xml.find("name=\"ada\""), 10, "name=\"ben\""));
  server::BakeOptions options = to_output(folder.write("a.xml", fist(" character=\"ben\"")));
  options.stock.bodies = bodies.path().string();

  const Outcome outcome = bake(options);

  CHECK(outcome.exit_code == 0);
  CHECK(outcome.messages == file + ": note: this body takes the place of ours: 'ben'\n");
  options.stock.bodies = folder.file("none");
  CHECK(bake(options).exit_code == 1);
}

TEST_CASE("a strict bake ends at a warning, before anything is written", "[bake]") {
  const test::TemporaryFolder folder, clips;
  const std::string file =
      clips.write("wave.bvh",
                  "HIERARCHY ROOT head { OFFSET 0 0 0 CHANNELS 1 Xrotation JOINT tail { OFFSET "
                  "0 0 1 CHANNELS 1 Xrotation } } MOTION Frames: 1 Frame Time: 0.5 0 9");
  server::BakeOptions options = to_output(folder.write("a.xml", fist("")));
  options.clips = clips.path().string();
  const Outcome lenient = bake(options);
  CHECK(lenient.exit_code == 0);
  CHECK(lenient.messages.starts_with(file + ":1:"));
  CHECK(lenient.messages.find("warning: unknown joint, its turns are left out: 'tail'") !=
        std::string::npos);
  options.strict = true;
  const Outcome strict = bake(options);
  CHECK(strict.exit_code == 1);
  CHECK(strict.output.empty());
  CHECK(strict.messages == lenient.messages);
}

TEST_CASE("an output says which program, seed and scripts made it", "[bake]") {
  const test::TemporaryFolder folder;
  const std::string script = fist("");
  const std::string later = fist(" character=\"ada\"");
  server::BakeOptions options = to_output(folder.write("a.xml", script));
  options.later = {"0.1=" + folder.write("b.xml", later)};
  options.seed = 18'446'744'073'709'551'615u;
  const std::string line = lines_with(bake(options).output, "\"skeleton\"").at(0);
  CHECK(line.find("\"provenance\":{\"version\":\"" + std::string(server::kVersion) +
                  "\",\"revision\":\"" + std::string(server::revision()) +
                  "\",\"seed\":\"18446744073709551615\",\"script_sha256\":\"" +
                  server::sha256_of(script) + "+" + server::sha256_of(later) + "\"}") !=
        std::string::npos);
}

TEST_CASE("a seed is warned of where nothing is random", "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options = to_output(folder.write("a.xml", fist("")));
  options.length = Seconds(0.1);
  CHECK(bake(options).messages.empty());
  options.seed = 7;
  const Outcome still = bake(options);
  CHECK(still.exit_code == 0);
  CHECK(still.messages ==
        "kinesphere: warning: without --alive a seed changes nothing in a script that asks for no "
        "blinks, breaths, sway, glances or meanings\n");
  options.alive = true;
  CHECK(bake(options).messages.empty());
  options.alive = false;
  options.script = folder.write("b.xml", R"(<script xmlns="urn:kinesphere:script:1"><sequence>
    <pose time="0"><autonomous name="breath-rate" value="24"/></pose></sequence></script>)");
  CHECK(bake(options).messages.empty());
}

TEST_CASE("a form that cannot say where it comes from has a file beside it that does", "[bake]") {
  const test::TemporaryFolder folder;
  const std::string script = fist("");
  server::BakeOptions options = to_output(folder.write("a.xml", script));
  for (const std::string name : {"a.bvh", "a.ksr", "a.TextGrid"}) {
    options.output = folder.file(name);
    CHECK(bake(options).exit_code == 0);
    CHECK(test::text_of(folder.file(name + ".provenance.json")) ==
          "{\"version\":\"" + std::string(server::kVersion) + "\",\"revision\":\"" +
              std::string(server::revision()) + "\",\"seed\":\"0\",\"script_sha256\":\"" +
              server::sha256_of(script) + "\"}\n");
  }
  options.output = folder.file("a.csv");
  CHECK(bake(options).exit_code == 0);
  CHECK_FALSE(std::filesystem::exists(folder.file("a.csv.provenance.json")));
}

TEST_CASE("a style is the character's where the script says nothing", "[bake]") {
  const test::TemporaryFolder folder;
  const auto script = [&](const std::string& content) {
    return to_output(
        folder.write("s" + std::to_string(folder.file_count()) + ".xml",
                     "<script xmlns=\"urn:kinesphere:script:1\">" + content + "</script>"));
  };
  const auto frames = [&](const server::BakeOptions& options) {
    const Outcome outcome = bake(options);
    REQUIRE(outcome.exit_code == 0);
    return lines_with(outcome.output, kFrameMark);
  };
  const server::BakeOptions plain = script(R"(<gesture lexeme="beat"/>)");
  server::BakeOptions styled = plain;
  styled.style = "tired";
  CHECK(frames(styled) != frames(plain));
  server::BakeOptions own =  // a sequence with a nucleus of its own keeps it
      script(R"(<nucleus id="n" style="happy"/><sequence nucleus="n"><pose time="0.6">)"
             R"(<position joint="rightHand" target="-0.2 1.2 0.3"/></pose></sequence>)");
  const auto happy = frames(own);
  const test::TemporaryFolder styles;
  styles.write("slow.xml", R"(<style xmlns="urn:kinesphere:style:1" name="slow" power="0.8"/>)");
  own.stock.styles = styles.path().string();
  own.style = "slow";
  CHECK(frames(own) == happy);
  styled.style = "grim";
  const Outcome unknown = bake(styled);
  CHECK(unknown.exit_code == 1);
  CHECK(unknown.messages.find("there is no 'grim'") != std::string::npos);
}

}  // namespace kine::bake_test
