#include "server/voices/word_times.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::server::word_times_test {
namespace {

using speech::Timing;

WordTimes times_of(const std::string& json, std::optional<TimeUnit> unit = {}) {
  const auto times = read_word_times(json, unit);
  INFO(json);
  INFO((times ? "" : times.error().message));
  REQUIRE(times);
  return *times;
}

std::string error_of(const std::string& json, std::optional<TimeUnit> unit = {}) {
  const auto times = read_word_times(json, unit);
  return times ? "" : times.error().message;
}

void check_word(const WordTimes& times, std::size_t index, const std::string& text, double start_s,
                double end_s) {
  REQUIRE(index < times.words.size());
  const WordTimes::Word& word = times.words[index];
  CHECK(word.text == text);
  REQUIRE(word.start.has_value());
  REQUIRE(word.end.has_value());
  CHECK(word.start->count() == Approx(start_s));
  CHECK(word.end->count() == Approx(end_s));
}

}  // namespace

TEST_CASE("Whisper's words are read in seconds, wherever an answer has them, and are aligned",
          "[word_times]") {
  for (const char* const json :
       {R"({"task": "transcribe", "language": "english", "duration": 1.2, "text": "Welcome to",
            "words": [{"word": "Welcome", "start": 0.5, "end": 0.75},
                      {"word": "to", "start": 0.75, "end": 1}]})",
        R"({"text": "Welcome to", "segments": [{"id": 0, "seek": 0, "start": 0.5, "end": 1,
            "text": " Welcome to", "tokens": [50364], "temperature": 0, "avg_logprob": -0.3,
            "compression_ratio": 1, "no_speech_prob": 0.07, "words": [
              {"word": "Welcome", "start": 0.5, "end": 0.75, "probability": 0.8},
              {"word": "to", "start": 0.75, "end": 1, "probability": 0.9}]}]})",
        R"([{"word": "Welcome", "start": 0.5, "end": 0.75, "score": 0.8},
            {"word": "to", "start": 0.75, "end": 1, "score": 0.8}])"}) {
    const WordTimes times = times_of(json);
    CHECK(times.words.size() == 2);
    check_word(times, 0, "Welcome", 0.5, 0.75);
    check_word(times, 1, "to", 0.75, 1);
    CHECK(times.timing == Timing::Aligned);
  }
}

TEST_CASE(
    "ElevenLabs' characters are read in seconds, or in milliseconds from their piece, and "
    "make words",
    "[word_times]") {
  const WordTimes whole = times_of(R"({"audio_base64": "", "alignment": {
      "characters": ["H", "i", " ", "y", "o", "u"],
      "character_start_times_seconds": [0, 0.25, 0.5, 0.625, 0.75, 0.875],
      "character_end_times_seconds": [0.25, 0.5, 0.625, 0.75, 0.875, 1]},
      "normalized_alignment": null})");
  CHECK(whole.by_characters);
  CHECK_FALSE(whole.from_piece);
  CHECK(whole.timing == Timing::Measured);
  const WordTimes words{.words = words_of_characters(whole.words), .marks = {}};
  CHECK(words.words.size() == 2);
  check_word(words, 0, "Hi", 0, 0.5);
  check_word(words, 1, "you", 0.625, 1);

  const WordTimes piece = times_of(R"({"audio": "", "isFinal": false, "normalizedAlignment": {
      "charStartTimesMs": [0, 250], "charDurationsMs": [250, 125], "chars": ["H", "i"]}})");
  CHECK(piece.from_piece);
  check_word({.words = words_of_characters(piece.words), .marks = {}}, 0, "Hi", 0, 0.375);
}

TEST_CASE("Azure's events are read in ticks of 100 ns, its other answers in what their keys say",
          "[word_times]") {
  const WordTimes events = times_of(R"([
      {"audioOffset": 500000, "duration": 4875000, "text": "The", "textOffset": 0,
       "wordLength": 3, "boundaryType": "Word"},
      {"audio_offset": 5500000, "duration": "0:00:00.250000", "text": "cat", "text_offset": 4,
       "word_length": 3, "boundary_type": "Word"}])");
  check_word(events, 0, "The", 0.05, 0.5375);
  check_word(events, 1, "cat", 0.55, 0.8);
  CHECK(events.timing == Timing::Measured);

  const WordTimes heard = times_of(R"({"Words": [
      {"Word": "the", "Offset": 5000000, "Duration": 2500000, "Confidence": 0.9}]})");
  check_word(heard, 0, "the", 0.5, 0.75);
  CHECK(heard.timing == Timing::Aligned);

  const WordTimes fast =
      times_of(R"([{"text": "the", "offsetMilliseconds": 500, "durationMilliseconds": 250}])");
  check_word(fast, 0, "the", 0.5, 0.75);
}

TEST_CASE("the AudioOffset of Azure's batches is refused until its unit is said", "[word_times]") {
  const std::string json = R"([{"Text": "the", "AudioOffset": 50, "Duration": 137}])";
  CHECK(error_of(json) ==
        "words: the unit of 'AudioOffset' must be said (s, ms or ticks of 100 ns), in word 1 "
        "'the'");
  check_word(times_of(json, TimeUnit::Milliseconds), 0, "the", 0.05, 0.187);
  check_word(
      times_of(R"([{"Text": "the", "AudioOffset": 500000, "Duration": 1000000}])", TimeUnit::Ticks),
      0, "the", 0.05, 0.15);
}

