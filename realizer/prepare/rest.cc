#include "realizer/prepare/rest.h"

#include <algorithm>
#include <cmath>

#include "realizer/core/number.h"
#include "realizer/plan/live_manner.h"
#include "realizer/plan/trim.h"
#include "realizer/speech/spliced.h"

namespace kine {
namespace {

/// A hundredth of a tick: what moves less has not moved.
constexpr Seconds kUnmoved{1.5e-4};

/// Of a tick, by which a moment must be past the one before to belong to it.
constexpr double kPastTick = 1e-4;

bool has_moved(const plan::PartTimes& part, std::span<const plan::PartTimes> before) {
  const auto found = std::ranges::find(before, part.id, &plan::PartTimes::id);
  return found == before.end() ||
         !std::ranges::equal(part.times, found->times, [](Seconds a, Seconds b) {
           return std::abs((a - b).count()) <= kUnmoved.count();
         });
}

/// Whether the words of `b` from one on come as those of `a`, but for when the first does.
bool are_said_alike(const speech::SpeechTrack& a, const speech::SpeechTrack& b, std::size_t word) {
  const auto is_alike = [&](std::size_t i) {
    const Seconds apart =
        (b.words[i].start - b.words[word].start) - (a.words[i].start - a.words[word].start);
    const Seconds longer =
        (b.words[i].end - b.words[i].start) - (a.words[i].end - a.words[i].start);
    return std::chrono::abs(apart) <= kUnmoved && std::chrono::abs(longer) <= kUnmoved;
  };
  for (std::size_t i = word; i < std::min(a.words.size(), b.words.size()); ++i) {
    if (!is_alike(i)) return false;
  }
  return true;
}

/// Whether something of it is left at `now` that can be made anew: not what only gives back.
bool has_rest(const plan::Sequence& sequence, Seconds now) {
  return sequence.end() > now && std::ranges::none_of(sequence.tracks, [&](const auto& track) {
           return track.retraction && track.retraction->from <= now;
         });
}

/// What relaxes so soon is changed no more.
constexpr Seconds kTooLate{0.1};

/// Whether all that its keys ask for is of this kind.
template <class Kind>
bool asks_only(const plan::Sequence& sequence) {
  return !sequence.tracks.empty() && std::ranges::all_of(sequence.tracks, [](const auto& track) {
    return std::ranges::all_of(track.keys, [](const plan::Key& key) {
      return std::ranges::all_of(
          key.goals, [](const plan::Goal& goal) { return std::holds_alternative<Kind>(goal); });
    });
  });
}

/// A look that fades in from `now` on until its first key behind that.
void look_over(Seconds now, plan::Sequence& sequence) {
  for (plan::Track& track : sequence.tracks) {
    const auto first = std::find_if(track.keys.begin(), std::prev(track.keys.end()),
                                    [&](const plan::Key& key) { return key.time > now; });
    track.keys.erase(track.keys.begin(), first);
    plan::Key& key = track.keys.front();
    sequence.fade_in = std::max(key.time - now, Seconds{0});
    key.hold += sequence.fade_in;
    key.time = track.start = now;
  }
}

/// How a part goes on that has begun, and of which a parameter is another from `now` on; nothing
/// where that comes too late.
std::optional<motion::Going> go_on_changed(Seconds now, plan::Sequence& sequence) {
  if (sequence.end_of_holds() <= now + kTooLate) return {};
  if (asks_only<plan::Turn>(sequence)) return motion::Going::InTurn;
  if (asks_only<plan::LookAt>(sequence)) {
    look_over(now, sequence);
    return motion::Going::InTurn;
  }
  if (!has_rest(sequence, now) || !plan::has_keys_after(sequence, now)) return {};
  plan::trim(now, sequence);
  return motion::Going::Anew;
}

/// What was wished of parts that are as good as over. Of a rate its speech knows.
std::vector<Warning> wished_in_vain(const PlayedSoFar& so_far,
                                    std::span<const std::string_view> kept) {
  std::vector<Warning> in_vain;
  for (std::size_t i = so_far.made; i < so_far.changes.size(); ++i) {
    const plan::ParameterChange& change = so_far.changes[i];
    if (change.parameter == "rate" || std::ranges::find(kept, change.part) == kept.end()) continue;
    in_vain.push_back(
        {.message = "its " + change.parameter + " stays as it is: it is over, or as good as that",
         .about = change.part});
  }
  return in_vain;
}

/// Whether the stroke of a part has begun, or it has none and has begun itself.
bool has_struck(const plan::PartTimes& part, Seconds now) {
  const auto stroke = std::ranges::find(part.points, "strokeStart");
  const auto index = stroke == part.points.end() ? 0 : stroke - part.points.begin();
  return part.times[static_cast<std::size_t>(index)] <= now;
}

/// Whether a part is to go on in another manner.
bool takes_new_manner(const PlayedSoFar& so_far, const plan::Plan& plan,
                      const plan::Sequence& sequence, const plan::PartTimes& part) {
  return so_far.new_manner && plan::has_live_manner(plan, sequence) &&
         !has_struck(part, so_far.now());
}

bool has_marks_of(const speech::SpeechTrack& track, const speech::Utterance& utterance) {
  return std::ranges::equal(track.marks, utterance.marks, {}, &speech::Mark::id,
                            &speech::Utterance::Mark::id);
}

/// Whether more of its text has come since.
bool is_longer_now(const PlayedSoFar& so_far, const motion::Utterance& said,
                   std::string_view text) {
  const auto revised = std::ranges::find(so_far.revised, said.id, &PlayedSoFar::Revised::part);
  return text.starts_with(said.track->text) && revised != so_far.revised.end() &&
         revised->track->text == text;
}

}  // namespace

Seconds PlayedSoFar::now() const {
  return Seconds((static_cast<double>(from.index) - 1 + kPastTick) / rate.hz());
}

plan::Rest PlayedSoFar::rest() const {
  plan::Rest rest{.parts = block->schedule, .now = now(), .changes = changes};
  for (const motion::Utterance& said : block->utterances) {
    if (is_spoken_anew(said.id)) rest.spoken_anew.push_back(said.id);
  }
  return rest;
}

std::optional<double> PlayedSoFar::wished_rate(std::string_view part) const {
  double now = 1;
  double wished = 1;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (changes[i].part != part || changes[i].parameter != "rate") continue;
    wished = changes[i].value;
    if (i < made) now = wished;
  }
  return wished == now ? std::nullopt : std::optional(wished);
}

