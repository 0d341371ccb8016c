#include "realizer/gesture/authored.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kine::gesture {
namespace {

/// What a gesture can be.
struct GestureForm {
  std::string_view lexeme;
  bool one = true;        // a hand alone makes it
  bool both = true;       // both make it
  double before_s = 0.6;  // from its start to the end of its stroke, in the lexicon
  double share = 1;
  double arousal_least = 0;  // it comes with no less …
  double arousal_most = 1;   // … and no more
};

constexpr std::array kForms = {
    GestureForm{.lexeme = "beat", .before_s = 0.58, .share = 4},
    GestureForm{.lexeme = "chop", .before_s = 0.66, .arousal_least = 0.4},
    GestureForm{.lexeme = "precise", .before_s = 0.66, .arousal_most = 0.6},
    GestureForm{.lexeme = "insist", .before_s = 0.62, .share = 0.7, .arousal_least = 0.8},
    GestureForm{.lexeme = "offer", .before_s = 0.8, .share = 2},
    GestureForm{.lexeme = "cup", .before_s = 0.8, .arousal_most = 0.6},
    GestureForm{.lexeme = "rise", .before_s = 0.9, .share = 0.7},
    GestureForm{.lexeme = "fall", .before_s = 0.9, .share = 0.7},
    GestureForm{.lexeme = "push-away", .before_s = 0.9, .share = 0.5, .arousal_least = 0.4},
    GestureForm{.lexeme = "sweep", .both = false, .before_s = 0.9, .share = 1},
    GestureForm{.lexeme = "on-one-hand", .both = false, .before_s = 0.8, .share = 1},
    GestureForm{.lexeme = "container", .one = false, .before_s = 0.9, .share = 2},
    GestureForm{.lexeme = "wipe", .one = false, .before_s = 0.9, .arousal_least = 0.4},
    GestureForm{.lexeme = "big", .one = false, .before_s = 0.9, .share = 0.7, .arousal_least = 0.8},
};

// Strokes of arms do not end closer together.
constexpr double kBetweenStrokes_s = 0.85;
// Hands that wait no longer for their next gesture are held.
constexpr double kHeldFor_s = 1.1;
constexpr double kHoldLeast_s = 0.15;
constexpr double kHoldMost_s = 0.5;

constexpr double kRightHand = 0.45;  // of gestures; the left one makes these less …
constexpr double kOneHand = 0.65;    // … than one of either

double between(double low, double high, double share) { return low + (high - low) * share; }

/// How likely a stressed syllable has a gesture.
double arm_share(const SpokenSyllable& syllable, double arousal) {
  return between(between(0.02, 0.25, arousal), between(0.12, 0.95, arousal), syllable.prominence);
}

GestureHand draw_hand(const GestureForm& form, Random& random) {
  const double share = random.number(0, 1);
  if (!form.one) return GestureHand::Both;
  if (form.both && share > kOneHand) return GestureHand::Both;
  return random.number(0, kOneHand) < kRightHand ? GestureHand::Right : GestureHand::Left;
}

const GestureForm& draw_form(double arousal, Random& random) {
  const auto share_of = [&](const GestureForm& form) {
    return arousal >= form.arousal_least && arousal <= form.arousal_most ? form.share : 0;
  };
  double sum = 0;
  for (const GestureForm& form : kForms) sum += share_of(form);
  double left = random.number(0, sum);
  for (const GestureForm& form : kForms) {
    left -= share_of(form);
    if (left < 0) return form;
  }
  return kForms.front();
}

/// Arms: a gesture on some of the stressed syllables. Hands stay up where the next one comes soon.
std::vector<ArmGesture> author_arms(std::span<const SpokenPhrase> phrases, Random& random) {
  std::vector<ArmGesture> arms;
  for (const SpokenPhrase& phrase : phrases) {
    for (const SpokenSyllable& syllable : phrase.syllables) {
      if (!syllable.stressed) continue;
      if (random.number(0, 1) > arm_share(syllable, phrase.arousal)) continue;
      const double stroke_end_s = syllable.nucleus_s - random.number(0, kStrokeLead_s);
      const double last_s = arms.empty() ? 0 : arms.back().stroke_end_s;
      const GestureForm& form = draw_form(phrase.arousal, random);
      if (stroke_end_s - last_s < std::max(kBetweenStrokes_s, form.before_s + 0.1)) continue;
      arms.push_back(
          {.lexeme = form.lexeme,
           .hand = draw_hand(form, random),
           .start_s = stroke_end_s - form.before_s,
           .stroke_end_s = stroke_end_s,
           .relax_s = stroke_end_s + random.number(kHoldLeast_s, kHoldMost_s),
           .size = std::clamp(between(-0.6, 0.5, phrase.arousal) + random.number(-0.3, 0.3), -1.0,
                              1.0)});
    }
  }
  for (std::size_t i = 0; i + 1 < arms.size(); ++i) {
    const double next_s = arms[i + 1].start_s;
    if (next_s - arms[i].stroke_end_s < kHeldFor_s)
      arms[i].relax_s = std::max(next_s, arms[i].stroke_end_s);
  }
  return arms;
}

// A nod takes so long down, and up again.
constexpr double kNodDown_s = 0.2;
constexpr double kNodUp_s = 0.28;
// What is no nod goes slowly.
constexpr double kWander_s = 0.45;

/// Where the head is without nods: it goes to another place with each phrase, and is never still.
struct Wander {
  HeadPoint place;
  HeadPoint off;

