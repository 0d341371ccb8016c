#include "realizer/speech/said_text.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/speech/ssml.h"

namespace kine::speech {
namespace {

/// Times are sums: what begins so little before the end has no sample yet.
constexpr Seconds kRoundingOfTimes{1e-6};

constexpr std::string_view kBlanks = " \t\r\n";

/// A text without elements, and where its bytes stood.
class PlainText {
 public:
  explicit PlainText(const SpeechTrack& track) {
    if (const auto runs = runs_of(track)) {
      for (const TextRun& run : *runs) add(track.text, run);
    } else {
      text_ = track.text;
      stretches_.push_back({.source_begin = 0, .source_end = text_.size(), .text = track.text});
    }
  }

  const std::string& text() const { return text_; }

  /// Where the text of the track up to `byte` ends here.
  std::size_t place_of(std::size_t byte) const {
    std::size_t place = 0;
    for (const Stretch& stretch : stretches_) {
      if (byte < stretch.source_begin) break;
      place = stretch.begin + stretch.size_up_to(byte);
    }
    return std::min(place, text_.size());
  }

 private:
  /// Nothing where no elements stand in it.
  static std::optional<std::vector<TextRun>> runs_of(const SpeechTrack& track) {
    if (!track.ssml) return {};
    auto runs = read_ssml(track.text);
    return runs ? std::optional(*std::move(runs)) : std::nullopt;
  }

  struct Stretch {
    std::size_t source_begin = 0;
    std::size_t source_end = 0;
    std::string_view text = {};   // of the track
    std::size_t begin = 0;        // here
    bool is_escaped = false;      // entities stand in it
    std::size_t alias_bytes = 0;  // of what is said instead; 0: it is said as it stands

    std::size_t size_up_to(std::size_t byte) const {
      const std::size_t end = std::min(byte, source_end);
      if (alias_bytes > 0) return end == source_end ? alias_bytes : 0;
      const std::string_view part = text.substr(source_begin, end - source_begin);
      return is_escaped ? with_entities_resolved(part).size() : part.size();
    }
  };

  void add(std::string_view source, const TextRun& run) {
    const bool parts_words = run.pause > Seconds{0} || run.ends_sentence;
    if (parts_words && !text_.empty() && kBlanks.find(text_.back()) == kBlanks.npos) text_ += ' ';
    if (run.byte_begin == run.byte_end) return;
    stretches_.push_back({.source_begin = run.byte_begin,
                          .source_end = run.byte_end,
                          .text = source,
                          .begin = text_.size(),
                          .is_escaped = true,
                          .alias_bytes = run.alias ? run.alias->size() : 0});
    text_ +=
        run.alias
            ? *run.alias
            : with_entities_resolved(source.substr(run.byte_begin, run.byte_end - run.byte_begin));
  }

  std::string text_;
  std::vector<Stretch> stretches_;
};

}  // namespace

std::size_t words_begun(const SpeechTrack& track, Seconds heard) {
  const auto first = std::ranges::find_if(
      track.words, [&](const Word& word) { return word.start + kRoundingOfTimes >= heard; });
  return static_cast<std::size_t>(first - track.words.begin());
}

SaidText said_text(const SpeechTrack& track, std::size_t words) {
  const PlainText plain(track);
  const std::string& text = plain.text();
  if (words >= track.words.size()) return {.done = text, .left = {}};
  if (words == 0) return {.done = {}, .left = text};
  // Behind the blanks that follow the word and its signs, or where the next word begins.
  const std::size_t end = plain.place_of(track.words[words - 1].byte_end);
  const std::size_t next = std::max(end, plain.place_of(track.words[words].byte_begin));
  const std::size_t blank = std::min(text.find_first_of(kBlanks, end), next);
  const std::size_t cut = std::min(text.find_first_not_of(kBlanks, blank), next);
  return {.done = text.substr(0, cut), .left = text.substr(cut)};
}

std::string word_text(const SpeechTrack& track, std::size_t word) {
  const PlainText plain(track);
  const std::size_t begin = plain.place_of(track.words[word].byte_begin);
  const std::size_t end = std::max(begin, plain.place_of(track.words[word].byte_end));
  return plain.text().substr(begin, end - begin);
}

}  // namespace kine::speech
