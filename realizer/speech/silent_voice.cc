// The silent voice: times estimated from the text alone, the same everywhere and always.
//
//   read_utterance --> tokens --spoken_words, sounds_of--> words and phones
#include <algorithm>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/speech/sounds.h"
#include "realizer/speech/spelled.h"
#include "realizer/speech/syllables.h"
#include "realizer/speech/utterance_text.h"
#include "realizer/speech/voice.h"

namespace kine::speech {
namespace {

constexpr Seconds kSyllable{0.2};
constexpr Seconds kCommaPause{0.2};
constexpr Seconds kSentencePause{0.4};

// How much longer than others a stressed word is.
constexpr double kStrong = 1.25;
constexpr double kModerate = 1.1;
constexpr double kReduced = 0.9;

// Of the time of a word: what a vowel takes for each that a consonant does.
constexpr double kVowelShare = 2;

double stretch_of(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::Strong:
      return kStrong;
    case Emphasis::Moderate:
      return kModerate;
    case Emphasis::Reduced:
      return kReduced;
    case Emphasis::Plain:
      break;
  }
  return 1;
}

Seconds pause_of(Sign sign) {
  if (sign == Sign::Sentence) return kSentencePause;
  return sign == Sign::Comma ? kCommaPause : Seconds{0};
}

/// Says token by token.
class Speaker {
 public:
  Speaker(const Utterance& utterance, Language language)
      : utterance_(utterance), language_(language) {
    track_.timing = Timing::Estimated;
  }

  void pause(Seconds length) {
    if (length <= Seconds{0}) return;
    track_.phones.push_back({.ipa = "", .start = at_, .end = at_ + length});
    at_ += length;
  }

  void mark(const std::vector<std::size_t>& marks) {
    for (const std::size_t mark : marks) {
      track_.marks.push_back({.id = utterance_.marks[mark].id, .at = at_});
    }
  }

  void say(const Token& token) {
    mark(token.marks);
    Word word{.byte_begin = token.byte_begin,
              .byte_end = token.byte_end,
              .start = at_,
              .end = at_,
              .phone_begin = track_.phones.size(),
              .phone_end = track_.phones.size()};
    const double stretch = stretch_of(token.manner.emphasis) / token.manner.rate;
    for (const std::string& spoken : spoken_words(token.word, token.manner.say_as, language_)) {
      say_word(spoken, stretch * syllables_of(spoken, language_) * kSyllable);
    }
    word.end = at_;
    word.phone_end = track_.phones.size();
    track_.words.push_back(word);
  }

  Seconds at() const { return at_; }

  SpeechTrack finished() && {
    track_.length = at_;
    return std::move(track_);
  }

 private:
  void say_word(std::string_view word, Seconds length) {
    const std::vector<Sound> sounds = sounds_of(word, language_);
    double shares = 0;
    for (const Sound& sound : sounds) shares += sound.nucleus ? kVowelShare : 1;
    const Seconds start = at_;
    double said = 0;
    bool stressed = false;  // the first vowel bears the stress
    for (const Sound& sound : sounds) {
      said += sound.nucleus ? kVowelShare : 1;
      const Seconds end = start + length * (said / shares);
      const bool bears = sound.nucleus && !std::exchange(stressed, stressed || sound.nucleus);
      track_.phones.push_back({.ipa = std::string(sound.ipa),
                               .start = at_,
                               .end = end,
                               .stress = static_cast<std::uint8_t>(bears ? 1 : 0)});
      at_ = end;
    }
  }

  const Utterance& utterance_;
  Language language_;
  SpeechTrack track_;
  Seconds at_{0};
};

class SilentVoice final : public Voice {
 public:
  std::string_view name() const override { return "silent"; }

  Result<SpeechTrack> say(const Utterance& utterance) const override {
    const auto text = read_utterance(utterance);
    if (!text) return text.error();
    Speaker speaker(utterance, language_of(utterance.voice));
    speaker.pause(text->pause);
    for (const Token& token : text->tokens) {
      speaker.say(token);
      const bool last = &token == &text->tokens.back();
      // Nothing follows the last sentence that one would pause for.
      const Seconds sign = last ? Seconds{0} : pause_of(token.sign) / token.manner.rate;
      speaker.pause(token.pause > Seconds{0} ? token.pause : sign);
      if (speaker.at() > kBlockLengthMax) {
        return Error{.code = ErrorCode::LimitExceeded,
                     .message = "a speech lasts longer than a block may, 600 s"};
      }
    }
    speaker.mark(text->marks_at_end);
    return std::move(speaker).finished();
  }
};

}  // namespace

const Voice& silent_voice() {
  static const SilentVoice voice;
  return voice;
}

}  // namespace kine::speech
