// What speakers say in tests of how they move: short and long, questions, several languages.
#pragma once

#include <string>

#include "realizer/core/assert.h"
#include "realizer/speech/voice.h"

namespace kine::test {

/// Those with a name below are English; one takes 20 s.
inline constexpr const char* kSayings[] = {
    "Yes.",
    "The museum opens at ten. You can take the bus to the old bridge, walk along the river for a "
    "while, and then turn left at the little church; from there it is not far. Tickets are sold "
    "at the door, but on Sundays there is often a long queue, so it may be better to book before. "
    "Do you want me to do that for you? It will take me only a minute.",
    "Where did you put the keys of the car?",
    "Good morning, everybody. I am glad that you could come, although the weather is awful.",
    "Guten Tag, ich freue mich sehr, dass Sie heute gekommen sind. Wollen wir anfangen?",
    "Bonjour à tous, et merci d'être venus si nombreux; nous allons commencer.",
    "один два три четыре пять шесть семь восемь девять десять",
    "No!",
};
inline constexpr const char* kLongSaying = kSayings[1];
inline constexpr const char* kQuestion = kSayings[2];
inline constexpr const char* kGreeting = kSayings[3];

/// As the silent voice says it, with its text.
inline speech::SpeechTrack said_silently(const std::string& text, bool ssml = false) {
  auto track = speech::silent_voice().say({.text = text, .ssml = ssml, .marks = {}, .voice = {}});
  KINE_ASSERT(track);
  track->text = text;
  track->ssml = ssml;
  return *std::move(track);
}

}  // namespace kine::test
