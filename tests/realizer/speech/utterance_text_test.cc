// Tests for realizer/speech/utterance_text.h.
#include "realizer/speech/utterance_text.h"

#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::speech::utterance_text_test {
namespace {

UtteranceText read(const Utterance& utterance) {
  auto text = read_utterance(utterance);
  REQUIRE(text);
  return *std::move(text);
}

UtteranceText plain(std::string text) {
  return read({.text = std::move(text), .ssml = false, .marks = {}, .voice = {}});
}

UtteranceText ssml(std::string text) {
  return read({.text = std::move(text), .ssml = true, .marks = {}, .voice = {}});
}

/// The words, sentence by sentence: "a b | c".
std::string words_of(const UtteranceText& text) {
  std::string words;
  std::size_t sentence = 0;
  for (std::size_t i = 0; i < text.tokens.size(); ++i) {
    if (i > 0) words += ' ';
    if (i > 0 && text.sentence_ends.at(sentence) == i) {
      words += "| ";
      ++sentence;
    }
    words += text.tokens[i].word;
  }
  if (!text.tokens.empty()) CHECK(text.sentence_ends.back() == text.tokens.size());
  return words;
}

std::string ssml_of(const UtteranceText& text) { return write_ssml(text.tokens, 0); }

}  // namespace

TEST_CASE("a text is cut at blanks, and signs belong to the word before them", "[utterance_text]") {
  const UtteranceText text = plain("  \"Hello,\"\tshe said -\n nothing;more!  ");
  CHECK(words_of(text) == "Hello she said nothing;more");
  CHECK(text.tokens[0].byte_begin == 3);
  CHECK(text.tokens[0].byte_end == 8);
  CHECK(text.tokens[0].spoken == "\"Hello,\"");
  CHECK(text.tokens[0].sign == Sign::Comma);
  CHECK(text.tokens[1].sign == Sign::None);
  CHECK(text.tokens[2].spoken == "said -");
  CHECK(text.tokens[3].sign == Sign::Sentence);
}

TEST_CASE("sentences end at their signs, not at abbreviations", "[utterance_text]") {
  CHECK(words_of(plain("One. Two! Three? Four…")) == "One | Two | Three | Four");
  CHECK(words_of(plain("Dr. Who met J. Smith. Then, e.g. this.")) ==
        "Dr Who met J Smith | Then e.g this");
  CHECK(words_of(plain("There are 5. Then 6.")) == "There are 5 | Then 6");
  CHECK(words_of(plain("It costs 3.50 now")) == "It costs 3.50 now");
  CHECK(words_of(plain("\"Stop!\" she said.")) == "Stop she said");
  CHECK(words_of(plain("你好。再见!")) == "你好 | 再见");
  CHECK(words_of(plain("...! ?")).empty());
  CHECK(words_of(plain("")).empty());
}

TEST_CASE("a mark stands before the word behind it, or at the end", "[utterance_text]") {
  const UtteranceText text = read({.text = "one two three",
                                   .ssml = false,
                                   .marks = {{"a", 0}, {"b", 4}, {"c", 4}, {"d", 13}},
                                   .voice = {}});
  CHECK(text.tokens[0].marks == std::vector<std::size_t>{0});
  CHECK(text.tokens[1].marks == std::vector<std::size_t>{1, 2});
  CHECK(text.tokens[2].marks.empty());
  CHECK(text.marks_at_end == std::vector<std::size_t>{3});
}

TEST_CASE("places count in the text as it was written", "[utterance_text]") {
  const std::string written = "a &amp; <emphasis>b&#x63;</emphasis>d";
  const UtteranceText text =
      read({.text = written, .ssml = true, .marks = {{"m", 18}}, .voice = {}});
  REQUIRE(words_of(text) == "a & bc d");
  CHECK(written.substr(text.tokens[2].byte_begin,
                       text.tokens[2].byte_end - text.tokens[2].byte_begin) == "b&#x63;");
  CHECK(text.tokens[2].marks == std::vector<std::size_t>{0});
  CHECK_FALSE(text.tokens[2].joined);
  CHECK(text.tokens[3].joined);
}

