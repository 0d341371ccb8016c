// What is said in a corpus: sentences of a written grammar, and how aroused their speaker is.
//
//   a seed --make_sentences--> Sentences
//
// Arousal stays what it is for some sentences. So somebody who only listens can foresee it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "realizer/core/random.h"

namespace kine::server {

enum class Arousal : std::uint8_t { Calm, Even, Lively };

struct SpokenWord {
  std::string text;  // with the sign behind it
  bool emphasized = false;

  friend bool operator==(const SpokenWord&, const SpokenWord&) = default;
};

struct Sentence {
  std::vector<SpokenWord> words;  // one at least
  Arousal arousal = Arousal::Even;

  friend bool operator==(const Sentence&, const Sentence&) = default;
};

/// Each arousal holds for three to five sentences, and then another one does.
std::vector<Sentence> make_sentences(std::size_t count, Random& random);

}  // namespace kine::server
