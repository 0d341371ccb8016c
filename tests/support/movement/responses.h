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

/// From the start of the gesture to where it begins to go back.
std::optional<double> whole_time(const Film& film, const script::Lexeme& lexeme);

/// How long the hand is held when the stroke is over.
std::optional<double> hold_time(const Film& film, const script::Lexeme& lexeme);

/// How much later the forearm turns than the upper arm, in the mean over all that each turns.
std::optional<double> forearm_later(const Film& film, const script::Lexeme& lexeme);

}  // namespace kine::test::movement
