// An utterance that is there as sound already, with what is known of when its words are.
//
//   Utterance, Labels, Audio --labelled_track--> SpeechTrack
//
// Words are found by what they say, since "42" may be labelled "forty two"; one that is not found
// lies evenly between its neighbours. Sounds that nobody labelled are spread over their words as
// the silent voice would.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/speech/voice.h"
#include "server/voices/labels.h"

namespace kine::server {

/// An error where the utterance is no SSML.
Result<speech::SpeechTrack> labelled_track(const speech::Utterance& utterance, const Labels& labels,
                                           speech::Audio audio);

/// What a word says, without signs and capitals: the same for "Don't!" and "don't".
std::string bare_word(std::string_view word);

/// Of each of `wanted` the one of `given` that it is, in order, as many as can be found; -1 where
/// it is none. Both bare.
std::vector<std::ptrdiff_t> matched(const std::vector<std::string>& wanted,
                                    const std::vector<std::string>& given);

}  // namespace kine::server
