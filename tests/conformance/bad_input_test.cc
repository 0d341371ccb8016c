// What cannot be: exactly one warning or one refusal for each fault, through the whole line, and
// whatever else stands in a block is played.
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/prepare/prepare.h"
#include "schemas/embedded.h"
#include "server/scene/casts.h"
#include "tests/conformance/counted_line.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::conformance::bad_input_test {
namespace {

/// What becomes of a text before anything plays: the words of its refusal, or of its warnings.
struct Answer {
  bool refused = false;
  std::vector<std::string> words;
};

Answer answer_to(std::string_view text) {
  static const auto casts = server::make_casts(server::default_characters());
  REQUIRE(casts);
  Diagnostics diagnostics;
  const auto prepared =
      prepare(text, {.casts = *casts, .script_id = "script1", .character = {}}, diagnostics);
  Answer answer{.refused = !prepared.has_value()};
  if (answer.refused) {
    answer.words.push_back(prepared.error().message);
  } else {
    for (const Warning& warning : diagnostics.warnings()) answer.words.push_back(warning.message);
  }
  return answer;
}

std::vector<std::string> samples() {
  std::vector<std::string> samples;
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (file.path.starts_with("scripts/bml_")) samples.emplace_back(file.text);
  }
  samples.push_back(test::text_of(test::source_path("tests/fuzz/seeds/bml/everything.xml")));
  return samples;
}

TEST_CASE("each sample that is cut at any byte is refused, once", "[bad_input]") {
  REQUIRE(samples().size() >= 7);
  for (const std::string& sample : samples()) {
    const std::size_t whole = sample.rfind('>') + 1;
    CAPTURE(sample.substr(0, 80));
    for (std::size_t bytes = 0; bytes < whole; ++bytes) {
      const Answer answer = answer_to(sample.substr(0, bytes));
      if (answer.refused && answer.words.size() == 1 && !answer.words.front().empty()) continue;
      CAPTURE(bytes);
      FAIL_CHECK("a part of a sample was not refused");
    }
  }
}

TEST_CASE("each sample without its beginning is refused, or a block that is whole", "[bad_input]") {
  for (const std::string& sample : samples()) {
    const std::size_t root = sample.find("<bml");
    for (std::size_t byte = root + 1; byte < sample.size(); ++byte) {
      const Answer answer = answer_to(std::string_view(sample).substr(byte));
      if (answer.refused && !answer.words.front().empty()) continue;
      CAPTURE(sample.substr(0, 80), byte);
      FAIL_CHECK("a part of a sample was not refused");
    }
  }
}

TEST_CASE("a prefix that nobody declared is refused, of an attribute as of an element",
          "[bad_input]") {
  const std::string tag = "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b1'";
  const std::vector<std::string> refused = {
      "no namespace is declared for the prefix 'bmla'; add "
      "xmlns:bmla=\"http://www.asap-project.org/bmla\""};
  CHECK(answer_to(tag + " bmla:appendAfter='b0'/>").words == refused);
  CHECK(answer_to(tag + "><bmla:activate id='a' target='b0'/></bml>").words == refused);
  const Answer other = answer_to(tag + "><head id='n' lexeme='NOD' mood:is='x'/></bml>");
  CHECK(other.refused);
  CHECK(other.words == std::vector<std::string>{"no namespace is declared for the prefix 'mood'; "
                                                "add xmlns:mood with the namespace that is meant"});
}

/// Of what stands in a block beside a sound nod, nod2, this behaviour or constraint is left out
/// with one warning, and the nod plays.
void is_left_out(const std::string& element, const std::string& id) {
  const Played played = play_block(element + "<head id='nod2' lexeme='NOD' start='1'/>");
  CHECK(played.warned() == "b1:" + id);
  CHECK(played.points_of(id).empty());
  CHECK(played.at("nod2:start") == ticks(1));
}

