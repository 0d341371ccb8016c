// How much of a body takes part in talking: the figures by which people who speak are measured.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/support/movement/film.h"

namespace kine::test::movement {

/// Turns are root mean squares about their mean.
struct TalkingFigures {
  double chest_on_hips_deg = 0;
  double hips_deg = 0;
  double hips_aside_cm = 0;  // of their place, as a root mean square
  std::array<double, 2> clavicles_deg = {};
  double head_on_chest_deg = 0;
  double chest_with_hands = 0;  // the correlation of their speeds, at the best of the lags
  int best_lag = 0;             // hands later, in frames of a thirtieth of a second
  double up_m_s = 0;            // of wrists that rise, 95 % are no faster
  double down_m_s = 0;
};
TalkingFigures talking_figures(const std::vector<Frame>& frames, const body::Body& body,
                               std::uint32_t ticks_a_second);

/// Gestures of the lexicon for so long, each 2 to 4 s after the one before, by a seed. Without the
/// `<script>` about it.
std::string talk(std::uint32_t seed, double length_s, const plan::Vocabulary& vocabulary);

}  // namespace kine::test::movement
