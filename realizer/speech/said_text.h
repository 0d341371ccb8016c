// What of a speech had been said when it stopped, and what was left of it, as texts.
//
//   SpeechTrack, words that had begun --said_text--> SaidText
//
// One behind the other they are the whole text, without SSML's elements: what is left can be said
// as it stands.
#pragma once

#include <cstddef>
#include <string>

#include "realizer/core/time.h"
#include "realizer/speech/speech_track.h"

namespace kine::speech {

/// How many words had begun when it had been heard for so long: those of which there was a sample.
std::size_t words_begun(const SpeechTrack& track, Seconds heard);

struct SaidText {
  std::string done;  // up to the last word that had begun, with its signs and the blanks behind it
  std::string left;
};

/// `words` <= track.words.size() have begun; all of them: nothing is left.
SaidText said_text(const SpeechTrack& track, std::size_t words);

/// The text of one word, without signs.
std::string word_text(const SpeechTrack& track, std::size_t word);

}  // namespace kine::speech
