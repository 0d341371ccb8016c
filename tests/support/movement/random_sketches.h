// Scripts of gestures with sketches of random numbers, and whether a body can move as they say.
#pragma once

#include <cstdint>
#include <string>

#include "realizer/plan/names/vocabulary.h"
#include "tests/support/movement/film.h"

namespace kine::test::movement {

/// One to three gestures of the lexicon, which may overlap, under sketches of the character and of
/// the gestures: the same for a seed on every machine. Without the `<script>` about it. Styles lend
/// their shape and timing: their four numbers are a nucleus, whose fluidity below 0 asks for
/// corners.
std::string random_sketches(std::uint32_t seed, const plan::Vocabulary& vocabulary);

/// What must be true of any motion.
struct Soundness {
  bool finite = true;
  double beyond_limits_deg = 0;  // the farthest that a joint is
  body::Joint joint = body::Joint::Hips;
  double velocity_jump_m_s = 0;  // from a tick to the next, of any joint but those of fingers
  body::Joint jumping = body::Joint::Hips;
  double jump_at_s = 0;
  double inside_cm = 0;  // how far inside the support the centre of mass is, at the least
};
Soundness soundness_of(const Film& film);

/// The soundness of a script. A great change of velocity is a jump only where it stays great from
/// one much shorter tick to the next; else the jump is 0.
Soundness soundness_of(const std::shared_ptr<const Cast>& cast, const std::string& script);

}  // namespace kine::test::movement
