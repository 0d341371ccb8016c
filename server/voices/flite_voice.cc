#include "server/voices/flite_voice.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/speech/phones.h"
#include "realizer/speech/utterance_text.h"
#include "server/voices/labelled_track.h"

#ifdef KINE_FLITE
#include <flite/flite.h>

extern "C" {
cst_voice* register_cmu_us_slt(const char* folder);
cst_voice* register_cmu_us_rms(const char* folder);
}
#endif

namespace kine::server {

#ifndef KINE_FLITE

Result<std::unique_ptr<FliteVoice>> FliteVoice::start() {
  return Error{ErrorCode::Unsupported, "this program was built without the voice flite"};
}

Result<speech::SpeechTrack> FliteVoice::say(const speech::Utterance&) const {
  return Error{ErrorCode::Unsupported, "this program was built without the voice flite"};
}

#else

namespace {

/// Of all that one utterance takes: flite needs a hundredth of the time that it speaks for.
constexpr std::size_t kTextBytesMax = std::size_t{64} << 10;

/// What flite is asked for at once, in bytes: from the one on up to the next comma, to the other up
/// to the next word. It takes four times as long for twice as many.
constexpr std::size_t kStretchBytes = 150;
constexpr std::size_t kStretchBytesMax = 300;

/// What is left of the pauses with which flite begins and ends.
constexpr double kLead_s = 0.02;
constexpr double kTail_s = 0.05;

struct DeleteUtterance {
  void operator()(cst_utterance* utterance) const { delete_utterance(utterance); }
};

/// Words up to the next pause, or as many as can be: flite is asked for them at a time.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;  // tokens
};

std::vector<Stretch> stretches_of(const speech::UtteranceText& text) {
  std::vector<Stretch> all;
  std::size_t begin = 0;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < text.tokens.size(); ++i) {
    const speech::Token& token = text.tokens[i];
    const bool last = i + 1 == text.tokens.size();
    bytes += token.spoken.size();
    const bool enough =
        bytes > (token.sign == speech::Sign::Comma ? kStretchBytes : kStretchBytesMax);
    const bool ends_sentence = std::ranges::binary_search(text.sentence_ends, i + 1);
    const bool changes = !last && text.tokens[i + 1].manner.rate != token.manner.rate;
    if (!last && !ends_sentence && !changes && !enough && token.pause == Seconds{0}) continue;
    all.push_back({begin, i + 1});
    begin = i + 1;
    bytes = 0;
  }
  return all;
}

const cst_item* first_of(cst_utterance* utterance, const char* relation) {
  return utt_relation_present(utterance, relation) != 0
             ? relation_head(utt_relation(utterance, relation))
             : nullptr;
}

/// Of the last sound of a word that flite says for a token; before, where it says nothing.
double end_of_token(const cst_item* token, double before) {
  for (const cst_item* word = item_daughter(token); word != nullptr; word = item_next(word)) {
    const cst_item* const syllables = item_as(word, "SylStructure");
    const cst_item* const syllable = syllables == nullptr ? nullptr : item_last_daughter(syllables);
    const cst_item* const sound = syllable == nullptr ? nullptr : item_last_daughter(syllable);
    if (sound != nullptr) before = item_feat_float(item_as(sound, "Segment"), "end");
  }
  return before;
}

speech::Phone phone_of(const cst_item* segment) {
  speech::Phone phone = phone_named(item_name(segment));
  const cst_item* const in_syllable = item_as(segment, "SylStructure");
  const cst_item* const syllable = in_syllable == nullptr ? nullptr : item_parent(in_syllable);
  const bool stressed = syllable != nullptr && item_feat_present(syllable, "stress") != 0 &&
                        item_feat_int(syllable, "stress") == 1;
  phone.stress = stressed && speech::is_nucleus(phone.ipa) ? 1 : 0;
  return phone;
}

/// When the last sound is over that is no pause.
double end_of_sound(cst_utterance* said) {
  double end = 0;
  for (const cst_item* one = first_of(said, "Segment"); one != nullptr; one = item_next(one)) {
    if (!phone_of(one).ipa.empty()) end = item_feat_float(one, "end");
  }
  return end;
}

/// Gathers what flite says, stretch by stretch.
class Gathering {
 public:
  void pause(Seconds length) {
    if (audio.rate_hz == 0 || length <= Seconds{0}) return;
    audio.samples.resize(audio.samples.size() +
                         static_cast<std::size_t>(length.count() * audio.rate_hz));
  }

  void add(cst_utterance* said, const speech::UtteranceText& text, const Stretch& stretch) {
    const cst_wave* const wave = utt_wave(said);
    if (wave == nullptr || wave->num_samples <= 0) return;
    audio.rate_hz = static_cast<std::uint32_t>(wave->sample_rate);
    auto size = static_cast<std::size_t>(wave->num_samples);
    const bool last = stretch.end == text.tokens.size();
    if (last || text.tokens[stretch.end - 1].pause > Seconds{0}) {
      const double tail = (end_of_sound(said) + kTail_s) * wave->sample_rate;
      size = std::min(size, static_cast<std::size_t>(tail));
    }
    const cst_item* segment = first_of(said, "Segment");
    double skipped = 0;
    if (segment != nullptr && phone_of(segment).ipa.empty()) {
      skipped = std::max(0.0, item_feat_float(segment, "end") - kLead_s);
    }
    const auto first = std::min(size, static_cast<std::size_t>(skipped * audio.rate_hz));
    const Seconds origin = audio.length() - Seconds(static_cast<double>(first) / audio.rate_hz);
    audio.samples.insert(audio.samples.end(), wave->samples + first, wave->samples + size);
    add_phones(segment, origin, audio.length());
    add_words(said, origin, text, stretch);
  }

