// How far a block has come at a moment: what of its speeches has been said, and where each of its
// behaviours is.
//
//   Block, a time --performed_of--> Performed
//
// A pure function of times: feedback of an interruption, the answer to a question and an offline
// stage say the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/time.h"

namespace kine {

namespace motion {
struct Block;
}

struct Performed {
  struct Speech {
    std::string id;                // "script:sequence"
    std::uint32_t words = 0;       // of its whole text
    std::uint32_t words_done = 0;  // of them: those that had begun
    std::string last_word = {};    // that had begun; empty: none had

    // Up to that word with the blanks behind it, and what follows: one behind the other they are
    // the text, without elements.
    std::string text_done = {};
    std::string text_left = {};

    Seconds sound{0};  // that was heard; of a silent speech, for how long it was mouthed

    friend bool operator==(const Speech&, const Speech&) = default;
  };

  struct Part {
    std::string id;             // "script:sequence"
    std::string phase = {};     // in which it is, a word of script/words.h; empty: in none
    double phase_fraction = 0;  // of that phase, 0 to 1
    double fraction = 0;        // of its time from `start` to `end`: 0 before, 1 behind

    friend bool operator==(const Part&, const Part&) = default;
  };

  std::vector<Speech> speeches = {};  // in the order of their start
  std::vector<Part> parts = {};       // in the order of the script; none where nothing has begun

  friend bool operator==(const Performed&, const Performed&) = default;
};

/// `now` counts from the block's start; nothing: it has not begun.
Performed performed_of(const motion::Block& block, std::optional<Seconds> now);

/// Of one part alone.
Performed performed_of(const motion::Block& block, std::size_t part, Seconds now);

/// Takes its size from what may still be told; where that is less, texts and parts are left out.
void keep_within(std::size_t& bytes_left, Performed& performed);

}  // namespace kine
