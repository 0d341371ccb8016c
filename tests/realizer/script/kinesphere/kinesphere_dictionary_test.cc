// Tests for realizer/script/kinesphere/kinesphere_dictionary.h, and for gestures with a meaning.
#include "realizer/script/kinesphere/kinesphere_dictionary.h"

#include <string>

#include "realizer/core/limits.h"
#include "realizer/script/writing/writer.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"

namespace kine::script::kinesphere_dictionary_test {
namespace {

std::string in_script(const std::string& elements) {
  return "<script xmlns='urn:kinesphere:script:1'>\n" + elements + "</script>";
}

std::string in_sketch(const std::string& meanings) {
  return in_script("<sketch id='a'>\n<dictionary>" + meanings + "</dictionary></sketch>");
}

/// "2:3: message".
std::string refused(const std::string& text) {
  const Error error = test::refusal_of(text);
  return std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ": " +
         error.message;
}

const std::string kGreeting =
    "<meaning name='greeting'><choice lexeme='wave' weight='2.5' hand='left'/>"
    "<choice lexeme='wave'/><choice lexeme='nod'/></meaning>";

}  // namespace

TEST_CASE("a sketch has the meanings of its dictionary, in their order",
          "[kinesphere_dictionary]") {
  const Document document =
      test::document_of(in_sketch(kGreeting + "<meaning name='m'><choice lexeme='ok'/></meaning>"));
  const Dictionary& dictionary = document.sketches.at(0).dictionary;
  REQUIRE(dictionary.size() == 2);
  CHECK(dictionary[0].name.text == "greeting");
  CHECK(dictionary[0].where == Where{3, 13});
  REQUIRE(dictionary[0].choices.size() == 3);
  const Choice& first = dictionary[0].choices[0];
  CHECK(first.lexeme.text == "wave");
  CHECK(first.weight == 2.5);
  CHECK(first.hand == Gesture::Hand::Left);
  CHECK(dictionary[0].choices[1].weight == 1);
  CHECK_FALSE(dictionary[0].choices[1].hand);
  CHECK(dictionary[1].choices.at(0).lexeme.text == "ok");
}

TEST_CASE("a wrong dictionary is refused at its place", "[kinesphere_dictionary]") {
  const std::string choice = "<choice lexeme='ok'/>";
  CHECK(refused(in_sketch("<meaning name='m'><choice lexeme='ok' weight='0'/></meaning>")) ==
        "3:59: weight of <choice> must be above 0 and up to 1000, not '0'");
  CHECK(refused(in_sketch("<meaning name='m'><choice lexeme='ok' weight='1001'/></meaning>")) ==
        "3:59: weight of <choice> must be above 0 and up to 1000, not '1001'");
  CHECK(refused(in_sketch("<meaning name='m'/>")) ==
        "3:13: a meaning needs a <choice>, and there is none in 'm'");
  CHECK(refused(in_sketch("<meaning name='m'>" + choice + choice + "</meaning>")) ==
        "3:68: lexeme of <choice> must be another than those before it, not 'ok'");
  CHECK(refused(in_sketch("<meaning name='m'>" + choice + "</meaning><meaning name='m'>" + choice +
                          "</meaning>")) ==
        "3:77: name of <meaning> must be another than those before it, not 'm'");
  CHECK(refused(in_script("<sketch id='a'>\n<dictionary/><dictionary/></sketch>")) ==
        "3:14: duplicate <dictionary>");
  CHECK(refused(in_sketch("<meaning>" + choice + "</meaning>")) ==
        "3:13: <meaning> needs the attribute 'name'");
  CHECK(refused(in_sketch("<meaning name='m'><choice lexeme='ok' hand='foot'/></meaning>")) ==
        "3:57: hand of <choice> must be left, right or both, not 'foot'");
}

TEST_CASE("a dictionary is no larger than its limits", "[kinesphere_dictionary]") {
  const auto meanings = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text += "<meaning name='m" + std::to_string(i) + "'><choice lexeme='ok'/></meaning>";
    }
    return in_sketch(text);
  };
  CHECK(test::document_of(meanings(kMeaningsMax)).sketches[0].dictionary.size() == kMeaningsMax);
  CHECK(test::refusal_of(meanings(kMeaningsMax + 1)).message ==
        "the meanings of a dictionary must be at most 256, not '257'");
  const auto choices = [](std::size_t count) {
    std::string text = "<meaning name='m'>";
    for (std::size_t i = 0; i < count; ++i) {
      text += "<choice lexeme='l" + std::to_string(i) + "'/>";
    }
    return in_sketch(text + "</meaning>");
  };
  CHECK(test::document_of(choices(kChoicesMax)).sketches[0].dictionary[0].choices.size() ==
        kChoicesMax);
  CHECK(test::refusal_of(choices(kChoicesMax + 1)).message ==
        "the choices of a meaning must be at most 32, not '33'");
}

TEST_CASE("a gesture has a lexeme or a meaning, one of both", "[kinesphere_dictionary]") {
  const Document document = test::document_of(in_script("<gesture meaning='greeting'/>"));
  CHECK(document.gestures.at(0).meaning.text == "greeting");
  CHECK(document.gestures.at(0).meaning.where == Where{2, 19});
  CHECK(document.gestures.at(0).lexeme.empty());
  CHECK(refused(in_script("<gesture lexeme='wave' meaning='greeting'/>")) ==
        "2:33: meaning of <gesture> must be left to gestures without a lexeme, not 'greeting'");
  CHECK(refused(in_script("<gesture hand='left'/>")) ==
        "2:1: <gesture> needs the attribute 'lexeme' or 'meaning'");
}

TEST_CASE("what a script says of meanings is written as it is read", "[kinesphere_dictionary]") {
  const Document document =
      test::document_of(in_script("<sketch id='a'><dictionary>" + kGreeting +
                                  "</dictionary></sketch><gesture meaning='greeting'/>"));
  const std::string written = write(document);
  CHECK(test::without_places(test::document_of(written)) == test::without_places(document));
  CHECK(written.find("<choice lexeme=\"wave\" weight=\"2.5\" hand=\"left\"/>") != written.npos);
}

}  // namespace kine::script::kinesphere_dictionary_test
