// Tests for server/corpus/spoken_text.h.
#include "server/corpus/spoken_text.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::spoken_text_test {

using namespace kine;

namespace {

/// Says each word in 0.4 s, with one loud vowel from 0.1 to 0.3 s.
class PlainVoice final : public speech::Voice {
 public:
  std::string_view name() const override { return "plain"; }

  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    if (utterance.voice == "none") return Error{ErrorCode::UnknownName, "no such voice"};
    speech::SpeechTrack track;
    track.audio.rate_hz = 10'000;
    const std::string& text = utterance.text;
    bool in_tag = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '<') in_tag = true;
      const bool begins = !in_tag && text[i] != ' ' && (text[i - 1] == ' ' || text[i - 1] == '>');
      if (text[i] == '>') in_tag = false;
      if (begins) add_word(i, track);
    }
    track.length = track.audio.length();
    return track;
  }

 private:
  static void add_word(std::size_t byte, speech::SpeechTrack& track) {
    const Seconds start = track.audio.length();
    track.words.push_back({.byte_begin = byte,
                           .byte_end = byte + 1,
                           .start = start,
                           .end = start + Seconds(0.4),
                           .phone_begin = track.phones.size(),
                           .phone_end = track.phones.size() + 1});
    track.phones.push_back(
        {.ipa = "a", .start = start + Seconds(0.1), .end = start + Seconds(0.3), .stress = 1});
    track.audio.samples.resize(track.audio.samples.size() + 4'000, 1'000);
  }
};

server::SpokenText say(const std::vector<server::Sentence>& sentences) {
  Random random({.seed = 1});
  return server::say_sentences(sentences, PlainVoice(), "", random).value();
}

double sample_at(const server::SpokenText& text, double time_s) {
  return text.audio.samples[static_cast<std::size_t>(time_s * text.audio.rate_hz)];
}

}  // namespace

TEST_CASE("an emphasized word is 4 dB louder, a lively sentence 6 dB more than a calm one",
          "[corpus]") {
  const auto text = say({{.words = {{"one"}, {"two", true}}, .arousal = server::Arousal::Calm},
                         {.words = {{"three"}}, .arousal = server::Arousal::Lively}});
  REQUIRE(text.phrases.size() == 2);
  const auto& calm = text.phrases[0];
  const auto& lively = text.phrases[1];
  const double plain = sample_at(text, calm.from_s + 0.2);
  CHECK(20 * std::log10(sample_at(text, calm.from_s + 0.6) / plain) == Approx(4).margin(0.05));
  CHECK(20 * std::log10(sample_at(text, lively.from_s + 0.2) / plain) == Approx(6).margin(0.05));
  CHECK(calm.arousal == 0);
  CHECK(lively.arousal == 1);
}

TEST_CASE("a nucleus is the middle of its vowel, prominent where its word is emphasized",
          "[corpus]") {
  const auto text = say({{.words = {{"one"}, {"two", true}}}});
  const auto& phrase = text.phrases.front();
  REQUIRE(phrase.syllables.size() == 2);
  CHECK(phrase.syllables[0].nucleus_s == Approx(phrase.from_s + 0.2));
  CHECK(phrase.syllables[1].nucleus_s == Approx(phrase.from_s + 0.6));
  CHECK(phrase.syllables[0].prominence < phrase.syllables[1].prominence);
  CHECK(phrase.to_s == Approx(phrase.from_s + 0.8));
}

TEST_CASE("sentences have a pause of 0.3 to 1.2 s before them", "[corpus]") {
  const std::vector<server::Sentence> many(20, server::Sentence{.words = {{"word"}}});
  const auto text = say(many);
  double to_s = 0;
  for (const auto& phrase : text.phrases) {
    CHECK(phrase.from_s - to_s >= 0.3 - 1e-3);
    CHECK(phrase.from_s - to_s <= 1.2);
    to_s = phrase.to_s;
  }
  CHECK(text.audio.length().count() > to_s);
}

TEST_CASE("what a voice cannot say makes no spoken text", "[corpus]") {
  Random random({.seed = 1});
  const auto text = server::say_sentences({{.words = {{"one"}}}}, PlainVoice(), "none", random);
  REQUIRE_FALSE(text);
  CHECK(text.error().message == "no such voice");
}

}  // namespace kine::spoken_text_test