  speech::Audio audio;
  Labels labels{.words = {}, .phones = {}, .timing = speech::Timing::Measured};

 private:
  void add_phones(const cst_item* segment, Seconds origin, Seconds end) {
    for (; segment != nullptr; segment = item_next(segment)) {
      speech::Phone phone = phone_of(segment);
      phone.start = labels.phones.empty() ? Seconds{0} : labels.phones.back().end;
      phone.end = std::clamp(origin + Seconds(item_feat_float(segment, "end")), phone.start,
                             std::max(phone.start, end));
      labels.phones.push_back(std::move(phone));
    }
  }

  void add_words(cst_utterance* said, Seconds origin, const speech::UtteranceText& text,
                 const Stretch& stretch) {
    std::vector<LabelledWord> words;
    double before = 0;
    for (const cst_item* token = first_of(said, "Token"); token != nullptr;
         token = item_next(token)) {
      const double end = end_of_token(token, before);
      words.push_back(
          {item_name(token), start_of(origin + Seconds(before)), origin + Seconds(end)});
      before = end;
    }
    // Its tokens are ours, where it has as many.
    if (words.size() == stretch.end - stretch.begin) {
      for (std::size_t i = 0; i < words.size(); ++i) {
        words[i].text = text.tokens[stretch.begin + i].word;
      }
    }
    for (LabelledWord& word : words) {
      word.start =
          std::max(word.start, labels.words.empty() ? Seconds{0} : labels.words.back().end);
      word.end = std::max(word.start, word.end);
      labels.words.push_back(std::move(word));
    }
  }

  /// Of a word that comes no earlier than `from`: behind the pause that is there.
  Seconds start_of(Seconds from) const {
    constexpr Seconds kRounding{1e-4};
    const auto phone = std::ranges::find_if(labels.phones, [&](const speech::Phone& one) {
      return !one.ipa.empty() && one.start >= from - kRounding;
    });
    return phone == labels.phones.end() ? from : phone->start;
  }
};

cst_voice* find_voice(std::string_view name) {
  static cst_voice* const slt = register_cmu_us_slt(nullptr);
  static cst_voice* const rms = register_cmu_us_rms(nullptr);
  if (name.empty() || name == "slt" || name == "en" || name == "en-us") return slt;
  return name == "rms" ? rms : nullptr;
}

}  // namespace

Result<std::unique_ptr<FliteVoice>> FliteVoice::start() {
  flite_init();
  return std::unique_ptr<FliteVoice>(new FliteVoice());
}

Result<speech::SpeechTrack> FliteVoice::say(const speech::Utterance& utterance) const {
  if (utterance.text.size() > kTextBytesMax) {
    return Error{ErrorCode::LimitExceeded, "the text is too long for the voice flite"};
  }
  const auto text = speech::read_utterance(utterance);
  if (!text) return text.error();
  if (text->tokens.empty()) return speech::silent_voice().say(utterance);
  const auto is_too_long = [](const speech::Token& token) {
    return token.spoken.size() > kStretchBytesMax;
  };
  if (std::ranges::any_of(text->tokens, is_too_long)) {
    return Error{ErrorCode::LimitExceeded, "a word is too long for the voice flite"};
  }

  const std::lock_guard lock(mutex_);
  cst_voice* const voice = find_voice(utterance.voice);
  if (voice == nullptr) {
    return Error{ErrorCode::UnknownName, "flite has no voice " + kine::quoted(utterance.voice)};
  }
  Gathering all;
  for (const Stretch& stretch : stretches_of(*text)) {
    std::string words;
    for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
      words += (words.empty() ? "" : " ") + text->tokens[i].spoken;
    }
    const double rate = text->tokens[stretch.begin].manner.rate;
    flite_feat_set_float(voice->features, "duration_stretch", static_cast<float>(1 / rate));
    std::srand(1);  // flite's noise is of rand(): the same words are to have the same samples
    const std::unique_ptr<cst_utterance, DeleteUtterance> said(
        flite_synth_text(words.c_str(), voice));
    if (!said) return Error{ErrorCode::Unsupported, "flite could not say it"};
    if (stretch.begin == 0 && text->pause > Seconds{0}) {
      all.audio.rate_hz = static_cast<std::uint32_t>(utt_wave(said.get())->sample_rate);
      all.pause(text->pause);
    }
    all.add(said.get(), *text, stretch);
    all.pause(text->tokens[stretch.end - 1].pause);
    if (all.audio.length() > kBlockLengthMax) {
      return Error{ErrorCode::LimitExceeded, "it would take more than ten minutes"};
    }
  }
  return labelled_track(utterance, all.labels, std::move(all.audio));
}

#endif

}  // namespace kine::server