TEST_CASE("each malformed reference is one warning, and the rest plays", "[bad_input]") {
  for (const std::string reference : {"",
                                      " ",
                                      "nod2",
                                      "end+",
                                      "start+5",
                                      "nod2:",
                                      ":start",
                                      "nod2::end",
                                      "b1:nod2:stroke:1:2",
                                      "b1:nod2:end:d",
                                      "nod2:relax:2",
                                      "nod2:stroke:0",
                                      "nod2:stroke:-1",
                                      "nod2:stroke:2",
                                      "nod-2:end",
                                      "nod2:end+x",
                                      "nod2:end++1",
                                      "nod2:end+1s",
                                      "2s",
                                      "inf",
                                      "nan",
                                      "+",
                                      "-",
                                      "nod2:end+",
                                      "nod2:End",
                                      "nod2:attackPeak",
                                      "bml:end"}) {
    CAPTURE(reference);
    is_left_out("<head id='nod1' lexeme='NOD' start='" + reference + "'/>", "nod1");
  }
}

TEST_CASE("a malformed reference in a constraint is one warning, and the rest plays",
          "[bad_input]") {
  for (const std::string constraint :
       {"<before ref='nod2'><sync ref='nod2:end'/></before>",
        "<before><sync ref='nod2:end'/></before>", "<after ref='nod2:end'/>",
        "<after ref='nod2:end'><sync ref='::'/></after>",
        "<synchronize><sync ref='nod2:start'/></synchronize>", "<synchronize/>",
        "<synchronize><sync/><sync ref='nod2:start'/></synchronize>",
        "<during ref='nod2:start'><sync ref='nod2:end'/></during>"}) {
    CAPTURE(constraint);
    is_left_out("<constraint id='c1'>" + constraint + "</constraint>", "c1");
  }
}

TEST_CASE("a contradiction is one warning that names its circle, and the rest plays",
          "[bad_input]") {
  const Played played = play_block(
      "<wait id='a' duration='1'/><wait id='c' duration='1' start='5'/>"
      "<constraint id='one'><before ref='c:start'><sync ref='a:end'/></before></constraint>"
      "<constraint id='two'><after ref='c:end'><sync ref='a:start'/></after></constraint>");
  CHECK(played.warned() == "b1:two");
  const std::string& words = played.said[1].message;
  CAPTURE(words);
  for (const std::string point : {"'a:start'", "'a:end'", "'c:start'", "'c:end'"}) {
    CAPTURE(point);
    CHECK(words.find(point) != std::string::npos);
  }
  CHECK(played.at("c:start") == ticks(5));
  CHECK(played.at("a:end") <= ticks(5));
}

TEST_CASE("behaviours that contradict each other in a ring cost one warning", "[bad_input]") {
  const Played played = play_block(
      "<wait id='a' duration='1' start='d:end'/><wait id='c' duration='1' start='a:end'/>"
      "<wait id='d' duration='1' start='c:end'/><wait id='free' duration='1' start='2'/>");
  // One of the ring goes, and what refers to it with it: each of those is a warning of its own.
  CHECK(played.has("free:start"));
  const std::string& words = played.said[1].message;
  CAPTURE(words);
  CHECK(words.find("circle") != std::string::npos);
}

/// So many behaviours, each in the text that `element` gives for its number.
template <class Element>
std::string many(std::size_t count, const Element& element) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += element(std::to_string(i));
  return text;
}

TEST_CASE("a block past a limit is one refusal that names the limit and its value", "[bad_input]") {
  const auto wait = [](const std::string& i) { return "<wait id='w" + i + "' duration='1'/>"; };
  const auto nod = [](const std::string& i) { return "<head id='h" + i + "' lexeme='NOD'/>"; };
  const auto tie = [](const std::string&) {
    return std::string("<constraint><before ref='3'><sync ref='w0:start'/></before></constraint>");
  };
  struct Past {
    std::string inside;
    std::string name;
    std::size_t limit;
  };
  const std::vector<Past> past = {
      {many(kSequencesMax + 1, wait), "behaviours", kSequencesMax},
      {many(kSyncPointsMax / 7 + 1, nod), "sync points", kSyncPointsMax},
      {wait("0") + many(kConstraintsMax + 1, tie), "constraints", kConstraintsMax},
      {"<wait id='w' start='601'/>", "", 600},
      {"<wait id='w' duration='300'/><wait id='x' start='w:end+300' duration='1'/>", "", 600},
  };
  for (const Past& each : past) {
    CAPTURE(each.name, each.limit);
    const Answer answer = answer_to(block(each.inside));
    CHECK(answer.refused);
    REQUIRE(answer.words.size() == 1);
    CAPTURE(answer.words.front());
    CHECK(answer.words.front().find(each.name) != std::string::npos);
    CHECK(answer.words.front().find(std::to_string(each.limit)) != std::string::npos);
  }
}

