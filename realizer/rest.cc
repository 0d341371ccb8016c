#include "realizer/rest.h"

#include <algorithm>
#include <cmath>

#include "realizer/plan/trim.h"

namespace kine {
namespace {

/// A hundredth of a tick: what moves less has not moved.
constexpr Seconds kUnmoved{1.5e-4};

/// How long a face takes to look as it is wanted now.
constexpr Seconds kGlide{0.3};

/// Of a tick, by which a moment must be past the one before to belong to it.
constexpr double kPastTick = 1e-4;

bool has_moved(const plan::PartTimes& part, std::span<const plan::PartTimes> before) {
  const auto found = std::ranges::find(before, part.id, &plan::PartTimes::id);
  return found == before.end() ||
         !std::ranges::equal(part.times, found->times, [](Seconds a, Seconds b) {
           return std::abs((a - b).count()) <= kUnmoved.count();
         });
}

bool has_marks_of(const speech::SpeechTrack& track, const speech::Utterance& utterance) {
  return std::ranges::equal(track.marks, utterance.marks, {}, &speech::Mark::id,
                            &speech::Utterance::Mark::id);
}

}  // namespace

Seconds PlayedSoFar::now() const {
  return Seconds((static_cast<double>(from.index) - 1 + kPastTick) / rate.hz());
}

bool PlayedSoFar::changes_part(std::string_view part) const {
  return std::any_of(changes.begin() + static_cast<std::ptrdiff_t>(made), changes.end(),
                     [&](const plan::ParameterChange& change) { return change.part == part; });
}

std::vector<motion::Going> go_on(const PlayedSoFar& so_far, std::span<const plan::PartTimes> times,
                                 std::span<const std::optional<Seconds>> stays_until,
                                 plan::Plan& plan) {
  std::vector<motion::Going> going;
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    plan::Sequence& sequence = plan.sequences[i];
    const bool changes = so_far.changes_part(times[i].id);
    if (changes && !stays_until[i]) {
      going.push_back(motion::Going::Anew);
    } else if (changes && !sequence.channels.empty() && !sequence.lasting) {
      plan::trim(so_far.rate.time_of(so_far.from), sequence, kGlide);
      going.push_back(motion::Going::Anew);
    } else if (!has_moved(times[i], so_far.block->schedule)) {
      going.push_back(motion::Going::AsBefore);
    } else if (!stays_until[i]) {
      going.push_back(motion::Going::Anew);
    } else if (!plan::has_keys_after(sequence, *stays_until[i] + kUnmoved)) {
      going.push_back(motion::Going::WithNewEnd);
    } else {
      plan::trim(so_far.rate.time_of(so_far.from), sequence);
      going.push_back(motion::Going::Anew);
    }
  }
  return going;
}

Result<speech::SpeechTrack> SaidVoice::say(const speech::Utterance& utterance) const {
  for (const motion::Utterance& said : block_.utterances) {
    if (said.track->text == utterance.text && has_marks_of(*said.track, utterance)) {
      return *said.track;
    }
  }
  return voice_.say(utterance);
}

}  // namespace kine
