// What espeak told about the sentences of an utterance, as one SpeechTrack. A pure function.
//
//   an EspeakReply a sentence --track_of--> SpeechTrack
//
// Times come from espeak's count of samples. Its marks are words here; where it swallowed one (it
// does so behind a full stop that it takes for an end), the word begins where the clause before it
// ended.
#pragma once

#include <span>
#include <vector>

#include "realizer/speech/speech_track.h"
#include "realizer/speech/utterance_text.h"
#include "realizer/speech/voice.h"
#include "server/voices/espeak_messages.h"

namespace kine::server {

/// A phoneme with its stress, as a clause has it.
struct ClausePhone {
  std::string ipa;
  std::uint8_t stress = 0;

  friend bool operator==(const ClausePhone&, const ClausePhone&) = default;
};

/// "d_ˈəʊ_n_t b_ˈaɪ", without what is said about the language in round brackets.
std::vector<ClausePhone> clause_phones(std::string_view clause);

/// Whether espeak is to pause behind this sentence: behind the last there is nothing to pause for,
/// and a break that is written takes the place of its pause.
bool pauses_behind(const speech::UtteranceText& text, std::size_t sentence);

/// `replies`: one for each sentence of `text`, in their order, of one rate. The audio is theirs,
/// one behind the other.
speech::SpeechTrack track_of(const speech::UtteranceText& text,
                             std::span<const speech::Utterance::Mark> marks,
                             std::span<const EspeakReply> replies);

}  // namespace kine::server
