#include "server/voices/given_track.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/speech/utterance_text.h"
#include "server/voices/labelled_track.h"

namespace kine::server {
namespace {

using speech::SpeechTrack;
using speech::Token;

/// One that says something, with both times.
struct Timed {
  std::string text;
  Seconds start{0};
  Seconds end{0};
};

/// In order, each with an end: its own, or where the next one begins.
Result<std::vector<Timed>> timed_words(const GivenWords& given, Seconds made) {
  std::vector<Timed> timed;
  std::vector<bool> has_end;
  for (const WordTimes::Word& word : given.words) {
    if (!word.start || bare_word(word.text).empty()) continue;
    if (!timed.empty() && *word.start < timed.back().start) {
      return unfit("words: " + quoted(word.text) + " begins before " + quoted(timed.back().text) +
                   ", which stands before it");
    }
    if (!timed.empty()) {
      Seconds& end = timed.back().end;
      end = has_end.back() ? std::min(end, *word.start) : *word.start;
    }
    has_end.push_back(word.end.has_value());
    timed.push_back(
        {word.text, *word.start, std::max(word.end.value_or(*word.start), *word.start)});
  }
  if (timed.empty() || has_end.back()) return timed;
  // Nobody knows how long the last one is: as long as words mostly are, or its sound.
  constexpr Seconds kWord{0.4};
  Timed& last = timed.back();
  last.end = last.start + std::clamp(made - last.start, Seconds{0}, kWord);
  return timed;
}

/// What the marks say of words: where they begin. One for each word of the text, or the text's own.
Result<std::vector<std::optional<Seconds>>> starts_of_marks(const speech::Utterance& utterance,
                                                            const speech::UtteranceText& text,
                                                            const GivenWords& given) {
  std::vector<std::optional<Seconds>> starts(text.tokens.size());
  const auto find = [&](const std::string& id) {
    return std::ranges::find(given.marks, id, &speech::Mark::id);
  };
  std::size_t known = 0;
  for (std::size_t i = 0; i < text.tokens.size(); ++i) {
    for (const std::size_t mark : text.tokens[i].marks) {
      const auto found = find(utterance.marks[mark].id);
      if (found == given.marks.end()) continue;
      starts[i] = found->at;
      ++known;
    }
  }
  for (const std::size_t mark : text.marks_at_end) {
    if (find(utterance.marks[mark].id) != given.marks.end()) ++known;
  }
  if (known > 0) return starts;
  const bool one_a_word = given.marks.size() == starts.size() ||  // and perhaps one for the end
                          given.marks.size() == starts.size() + 1;
  if (!one_a_word) {
    return unfit("words: marks that are neither the <sync>s of the speech nor one for each word: " +
                 quoted(given.marks.front().id));
  }
  for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = given.marks[i].at;
  return starts;
}

/// Of all words by some beginnings: those between them as the silent voice would say them.
Result<std::vector<LabelledWord>> spread_between(const SpeechTrack& silent,
                                                 const speech::UtteranceText& text,
                                                 std::span<const std::optional<Seconds>> starts,
                                                 Seconds made) {
  struct Anchor {
    Seconds silent;
    Seconds given;
  };
  std::vector<Anchor> anchors;
  const bool is_known_first = !starts.empty() && starts.front();
  if (!is_known_first) anchors.push_back({});
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (!starts[i]) continue;
    if (!anchors.empty() && *starts[i] < anchors.back().given) {
      return unfit("words: a mark is before the one that stands before it, at " +
                   quoted(format_number(starts[i]->count())));
    }
    anchors.push_back({silent.words[i].start, *starts[i]});
  }
  anchors.push_back({silent.length, std::max(made, anchors.back().given)});
  std::size_t next = 1;
  const auto moved = [&](Seconds time) {
    while (next + 1 < anchors.size() && anchors[next].silent <= time) ++next;
    const Anchor& from = anchors[next - 1];
    const Anchor& to = anchors[next];
    const Seconds length = to.silent - from.silent;
    const double share = length > Seconds{0} ? (time - from.silent) / length : 0;
    return from.given + std::clamp(share, 0.0, 1.0) * (to.given - from.given);
  };
  std::vector<LabelledWord> words;
  for (std::size_t i = 0; i < text.tokens.size(); ++i) {
    const Seconds start = moved(silent.words[i].start);
    words.push_back({text.tokens[i].word, start, std::max(start, moved(silent.words[i].end))});
  }
  return words;
}

std::vector<std::ptrdiff_t> found_words(const speech::UtteranceText& text,
                                        std::span<const Timed> timed) {
  std::vector<std::string> wanted;
  for (const Token& token : text.tokens) wanted.push_back(bare_word(token.word));
  std::vector<std::string> words;
  for (const Timed& word : timed) words.push_back(bare_word(word.text));
  std::vector<std::ptrdiff_t> found = matched(wanted, words);
  if (wanted.size() != words.size()) return found;
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = static_cast<std::ptrdiff_t>(i);
  return found;
}

/// Those whose sound has not come wait together at `end`.
void wait_from(std::size_t word, const speech::UtteranceText& text, Seconds end,
               std::vector<LabelledWord>& words) {
  words.resize(std::min(words.size(), word));
  for (std::size_t i = words.size(); i < text.tokens.size(); ++i) {
    words.push_back({text.tokens[i].word, end, end});
  }
}

/// Of one utterance.
class Maker {
 public:
  Maker(const speech::UtteranceText& text, const SpeechTrack& silent, Seconds made, bool is_whole)
      : text_(text), silent_(silent), made_(made), is_whole_(is_whole) {}

