// Tests for realizer/script/bml/bml_speech.h.
#include "realizer/script/bml/bml_speech.h"

#include <string>
#include <variant>

#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"

namespace kine::script::bml_speech_test {
namespace {

using test::read_block;

Speech only(const std::string& inside) {
  CAPTURE(inside);
  const auto read = read_block("<speech id='s'>" + inside + "</speech>");
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  return std::get<Speech>(read.block().behaviours.at(0).kind);
}

/// The text from a mark on.
std::string behind(const Speech& speech, std::size_t mark) {
  return speech.text.substr(speech.marks.at(mark).byte);
}

TEST_CASE("a speech is its text, blanks and all", "[bml_speech]") {
  const Speech speech = only("<text> Good\n  morning &amp; <![CDATA[<you>]]> </text>");
  CHECK(speech.text == " Good\n  morning & <you> ");
  CHECK_FALSE(speech.ssml);
  CHECK(speech.marks.empty());
}

TEST_CASE("a mark stands where the word behind it begins", "[bml_speech]") {
  const Speech speech = only(
      "<text><sync id='a'/> one <sync id='b'/>\ttwo<sync id='c'/> <sync id='d'/>three "
      "<sync id='e'/></text>");
  CHECK(speech.text == " one \ttwo three ");
  REQUIRE(speech.marks.size() == 5);
  CHECK(behind(speech, 0) == "one \ttwo three ");
  CHECK(behind(speech, 1) == "two three ");
  CHECK(behind(speech, 2) == "three ");
  CHECK(speech.marks[3].byte == speech.marks[2].byte);
  CHECK(behind(speech, 4).empty());
}

TEST_CASE("marks of one word have its onset, in SSML over tags and blanks", "[bml_speech]") {
  const Speech speech = only(
      "<description priority='1' type='application/ssml+xml'><sync id='a'/> <sync id='b'/><p> "
      "<sync id='c'/><s>one</s> <sync id='d'/></p><sync id='e'/>two</description>");
  CHECK(speech.text == " <p> <s>one</s> </p>two");
  for (const std::size_t mark : {0u, 1u, 2u}) CHECK(behind(speech, mark).starts_with("one<"));
  for (const std::size_t mark : {3u, 4u}) CHECK(behind(speech, mark) == "two");
}

TEST_CASE("a mark may say when it is to be", "[bml_speech]") {
  const Speech speech = only("<text>now <sync id='a' ref='bml:start+2'/>here</text>");
  REQUIRE(speech.marks.at(0).when);
  CHECK(speech.marks[0].when->is_absolute());
  CHECK(speech.marks[0].when->offset == Seconds(2));
}

TEST_CASE("when a mark is to be may be an attribute of its speech", "[bml_speech]") {
  const auto read = test::read_block(
      "<speech id='s' a='2' b='s:start+1'><text><sync id='a'/>one <sync id='b' ref='3'/>two</text>"
      "</speech>");
  const auto& marks = std::get<Speech>(read.behaviour("s").kind).marks;
  REQUIRE(marks.at(0).when);
  CHECK(marks[0].when->offset == Seconds(2));
  CHECK(marks.at(1).when->offset == Seconds(3));  // said twice: what stands in the mark counts
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].kind == WarningKind::CustomAttributeNotSupported);
  CHECK(test::survives_writing(read));
}

TEST_CASE("marks of others are marks", "[bml_speech]") {
  const Speech speech = only("<text>a <tm id='x'/>b <mark name='y'/>c</text>");
  CHECK(speech.marks.at(0).id.text == "x");
  CHECK(speech.marks.at(1).id.text == "y");
}

TEST_CASE("SSML is kept as it is, with its marks taken out", "[bml_speech]") {
  const Speech speech = only(
      "<text>plain</text><description priority='2' type='application/ssml+xml'>"
      "<speak xmlns='http://www.w3.org/2001/10/synthesis'>Well <mark name='m'/> <break time='1s'/>"
      "<emphasis level='strong'>I &lt; <sync id='s'/>you</emphasis> "
      "<s xml:lang='en'/></speak></description>");
  CHECK(speech.ssml);
  CHECK(speech.text ==
        "Well  <break time=\"1s\"/><emphasis level=\"strong\">I &lt; you</emphasis> "
        "<s xml:lang=\"en\"/>");
  CHECK(behind(speech, 0).starts_with("I &lt; "));
  CHECK(behind(speech, 1).starts_with("you<"));
}

TEST_CASE("who is to say a text says its SSML", "[bml_speech]") {
  const auto read = read_block(
      "<speech id='s' voice='de'><text>Guten Tag</text>"
      "<description priority='1' type='application/ssml+xml'>Guten <break/>Tag</description>"
      "</speech>");
  const auto& speech = std::get<Speech>(read.block().behaviours.at(0).kind);
  CHECK(speech.ssml);
  CHECK(speech.voice.text == "de");
  CHECK(test::survives_writing(read));
}

TEST_CASE("of an element in plain text the words are taken, with a warning", "[bml_speech]") {
  const auto read =
      read_block("<speech id='s'><text>a <emphasis>b <sync id='m'/>c</emphasis></text></speech>");
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].about == "s");
  const Speech speech = std::get<Speech>(read.behaviour("s").kind);
  CHECK(speech.text == "a b c");
  CHECK(behind(speech, 0) == "c");
}

TEST_CASE("a speech without exactly one text, or with bad marks, is left out", "[bml_speech]") {
  const auto bad = GENERATE(values<std::string>({
      "",
      "words",
      "<text>a</text><text>b</text>",
      "<text><sync/></text>",
      "<text><sync id='start'/></text>",
      "<text><sync id='a:b'/></text>",
      "<text><sync id='a'/>x<sync id='a'/></text>",
      "<text><sync id='a' ref='soon'/></text>",
  }));
  CAPTURE(bad);
  const auto read = read_block("<speech id='s'>" + bad + "</speech>");
  CHECK(read.block().behaviours.empty());
  REQUIRE_FALSE(read.warnings.empty());
  CHECK(read.warnings.back().kind == WarningKind::CannotCreateBehaviour);
  CHECK(read.warnings.back().about == "s");
}

}  // namespace
}  // namespace kine::script::bml_speech_test
