#include "realizer/speech/phrases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "realizer/core/random.h"
#include "realizer/speech/loudness.h"
#include "realizer/speech/phones.h"
#include "realizer/speech/utterance_text.h"

namespace kine::speech {
namespace {

// A pause that ends a phrase by itself.
constexpr Seconds kPause{0.18};

// What makes an accent strong: the word that a phrase leads to, a loud one, a long one.
constexpr double kPlain = 0.35;
constexpr double kOfLast = 0.25;
constexpr double kOfLoudness = 0.2;
constexpr double kLoud_db = 6;
constexpr double kOfLength = 0.2;
constexpr double kLong_bytes = 8;

// By so many of its first words phrases differ: more may come behind them.
constexpr std::size_t kSeedWords = 3;

// Where a voice knows no stress, words shorter than this are not accented.
constexpr std::size_t kShort_bytes = 4;

constexpr std::array<std::string_view, 3> kQuestionMarks = {"?", "？", "؟"};

PhraseEnd end_of(const Token& token) {
  const bool asks = std::ranges::any_of(kQuestionMarks, [&](std::string_view mark) {
    return token.spoken.find(mark) != std::string::npos;
  });
  const bool has_none = token.spoken == token.word;  // the last word of a text ends it anyway
  if (token.sign == Sign::None || has_none) return PhraseEnd::Open;
  if (asks) return PhraseEnd::Question;
  return token.sign == Sign::Sentence ? PhraseEnd::Sentence : PhraseEnd::Clause;
}

/// What ends a phrase behind which word, by the byte with which that word ends.
std::map<std::size_t, PhraseEnd> ends_in(const SpeechTrack& track) {
  std::map<std::size_t, PhraseEnd> ends;
  const auto text =
      read_utterance({.text = track.text, .ssml = track.ssml, .marks = {}, .voice = {}});
  if (!text) return ends;  // the voice has said it, whatever it took it for
  for (const Token& token : text->tokens) ends.emplace(token.byte_end, end_of(token));
  return ends;
}

class PhraseFinder {
 public:
  explicit PhraseFinder(const SpeechTrack& track)
      : track_(track),
        ends_(ends_in(track)),
        loudness_(loudness_of(track.audio)),
        knows_stress_(std::ranges::any_of(track.phones,
                                          [](const Phone& each) { return each.stress == 1; })) {}

  std::vector<Phrase> find() const {
    std::vector<Phrase> phrases;
    std::size_t first = 0;
    for (std::size_t i = 0; i < track_.words.size(); ++i) {
      const PhraseEnd ends = end_behind(i);
      const bool is_last = i + 1 == track_.words.size();
      const bool pauses = !is_last && track_.words[i + 1].start - track_.words[i].end >= kPause;
      if (ends == PhraseEnd::Open && !pauses && !is_last) continue;
      phrases.push_back(phrase_of(first, i, ends));
      first = i + 1;
    }
    return phrases;
  }

 private:
  PhraseEnd end_behind(std::size_t word) const {
    const auto found = ends_.find(track_.words[word].byte_end);
    return found == ends_.end() ? PhraseEnd::Open : found->second;
  }

  Phrase phrase_of(std::size_t first, std::size_t last, PhraseEnd ends) const {
    Phrase phrase{.start = track_.words[first].start,
                  .end = track_.words[last].end,
                  .ends = ends,
                  .seed = seed_of(first, std::min(first + kSeedWords, last + 1))};
    for (std::size_t i = first; i <= last; ++i) {
      if (const auto at = find_accent(track_.words[i])) {
        phrase.accents.push_back(accent_of(i, *at));
      }
    }
    if (phrase.accents.empty()) {  // nobody says where: the last word
      const Word& word = track_.words[last];
      phrase.accents.push_back(accent_of(last, (word.start + word.end) / 2));
    }
    Accent& nuclear = phrase.accents.back();
    nuclear.strength = std::min(1.0, nuclear.strength + kOfLast);
    return phrase;
  }

  std::optional<Seconds> find_accent(const Word& word) const {
    const bool is_short = word.byte_end - word.byte_begin < kShort_bytes;
    if (!knows_stress_ && is_short) return {};
    for (std::size_t i = word.phone_begin; i < word.phone_end; ++i) {
      const Phone& phone = track_.phones[i];
      const bool bears = knows_stress_ ? phone.stress == 1 : is_nucleus(phone.ipa);
      if (bears) return (phone.start + phone.end) / 2;
    }
    const bool has_sounds = word.phone_begin < word.phone_end;
    return has_sounds ? std::nullopt : std::optional((word.start + word.end) / 2);
  }

  Accent accent_of(std::size_t index, Seconds at) const {
    const Word& word = track_.words[index];
    const auto bytes = static_cast<double>(word.byte_end - word.byte_begin);
    const double length = std::min(1.0, bytes / kLong_bytes);
    return {.at = at,
            .until = word.end,
            .strength = kPlain + kOfLength * length + kOfLoudness * louder(at),
            .seed = seed_of(index, index + 1)};
  }

  /// Than what is around it, in [-1, 1]; 0 where nothing is to be heard.
  double louder(Seconds at) const {
    if (loudness_.db.empty()) return 0;
    constexpr Seconds kAround{1.5};
    constexpr Seconds kStep{0.05};
    const double here_db = loudness_.at(at);
    double loudest_db = here_db;
    for (Seconds each = at - kAround; each <= at + kAround; each += kStep) {
      loudest_db = std::max(loudest_db, loudness_.at(each));
    }
    return std::clamp(1 - 2 * (loudest_db - here_db) / kLoud_db, -1.0, 1.0);
  }

  /// By the words from one to before another, and where the first one stands.
  std::uint64_t seed_of(std::size_t first, std::size_t end) const {
    const std::string_view text = track_.text;
    const std::size_t begin = std::min(track_.words[first].byte_begin, text.size());
    const std::size_t length = track_.words[end - 1].byte_end - track_.words[first].byte_begin;
    return mixed(key_of(text.substr(begin, length)) ^ first);
  }

  const SpeechTrack& track_;
  std::map<std::size_t, PhraseEnd> ends_;  // by the last byte of a word
  Loudness loudness_;
  bool knows_stress_;  // whether the voice says which sounds are stressed
};

}  // namespace

std::vector<Phrase> phrases_of(const SpeechTrack& track) { return PhraseFinder(track).find(); }

}  // namespace kine::speech
