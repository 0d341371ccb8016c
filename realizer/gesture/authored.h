// Motion by a written grammar for speech that is known in advance: gestures whose strokes end on
// stressed syllables, a head that nods on them, and weight that goes from foot to foot.
//
//   SpokenPhrases --author_motion--> AuthoredMotion
//
// How often a gesture comes, and how large it is, follows prominence and arousal.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "realizer/core/random.h"

namespace kine::gesture {

struct SpokenSyllable {
  double nucleus_s = 0;
  bool stressed = false;
  double prominence = 0;  // 0 to 1: how much it stands out
};

/// Syllables within a phrase are in order.
struct SpokenPhrase {
  double from_s = 0;
  double to_s = 0;
  double arousal = 0.5;  // 0 to 1
  std::vector<SpokenSyllable> syllables = {};
};

enum class GestureHand : std::uint8_t { Right, Left, Both };

/// A gesture of the lexicon.
struct ArmGesture {
  std::string_view lexeme;
  GestureHand hand = GestureHand::Right;
  double start_s = 0;       // hands leave
  double stroke_end_s = 0;  // the expressive part is over, just before the nucleus
  double relax_s = 0;       // hands go back, or on to the next gesture
  double size = 0;          // -1 to 1: of a nucleus, its spatial extent
};

/// Where the head is turned, on top of where it looks.
struct HeadPoint {
  double time_s = 0;
  double nod_deg = 0;  // down
  double turn_deg = 0;
  double tilt_deg = 0;
};

/// From then on the weight goes to this side.
struct WeightPoint {
  double time_s = 0;
  double side = 0;  // -1, on the right leg, to 1, on the left one
};

/// Each in the order of time.
struct AuthoredMotion {
  std::vector<ArmGesture> arms;
  std::vector<HeadPoint> head;
  std::vector<WeightPoint> weight;
};

/// Pre: phrases are in order and do not overlap.
AuthoredMotion author_motion(std::span<const SpokenPhrase> phrases, Random& random);

/// A stroke ends so long before the nucleus at most.
inline constexpr double kStrokeLead_s = 0.06;

}  // namespace kine::gesture
