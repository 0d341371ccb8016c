// A whole corpus: takes until they last so long, said by voices that take turns.
//
//   CorpusWish --make_corpus, make_take--> CorpusTakes, one after the other
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "realizer/core/result.h"
#include "server/corpus/corpus_take.h"

namespace kine::server {

struct CorpusWish {
  std::uint64_t seed = 0;
  double minutes = 10;
  std::vector<std::string> voices = {};  // "espeak:en-gb", "flite:slt"; empty: those that work here
};

/// How much was made.
struct CorpusLength {
  std::size_t takes = 0;
  double length_s = 0;
};

/// Takes one, and its number. An error ends the corpus.
using TakeSink = std::function<Result<Done>(std::size_t number, const CorpusTake& take)>;

/// An error where no voice can be heard, or one that is wished for does not work.
Result<CorpusLength> make_corpus(const CorpusWish& wish, const TakeSink& sink);

}  // namespace kine::server
