// When words are, as the services write it down that make speech or listen to it.
//
//   JSON of Whisper, ElevenLabs, Azure, Google --read_word_times--> WordTimes --GivenSpeech-->
//   SpeechTrack
//
// A time has the unit that its key or its text says; where neither does, the caller says it. What
// has a key that nobody here knows is refused, for its times would be a guess.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/speech/speech_track.h"

namespace kine::server {

/// Of numbers whose key does not say it.
enum class TimeUnit : std::uint8_t { Seconds, Milliseconds, Ticks };  // of 100 ns

struct WordTimes {
  struct Word {
    std::string text;
    std::optional<Seconds> start;  // nothing: the service has heard it and does not say when
    std::optional<Seconds> end;

    friend bool operator==(const Word&, const Word&) = default;
  };

  std::vector<Word> words;  // of one character each, where `by_characters`
  std::vector<speech::Mark> marks;
  bool by_characters = false;
  bool from_piece = false;  // they count from the piece of sound that they came with
  speech::Timing timing = speech::Timing::Estimated;  // by the keys; nothing was there: estimated

  friend bool operator==(const WordTimes&, const WordTimes&) = default;
};

/// Words, or characters, of one text: a speech of ten minutes has half as many characters.
inline constexpr std::size_t kWordTimesMax = 20'000;

/// An error names the key, or the word, that is wrong. An empty text has no times.
Result<WordTimes> read_word_times(std::string_view json, std::optional<TimeUnit> unit = {});

/// What is wrong with what a caller gives of a speech, in one clause.
Error unfit(std::string what);

/// The keys that are read, for messages and pages.
std::string_view word_time_keys();

/// Characters put together to words at blanks. One has the start of its first character that has
/// one, and the end of its last.
std::vector<WordTimes::Word> words_of_characters(const std::vector<WordTimes::Word>& characters);

}  // namespace kine::server
