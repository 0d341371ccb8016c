// A speech whose sound and word times its caller gives, as a track.
//
//   Utterance, GivenWords, Audio --given_track--> SpeechTrack, and which words had no time
//
// Words are found by what they say, as those of recordings. While more is to come, words that have
// no sound yet wait behind what has.
#pragma once

#include <string>
#include <vector>

#include "realizer/speech/voice.h"
#include "server/voices/word_times.h"

namespace kine::server {

/// Times on the sound's own time.
struct GivenWords {
  std::vector<WordTimes::Word> words = {};
  std::vector<speech::Mark> marks = {};
  speech::Timing timing = speech::Timing::Estimated;
};

/// How long a speech waits, without a sound, for what is still to come of it: longer than a service
/// that is asked for the next sentence takes.
inline constexpr Seconds kGivenWaitMax{5};

/// A word may begin so much behind the end of its sound, whose last silence somebody has cut off.
inline constexpr Seconds kGivenSlack{0.5};

struct GivenTrack {
  speech::SpeechTrack track;         // of what is not whole longer than its sound, by a wait
  std::vector<std::string> untimed;  // words that lie between their neighbours, or are estimated
};

/// An error, Syntax, where words and text do not belong together, or words do not fit the sound.
Result<GivenTrack> given_track(const speech::Utterance& utterance, const GivenWords& given,
                               speech::Audio audio, bool is_whole);

}  // namespace kine::server
