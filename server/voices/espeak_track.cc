#include "server/voices/espeak_track.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <utility>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

using speech::Phone;
using speech::SpeechTrack;
using speech::Word;

/// Takes `sign` from the front of `phone`, if it stands there.
bool take(std::string_view& phone, std::string_view sign) {
  if (!phone.starts_with(sign)) return false;
  phone.remove_prefix(sign.size());
  return true;
}

/// Up to the last whole character: an event of espeak has room for eight bytes of a name.
std::string_view whole_characters(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && (text[begin - 1] & 0xC0) == 0x80) --begin;
  if (begin == 0) return text;
  const auto lead = static_cast<unsigned char>(text[begin - 1]);
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return begin - 1 + size == text.size() ? text : text.substr(0, begin - 1);
}

/// Gives the sounds of a clause, which come with times and without stress, the stress of those that
/// came before them, with stress and without times: they are in one order.
class Stresses {
 public:
  void begin(std::string_view clause) {
    const auto phones = clause_phones(clause);
    waiting_.assign(phones.begin(), phones.end());
  }

  Phone phone(std::string_view told) {
    told = whole_characters(told);
    constexpr std::size_t kSkippedMax = 3;
    for (std::size_t i = 0; i < std::min(waiting_.size(), kSkippedMax + 1); ++i) {
      if (!waiting_[i].ipa.starts_with(told)) continue;
      const ClausePhone found = waiting_[i];
      waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return {.ipa = found.ipa, .stress = found.stress};
    }
    return {.ipa = std::string(told)};
  }

 private:
  std::deque<ClausePhone> waiting_;
};

/// Of its tokens.
struct Sentence {
  std::size_t token_begin = 0;
  std::size_t token_end = 0;
};

Sentence sentence_of(const speech::UtteranceText& text, std::size_t index) {
  return {index == 0 ? 0 : text.sentence_ends[index - 1], text.sentence_ends[index]};
}

/// Of a token, by its mark: "w7".
std::optional<double> number_of(std::string_view mark) {
  if (!mark.starts_with('w')) return {};
  return parse_number(mark.substr(1));
}

/// One sentence's events, in samples from the beginning of all: so that no sum of seconds makes one
/// moment two.
struct Heard {
  struct Sound {
    Phone phone;  // without times
    double begin = 0;
  };
  std::vector<Sound> sounds;
  std::vector<std::optional<double>> marks;
  std::vector<double> clause_ends;
};

Heard heard(const Sentence& sentence, const EspeakReply& reply, double begin, double end) {
  Heard result;
  result.marks.resize(sentence.token_end - sentence.token_begin);
  Stresses stresses;
  double at = begin;
  for (const EspeakEvent& event : reply.events) {
    at = std::clamp(begin + event.sample, at, end);
    if (event.kind == EspeakEvent::Kind::Clause) {
      stresses.begin(event.text);
    } else if (event.kind == EspeakEvent::Kind::ClauseEnd) {
      result.clause_ends.push_back(at);
    } else if (event.kind == EspeakEvent::Kind::Phone) {
      const bool pause = event.text.empty();
      const bool goes_on = !result.sounds.empty() && result.sounds.back().phone.ipa.empty();
      if (pause && goes_on) continue;
      result.sounds.push_back({pause ? Phone{} : stresses.phone(event.text), at});
    } else if (const auto number = number_of(event.text)) {
      const double index = *number - static_cast<double>(sentence.token_begin);
      if (index < 0 || index >= static_cast<double>(result.marks.size())) continue;
      result.marks[static_cast<std::size_t>(index)] = at;
    }
  }
  return result;
}

/// When each word begins: the first with the sentence, none before the one before it.
std::vector<double> onsets(const Heard& heard, double begin, double end) {
  std::vector<double> at(heard.marks.size(), begin);
  for (std::size_t i = 1; i < at.size(); ++i) {
    if (heard.marks[i]) {
      at[i] = std::max(*heard.marks[i], at[i - 1]);
      continue;
    }
    const auto next = std::find_if(heard.marks.begin() + static_cast<std::ptrdiff_t>(i),
                                   heard.marks.end(), [](const auto& mark) { return !!mark; });
    const double bound = next == heard.marks.end() ? end : **next;
    const auto clause = std::ranges::upper_bound(heard.clause_ends, at[i - 1]);
    at[i] =
        std::max(at[i - 1], clause == heard.clause_ends.end() ? bound : std::min(*clause, bound));
  }
  return at;
}

class Joiner {
 public:
  explicit Joiner(const speech::UtteranceText& text) : text_(text) {}