  void begin_phrase(double arousal, Random& random) {
    const double far = between(0.5, 1.3, arousal);
    place = {.nod_deg = random.number(-2, 3) * far,
             .turn_deg = random.number(-7, 7) * far,
             .tilt_deg = random.number(-3.5, 3.5) * far};
  }

  HeadPoint next(double time_s, Random& random) {
    constexpr double kKept = 0.6;
    off = {.nod_deg = kKept * off.nod_deg + 0.5 * random.normal(),
           .turn_deg = kKept * off.turn_deg + 0.7 * random.normal(),
           .tilt_deg = kKept * off.tilt_deg + 0.4 * random.normal()};
    return {.time_s = time_s,
            .nod_deg = place.nod_deg + off.nod_deg,
            .turn_deg = place.turn_deg + off.turn_deg,
            .tilt_deg = place.tilt_deg + off.tilt_deg};
  }
};

/// How likely a stressed syllable has a nod.
double nod_share(const SpokenSyllable& syllable, double arousal) {
  return between(between(0.08, 0.3, arousal), between(0.5, 0.95, arousal), syllable.prominence);
}

std::vector<HeadPoint> author_head(std::span<const SpokenPhrase> phrases, Random& random) {
  std::vector<HeadPoint> head;
  Wander wander;
  const auto last_s = [&] { return head.empty() ? 0.0 : head.back().time_s; };
  const auto wander_until = [&](double time_s) {
    while (last_s() + 2 * kWander_s <= time_s) {
      head.push_back(wander.next(last_s() + kWander_s * random.number(0.8, 1.2), random));
    }
  };
  for (const SpokenPhrase& phrase : phrases) {
    wander_until(phrase.from_s);
    wander.begin_phrase(phrase.arousal, random);
    for (const SpokenSyllable& syllable : phrase.syllables) {
      const double apex_s = syllable.nucleus_s - random.number(0, kStrokeLead_s);
      const bool nods = syllable.stressed && apex_s - kNodDown_s - last_s() > kNodDown_s &&
                        random.number(0, 1) < nod_share(syllable, phrase.arousal);
      if (!nods) continue;
      wander_until(apex_s - kNodDown_s);
      const double deep_deg = between(2, 7, phrase.arousal) * random.number(0.7, 1.3);
      HeadPoint up = wander.next(apex_s - kNodDown_s, random);
      up.nod_deg -= 0.2 * deep_deg;
      HeadPoint down = wander.next(apex_s, random);
      down.nod_deg += deep_deg;
      head.insert(head.end(), {up, down, wander.next(apex_s + kNodUp_s, random)});
    }
    wander_until(phrase.to_s);
  }
  return head;
}

/// Weight goes to another side as a phrase begins, in some of them.
std::vector<WeightPoint> author_weight(std::span<const SpokenPhrase> phrases, Random& random) {
  constexpr double kLeast_s = 4;
  std::vector<WeightPoint> weight;
  for (const SpokenPhrase& phrase : phrases) {
    if (random.number(0, 1) > between(0.25, 0.7, phrase.arousal)) continue;
    const double time_s = std::max(phrase.from_s - random.number(0.1, 0.5), 0.0);
    if (!weight.empty() && time_s - weight.back().time_s < kLeast_s) continue;
    weight.push_back({.time_s = time_s, .side = random.number(-1, 1)});
  }
  return weight;
}

}  // namespace

AuthoredMotion author_motion(std::span<const SpokenPhrase> phrases, Random& random) {
  return {.arms = author_arms(phrases, random),
          .head = author_head(phrases, random),
          .weight = author_weight(phrases, random)};
}

}  // namespace kine::gesture
