// SSML as far as voices are told of it: what stands between its tags, and how that is to be said.
//
//   text --read_ssml--> runs: stretches of words with one manner, and pauses
//
// break, emphasis, prosody, say-as and sub are understood, p and s end a sentence; of all other
// elements the words are said. A prefix does not matter: what declares it may stand outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/core/time.h"

namespace kine::speech {

enum class Emphasis : std::uint8_t { Plain, Reduced, Moderate, Strong };

enum class SayAs : std::uint8_t {
  Words,
  Characters,  // one by one
};

/// How words are to be said.
struct Manner {
  double rate = 1;    // in [kRateMin, kRateMax]: 2 is twice as fast
  std::string pitch;  // as the script says it: "high", "+10%"; empty: as it is
  Emphasis emphasis = Emphasis::Plain;
  SayAs say_as = SayAs::Words;

  friend bool operator==(const Manner&, const Manner&) = default;
};

inline constexpr double kRateMin = 0.2;
inline constexpr double kRateMax = 5;

/// The longest that one break lasts.
inline constexpr Seconds kBreakMax{60};

/// A stretch of the text between two tags; or, where it is empty, what stands between two.
struct TextRun {
  std::size_t byte_begin = 0;
  std::size_t byte_end = 0;
  Manner manner;
  std::optional<std::string> alias;  // what is said instead
  Seconds pause{0};                  // of a break
  bool ends_sentence = false;        // nothing behind it belongs to the sentence before

  friend bool operator==(const TextRun&, const TextRun&) = default;
};

/// In the order of the text. An error where tags do not match.
Result<std::vector<TextRun>> read_ssml(std::string_view text);

/// Character data with its entities resolved; those that XML does not know stay as they are.
std::string with_entities_resolved(std::string_view text);

/// `text` as character data or between double quotes.
std::string escaped(std::string_view text);

}  // namespace kine::speech
