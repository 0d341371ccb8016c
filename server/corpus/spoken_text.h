// Sentences as a voice says them: one sound, with where each phrase and each syllable is.
//
//   Sentences, a voice --say_sentences--> SpokenText
//
// A voice hardly makes emphasis and arousal heard. So the samples themselves are made louder and
// softer.
#pragma once

#include <string>
#include <vector>

#include "realizer/core/random.h"
#include "realizer/core/result.h"
#include "realizer/gesture/authored.h"
#include "realizer/speech/voice.h"
#include "server/corpus/sentences.h"

namespace kine::server {

struct SpokenText {
  speech::Audio audio;
  std::vector<gesture::SpokenPhrase> phrases;  // a sentence each
};

/// `voice_name`: one of the voice's own. Between sentences nobody speaks for 0.3 to 1.2 s.
Result<SpokenText> say_sentences(const std::vector<Sentence>& sentences, const speech::Voice& voice,
                                 const std::string& voice_name, Random& random);

}  // namespace kine::server