  /// Where everything ends: of what is not whole behind a wait.
  Seconds end() const { return end_; }

  Result<Labels> by_words(const GivenWords& given, std::vector<std::string>& untimed) {
    const auto timed = timed_words(given, made_);
    if (!timed) return timed.error();
    if (auto fits = check_fit(*timed); !fits) return fits.error();
    const auto found = found_words(text_, *timed);
    const auto last =
        std::find_if(found.rbegin(), found.rend(), [](auto each) { return each >= 0; });
    const auto known = static_cast<std::size_t>(found.rend() - last);  // behind them none is
    if (known == 0 && !timed->empty() && !found.empty() && is_whole_) {
      return unfit("words: none of them is in the text, from " + quoted(timed->front().text) +
                   " on");
    }
    Labels labels{.words = {}, .phones = {}, .timing = given.timing};
    Seconds last_end{0};
    for (std::size_t i = 0; i < timed->size(); ++i) {
      // What is not in the text yet belongs to words that have not come.
      if (!is_whole_ && known > 0 && std::cmp_greater(i, found[known - 1])) break;
      if (!is_whole_ && known == 0) break;
      const Timed& word = (*timed)[i];
      labels.words.push_back({word.text, word.start, word.end});
      last_end = word.end;
    }
    end_ = !is_whole_ ? std::max(made_, last_end) + kGivenWaitMax : is_heard() ? made_ : last_end;
    const std::size_t judged = is_whole_ ? found.size() : known;
    for (std::size_t i = 0; i < judged; ++i) {
      if (found[i] < 0) untimed.push_back(text_.tokens[i].spoken);
    }
    if (!is_whole_) {
      for (std::size_t i = known; i < text_.tokens.size(); ++i) {
        labels.words.push_back({text_.tokens[i].word, end_, end_});
      }
    }
    return labels;
  }

  Result<Labels> by_marks(const speech::Utterance& utterance, const GivenWords& given) {
    const auto starts = starts_of_marks(utterance, text_, given);
    if (!starts) return starts.error();
    auto words = spread_between(silent_, text_, *starts, made_);
    if (!words) return words.error();
    end_ = is_heard() || words->empty() ? made_ : words->back().end;
    Labels labels{.words = *std::move(words), .phones = {}, .timing = given.timing};
    if (is_whole_) return labels;
    end_ += kGivenWaitMax;
    const auto first = std::ranges::find_if(
        labels.words, [&](const LabelledWord& word) { return word.end >= made_; });
    wait_from(static_cast<std::size_t>(first - labels.words.begin()), text_, end_, labels.words);
    return labels;
  }

  /// By the silent voice's own pace while nobody knows how much is to come.
  Result<Labels> by_text() {
    end_ = is_heard() || !is_whole_ ? made_ : silent_.length;
    const double pace = is_whole_ && silent_.length > Seconds{0} ? end_ / silent_.length : 1;
    Labels labels{.words = {}, .phones = {}, .timing = speech::Timing::Estimated};
    for (std::size_t i = 0; i < text_.tokens.size(); ++i) {
      const speech::Word& word = silent_.words[i];
      if (!is_whole_ && word.end > made_) break;
      labels.words.push_back({text_.tokens[i].word, word.start * pace, word.end * pace});
    }
    if (is_whole_) return labels;
    end_ += kGivenWaitMax;
    wait_from(labels.words.size(), text_, end_, labels.words);
    return labels;
  }

 private:
  bool is_heard() const { return made_ > Seconds{0}; }

  Result<Done> check_fit(std::span<const Timed> timed) const {
    if (!is_whole_ || !is_heard()) return Done{};
    for (const Timed& word : timed) {
      if (word.start <= made_ + kGivenSlack) continue;
      return unfit("words: " + quoted(word.text) + " begins at " +
                   format_number(word.start.count()) + " s, behind the end of its sound at " +
                   format_number(made_.count()) + " s (is its unit another one?)");
    }
    return Done{};
  }

  const speech::UtteranceText& text_;
  const SpeechTrack& silent_;
  const Seconds made_;
  const bool is_whole_;
  Seconds end_{0};
};

}  // namespace

Result<GivenTrack> given_track(const speech::Utterance& utterance, const GivenWords& given,
                               speech::Audio audio, bool is_whole) {
  const auto text = speech::read_utterance(utterance);
  if (!text) return text.error();
  const auto silent = speech::silent_voice().say(utterance);
  if (!silent) return silent.error();
  const Seconds made = audio.length();
  GivenTrack result;
  Maker maker(*text, *silent, made, is_whole);
  auto labels = !given.words.empty()   ? maker.by_words(given, result.untimed)
                : !given.marks.empty() ? maker.by_marks(utterance, given)
                                       : maker.by_text();
  if (!labels) return labels.error();
  const Seconds end = std::min(maker.end(), kBlockLengthMax);
  for (LabelledWord& word : labels->words) {
    word.start = std::min(word.start, end);
    word.end = std::min(word.end, end);
  }
  auto fine = checked(*std::move(labels));
  if (!fine) return fine.error();
  const std::size_t samples = audio.samples.size();
  if (!is_whole) {
    audio.samples.resize(static_cast<std::size_t>(std::ceil(end.count() * audio.rate_hz)));
  }
  auto track = labelled_track(utterance, *fine, std::move(audio));
  if (!track) return track.error();
  result.track = *std::move(track);
  result.track.text = utterance.text;
  if (!is_whole) result.track.audio.samples.resize(samples);
  return result;
}

}  // namespace kine::server