bool PlayedSoFar::is_spoken_anew(std::string_view part) const {
  return wished_rate(part) || std::ranges::find(revised, part, &Revised::part) != revised.end();
}

bool PlayedSoFar::changes_part(std::string_view part) const {
  return std::any_of(changes.begin() + static_cast<std::ptrdiff_t>(made), changes.end(),
                     [&](const plan::ParameterChange& change) { return change.part == part; });
}

GoingOn go_on(const PlayedSoFar& so_far, std::span<const plan::PartTimes> times,
              std::span<const std::optional<Seconds>> stays_until, plan::Plan& plan) {
  std::vector<motion::Going> going;
  std::vector<std::string_view> kept;  // parts of which nothing can be changed any more
  const Seconds from = so_far.rate.time_of(so_far.from);
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    plan::Sequence& sequence = plan.sequences[i];
    const bool is_wished = so_far.changes_part(times[i].id);
    const bool changes = is_wished || takes_new_manner(so_far, plan, sequence, times[i]);
    const auto changed = changes && stays_until[i] ? go_on_changed(from, sequence) : std::nullopt;
    if (is_wished && stays_until[i] && !changed) kept.push_back(times[i].id);
    if (so_far.is_spoken_anew(times[i].id) || (changes && !stays_until[i])) {
      going.push_back(motion::Going::Anew);
    } else if (changed) {
      going.push_back(*changed);
    } else if (!has_moved(times[i], so_far.block->schedule)) {
      going.push_back(motion::Going::AsBefore);
    } else if (!stays_until[i]) {
      going.push_back(motion::Going::Anew);
    } else if (!plan::has_keys_after(sequence, *stays_until[i] + kUnmoved)) {
      going.push_back(motion::Going::WithNewEnd);
    } else if (has_rest(sequence, from)) {
      plan::trim(from, sequence);
      going.push_back(motion::Going::Anew);
    } else {
      going.push_back(motion::Going::AsBefore);
    }
  }
  return {std::move(going), wished_in_vain(so_far, kept)};
}

Result<speech::SpeechTrack> SaidVoice::say(const speech::Utterance& utterance) const {
  for (const motion::Utterance& said : so_far_.block->utterances) {
    const bool is_same =
        said.track->text == utterance.text || is_longer_now(so_far_, said, utterance.text);
    if (said.id == utterance.id && is_same && has_marks_of(*said.track, utterance)) {
      return say_on(said, utterance);
    }
  }
  return speech::silent_voice().say(utterance);
}

Result<speech::SpeechTrack> SaidVoice::say_on(const motion::Utterance& said,
                                              const speech::Utterance& utterance) const {
  speech::SpeechTrack track = *said.track;
  const Seconds now = std::max(so_far_.now() - said.start, Seconds{0});
  const auto revised = std::ranges::find(so_far_.revised, said.id, &PlayedSoFar::Revised::part);
  if (revised != so_far_.revised.end()) {
    auto next = speech::spliced(
        track, *revised->track,
        {.word = speech::first_word_from(track, now), .earliest = now, .sound_from = now});
    if (next) {
      track = *std::move(next);
    } else {
      remarks_.push_back({.message = "a revision by its voice is ignored: " + next.error().message,
                          .about = said.id});
    }
  }
  const auto rate = so_far_.wished_rate(said.id);
  return rate ? at_rate(*rate, now, std::move(track), utterance) : track;
}

/// From the next word on, which begins when it would have.
speech::SpeechTrack SaidVoice::at_rate(double rate, Seconds now, speech::SpeechTrack said,
                                       speech::Utterance utterance) const {
  const std::size_t word = speech::first_word_from(said, now);
  if (word == said.words.size()) {
    refuse_rate(utterance.id, "none of its words is still to come");
    return said;
  }
  utterance.pace = {.byte = said.words[word].byte_begin, .rate = rate};
  const auto anew = voice_.say(utterance);
  if (!anew) {
    refuse_rate(utterance.id, anew.error().message);
    return said;
  }
  const bool is_same = word < anew->words.size() && are_said_alike(said, *anew, word);
  if (is_same || anew->words.size() != said.words.size()) {
    refuse_rate(utterance.id,
                "the voice " + quoted(voice_.name()) + " cannot say the rest at another one");
    return said;
  }
  const Seconds begins = said.words[word].start;
  auto next = speech::spliced(said, *anew,
                              {.word = word,
                               .earliest = begins,
                               .sound_from = begins,
                               .later = begins - anew->words[word].start});
  if (next) return *std::move(next);
  refuse_rate(utterance.id, next.error().message);
  return said;
}

void SaidVoice::refuse_rate(const std::string& part, const std::string& reason) const {
  in_vain_.push_back({.message = "its rate stays as it is: " + reason, .about = part});
}

}  // namespace kine