TEST_CASE("Google's times are read as text with their unit, as objects, and as marks",
          "[word_times]") {
  const WordTimes heard = times_of(R"({"transcript": "hello you", "confidence": 0.9, "words": [
      {"word": "hello", "startTime": "0s", "endTime": "0.5s", "confidence": 0.9},
      {"word": "you", "startOffset": {"seconds": "1", "nanos": 250000000},
       "endOffset": "1500ms"}]})");
  check_word(heard, 0, "hello", 0, 0.5);
  check_word(heard, 1, "you", 1.25, 1.5);
  CHECK(heard.timing == Timing::Aligned);

  const WordTimes marks = times_of(R"({"audioContent": "", "timepoints": [
      {"markName": "first"}, {"markName": "w1", "timeSeconds": 0.5}]})");
  CHECK(marks.marks == std::vector<speech::Mark>{{"first", Seconds(0)}, {"w1", Seconds(0.5)}});
  CHECK(marks.timing == Timing::Marks);
}

TEST_CASE("our own keys and those that say their unit are read, and are measured", "[word_times]") {
  const WordTimes times = times_of(R"([{"text": "one", "start": 0.25, "end": 0.5},
                                       {"text": "two", "start_ms": 500, "end_ms": 750},
                                       {"text": "three", "startMs": 750, "endMs": 1000}])");
  check_word(times, 0, "one", 0.25, 0.5);
  check_word(times, 1, "two", 0.5, 0.75);
  check_word(times, 2, "three", 0.75, 1);
  CHECK(times.timing == Timing::Measured);
  check_word(times_of(R"([{"text": "one", "start": 250, "end": 500}])", TimeUnit::Milliseconds), 0,
             "one", 0.25, 0.5);
}

TEST_CASE("a word that has no time of its own has none", "[word_times]") {
  const WordTimes times =
      times_of(R"([{"word": "in", "start": 0.5, "end": 0.75, "score": 1}, {"word": "2025"}])");
  REQUIRE(times.words.size() == 2);
  CHECK_FALSE(times.words[1].start);
  CHECK(times_of("") == WordTimes{});
  CHECK(times_of(" [] ").words.empty());
}

TEST_CASE("what is not known is refused, and said with its place", "[word_times]") {
  CHECK(error_of(R"([{"text": "a", "start": 0, "end": 1}, {"text": "b", "begin": 1}])")
            .starts_with("words: a key that says nothing known of a time, in word 2 'b': 'begin'; "
                         "keys are word or text with start and end (seconds)"));
  CHECK(error_of(R"({"wordTimings": []})").find("'wordTimings'") != std::string::npos);
  CHECK(error_of(R"([{"text": "a"}])") == "words: not one word says when it starts");
  CHECK(error_of(R"([{"start": 1, "end": 2}])") == "words: no text in word 1");
  CHECK(error_of(R"([{"text": "a", "start": "1.2"}])") ==
        "words: no time under 'start' in word 1 'a'");
  CHECK(error_of(R"([{"text": "a", "start": 1200, "end": 1500}])") ==
        "words: a time that is not between 0 and 600 s under 'end' in word 1 'a': '1500' (is its "
        "unit another one?)");
  CHECK(error_of(R"([{"text": "a", "start": 1, "duration": 2}])").find("must be said") !=
        std::string::npos);
  CHECK(error_of(R"({"alignment": {"characters": ["a"], "character_start_times_seconds": [],
                     "character_end_times_seconds": [1]}})") ==
        "words: an alignment without a start and an end for each character");
  CHECK(error_of("[1, 2]") == "words: 'words' that are no list of words");
  CHECK(error_of("words") == "words: this text is no object in JSON");
  CHECK(error_of(R"({"segments": [{"text": "a", "start": 0, "end": 1}]})") ==
        "words: a segment without words: word times must be asked of the service");
}

TEST_CASE("more words than a speech can have are refused", "[word_times]") {
  std::string json = "[";
  for (std::size_t i = 0; i <= kWordTimesMax; ++i) {
    json += std::string(i > 0 ? "," : "") + R"({"text": "a", "start": 1})";
  }
  CHECK(error_of(json + "]") == "words: past word_times_max of 20000");
}

TEST_CASE("characters of pieces make the words of the whole", "[word_times]") {
  const auto at = [](const std::string& text, double start_s) {
    return WordTimes::Word{text, Seconds(start_s), Seconds(start_s + 0.125)};
  };
  const auto words = words_of_characters(
      {at(" ", 0), at("H", 0.125), at("é", 0.25), at("\n", 0.5), at("y", 0.625), at("o", 0.75)});
  REQUIRE(words.size() == 2);
  CHECK(words[0] == WordTimes::Word{"Hé", Seconds(0.125), Seconds(0.375)});
  CHECK(words[1] == WordTimes::Word{"yo", Seconds(0.625), Seconds(0.875)});
}

}  // namespace kine::server::word_times_test
