#include "realizer/speech/spliced.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace kine::speech {
namespace {

/// Or of more words behind them.
bool is_of_the_same_words(const SpeechTrack& before, const SpeechTrack& after) {
  const auto all = std::span(after.words).first(std::min(before.words.size(), after.words.size()));
  return std::ranges::equal(before.words, all, {}, &Word::byte_begin, &Word::byte_begin) &&
         std::ranges::equal(before.marks, after.marks, {}, &Mark::id, &Mark::id);
}

std::size_t sample_at(const Audio& audio, Seconds time) {
  const double at = std::max(0.0, std::round(time.count() * audio.rate_hz));
  return std::min(static_cast<std::size_t>(at), audio.samples.size());
}

/// One after the other, mixed where they meet so that it does not click.
Audio joined(const Audio& before, const Audio& after, const Splice& splice) {
  if (after.samples.empty() || before.samples.empty()) {
    return before.samples.empty() && splice.word == 0 ? after : before;
  }
  const std::size_t first = sample_at(before, splice.sound_from);
  const std::size_t next = sample_at(after, splice.sound_from - splice.later);
  Audio audio{.rate_hz = after.rate_hz,
              .samples = {before.samples.begin(),
                          before.samples.begin() + static_cast<std::ptrdiff_t>(first)}};
  // Behind its end it was silent.
  const double silent = std::round(splice.sound_from.count() * audio.rate_hz);
  if (next < after.samples.size() && silent > static_cast<double>(first)) {
    audio.samples.resize(static_cast<std::size_t>(silent));
  }
  audio.samples.insert(audio.samples.end(),
                       after.samples.begin() + static_cast<std::ptrdiff_t>(next),
                       after.samples.end());
  const auto mixed = std::min({static_cast<std::size_t>(kSpliceFade.count() * audio.rate_hz),
                               before.samples.size() - first, audio.samples.size() - first});
  for (std::size_t i = 0; i < mixed && first > 0; ++i) {
    const double share = (static_cast<double>(i) + 1) / (static_cast<double>(mixed) + 1);
    std::int16_t& sample = audio.samples[first + i];
    sample = static_cast<std::int16_t>(
        std::lround(std::lerp(static_cast<double>(before.samples[first + i]), sample, share)));
  }
  return audio;
}

/// Puts the words, sounds and marks of two tracks together.
class Joint {
 public:
  Joint(const SpeechTrack& before, const SpeechTrack& after, const Splice& splice)
      : before_(before), after_(after), splice_(splice) {
    goes_on_ = splice.earliest;
    if (splice.word < after.words.size()) goes_on_ = moved(after.words[splice.word].start);
  }

  void take_said() {
    const std::size_t word = splice_.word;
    const bool is_all = word == after_.words.size();
    const std::size_t phones =
        word < before_.words.size() ? before_.words[word].phone_begin : before_.phones.size();
    for (std::size_t i = 0; i < phones && (is_all || before_.phones[i].start < goes_on_); ++i) {
      track_.phones.push_back(before_.phones[i]);
      if (!is_all) track_.phones.back().end = std::min(before_.phones[i].end, goes_on_);
    }
    for (std::size_t i = 0; i < word; ++i) {
      Word said = before_.words[i];
      if (!is_all) said.end = std::clamp(goes_on_, said.start, said.end);
      said.phone_begin = std::min(said.phone_begin, track_.phones.size());
      said.phone_end = std::min(said.phone_end, track_.phones.size());
      track_.words.push_back(said);
    }
  }

  void take_rest() {
    if (splice_.word == after_.words.size()) return;
    std::size_t first = after_.words[splice_.word].phone_begin;
    // What would be over by then is not said.
    while (first < after_.phones.size() && moved(after_.phones[first].end) <= goes_on_) ++first;
    const auto place_of = [&, said = track_.phones.size()](std::size_t phone) {
      return said + std::max(phone, first) - first;
    };
    for (std::size_t i = splice_.word; i < after_.words.size(); ++i) {
      Word word = after_.words[i];
      word.phone_begin = place_of(word.phone_begin);
      word.phone_end = place_of(word.phone_end);
      word.start = moved(word.start);
      word.end = moved(word.end);
      track_.words.push_back(word);
    }
    for (std::size_t i = first; i < after_.phones.size(); ++i) {
      Phone phone = after_.phones[i];
      phone.start = std::max(moved(phone.start), goes_on_);
      phone.end = std::max(moved(phone.end), phone.start);
      track_.phones.push_back(std::move(phone));
    }
  }

  SpeechTrack finished() && {
    track_.audio = joined(before_.audio, after_.audio, splice_);
    track_.length = std::max({moved(after_.length), track_.audio.length(),
                              track_.words.empty() ? Seconds{0} : track_.words.back().end,
                              track_.phones.empty() ? Seconds{0} : track_.phones.back().end});
    take_marks();
    track_.text = before_.text;
    track_.ssml = before_.ssml;
    track_.timing = std::max(before_.timing, after_.timing);
    return std::move(track_);
  }

 private:
  Seconds moved(Seconds time) const { return std::max(time + splice_.later, splice_.earliest); }

  /// Those of words that are said stay.
  void take_marks() {
    const std::size_t word = splice_.word;
    const Seconds said = word < before_.words.size() ? before_.words[word].start : before_.length;
    Seconds at{0};
    for (std::size_t i = 0; i < before_.marks.size(); ++i) {
      Mark mark = before_.marks[i];
      if (mark.at >= said) {
        const Seconds anew = after_.marks[i].at;
        // What was at the end is there again.
        mark.at = anew >= after_.length ? track_.length : std::max(at, moved(anew));
      }
      at = mark.at = std::min(mark.at, track_.length);
      track_.marks.push_back(std::move(mark));
    }
  }

  const SpeechTrack& before_;
  const SpeechTrack& after_;
  const Splice& splice_;
  Seconds goes_on_{0};
  SpeechTrack track_;
};

}  // namespace

std::size_t first_word_from(const SpeechTrack& track, Seconds now) {
  const auto first =
      std::ranges::find_if(track.words, [&](const Word& word) { return word.start >= now; });
  return static_cast<std::size_t>(first - track.words.begin());
}

Result<SpeechTrack> spliced(const SpeechTrack& before, const SpeechTrack& after,
                            const Splice& splice) {
  const bool sounds_alike = before.audio.samples.empty() || after.audio.samples.empty() ||
                            before.audio.rate_hz == after.audio.rate_hz;
  if (!is_of_the_same_words(before, after) || !sounds_alike) {
    return Error{ErrorCode::Unsupported, "a revision has other words or another rate_hz"};
  }
  Joint joint(before, after, splice);
  joint.take_said();
  joint.take_rest();
  SpeechTrack track = std::move(joint).finished();
  if (!track.valid()) return Error{ErrorCode::Unsupported, "its times contradict each other"};
  return track;
}

}  // namespace kine::speech
