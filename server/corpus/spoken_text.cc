#include "server/corpus/spoken_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "realizer/speech/phones.h"
#include "realizer/speech/ssml.h"

namespace kine::server {
namespace {

/// How a sentence is said, by its arousal.
struct MannerOfArousal {
  std::string_view rate;
  std::string_view pitch;
  double gain_db = 0;
};
constexpr std::array kManners = {MannerOfArousal{"92%", "-8%", -3},
                                 MannerOfArousal{"100%", "+0%", 0},
                                 MannerOfArousal{"106%", "+15%", 3}};

constexpr double kEmphasis_db = 4;
constexpr double kHeadroom = 0.44;  // 7 dB, so that nothing is cut off at the loudest
constexpr double kRamp_s = 0.02;    // from one gain to another
constexpr double kPauseLeast_s = 0.3;
constexpr double kPauseMost_s = 1.2;

/// How prominent a stressed syllable is, by what is known of its word.
constexpr double kProminent = 1;
constexpr double kPlain = 0.35;

/// The sentence as SSML, and where each of its words begins in it.
struct WrittenSentence {
  std::string ssml;
  std::vector<std::size_t> word_bytes;
};

WrittenSentence write_sentence(const Sentence& sentence) {
  const MannerOfArousal& manner = kManners[static_cast<std::size_t>(sentence.arousal)];
  WrittenSentence written;
  written.ssml = "<prosody rate=\"" + std::string(manner.rate) + "\" pitch=\"" +
                 std::string(manner.pitch) + "\">";
  for (const SpokenWord& word : sentence.words) {
    if (word.emphasized) written.ssml += "<emphasis level=\"strong\">";
    written.word_bytes.push_back(written.ssml.size());
    written.ssml += speech::escaped(word.text);
    if (word.emphasized) written.ssml += "</emphasis>";
    written.ssml += ' ';
  }
  written.ssml += "</prosody>";
  return written;
}

/// The word of the sentence that a word of the track is, by where it begins.
const SpokenWord* find_word(const Sentence& sentence, const WrittenSentence& written,
                            const speech::Word& word) {
  const auto at = std::ranges::upper_bound(written.word_bytes, word.byte_begin);
  if (at == written.word_bytes.begin()) return nullptr;
  return &sentence.words[static_cast<std::size_t>(at - written.word_bytes.begin() - 1)];
}

/// In decibels, of each sample.
std::vector<double> gains_of(const Sentence& sentence, const WrittenSentence& written,
                             const speech::SpeechTrack& track) {
  const double gain_db = kManners[static_cast<std::size_t>(sentence.arousal)].gain_db;
  std::vector<double> gains(track.audio.samples.size(), gain_db);
  for (const speech::Word& word : track.words) {
    const SpokenWord* const said = find_word(sentence, written, word);
    if (said == nullptr || !said->emphasized) continue;
    const double rate = track.audio.rate_hz;
    const double ramp = kRamp_s * rate;
    const double from = word.start.count() * rate;
    const double to = word.end.count() * rate;
    const auto first = static_cast<std::size_t>(std::max(from - ramp, 0.0));
    const auto last = std::min(gains.size(), static_cast<std::size_t>(to + ramp));
    for (std::size_t i = first; i < last; ++i) {
      const double at = static_cast<double>(i);
      const double share = std::min({1.0, (at - from + ramp) / ramp, (to + ramp - at) / ramp});
      gains[i] = std::max(gains[i], gain_db + kEmphasis_db * share);
    }
  }
  return gains;
}

void append_louder(const speech::SpeechTrack& track, const std::vector<double>& gains_db,
                   speech::Audio& audio) {
  for (std::size_t i = 0; i < gains_db.size(); ++i) {
    const double factor = kHeadroom * std::pow(10.0, gains_db[i] / 20);
    const double sample = std::round(factor * track.audio.samples[i]);
    audio.samples.push_back(static_cast<std::int16_t>(std::clamp(sample, -32'768.0, 32'767.0)));
  }
}

gesture::SpokenPhrase phrase_of(const Sentence& sentence, const WrittenSentence& written,
                                const speech::SpeechTrack& track, double from_s) {
  gesture::SpokenPhrase phrase{.from_s = from_s,
                               .to_s = from_s + track.length.count(),
                               .arousal = static_cast<double>(sentence.arousal) / 2};
  for (const speech::Word& word : track.words) {
    const SpokenWord* const said = find_word(sentence, written, word);
    for (std::size_t i = word.phone_begin; i < word.phone_end; ++i) {
      const speech::Phone& phone = track.phones[i];
      if (!speech::is_nucleus(phone.ipa)) continue;
      const bool emphasized = said != nullptr && said->emphasized && phone.stress == 1;
      phrase.syllables.push_back(
          {.nucleus_s = from_s + (phone.start.count() + phone.end.count()) / 2,
           .stressed = phone.stress == 1,
           .prominence = emphasized ? kProminent : kPlain});
    }
  }
  return phrase;
}

void append_silence(double length_s, speech::Audio& audio) {
  audio.samples.resize(audio.samples.size() + static_cast<std::size_t>(length_s * audio.rate_hz));
}

}  // namespace

Result<SpokenText> say_sentences(const std::vector<Sentence>& sentences, const speech::Voice& voice,
                                 const std::string& voice_name, Random& random) {
  SpokenText text;
  for (const Sentence& sentence : sentences) {
    const WrittenSentence written = write_sentence(sentence);
    auto track = voice.say({.text = written.ssml, .ssml = true, .marks = {}, .voice = voice_name});
    if (!track) return track.error();
    text.audio.rate_hz = track->audio.rate_hz;
    append_silence(random.number(kPauseLeast_s, kPauseMost_s), text.audio);
    text.phrases.push_back(phrase_of(sentence, written, *track, text.audio.length().count()));
    append_louder(*track, gains_of(sentence, written, *track), text.audio);
  }
  append_silence(kPauseMost_s, text.audio);
  return text;
}

}  // namespace kine::server
