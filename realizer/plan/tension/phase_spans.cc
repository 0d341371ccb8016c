#include "realizer/plan/tension/phase_spans.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/tension/tension.h"
#include "realizer/script/values.h"
#include "realizer/script/words.h"

namespace kine::plan {
namespace {

struct Word {
  std::string_view text;  // empty past the end of the line
  Where where;
};

constexpr std::size_t kWordsOfLine = 5;  // one more than there may be
using Line = std::array<Word, kWordsOfLine>;

Line words_of(std::string_view line, std::uint32_t number) {
  constexpr std::string_view kBlanksOfLine = " \t\r";
  line = line.substr(0, line.find('#'));
  Line words;
  std::size_t at = 0;
  for (Word& word : words) {
    at = std::min(line.find_first_not_of(kBlanksOfLine, at), line.size());
    const std::size_t end = std::min(line.find_first_of(kBlanksOfLine, at), line.size());
    word = {line.substr(at, end - at), {number, static_cast<std::uint32_t>(at + 1)}};
    at = end;
  }
  return words;
}

Error error(ErrorCode code, const std::string& message, const Word& word) {
  return {code, message + quoted(word.text), word.where};
}

template <std::size_t kCount>
std::optional<std::size_t> index_in(const std::string_view (&words)[kCount],
                                    std::string_view text) {
  const auto found = std::ranges::find(words, text);
  if (found == std::end(words)) return {};
  return static_cast<std::size_t>(found - std::begin(words));
}

template <std::size_t kCount>
std::string listed(const std::string_view (&words)[kCount]) {
  std::string list;
  for (const std::string_view word : words) list += (list.empty() ? "" : ", ") + std::string(word);
  return list;
}

Result<Seconds> read_time(const Word& word) {
  const std::optional<Seconds> time = script::parse_time(word.text);
  if (!time) return error(ErrorCode::Syntax, "a time is a number of seconds, not ", word);
  if (*time >= Seconds(0) && *time <= kBlockLengthMax) return *time;
  return error(
      ErrorCode::OutOfRange,
      "a time lies between 0 and " + format_number(kBlockLengthMax.count()) + " s, not at ", word);
}

Result<PhaseSpan> read_span(const Line& words) {
  const Result<Seconds> start = read_time(words[0]);
  if (!start) return start.error();
  const Result<Seconds> end = read_time(words[1]);
  if (!end) return end.error();
  if (*end <= *start) {
    return error(ErrorCode::OutOfRange, "a phase ends after its start, not at ", words[1]);
  }
  const auto phase = index_in(script::kPhaseWords, words[2].text);
  if (!phase) {
    return error(ErrorCode::UnknownName,
                 "a phase is one of " + listed(script::kPhaseWords) + ", not ", words[2]);
  }
  PhaseSpan span{*start, *end, static_cast<script::Phase>(*phase), script::ArmSet::Both};
  if (!words[3].text.empty()) {
    const auto arms = index_in(script::kArmSetWords, words[3].text);
    if (!arms) {
      return error(ErrorCode::UnknownName,
                   "an arm is one of " + listed(script::kArmSetWords) + ", not ", words[3]);
    }
    span.arms = static_cast<script::ArmSet>(*arms + 1);
  }
  if (!words[4].text.empty()) {
    return error(ErrorCode::Syntax, "a line has a start, an end, a phase and an arm, not also ",
                 words[4]);
  }
  return span;
}

/// Adds a span behind those that are there. `ends` are of each arm.
Result<Done> add_span(const PhaseSpan& span, const Word& start, std::array<Seconds, 2>& ends,
                      std::vector<PhaseSpan>& spans) {
  if (spans.size() == kPhaseSpansMax) {
    return error(ErrorCode::LimitExceeded,
                 "the phases of a text must be at most " + std::to_string(kPhaseSpansMax) +
                     ", here is one more at ",
                 start);
  }
  if (!spans.empty() && span.start < spans.back().start) {
    return error(ErrorCode::OutOfRange, "phases stand in the order of their starts, not behind ",
                 start);
  }
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    if (!contains(span.arms, side)) continue;
    Seconds& end = ends[static_cast<std::size_t>(side)];
    if (span.start < end) {
      return error(ErrorCode::OutOfRange,
                   "an arm is in one phase at a time, the one before has not ended at ", start);
    }
    end = span.end;
  }
  spans.push_back(span);
  return Done{};
}

}  // namespace

Result<std::vector<PhaseSpan>> read_phases(std::string_view text) {
  std::vector<PhaseSpan> spans;
  std::array<Seconds, 2> ends = {};
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const Line words = words_of(text.substr(0, end), number);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words[0].text.empty()) continue;
    const Result<PhaseSpan> span = read_span(words);
    if (!span) return span.error();
    const Result<Done> added = add_span(*span, words[0], ends, spans);
    if (!added) return added.error();
  }
  return spans;
}

std::string to_text(std::span<const PhaseSpan> spans) {
  std::string text;
  for (const PhaseSpan& span : spans) {
    text += format_number(span.start.count()) + " " + format_number(span.end.count()) + " " +
            std::string(script::kPhaseWords[static_cast<std::size_t>(span.phase)]);
    if (span.arms != script::ArmSet::Both) {
      text += " " + std::string(script::kArmSetWords[static_cast<std::size_t>(span.arms) - 1]);
    }
    text += "\n";
  }
  return text;
}

std::optional<script::Phase> phase_at(std::span<const PhaseSpan> spans, body::Side side,
                                      Seconds time) {
  for (const PhaseSpan& span : spans) {
    if (span.start > time) break;
    if (time < span.end && contains(span.arms, side)) return span.phase;
  }
  return {};
}

}  // namespace kine::plan
