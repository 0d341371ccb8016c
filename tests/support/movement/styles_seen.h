// What styles make of gestures, in figures of the whole body.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/movement/film.h"

namespace kine::test::movement {

/// The most of a gesture, against the body that rests before it.
struct GestureFigures {
  double hips_deg = 0;
  double chest_deg = 0;
  double clavicles_deg = 0;  // of one of them
  double head_deg = 0;
  double mass_cm = 0;    // how far its centre goes, on the level
  double inside_cm = 0;  // how far inside the support it is, at the least: below 0 outside
  double extent_cm = 0;  // from a shoulder to its wrist, in the mean over the stroke
  double peak_m_s = 0;   // of a wrist
  double length_s = 0;   // from its start to where it goes back
  double reach_cm = 0;   // from a shoulder to its wrist on the level: an arm that hangs has none
};

GestureFigures figures_of(const Film& film, const script::Lexeme& lexeme);

/// A gesture under a style; "neutral" is none.
Film film_in_style(const std::shared_ptr<const Cast>& cast, const script::Lexeme& lexeme,
                   std::string_view style);

/// The 13 of which the project says what they are like.
inline constexpr std::array<std::string_view, 13> kThirteenStyles = {
    "neutral", "tired", "nervous", "angry", "proud",     "shy",     "elegant",
    "happy",   "sad",   "afraid",  "bored", "confident", "hesitant"};

/// Spearman's rank correlation.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace kine::test::movement
