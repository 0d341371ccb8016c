#include "server/voices/espeak_track.h"

#include "tests/support/catch.h"

namespace kine::server::espeak_track_test {
namespace {

using Kind = EspeakEvent::Kind;

constexpr std::uint32_t kRate_hz = 1'000;  // so that a sample is a millisecond

EspeakReply reply(std::vector<EspeakEvent> events, std::size_t samples) {
  return {.rate_hz = kRate_hz,
          .events = std::move(events),
          .samples = std::vector<std::int16_t>(samples, 1)};
}

speech::UtteranceText taken(const std::string& text,
                            const std::vector<speech::Utterance::Mark>& marks = {}) {
  const auto read =
      speech::read_utterance({.text = text, .ssml = true, .marks = marks, .voice = {}});
  REQUIRE(read);
  return *read;
}

/// "Hi you": two words, a pause behind.
EspeakReply hi_you(std::size_t first_token) {
  return reply({{Kind::Clause, 0, "h_ˈaɪ j_ˌuː"},
                {Kind::Mark, 0, "w" + std::to_string(first_token)},
                {Kind::Phone, 10, "h"},
                {Kind::Phone, 60, "aɪ"},
                {Kind::Mark, 200, "w" + std::to_string(first_token + 1)},
                {Kind::Phone, 220, "j"},
                {Kind::Phone, 260, "uː"},
                {Kind::Phone, 400, ""},
                {Kind::Phone, 450, ""},
                {Kind::ClauseEnd, 600, ""}},
               600);
}

}  // namespace

TEST_CASE("phonemes of a clause have their stress, and no language", "[espeak_track]") {
  CHECK(clause_phones("d_ˈəʊ_n_t (fr)_b_ˌaɪ_(en) _a") ==
        std::vector<ClausePhone>{
            {"d", 0}, {"əʊ", 1}, {"n", 0}, {"t", 0}, {"b", 0}, {"aɪ", 2}, {"a", 0}});
  CHECK(clause_phones("").empty());
}

TEST_CASE("marks are words, and sounds have times, stress and their word", "[espeak_track]") {
  const std::vector<speech::Utterance::Mark> marks = {{"a", 0}, {"b", 3}, {"c", 6}};
  const auto text = taken("Hi you", marks);

  const auto track = track_of(text, marks, std::vector{hi_you(0)});

  CHECK(track.valid());
  REQUIRE(track.words.size() == 2);
  CHECK(track.words[0].start.count() == Approx(0));
  CHECK(track.words[0].end.count() == Approx(0.2));  // aɪ goes on until the next word begins
  CHECK(track.words[1].start.count() == Approx(0.2));
  CHECK(track.words[1].end.count() == Approx(0.4));
  CHECK(track.words[1].byte_begin == 3);
  CHECK(track.words[1].phone_begin == 2);
  REQUIRE(track.phones.size() == 5);
  CHECK(track.phones[1].ipa == "aɪ");
  CHECK(track.phones[1].stress == 1);
  CHECK(track.phones[3].stress == 2);
  CHECK(track.phones[3].end.count() == Approx(0.4));
  CHECK(track.phones[4].ipa.empty());
  REQUIRE(track.marks.size() == 3);
  CHECK(track.marks[1].at.count() == Approx(0.2));
  CHECK(track.marks[2].at == track.length);
}

TEST_CASE("silence is kept up to a word that nobody sounded", "[espeak_track]") {
  const auto quiet_word = reply({{Kind::Phone, 0, "h"},
                                 {Kind::Phone, 50, ""},
                                 {Kind::Mark, 300, "w1"},
                                 {Kind::ClauseEnd, 600, ""}},
                                600);

  const auto track = track_of(taken("Hi you"), {}, std::vector{quiet_word});

  CHECK(track.valid());
  REQUIRE(track.words.size() == 2);
  CHECK(track.words[1].start.count() == Approx(0.3));
  CHECK(track.length.count() == Approx(0.3));
}

TEST_CASE("the silence behind all is cut", "[espeak_track]") {
  const auto track = track_of(taken("Hi you"), {}, std::vector{hi_you(0)});

  CHECK(track.length.count() == Approx(0.45));
  CHECK(track.audio.samples.size() == 450);
  CHECK(track.audio.length() == track.length);
}

TEST_CASE("sentences stand one behind the other", "[espeak_track]") {
  const auto track = track_of(taken("Hi you. Hi you."), {}, std::vector{hi_you(0), hi_you(2)});

  CHECK(track.valid());
  REQUIRE(track.words.size() == 4);
  CHECK(track.words[2].start.count() == Approx(0.6));
  CHECK(track.words[3].start.count() == Approx(0.8));
  CHECK(track.words[3].phone_begin == 7);
  CHECK(track.phones[track.words[3].phone_begin].ipa == "j");
}

TEST_CASE("a break before, between or behind sentences is silence of its length",
          "[espeak_track]") {
  const auto text = taken("<break time='2s'/>Hi you. <break time='1s'/>Hi you.<break time='3s'/>");
  REQUIRE(text.sentence_ends.size() == 2);

  const auto track = track_of(text, {}, std::vector{hi_you(0), hi_you(2)});

  CHECK(track.valid());
  CHECK_FALSE(pauses_behind(text, 0));
  CHECK(track.words[0].start.count() == Approx(2));
  CHECK(track.words[2].start.count() == Approx(2 + 0.45 + 1));
  CHECK(track.length.count() == Approx(2 + 0.45 + 1 + 0.45 + 3));
  CHECK(track.audio.length() == track.length);
}

TEST_CASE("a mark that espeak swallowed is where the clause before it ended", "[espeak_track]") {
  const auto text = taken("Mr. Fox ran");
  REQUIRE(text.sentence_ends.size() == 1);
  const auto said = reply({{Kind::Mark, 0, "w0"},
                           {Kind::ClauseEnd, 354, ""},
                           {Kind::Mark, 696, "w2"},
                           {Kind::ClauseEnd, 1'000, ""}},
                          1'000);

  const auto track = track_of(text, {}, std::vector{said});

  CHECK(track.valid());
  CHECK(track.words[1].start.count() == Approx(0.354));
  CHECK(track.words[2].start.count() == Approx(0.696));
}

TEST_CASE("a sound whose name espeak had no room for is known by its clause", "[espeak_track]") {
  // Eight bytes of "aɪəʊɹɛ": cut within a character.
  const auto said = reply({{Kind::Clause, 0, "ˈaɪəʊɹɛ"}, {Kind::Phone, 0, "aɪəʊ\xC9"}}, 10);

  const auto track = track_of(taken("x"), {}, std::vector{said});

  REQUIRE(track.phones.size() == 1);
  CHECK(track.phones[0].ipa == "aɪəʊɹɛ");
  CHECK(track.phones[0].stress == 1);
}

TEST_CASE("whatever espeak tells, the track is valid", "[espeak_track]") {
  const auto text = taken("one two three");
  const auto said = reply({{Kind::Mark, 900'000, "w1"},
                           {Kind::Mark, 5, "w99999999"},
                           {Kind::Mark, 5, "x"},
                           {Kind::Phone, 7, "a"},
                           {Kind::Phone, 3, "b"},
                           {Kind::Mark, 2, "w2"},
                           {Kind::Phone, 900'000, "c"}},
                          100);

  CHECK(track_of(text, {}, std::vector{said}).valid());
  CHECK(track_of(text, {}, std::vector{reply({}, 0)}).valid());
  CHECK(track_of(taken(""), {}, {}).valid());
}

}  // namespace kine::server::espeak_track_test
