// What a parameter of a sketch is meant to move, measured on the film of a gesture that is called
// "g": a number each, or nothing where the gesture has no such thing.
#pragma once

#include <optional>

#include "realizer/script/kinesphere/lexicon.h"
#include "tests/support/movement/film.h"

namespace kine::test::movement {

using Response = std::optional<double> (*)(const Film& film, const script::Lexeme& lexeme);

// Where the stroke ends.
std::optional<double> chest_pitch(const Film& film, const script::Lexeme& lexeme);
std::optional<double> hips_aside(const Film& film, const script::Lexeme& lexeme);
std::optional<double> chest_aside(const Film& film, const script::Lexeme& lexeme);
std::optional<double> lean(const Film& film, const script::Lexeme& lexeme);
std::optional<double> chest_ahead(const Film& film, const script::Lexeme& lexeme);
std::optional<double> abdomen_ahead(const Film& film, const script::Lexeme& lexeme);
std::optional<double> head_ahead(const Film& film, const script::Lexeme& lexeme);
std::optional<double> shoulders_up(const Film& film, const script::Lexeme& lexeme);
std::optional<double> shoulders_ahead(const Film& film, const script::Lexeme& lexeme);
std::optional<double> left_shoulder_higher(const Film& film, const script::Lexeme& lexeme);
std::optional<double> mass_aside(const Film& film, const script::Lexeme& lexeme);
std::optional<double> mass_ahead(const Film& film, const script::Lexeme& lexeme);
std::optional<double> right_knee_more_bent(const Film& film, const script::Lexeme& lexeme);
std::optional<double> wrists_out(const Film& film, const script::Lexeme& lexeme);
std::optional<double> elbows_out(const Film& film, const script::Lexeme& lexeme);

/// How far chest and clavicles turn from where they rest, at most.
std::optional<double> body_turn(const Film& film, const script::Lexeme& lexeme);

/// How far the feet stand apart, and how far their toes point out.
std::optional<double> feet_apart(const Film& film, const script::Lexeme& lexeme);
std::optional<double> toes_out(const Film& film, const script::Lexeme& lexeme);

/// When a sequence "later" begins, long after the gesture.
std::optional<double> chest_pitch_later(const Film& film, const script::Lexeme& lexeme);

/// How far the joints of an arm turn until the stroke ends.
std::optional<double> arm_turns(const Film& film, const script::Lexeme& lexeme);

// What an arm does on its way: its wrist, as the upper chest sees it, in the mean over the arms.
std::optional<double> way_to_stroke(const Film& film, const script::Lexeme& lexeme);
std::optional<double> way_to_relax(const Film& film, const script::Lexeme& lexeme);
std::optional<double> drawn_back(const Film& film, const script::Lexeme& lexeme);
std::optional<double> back_before_stroke(const Film& film, const script::Lexeme& lexeme);
std::optional<double> beyond_end(const Film& film, const script::Lexeme& lexeme);
std::optional<double> swung_beyond(const Film& film, const script::Lexeme& lexeme);
std::optional<double> from_straight_way(const Film& film, const script::Lexeme& lexeme);
std::optional<double> trembles(const Film& film, const script::Lexeme& lexeme);
std::optional<double> pushes(const Film& film, const script::Lexeme& lexeme);

/// How long it would take for its way until the hand relaxes, if it were always as quick as it is
/// where it moves most: its way squared over the sum of squares.
std::optional<double> moves_evenly(const Film& film, const script::Lexeme& lexeme);

/// How late in the gesture the forearm turns, before the end of the stroke.
std::optional<double> moves_late(const Film& film, const script::Lexeme& lexeme);

/// How far the head goes in a second, before the gesture.
std::optional<double> idle_way(const Film& film, const script::Lexeme& lexeme);

/// From the start of the gesture to where it begins to go back.
std::optional<double> whole_time(const Film& film, const script::Lexeme& lexeme);

/// How long the hand is held when the stroke is over.
std::optional<double> hold_time(const Film& film, const script::Lexeme& lexeme);

/// How much later the forearm turns than the upper arm, in the mean over all that each turns.
std::optional<double> forearm_later(const Film& film, const script::Lexeme& lexeme);

}  // namespace kine::test::movement
