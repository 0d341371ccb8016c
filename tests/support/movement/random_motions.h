// Scripts of all that our language can say, with numbers at the ends of what is accepted, and
// whether every number of the frames that come of them is finite.
//
//   seed --random_motions--> a script --play_random_motions--> Finiteness
#pragma once

#include <cstdint>
#include <string>

#include "realizer/plan/names/vocabulary.h"

namespace kine::test::movement {

/// Gestures under sketches, and sequences of every kind of constraint: the same for a seed, as long
/// as one compiler draws them. Without the `<script>` about it.
std::string random_motions(std::uint32_t seed, const plan::Vocabulary& vocabulary);

/// What came of some of them.
struct Finiteness {
  std::uint64_t scripts = 0;  // that were played
  std::uint64_t refused = 0;
  std::uint64_t frames = 0;
  std::uint64_t numbers = 0;     // that were looked at
  std::uint64_t not_finite = 0;  // of them
  std::string first;             // the scripts of the character that had the first such number
};

/// So many scripts from this seed on: sixteen characters of a shard play two each, the second one
/// into the first, until all have ended or 20 s are over. Some are interrupted.
Finiteness play_random_motions(std::uint32_t first_seed, std::uint32_t scripts);

}  // namespace kine::test::movement