  void add(std::size_t index, const EspeakReply& reply) {
    const Sentence sentence = sentence_of(text_, index);
    auto& audio = track_.audio;
    audio.rate_hz = reply.rate_hz;
    if (index == 0) pause(text_.pause);
    const auto begin = static_cast<double>(audio.samples.size());
    audio.samples.insert(audio.samples.end(), reply.samples.begin(), reply.samples.end());
    const auto end = static_cast<double>(audio.samples.size());

    const Heard all = heard(sentence, reply, begin, end);
    const std::vector<double> words = onsets(all, begin, end);
    std::size_t sound = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool last = i + 1 == words.size();
      add_word(text_.tokens[sentence.token_begin + i], all, sound, words[i],
               last ? end : words[i + 1], last);
    }
    if (!pauses_behind(text_, index)) cut_silence_behind();
    pause(text_.tokens[sentence.token_end - 1].pause);
  }

  SpeechTrack joined() && {
    track_.length = track_.audio.length();
    return std::move(track_);
  }

 private:
  Seconds seconds(double samples) const { return Seconds(samples / track_.audio.rate_hz); }

  /// Its sounds end where the next begins, and no later than it does.
  void add_word(const speech::Token& token, const Heard& all, std::size_t& sound, double begin,
                double end, bool last) {
    Word word{.byte_begin = token.byte_begin,
              .byte_end = token.byte_end,
              .start = seconds(begin),
              .end = seconds(begin),
              .phone_begin = track_.phones.size()};
    for (; sound < all.sounds.size() && (last || all.sounds[sound].begin < end); ++sound) {
      const auto& [phone, at] = all.sounds[sound];
      const double next = sound + 1 < all.sounds.size() ? all.sounds[sound + 1].begin : end;
      track_.phones.push_back(phone);
      track_.phones.back().start = seconds(at);
      track_.phones.back().end = seconds(std::min(next, end));
      if (!phone.ipa.empty()) word.end = track_.phones.back().end;
    }
    word.phone_end = track_.phones.size();
    track_.words.push_back(word);
  }

  void pause(Seconds length) {
    const Seconds begin = track_.audio.length();
    const double samples = std::round(length.count() * track_.audio.rate_hz);
    if (samples < 1) return;
    track_.audio.samples.resize(track_.audio.samples.size() + static_cast<std::size_t>(samples));
    track_.phones.push_back({.ipa = "", .start = begin, .end = track_.audio.length()});
  }

  /// Espeak is silent for a while behind a sentence; what is said is over with its last sound. A
  /// word that it did not sound, behind a comma say, still begins before the end.
  void cut_silence_behind() {
    constexpr Seconds kFadeOut{0.05};
    if (track_.phones.empty() || !track_.phones.back().ipa.empty()) return;
    Phone& last = track_.phones.back();
    auto& samples = track_.audio.samples;
    const Seconds over = std::max(last.start + kFadeOut, track_.words.back().end);
    const double kept = std::ceil(over.count() * track_.audio.rate_hz);
    if (kept >= static_cast<double>(samples.size())) return;
    samples.resize(static_cast<std::size_t>(kept));
    last.end = track_.audio.length();
  }

  const speech::UtteranceText& text_;
  SpeechTrack track_;
};

}  // namespace

std::vector<ClausePhone> clause_phones(std::string_view clause) {
  std::vector<ClausePhone> phones;
  while (!clause.empty()) {
    std::string_view one = clause.substr(0, clause.find_first_of("_ "));
    clause.remove_prefix(std::min(one.size() + 1, clause.size()));
    ClausePhone phone;
    if (take(one, "ˈ")) phone.stress = 1;
    if (take(one, "ˌ")) phone.stress = 2;
    if (one.empty() || one.front() == '(') continue;
    phone.ipa = one;
    phones.push_back(std::move(phone));
  }
  return phones;
}

bool pauses_behind(const speech::UtteranceText& text, std::size_t sentence) {
  const std::size_t end = text.sentence_ends[sentence];
  return end < text.tokens.size() && text.tokens[end - 1].pause == Seconds{0};
}

SpeechTrack track_of(const speech::UtteranceText& text,
                     std::span<const speech::Utterance::Mark> marks,
                     std::span<const EspeakReply> replies) {
  Joiner joiner(text);
  for (std::size_t i = 0; i < replies.size(); ++i) joiner.add(i, replies[i]);
  SpeechTrack track = std::move(joiner).joined();
  for (std::size_t i = 0; i < track.words.size(); ++i) {
    for (const std::size_t mark : text.tokens[i].marks) {
      track.marks.push_back({marks[mark].id, track.words[i].start});
    }
  }
  for (const std::size_t mark : text.marks_at_end) {
    track.marks.push_back({marks[mark].id, track.length});
  }
  return track;
}

}  // namespace kine::server
