// Where a body goes through itself: its capsules, frame by frame.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "tests/support/movement/film.h"

namespace kine::test::movement {

/// Two parts of a body, by name and in that order: "left forearm", "trunk".
using Parts = std::pair<std::string, std::string>;

struct Deepest {
  double depth_m = 0;
  double time_s = 0;
};

/// Of each two parts that are deeper in each other than `depth_m` in a frame, the deepest moment.
std::map<Parts, Deepest> overlaps_of(const Film& film, double depth_m);

/// Flesh gives by so much.
inline constexpr double kFleshGives_m = 0.005;

/// What a character does besides gestures, as a script: sitting down and getting up, crossed legs,
/// crouching, stored poses, turning and walking.
struct Doing {
  std::string name;
  std::string inside;  // a script, without the `<script>` about it
};
std::vector<Doing> doings();

/// A gesture as it is asked in a style, "" being none, and a tension.
std::string gesture_in(const script::Lexeme& lexeme, const std::string& style,
                       const std::string& tension);

/// Of a gesture that touches, whether these parts are meant to.
bool are_meant_to_touch(const script::Lexeme& lexeme, const Parts& parts);

}  // namespace kine::test::movement
