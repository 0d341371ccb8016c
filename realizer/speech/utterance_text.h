// The words of an utterance, as voices say them: tokens, sentence by sentence.
//
//   Utterance --read_utterance--> tokens, sentences --write_ssml, a sentence--> an engine
//
// Engines lose marks behind the end of a sentence and count words in their own way, so sentences
// are cut here and a mark stands before every token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/speech/ssml.h"
#include "realizer/speech/voice.h"

namespace kine::speech {

/// The sign behind a word, by how long one pauses for it.
enum class Sign : std::uint8_t { None, Comma, Sentence };

/// A word, with the signs around it.
struct Token {
  std::size_t byte_begin = 0;  // of the word in the utterance's text, signs around it left out
  std::size_t byte_end = 0;
  std::string spoken;     // what an engine is to say, its signs included; entities resolved
  std::string word = {};  // the same without signs; never empty
  bool joined = false;    // no blank is before it
  Manner manner = {};
  Sign sign = Sign::None;               // behind it
  Seconds pause{0};                     // of breaks behind it
  std::vector<std::size_t> marks = {};  // the utterance's that stand before it

  friend bool operator==(const Token&, const Token&) = default;
};

struct UtteranceText {
  std::vector<Token> tokens;
  std::vector<std::size_t> sentence_ends;  // of each: the token behind its last; none is empty
  Seconds pause{0};                        // of breaks before the first token
  std::vector<std::size_t> marks_at_end;   // behind the last token

  friend bool operator==(const UtteranceText&, const UtteranceText&) = default;
};

/// An error where the SSML is none, or its breaks alone are longer than a block may be. An
/// utterance without words has no tokens.
Result<UtteranceText> read_utterance(const Utterance& utterance);

/// One sentence as SSML: before each token <mark name="w7"/>, counted on from `first`.
std::string write_ssml(std::span<const Token> sentence, std::size_t first);

}  // namespace kine::speech
