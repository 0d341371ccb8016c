#include "realizer/speech/speech_track.h"

#include <algorithm>

namespace kine::speech {
namespace {

/// Whether each is within [0, length] and none begins before the one before it is over.
template <class Spans>
bool follow_each_other(const Spans& spans, Seconds length) {
  Seconds at{0};
  for (const auto& span : spans) {
    if (span.start < at || span.end < span.start) return false;
    at = span.end;
  }
  return at <= length;
}

}  // namespace

std::string_view word_of(Timing timing) {
  switch (timing) {
    case Timing::Measured:
      return "measured";
    case Timing::Marks:
      return "marks";
    case Timing::Aligned:
      return "aligned";
    case Timing::Estimated:
      break;
  }
  return "estimated";
}

bool SpeechTrack::valid() const {
  const bool marks_in_order =
      std::ranges::is_sorted(marks, {}, &Mark::at) &&
      (marks.empty() || (marks.front().at >= Seconds{0} && marks.back().at <= length));
  const bool phones_found = std::ranges::all_of(words, [&](const Word& word) {
    return word.byte_begin <= word.byte_end && word.phone_begin <= word.phone_end &&
           word.phone_end <= phones.size();
  });
  return marks_in_order && phones_found && follow_each_other(words, length) &&
         follow_each_other(phones, length);
}

}  // namespace kine::speech
