// Any text as an utterance, plain and as SSML, and the mouth that says it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "realizer/core/assert.h"
#include "realizer/speech/said_text.h"
#include "realizer/speech/utterance_text.h"
#include "realizer/speech/visemes.h"
#include "realizer/speech/voice.h"

namespace {

/// With marks here and there, a few behind the end.
kine::speech::Utterance utterance_of(std::string text, bool ssml) {
  kine::speech::Utterance utterance{
      .text = std::move(text), .ssml = ssml, .marks = {}, .voice = ssml ? "" : "de"};
  for (std::size_t byte = 0; byte <= utterance.text.size() + 7; byte += 7) {
    utterance.marks.push_back({std::to_string(byte), byte});
  }
  return utterance;
}

/// Wherever it is cut, both parts are the same text.
void cut(const kine::speech::Utterance& utterance, kine::speech::SpeechTrack track) {
  track.text = utterance.text;
  track.ssml = utterance.ssml;
  const auto whole = [&](std::size_t words) {
    const kine::speech::SaidText said = said_text(track, words);
    return said.done + said.left;
  };
  const std::size_t size = track.words.size();
  for (const std::size_t words : {std::size_t{1}, size / 3, size / 2, size}) {
    KINE_ASSERT(whole(std::min(words, size)) == whole(0));
  }
  if (size > 0) KINE_ASSERT(!word_text(track, size / 2).empty());
}

void say(const kine::speech::Utterance& utterance) {
  using namespace kine::speech;
  const auto text = read_utterance(utterance);
  if (!text) {
    KINE_ASSERT(!text.error().message.empty());
    return;
  }
  // What engines get is SSML again, of as many words.
  const auto again =
      read_utterance({.text = write_ssml(text->tokens, 0), .ssml = true, .marks = {}, .voice = {}});
  KINE_ASSERT(again.has_value());
  const auto track = silent_voice().say(utterance);
  if (!track) return;
  KINE_ASSERT(track->valid());
  KINE_ASSERT(track->words.size() == text->tokens.size());
  KINE_ASSERT(track->marks.size() == utterance.marks.size());
  cut(utterance, *track);
  const Mouth mouth(*track);
  for (const double share : {0.0, 0.3, 0.7, 1.0}) {
    double sum = 0;
    for (const double weight : mouth.at(share * track->length)) sum += weight;
    KINE_ASSERT(sum >= 0.99 && sum <= 1.2);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  say(utterance_of(text, true));
  say(utterance_of(text, false));
  return 0;
}