TEST_CASE("breaks belong to the word before them, subs are one word", "[utterance_text]") {
  const UtteranceText text = ssml(
      "<break time='1s'/>a<break time='200ms'/><break time='100ms'/>b <sub alias='x y'>c</sub>.");
  CHECK(text.pause == 1s);
  CHECK(words_of(text) == "a b x y");
  CHECK(text.tokens[0].pause.count() == Approx(0.3));
  CHECK(text.tokens[2].spoken == "x y.");
  CHECK(ssml("<sub alias=''>c</sub>").tokens.empty());
}

TEST_CASE("paragraphs end sentences without a sign", "[utterance_text]") {
  CHECK(words_of(ssml("<p>a b</p><p>c</p>d")) == "a b | c | d");
}

TEST_CASE("an engine gets a mark before every token, in double quotes", "[utterance_text]") {
  CHECK(ssml_of(plain("Don't say \"no\", <please> & go")) ==
        "<speak><mark name=\"w0\"/>Don&apos;t <mark name=\"w1\"/>say "
        "<mark name=\"w2\"/>&quot;no&quot;, <mark name=\"w3\"/>&lt;please&gt; "
        "<mark name=\"w4\"/>&amp; <mark name=\"w5\"/>go</speak>");
  CHECK(write_ssml({}, 0) == "<speak></speak>");
  const UtteranceText two = plain("One. Two.");
  CHECK(write_ssml(std::span(two.tokens).subspan(1), 1) ==
        "<speak><mark name=\"w1\"/>Two.</speak>");
}

TEST_CASE("an engine gets manners and breaks", "[utterance_text]") {
  CHECK(ssml_of(ssml("a<break time='0.3s'/> <prosody rate='slow' pitch='+10%'>b c</prosody> "
                     "<emphasis>d</emphasis> <say-as interpret-as='digits'>12</say-as>")) ==
        "<speak><mark name=\"w0\"/>a<break time=\"300ms\"/> <prosody rate=\"75%\" pitch=\"+10%\">"
        "<mark name=\"w1\"/>b <mark name=\"w2\"/>c</prosody> <emphasis level=\"moderate\">"
        "<mark name=\"w3\"/>d</emphasis> <say-as interpret-as=\"characters\">"
        "<mark name=\"w4\"/>12</say-as></speak>");
}

TEST_CASE("what was written for an engine reads back as the same words", "[utterance_text]") {
  const UtteranceText text =
      ssml("He &lt;said&gt;: <prosody rate='1.5'>\"it's 5 &amp; 6\"</prosody>!");
  const UtteranceText again = ssml(ssml_of(text));
  REQUIRE(again.tokens.size() == text.tokens.size());
  for (std::size_t i = 0; i < text.tokens.size(); ++i) {
    CHECK(again.tokens[i].word == text.tokens[i].word);
    CHECK(again.tokens[i].manner == text.tokens[i].manner);
    CHECK(again.tokens[i].sign == text.tokens[i].sign);
  }
}

TEST_CASE("breaks are ten minutes at most, wherever they stand", "[utterance_text]") {
  const auto reads = [](const std::string& text) {
    return read_utterance({.text = text, .ssml = true, .marks = {}, .voice = {}}).has_value();
  };
  std::string breaks;
  for (int i = 0; i < 10; ++i) breaks += "<break time='60s'/>";
  CHECK(reads(breaks + "hello"));
  for (const char* const more : {"<break time='1ms'/>", "hello. <break time='1ms'/>"}) {
    CHECK_FALSE(reads(breaks + more));
    CHECK_FALSE(reads("hello. " + breaks + more + " you"));
  }
}

TEST_CASE("an utterance that is no SSML is refused", "[utterance_text]") {
  CHECK_FALSE(read_utterance({.text = "<s>a", .ssml = true, .marks = {}, .voice = {}}));
  CHECK(read_utterance({.text = "<s>a", .ssml = false, .marks = {}, .voice = {}}));
}

}  // namespace kine::speech::utterance_text_test
