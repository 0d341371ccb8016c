#include "server/voices/labelled_track.h"

#include <algorithm>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/speech/spelled.h"
#include "realizer/speech/utterance_text.h"

namespace kine::server {
namespace {

using speech::Phone;
using speech::SpeechTrack;
using speech::Word;

/// Words that are compared with words: past it they are taken in their order, or where those of
/// labels are another number, spread over them all.
constexpr std::size_t kMatchedMax = 2'000;

struct Span {
  Seconds start{0};
  Seconds end{0};
};

std::vector<Span> spans_of(const speech::UtteranceText& text, const Labels& labels,
                           Seconds length) {
  std::vector<std::string> wanted;
  for (const speech::Token& token : text.tokens) wanted.push_back(bare_word(token.word));
  std::vector<std::string> given;
  for (const LabelledWord& word : labels.words) given.push_back(bare_word(word.text));

  std::vector<std::ptrdiff_t> found = matched(wanted, given);
  if (wanted.size() == given.size()) {
    for (std::size_t i = 0; i < found.size(); ++i) found[i] = static_cast<std::ptrdiff_t>(i);
  }
  const auto start_of = [&](std::ptrdiff_t word) {
    return std::min(labels.words[static_cast<std::size_t>(word)].start, length);
  };
  const auto end_of = [&](std::ptrdiff_t word) {
    return std::min(labels.words[static_cast<std::size_t>(word)].end, length);
  };
  std::vector<Span> spans(found.size());
  std::ptrdiff_t before = -1;  // the labelled word that was found last
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] >= 0) {
      before = found[i];
      spans[i] = {start_of(before), end_of(before)};
      continue;
    }
    // A run of words that are labelled otherwise shares what lies between its neighbours.
    std::size_t end = i;
    while (end < found.size() && found[end] < 0) ++end;
    const std::ptrdiff_t behind =
        end < found.size() ? found[end] : static_cast<std::ptrdiff_t>(labels.words.size());
    const bool labelled = behind > before + 1;
    const Seconds from = labelled ? start_of(before + 1) : before < 0 ? Seconds{0} : end_of(before);
    const Seconds to = labelled             ? end_of(behind - 1)
                       : end < found.size() ? start_of(behind)
                                            : length;
    const auto count = static_cast<double>(end - i);
    for (std::size_t j = i; j < end; ++j) {
      const auto at = static_cast<double>(j - i);
      spans[j] = {from + (to - from) * (at / count), from + (to - from) * ((at + 1) / count)};
    }
    i = end - 1;
  }
  return spans;
}

/// The silent voice's sounds of a word, from its time there to its time here.
void spread(const SpeechTrack& silent, const Word& estimated, const Span& span,
            SpeechTrack& track) {
  const Seconds length = estimated.end - estimated.start;
  const double scale = length > Seconds{0} ? (span.end - span.start) / length : 0;
  Seconds at = span.start;
  for (std::size_t i = estimated.phone_begin; i < estimated.phone_end; ++i) {
    Phone phone = silent.phones[i];
    const bool last = i + 1 == estimated.phone_end;
    phone.start = at;
    phone.end = last ? span.end
                     : std::clamp(span.start + (phone.end - estimated.start) * scale, at, span.end);
    at = phone.end;
    track.phones.push_back(std::move(phone));
  }
}

/// Those that begin while the word is said, and before it if nobody has them.
void take(const std::vector<Phone>& phones, std::size_t& next, Seconds until, Seconds length,
          SpeechTrack& track) {
  for (; next < phones.size() && phones[next].start < until && phones[next].start < length;
       ++next) {
    track.phones.push_back(phones[next]);
    track.phones.back().end = std::min(phones[next].end, length);
  }
}

}  // namespace

std::string bare_word(std::string_view word) {
  std::string bare;
  for (const char c : speech::lower_case(word)) {
    const bool is_letter =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (is_letter) bare += c;
  }
  return bare;
}

std::vector<std::ptrdiff_t> matched(const std::vector<std::string>& wanted,
                                    const std::vector<std::string>& given) {
  const std::size_t rows = wanted.size();
  const std::size_t columns = given.size();
  std::vector<std::ptrdiff_t> found(rows, -1);
  if (rows > kMatchedMax || columns > kMatchedMax) return found;
  // The longest common subsequence: of what is behind row i and column j.
  std::vector<std::uint16_t> longest((rows + 1) * (columns + 1), 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint16_t& {
    return longest[i * (columns + 1) + j];
  };
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;) {
      at(i, j) = wanted[i] == given[j] ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                       : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (wanted[i] == given[j] && at(i, j) == at(i + 1, j + 1) + 1) {
      found[i++] = static_cast<std::ptrdiff_t>(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      ++i;
    } else {
      ++j;
    }
  }
  return found;
}

Result<SpeechTrack> labelled_track(const speech::Utterance& utterance, const Labels& labels,
                                   speech::Audio audio) {
  const auto text = speech::read_utterance(utterance);
  if (!text) return text.error();
  const auto silent = speech::silent_voice().say(utterance);
  if (!silent) return silent.error();

  if (audio.samples.empty() && labels.words.empty()) return silent;
  if (audio.length() > kBlockLengthMax) {
    return Error{ErrorCode::LimitExceeded, "a sound lasts longer than a block may, 600 s"};
  }

  SpeechTrack track;
  track.audio = std::move(audio);
  track.length = track.audio.length();
  if (track.audio.samples.empty() && !labels.words.empty()) track.length = labels.words.back().end;
  track.timing = labels.words.empty() ? speech::Timing::Estimated : labels.timing;
  const std::vector<Span> spans = spans_of(*text, labels, track.length);
  std::size_t phone = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const speech::Token& token = text->tokens[i];
    if (!labels.phones.empty()) take(labels.phones, phone, spans[i].start, track.length, track);
    Word word{.byte_begin = token.byte_begin,
              .byte_end = token.byte_end,
              .start = spans[i].start,
              .end = spans[i].end,
              .phone_begin = track.phones.size()};
    if (labels.phones.empty()) {
      spread(*silent, silent->words[i], spans[i], track);
    } else {
      take(labels.phones, phone, spans[i].end, track.length, track);
    }
    word.phone_end = track.phones.size();
    track.words.push_back(word);
    for (const std::size_t mark : token.marks) {
      track.marks.push_back({utterance.marks[mark].id, word.start});
    }
  }
  take(labels.phones, phone, track.length, track.length, track);
  for (const std::size_t mark : text->marks_at_end) {
    track.marks.push_back({utterance.marks[mark].id, track.length});
  }
  if (!track.valid()) return Error{ErrorCode::Syntax, "labels that do not fit their sound"};
  return track;
}

}  // namespace kine::server
