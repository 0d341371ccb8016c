#include "server/corpus/corpus.h"

#include <array>
#include <memory>
#include <utility>

#include "realizer/core/number.h"
#include "server/scene/casts.h"
#include "server/voices/voices.h"

namespace kine::server {
namespace {

/// Another one, flite:rms, is left for tests of what was learnt from these.
constexpr std::array<std::string_view, 4> kUsualVoices = {"espeak:en-us", "espeak:en-gb+f3",
                                                          "flite:slt", "espeak:en-us+m3"};

/// "espeak:en-gb": the voice, and which of its own.
Result<CorpusVoice> find_voice(std::string_view name) {
  const std::size_t colon = name.find(':');
  auto chosen = choose_voice({.voice = std::string(name.substr(0, colon))});
  if (!chosen) return chosen.error();
  CorpusVoice voice{.voice = std::move(chosen->voice), .name = {}};
  if (colon != std::string_view::npos) voice.name = name.substr(colon + 1);
  const auto said = voice.voice->say({.text = "one", .marks = {}, .voice = voice.name});
  if (!said) return said.error();
  if (said->audio.samples.empty()) {
    return Error{ErrorCode::Unsupported, "a corpus needs a voice that can be heard"};
  }
  return voice;
}

Result<std::vector<CorpusVoice>> find_voices(const std::vector<std::string>& wished) {
  std::vector<CorpusVoice> voices;
  for (const std::string& name : wished) {
    auto voice = find_voice(name);
    if (!voice) {
      Error error = voice.error();
      error.message = "voice " + kine::quoted(name) + ": " + error.message;
      return error;
    }
    voices.push_back(*std::move(voice));
  }
  if (!wished.empty()) return voices;
  for (const std::string_view name : kUsualVoices) {
    if (auto voice = find_voice(name)) voices.push_back(*std::move(voice));
  }
  if (voices.empty()) {
    return Error{
        ErrorCode::Unsupported,
        "a corpus needs a voice that can be heard: install espeak-ng, or build with flite"};
  }
  return voices;
}

}  // namespace

Result<CorpusLength> make_corpus(const CorpusWish& wish, const TakeSink& sink) {
  const auto voices = find_voices(wish.voices);
  if (!voices) return voices.error();
  const auto casts = make_casts({{.name = "ada", .body = "ada", .placement = {}}});
  if (!casts) return casts.error();
  CorpusLength made;
  for (; made.length_s < 60 * wish.minutes; ++made.takes) {
    const CorpusVoice& voice = (*voices)[made.takes % voices->size()];
    const auto take = make_take(wish.seed, made.takes, voice, casts->front());
    if (!take) return take.error();
    if (const auto taken = sink(made.takes, *take); !taken) return taken.error();
    made.length_s += take->audio.length().count();
  }
  return made;
}

}  // namespace kine::server
