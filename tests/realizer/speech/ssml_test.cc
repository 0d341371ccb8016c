// Tests for realizer/speech/ssml.h.
#include "realizer/speech/ssml.h"

#include <string>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::speech::ssml_test {
namespace {

std::vector<TextRun> runs_of(std::string_view text) {
  auto runs = read_ssml(text);
  REQUIRE(runs);
  return *std::move(runs);
}

std::string text_of(std::string_view text, const TextRun& run) {
  return std::string(text.substr(run.byte_begin, run.byte_end - run.byte_begin));
}

std::string fault_of(std::string_view text) {
  const auto runs = read_ssml(text);
  REQUIRE_FALSE(runs);
  CHECK(runs.error().code == ErrorCode::Syntax);
  return runs.error().message;
}

}  // namespace

TEST_CASE("text between tags knows its place and its manner", "[ssml]") {
  const std::string_view text =
      "a <prosody rate=\"slow\" pitch='high'>b <emphasis level=\"strong\">c</emphasis></prosody> d";
  const auto runs = runs_of(text);
  REQUIRE(runs.size() == 4);
  CHECK(text_of(text, runs[0]) == "a ");
  CHECK(runs[0].manner == Manner{});
  CHECK(text_of(text, runs[1]) == "b ");
  CHECK(runs[1].manner == Manner{.rate = 0.75, .pitch = "high"});
  CHECK(text_of(text, runs[2]) == "c");
  CHECK(runs[2].manner == Manner{.rate = 0.75, .pitch = "high", .emphasis = Emphasis::Strong});
  CHECK(text_of(text, runs[3]) == " d");
  CHECK(runs[3].manner == Manner{});
}

TEST_CASE("rates are words, percentages, differences or factors, and multiply", "[ssml]") {
  const auto rate = [](const std::string& written) {
    return runs_of("<prosody rate=\"" + written + "\">a</prosody>").at(0).manner.rate;
  };
  CHECK(rate("fast") > 1);
  CHECK(rate("x-slow") < rate("slow"));
  CHECK(rate("150%") == Approx(1.5));
  CHECK(rate("+20%") == Approx(1.2));
  CHECK(rate("-50%") == Approx(0.5));
  CHECK(rate("1.25") == Approx(1.25));
  CHECK(rate("a lot") == 1);
  CHECK(rate("0") == kRateMin);
  CHECK(rate("1000000") == kRateMax);
  CHECK(runs_of("<prosody rate='2'><prosody rate='1.5'>a</prosody></prosody>").at(0).manner.rate ==
        Approx(3));
}

TEST_CASE("breaks are pauses where they stand", "[ssml]") {
  const auto pause = [](const std::string& tag) {
    const auto runs = runs_of(tag);
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].byte_begin == runs[0].byte_end);
    return runs[0].pause;
  };
  CHECK(pause("<break time=\"300ms\"/>") == 300ms);
  CHECK(pause("<break time='1.5s' ></break>") == 1500ms);
  CHECK(pause("<break time='99999s'/>") == kBreakMax);
  CHECK(pause("<break strength='none'/>") == 0s);
  CHECK(pause("<break strength='weak'/>") < pause("<break strength='strong'/>"));
  CHECK(pause("<break/>") == pause("<break strength='medium'/>"));
  CHECK(pause("<break time='-3s'/>") == pause("<break/>"));
}

TEST_CASE("a sub is one run that says something else", "[ssml]") {
  const std::string_view text = "the <sub alias=\"World &amp; Web\">W<b>3</b>C</sub>!";
  const auto runs = runs_of(text);
  REQUIRE(runs.size() == 3);
  CHECK(runs[1].alias == "World & Web");
  CHECK(text_of(text, runs[1]) == "W<b>3</b>C");
  CHECK(text_of(text, runs[2]) == "!");
}

TEST_CASE("say-as spells, and prefixes and unknown elements do not matter", "[ssml]") {
  const auto runs = runs_of(
      "<ssml:speak><ssml:say-as interpret-as=\"characters\">abc</ssml:say-as>"
      "<voice name=\"x\">d</voice></ssml:speak>");
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].manner.say_as == SayAs::Characters);
  CHECK(runs[1].manner == Manner{});
}

TEST_CASE("paragraphs and sentences end sentences", "[ssml]") {
  const auto runs = runs_of("<s>a</s>b");
  REQUIRE(runs.size() == 4);
  CHECK(runs[0].ends_sentence);
  CHECK_FALSE(runs[1].ends_sentence);
  CHECK(runs[2].ends_sentence);
}

TEST_CASE("comments and instructions say nothing", "[ssml]") {
  const std::string_view text = "a<!-- <break/> --><?x y?>b";
  const auto runs = runs_of(text);
  REQUIRE(runs.size() == 2);
  CHECK(text_of(text, runs[1]) == "b");
}

TEST_CASE("what is no SSML is refused in a clause that says why", "[ssml]") {
  CHECK(fault_of("<s>a") == "an element of the speech is not closed: s");
  CHECK(fault_of("a</s>") == "the speech closes an element that is not open: 's'");
  CHECK(fault_of("<a><b></a></b>") == "the speech closes an element that is not open: 'a'");
  CHECK(fault_of("a <break time=") == "the speech ends within a tag: '<break time='");
  CHECK(fault_of("<break time>") == "an attribute in the speech has no value: 'break time'");
  CHECK(fault_of("<break time=3s />") ==
        "an attribute in the speech has no quotes: 'break time=3s '");
  CHECK(fault_of("<>") == "a tag of the speech has no name: ''");
  CHECK(fault_of("<!-- a") == "the speech ends within '<!--'");
  std::string deep;
  for (std::size_t i = 0; i <= kNestingMax; ++i) deep += "<a>";
  CHECK(fault_of(deep) == "the speech nests deeper than 64 elements");
}

TEST_CASE("no half of a text is more than an error", "[ssml]") {
  const std::string text =
      "<p>a &amp; <sub alias='x'>b</sub><break time=\"1s\"/> <prosody rate='+5%'>c</prosody></p>";
  for (std::size_t i = 0; i <= text.size(); ++i) {
    CHECK(read_ssml(std::string_view(text).substr(0, i)).has_value() ==
          (i == 0 || i == text.size()));
  }
}

TEST_CASE("entities are resolved, and escaped text resolves to itself", "[ssml]") {
  CHECK(with_entities_resolved("a &amp;&lt;&gt;&quot;&apos; b") == "a &<>\"' b");
  CHECK(with_entities_resolved("&#65;&#x20AC;&#x1F600;") == "A€😀");
  CHECK(with_entities_resolved("&nbsp; &; & &#0; &#x110000; &#;") ==
        "&nbsp; &; & &#0; &#x110000; &#;");
  CHECK(escaped("a<b & \"c\" 'é'") == "a&lt;b &amp; &quot;c&quot; &apos;é&apos;");
  const std::string odd = "<&>\"';&amp;";
  CHECK(with_entities_resolved(escaped(odd)) == odd);
}

}  // namespace kine::speech::ssml_test