TEST_CASE("an attribute with more names than a tick should look for is one refusal",
          "[bad_input]") {
  const auto names = [](std::size_t count) {
    return "id='b1' bmla:appendAfter='" +
           many(count - 1, [](const std::string& i) { return "x" + i + ", "; }) + "last'";
  };
  CHECK_FALSE(answer_to(block("", names(64))).refused);
  const Answer answer = answer_to(block("", names(65)));
  CHECK(answer.refused);
  CHECK(answer.words == std::vector<std::string>{"appendAfter has more than 64 names"});
}

TEST_CASE("a block just within its limits is played", "[bad_input]") {
  const auto wait = [](const std::string& i) { return "<wait id='w" + i + "' duration='1'/>"; };
  const auto tie = [](const std::string&) {
    return std::string("<constraint><before ref='3'><sync ref='w0:start'/></before></constraint>");
  };
  CHECK_FALSE(answer_to(block(many(kSequencesMax, wait))).refused);
  CHECK_FALSE(answer_to(block(wait("0") + many(kConstraintsMax, tie))).refused);
}

TEST_CASE("a wrong namespace is one warning for each behaviour and attribute of it",
          "[bad_input]") {
  const Played played = play_block(
      "<x:head id='h1' lexeme='NOD' xmlns:x='urn:other'/>"
      "<head id='h2' lexeme='NOD' start='1' x:mood='fine' xmlns:x='urn:other'/>"
      "<ext:head id='h3' lexeme='NOD' start='4'/><dance id='h4'/>");
  CHECK(played.warned() == "b1:h1 b1:h2 b1:h4");
  CHECK(played.points_of("h1").empty());
  CHECK(played.at("h2:start") == ticks(1));
  CHECK(played.at("h3:start") == ticks(4));
}

TEST_CASE("a root in a wrong namespace is refused", "[bad_input]") {
  for (const std::string root :
       {"<bml xmlns='urn:other' id='b1'/>", "<bml xmlns='urn:kinesphere:script:1' id='b1'/>",
        "<x:bml id='b1'/>", "<BML xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b1'/>",
        "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b1' mood='fine'/>"}) {
    CAPTURE(root);
    CHECK(answer_to(root).refused);
  }
}

TEST_CASE("a bad attribute costs its behaviour, with one warning", "[bad_input]") {
  for (const std::string behaviour :
       {"<head id='x'/>",
        "<head id='x' lexeme='JUGGLE'/>",
        "<head id='x' lexeme='NOD' amount='2'/>",
        "<head id='x' lexeme='NOD' repetition='0'/>",
        "<head id='x' lexeme='NOD' repetition='1.5'/>",
        "<gaze id='x'/>",
        "<gaze id='x' target='nobody'/>",
        "<gaze id='x' target='camera' influence='TOES'/>",
        "<gaze id='x' target='camera' offsetDirection='THERE'/>",
        "<gaze id='x' target='camera' offsetAngle='much'/>",
        "<gesture id='x' lexeme='JUGGLE'/>",
        "<gesture id='x' lexeme='BEAT' mode='FOOT'/>",
        "<pointing id='x' target='nobody'/>",
        "<faceLexeme id='x' lexeme='FLY'/>",
        "<ext:faceFacs id='x' au='0'/>",
        "<ext:faceFacs id='x' au='12' side='UP'/>",
        "<face id='x'/>",
        "<posture id='x'><pose part='TAIL' lexeme='WAGGING'/></posture>",
        "<speech id='x'/>",
        "<speech id='x'><text>a</text><text>b</text></speech>",
        "<locomotion id='x'/>",
        "<locomotion id='x' target='nobody'/>",
        "<wait id='x' duration='-1'/>",
        "<wait id='x' duration='601'/>"}) {
    CAPTURE(behaviour);
    const Played played = play_block(behaviour + "<head id='nod1' lexeme='NOD' start='1'/>");
    CHECK(played.warned() == "b1:x");
    CHECK(played.points_of("x").empty());
    CHECK(played.at("nod1:start") == ticks(1));
  }
}

}  // namespace
}  // namespace kine::conformance::bad_input_test
