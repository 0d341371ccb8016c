// What a sound looks like: IPA -> the 15 visemes of the wire, as data.
//
//   Phone --viseme_parts--> parts in time, each one class or a mixture of two
//
// Every text has an answer: diacritics are left out, sounds that stand together are shown one after
// the other, and what is no letter of the IPA is a mouth half open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "realizer/body/channels.h"

namespace kine::speech {

/// In the order of the channels from viseme_sil on.
enum class Viseme : std::uint8_t { Sil, PP, FF, TH, DD, KK, CH, SS, NN, RR, AA, E, IH, OH, OU };

constexpr std::size_t index_of(Viseme viseme) { return static_cast<std::size_t>(viseme); }

/// The channel of the wire.
body::Channel channel_of(Viseme viseme);

/// A stretch of a sound that has one look.
struct VisemePart {
  Viseme viseme = Viseme::Sil;
  double weight = 1;  // in [0, 1]; with second_weight at most 1
  Viseme second = Viseme::Sil;
  double second_weight = 0;
  double share = 1;               // of the time of the sound; all parts of one add up to 1
  bool takes_next_vowel = false;  // its look is that of the vowel behind it, by `weight`

  friend bool operator==(const VisemePart&, const VisemePart&) = default;
};

/// Never empty, and no more than eight.
std::vector<VisemePart> viseme_parts(std::string_view ipa);

/// Whether each letter of a sound is one of the IPA, diacritics aside: others are a mouth half
/// open.
bool is_known_sound(std::string_view ipa);

/// Whether the sound carries a syllable: a vowel, or a consonant with the sign for it.
bool is_nucleus(std::string_view ipa);

}  // namespace kine::speech
