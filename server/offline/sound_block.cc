#include "server/offline/sound_block.h"

#include <string>

#include "realizer/script/words.h"
#include "realizer/speech/voice.h"

namespace kine::server {
namespace {

constexpr std::string_view kName = "sound";

/// Says one sound, whatever it is asked for.
class OneSound final : public speech::Voice {
 public:
  explicit OneSound(const speech::Audio& audio) : audio_(audio) {}

  std::string_view name() const override { return kName; }
  Result<speech::SpeechTrack> say(const speech::Utterance&) const override {
    return speech::SpeechTrack{.length = audio_.length(), .audio = audio_};
  }

 private:
  const speech::Audio& audio_;
};

}  // namespace

Result<std::shared_ptr<const motion::Block>> sound_block(const speech::Audio& audio,
                                                         script::BodyLanguageMode mode,
                                                         const std::shared_ptr<const Cast>& cast,
                                                         Diagnostics& diagnostics) {
  const std::string text =
      "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"" + std::string(kName) +
      "\"><bodylanguage xmlns=\"urn:kinesphere:script:1\" id=\"" + std::string(kName) +
      "\" audio=\"" + std::string(kName) + "\" mode=\"" +
      std::string(script::word_of(script::kBodyLanguageWords, mode)) + "\"/></bml>";
  const OneSound voice(audio);
  const auto prepared = prepare(
      text, {.casts = {&cast, 1}, .script_id = kName, .character = cast->name, .voice = &voice},
      diagnostics);
  if (!prepared) return prepared.error();
  return prepared->blocks.front();
}

}  // namespace kine::server
