#include "realizer/speech/small_motion.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "realizer/core/random.h"
#include "realizer/math/ease.h"
#include "realizer/math/units.h"
#include "realizer/speech/phrases.h"

namespace kine::speech {
namespace {

// A nod: so far down for an accent, its way down and back, and how long before the middle of the
// vowel it is there.
constexpr double kNodLeast_rad = 2.0 * kDegree;
constexpr double kNodMost_rad = 5.0 * kDegree;
constexpr Seconds kNodDown{0.24};
constexpr Seconds kNodDownLeast{0.12};
constexpr Seconds kNodBack{0.30};
constexpr Seconds kNodLead{0.015};

// From nod to nod: not every accent has one, and with any accent none is farther away than this.
constexpr Seconds kNodsApartLeast{1.0};
constexpr Seconds kNodsApartMost{1.7};

// Slow turns: so long from one to the next, and so far.
constexpr Seconds kSwayLeast{0.8};
constexpr Seconds kSwayMost{1.5};
constexpr double kSwayYawLeast_rad = 0.8 * kDegree;
constexpr double kSwayYawMost_rad = 1.8 * kDegree;
constexpr double kSwayRollLeast_rad = 0.4 * kDegree;
constexpr double kSwayRollMost_rad = 1.3 * kDegree;
constexpr double kSwayPitch_rad = 0.5 * kDegree;
constexpr double kChinUp_rad = 1.5 * kDegree;  // at the end of a question
constexpr Seconds kGoesBack{0.6};

// Brows on accents with a nod, and over the end of a question.
constexpr double kBrowLeast = 0.2;
constexpr double kBrowMost = 0.4;
constexpr double kBrowsShare = 0.6;  // of the nods
constexpr Seconds kBrowUp{0.16};
constexpr Seconds kBrowDown{0.35};

// Eyes leave at the beginning of a phrase that is long enough, and are back before it ends.
constexpr Seconds kLongPhrase{1.4};
constexpr Seconds kVeryLongPhrase{4};
constexpr double kGlanceShare = 0.75;       // of those phrases
constexpr double kSecondGlanceShare = 0.5;  // of the very long ones
constexpr Seconds kBackBefore{0.35};
constexpr Seconds kGlanceLeast{0.45};
constexpr Seconds kGlanceMost{1.0};
constexpr Seconds kEyesMove{0.045};
constexpr Seconds kHeadMoves{0.35};
constexpr double kOfHead = 0.15;
constexpr double kGlanceYawLeast_rad = 4.5 * kDegree;
constexpr double kGlanceYawMost_rad = 8 * kDegree;
constexpr double kGlancePitch_rad = 3 * kDegree;

// Blinks at ends of phrases: a lid falls faster than it rises.
constexpr double kBlinkShare = 0.4;
constexpr Seconds kBlinksApart{2.0};
constexpr Seconds kLidFalls{0.07};
constexpr Seconds kLidShut{0.04};
constexpr Seconds kLidRises{0.13};

/// What the random numbers of a phrase or an accent are for.
enum class Purpose : std::uint64_t { Nod = 1, Sway, Glance, Brow, Blink };

Random random_of(std::uint64_t seed, Purpose purpose) {
  return Random({.seed = seed, .purpose = static_cast<std::uint64_t>(purpose)});
}

Seconds drawn(Random& random, Seconds least, Seconds most) {
  return Seconds(random.number(least.count(), most.count()));
}

double signed_number(Random& random, double least, double most) {
  const double size = random.number(least, most);
  return random.number(-1, 1) < 0 ? -size : size;
}

/// Where it has to come later or shorter to be in order, it is.
Pulse pulse_of(Seconds from, Seconds there, Seconds until, Seconds to, double height) {
  constexpr Seconds kShort{0.02};
  Pulse pulse{.from = from, .there = std::max(there, from + kShort), .height = height};
  pulse.until = std::max(until, pulse.there);
  pulse.to = std::max(to, pulse.until + kShort);
  return pulse;
}

/// Accents with a nod, in the order of their times: the strong ones first, none too near to
/// another.
std::vector<Accent> nodded(std::span<const Phrase> phrases) {
  std::vector<Accent> accents;
  for (const Phrase& phrase : phrases) {
    accents.insert(accents.end(), phrase.accents.begin(), phrase.accents.end());
  }
  std::ranges::stable_sort(accents, std::ranges::greater(), &Accent::strength);
  std::vector<Accent> chosen;
  for (const Accent& each : accents) {
    Random random = random_of(each.seed, Purpose::Nod);
    const Seconds apart = drawn(random, kNodsApartLeast, kNodsApartMost);
    const bool has_room = std::ranges::none_of(
        chosen, [&](const Accent& other) { return std::chrono::abs(other.at - each.at) < apart; });
    if (has_room) chosen.push_back(each);
  }
  std::ranges::sort(chosen, {}, &Accent::at);
  return chosen;
}

Pulse nod_on(const Accent& accent, Seconds seen_from) {
  Random random = random_of(accent.seed, Purpose::Nod);
  random.number(0, 1);  // how far it is from others
  const double size = std::clamp(accent.strength + random.number(-0.15, 0.15), 0.0, 1.0);
  const Seconds apex = std::max(accent.at - kNodLead, seen_from + kNodDownLeast);
  return pulse_of(std::max(apex - kNodDown, seen_from), apex, apex, apex + kNodBack,
                  std::lerp(kNodLeast_rad, kNodMost_rad, size));
}

/// At most one at a time, the one before goes back first.
std::vector<Pulse> nods_of(std::span<const Accent> accents, Seconds seen_from) {
  std::vector<Pulse> nods;
  for (const Accent& each : accents) {
    const Pulse nod = nod_on(each, seen_from);
    if (nods.empty() || nods.back().to <= nod.from) nods.push_back(nod);
  }
  return nods;
}

/// One after the other through a phrase, and what is left of it at the end of a sentence.
void append_sways(const Phrase& phrase, std::vector<Sway>& sways) {
  Random random = random_of(phrase.seed, Purpose::Sway);
  const auto turn = [&] {  // to the other side each time, so that it is never still
    const double yaw_rad = random.number(kSwayYawLeast_rad, kSwayYawMost_rad);
    const double before_rad = sways.back().turn_rad.y;
    const double side = before_rad == 0 ? random.number(-1, 1) : -before_rad;
    return Vec3{random.number(-kSwayPitch_rad, kSwayPitch_rad), std::copysign(yaw_rad, side),
                signed_number(random, kSwayRollLeast_rad, kSwayRollMost_rad)};
  };
  Seconds at = std::max(phrase.start, sways.back().at);
  for (at += drawn(random, kSwayLeast, kSwayMost); at < phrase.end - kSwayLeast / 2;
       at += drawn(random, kSwayLeast, kSwayMost)) {
    sways.push_back({at, turn()});
  }
  if (phrase.end - sways.back().at < kSwayLeast / 2) return;  // too short for one of its own
  Vec3 last = turn();
  if (phrase.ends == PhraseEnd::Question) last.x = -kChinUp_rad;
  if (phrase.ends == PhraseEnd::Sentence) last = 0.4 * last;
  sways.push_back({phrase.end, last});
}

std::vector<Sway> sways_of(std::span<const Phrase> phrases, Seconds from) {
  std::vector<Sway> sways = {{from, {}}};
  for (const Phrase& phrase : phrases) append_sways(phrase, sways);
  sways.push_back({sways.back().at + kGoesBack, {}});
  return sways;
}

Glance glance_at(Seconds from, Seconds until, Random& random) {
  return {.eyes = pulse_of(from, from + kEyesMove, until, until + kEyesMove, 1),
          .head = pulse_of(from, from + kHeadMoves, until, until + kHeadMoves, kOfHead),
          .yaw_rad = signed_number(random, kGlanceYawLeast_rad, kGlanceYawMost_rad),
          .pitch_rad = random.number(-kGlancePitch_rad, kGlancePitch_rad)};
}

void append_glances(const Phrase& phrase, Seconds seen_from, std::vector<Glance>& glances) {
  const Seconds length = phrase.end - phrase.start;
  if (length < kLongPhrase) return;
  Random random = random_of(phrase.seed, Purpose::Glance);
  const Seconds back_by = phrase.end - kBackBefore;
  if (random.number(0, 1) < kGlanceShare) {
    const Seconds from =
        std::max(phrase.start + drawn(random, Seconds{-0.1}, Seconds{0.15}), seen_from);
    const Seconds stays = std::min(drawn(random, kGlanceLeast, kGlanceMost), 0.4 * length);
    glances.push_back(glance_at(from, std::min(from + stays, back_by), random));
  }
  if (length < kVeryLongPhrase || random.number(0, 1) >= kSecondGlanceShare) return;
  const Seconds from = phrase.start + random.number(0.5, 0.65) * length;
  const Seconds stays = drawn(random, kGlanceLeast, kGlanceMost);
  glances.push_back(glance_at(from, std::min(from + stays, back_by), random));
}

std::vector<Pulse> brows_of(std::span<const Phrase> phrases, std::span<const Accent> nodded_on,
                            Seconds seen_from) {
  std::vector<Pulse> brows;
  const auto raise = [&](const Accent& accent, Seconds until, double height) {
    const Seconds from = std::max(accent.at - kBrowUp, seen_from);
    brows.push_back(pulse_of(from, from + kBrowUp, until, until + kBrowDown, height));
  };
  for (const Accent& each : nodded_on) {
    Random random = random_of(each.seed, Purpose::Brow);
    if (random.number(0, 1) >= kBrowsShare) continue;
    const double size = std::clamp(each.strength + random.number(-0.2, 0.2), 0.0, 1.0);
    raise(each, each.until, std::lerp(kBrowLeast, kBrowMost, size));
  }
  for (const Phrase& phrase : phrases) {
    if (phrase.ends == PhraseEnd::Question) raise(phrase.accents.back(), phrase.end, kBrowMost);
  }
  return brows;
}

std::vector<Pulse> blinks_of(std::span<const Phrase> phrases) {
  std::vector<Pulse> blinks;
  for (const Phrase& phrase : phrases) {
    Random random = random_of(phrase.seed, Purpose::Blink);
    if (random.number(0, 1) >= kBlinkShare) continue;
    const Seconds from = phrase.end + drawn(random, Seconds{0}, Seconds{0.15});
    if (!blinks.empty() && from < blinks.back().to + kBlinksApart) continue;
    const Seconds shut = from + kLidFalls;
    blinks.push_back(pulse_of(from, shut, shut + kLidShut, shut + kLidShut + kLidRises, 1));
  }
  return blinks;
}

/// The highest of them: where two overlap, neither adds to the other.
double highest_at(std::span<const Pulse> pulses, Seconds time) {
  double highest = 0;
  for (const Pulse& each : pulses) highest = std::max(highest, each.at(time));
  return highest;
}

/// When all of it is over.
Seconds end_of(const SmallMotion& motion) {
  Seconds end = motion.sways.empty() ? Seconds{0} : motion.sways.back().at;
  for (const std::vector<Pulse>* pulses : {&motion.nods, &motion.brows, &motion.blinks}) {
    for (const Pulse& each : *pulses) end = std::max(end, each.to);
  }
  for (const Glance& each : motion.glances) end = std::max(end, each.head.to);
  return end;
}

Vec3 sway_at(std::span<const Sway> sways, Seconds time) {
  const auto next = std::ranges::upper_bound(sways, time, {}, &Sway::at);
  if (next == sways.begin() || next == sways.end()) return {};
  const Sway& before = *std::prev(next);
  return before.turn_rad +
         eased((time - before.at) / (next->at - before.at)) * (next->turn_rad - before.turn_rad);
}

}  // namespace

double Pulse::at(Seconds time) const {
  if (time <= from || time >= to) return 0;
  if (time < there) return height * eased((time - from) / (there - from));
  if (time > until) return height * eased((to - time) / (to - until));
  return height;
}

Vec3 SmallMotion::head_at(Seconds time) const {
  Vec3 turn_rad = sway_at(sways, time);
  for (const Pulse& each : nods) turn_rad.x += each.at(time);
  for (const Glance& each : glances) {
    const double share = each.head.at(time);
    turn_rad = turn_rad + share * Vec3{each.pitch_rad, each.yaw_rad, 0};
  }
  return turn_rad;
}

Vec3 SmallMotion::eyes_at(Seconds time) const {
  const Vec3 head_rad = head_at(time);
  Vec3 turn_rad{-head_rad.x, -head_rad.y, 0};
  for (const Glance& each : glances) {
    turn_rad = turn_rad + each.eyes.at(time) * Vec3{each.pitch_rad, each.yaw_rad, 0};
  }
  return turn_rad;
}

double SmallMotion::brows_at(Seconds time) const { return highest_at(brows, time); }
double SmallMotion::lids_at(Seconds time) const { return highest_at(blinks, time); }

SmallMotion small_motion_of(const SpeechTrack& track, Seconds seen_from) {
  return small_motion_of(phrases_of(track), seen_from);
}

SmallMotion small_motion_of(const std::vector<Phrase>& phrases, Seconds seen_from) {
  SmallMotion motion{.from = seen_from, .to = seen_from};
  if (phrases.empty()) return motion;
  const std::vector<Accent> accents = nodded(phrases);
  motion.nods = nods_of(accents, seen_from);
  motion.sways = sways_of(phrases, std::max(seen_from, phrases.front().start - kSwayLeast / 2));
  for (const Phrase& each : phrases) append_glances(each, seen_from, motion.glances);
  motion.brows = brows_of(phrases, accents, seen_from);
  motion.blinks = blinks_of(phrases);
  motion.to = end_of(motion);
  return motion;
}

}  // namespace kine::speech
