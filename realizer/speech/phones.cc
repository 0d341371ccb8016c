#include "realizer/speech/phones.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>

#include "realizer/core/assert.h"
#include "realizer/xml/characters.h"

namespace kine::speech {
namespace {

using enum Viseme;

enum class Kind : std::uint8_t { Consonant, Vowel, Breath };

struct Look {
  char32_t letter;
  Viseme viseme;
  double weight = 1;
  Viseme second = Sil;
  double second_weight = 0;
  Kind kind = Kind::Consonant;
};

constexpr Look consonant(char32_t letter, Viseme viseme) { return {letter, viseme}; }
constexpr Look vowel(char32_t letter, Viseme viseme, double weight = 1) {
  return {letter, viseme, weight, Sil, 0, Kind::Vowel};
}
constexpr Look breath(char32_t letter) { return {letter, AA, 0.3, Sil, 0, Kind::Breath}; }

// The letters of the IPA, each by where the lips and the tongue can be seen to be.
// clang-format off
constexpr Look kLooks[] = {
    consonant(U'ʔ', Sil),
    consonant(U'p', PP), consonant(U'b', PP), consonant(U'm', PP), consonant(U'ɓ', PP),
    consonant(U'ʙ', PP), consonant(U'ʘ', PP),
    consonant(U'f', FF), consonant(U'v', FF), consonant(U'ɱ', FF), consonant(U'ʋ', FF),
    consonant(U'ⱱ', FF), consonant(U'ɸ', FF), consonant(U'β', FF),
    consonant(U'θ', TH), consonant(U'ð', TH),
    consonant(U't', DD), consonant(U'd', DD), consonant(U'ɾ', DD), consonant(U'ʈ', DD),
    consonant(U'ɖ', DD), consonant(U'ɗ', DD), consonant(U'ɽ', DD), consonant(U'ǀ', DD),
    consonant(U'k', KK), consonant(U'ɡ', KK), consonant(U'g', KK), consonant(U'ŋ', KK),
    consonant(U'x', KK), consonant(U'ɣ', KK), consonant(U'q', KK), consonant(U'ɢ', KK),
    consonant(U'ɠ', KK), consonant(U'ʛ', KK), consonant(U'c', KK), consonant(U'ɟ', KK),
    consonant(U'ʄ', KK), consonant(U'ç', KK), consonant(U'ʝ', KK), consonant(U'χ', KK),
    consonant(U'ʁ', KK), consonant(U'ʀ', KK), consonant(U'ɴ', KK), consonant(U'ɰ', KK),
    consonant(U'ʃ', CH), consonant(U'ʒ', CH), consonant(U'ɕ', CH), consonant(U'ʑ', CH),
    consonant(U'ʂ', CH), consonant(U'ʐ', CH), consonant(U'ɧ', CH),
    consonant(U's', SS), consonant(U'z', SS), consonant(U'ɬ', SS), consonant(U'ɮ', SS),
    consonant(U'n', NN), consonant(U'ɳ', NN), consonant(U'ɲ', NN), consonant(U'l', NN),
    consonant(U'ɫ', NN), consonant(U'ɭ', NN), consonant(U'ʎ', NN), consonant(U'ʟ', NN),
    consonant(U'ɺ', NN),
    consonant(U'ɹ', RR), consonant(U'r', RR), consonant(U'ɻ', RR),
    consonant(U'j', IH), consonant(U'w', OU), consonant(U'ʍ', OU), consonant(U'ɥ', OU),
    breath(U'h'), breath(U'ɦ'), breath(U'ħ'), breath(U'ʕ'),
    vowel(U'ɚ', RR), vowel(U'ɝ', RR), vowel(U'ɜ', RR),
    vowel(U'a', AA), vowel(U'ɑ', AA), vowel(U'ɐ', AA), vowel(U'ʌ', AA),
    {U'æ', AA, 0.5, E, 0.5, Kind::Vowel},
    vowel(U'ɛ', E), vowel(U'e', E), vowel(U'ɤ', E), vowel(U'ɘ', E), vowel(U'ə', E, 0.5),
    vowel(U'ᵊ', E, 0.5),
    vowel(U'ɪ', IH), vowel(U'i', IH), vowel(U'ᵻ', IH), vowel(U'ɨ', IH), vowel(U'ɯ', IH),
    vowel(U'ɔ', OH), vowel(U'ɒ', OH), vowel(U'o', OH), vowel(U'ɵ', OH), vowel(U'ɞ', OH),
    vowel(U'ɶ', OH), vowel(U'ø', OH, 0.8), vowel(U'œ', OH, 0.8),
    vowel(U'u', OU), vowel(U'ʊ', OU), vowel(U'y', OU), vowel(U'ʏ', OU), vowel(U'ʉ', OU),
    vowel(U'ᵿ', OU),
};
// clang-format on

// Two letters that are one sound.
struct Affricate {
  char32_t stop;
  char32_t release;
  Viseme viseme;
};
constexpr Affricate kAffricates[] = {
    {U't', U'ʃ', CH}, {U'd', U'ʒ', CH}, {U't', U'ɕ', CH}, {U'd', U'ʑ', CH},
    {U't', U'ʂ', CH}, {U'd', U'ʐ', CH}, {U't', U's', SS}, {U'd', U'z', SS},
};

// What a mouth does that says something unheard of.
constexpr Look kUnknown = vowel(U'ə', E, 0.5);

constexpr char32_t kSyllabic = U'\u0329';

/// Length, stress, tones, ties, and what is written above and below a letter.
bool is_diacritic(char32_t point) {
  return (point >= 0x02B0 && point <= 0x036F) || (point >= 0x1DC0 && point <= 0x1DFF) ||
         (point >= 0x2070 && point <= 0x209F) || point == 0x203F || point == 0x207F ||
         point < U'A' || (point > U'Z' && point < U'a') || (point > U'z' && point < 0xC0);
}

const Look& look_of(char32_t letter) {
  const Look* found = std::ranges::find(kLooks, letter, &Look::letter);
  return found == std::end(kLooks) ? kUnknown : *found;
}

/// The letters without their diacritics, the first of them: nobody tells more apart in one sound.
std::u32string letters_of(std::string_view ipa) {
  constexpr std::size_t kLettersMax = 8;
  std::u32string letters;
  while (!ipa.empty() && letters.size() < kLettersMax) {
    const xml::DecodedCharacter next = xml::decode(ipa);
    ipa.remove_prefix(std::max<std::size_t>(next.bytes, 1));
    if (next.bytes != 0 && !is_diacritic(next.point)) letters.push_back(next.point);
  }
  return letters;
}

std::vector<Look> looks_of(std::u32string_view letters) {
  std::vector<Look> looks;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const Affricate* affricate = std::ranges::find_if(kAffricates, [&](const Affricate& each) {
      return i + 1 < letters.size() && each.stop == letters[i] && each.release == letters[i + 1];
    });
    if (affricate != std::end(kAffricates)) {
      looks.push_back(consonant(letters[i], affricate->viseme));
      ++i;
    } else {
      looks.push_back(look_of(letters[i]));
    }
  }
  return looks;
}

/// A glide from one vowel to another gives half of its time to each.
bool is_glide(const std::vector<Look>& looks) {
  constexpr std::u32string_view kEnds = U"ɪʊiuyʏ";
  return looks.size() == 2 && looks[0].kind == Kind::Vowel &&
         kEnds.find(looks[1].letter) != std::u32string_view::npos;
}

}  // namespace

body::Channel channel_of(Viseme viseme) {
  static const body::Channel first = *body::find_channel("viseme_sil");
  return {static_cast<std::uint8_t>(first.index + index_of(viseme))};
}

std::vector<VisemePart> viseme_parts(std::string_view ipa) {
  constexpr double kGlideShare = 0.5;
  constexpr double kFirstShare = 0.6;
  const std::vector<Look> looks = looks_of(letters_of(ipa));
  if (looks.empty()) return {VisemePart{}};
  const double first_share = is_glide(looks) ? kGlideShare : kFirstShare;
  std::vector<VisemePart> parts;
  for (const Look& look : looks) {
    double share = 1;
    if (!parts.empty()) {
      for (VisemePart& part : parts) part.share *= first_share;
      share = 1 - first_share;
    }
    parts.push_back({.viseme = look.viseme,
                     .weight = look.weight,
                     .second = look.second,
                     .second_weight = look.second_weight,
                     .share = share,
                     .takes_next_vowel = look.kind == Kind::Breath});
  }
  return parts;
}

bool is_known_sound(std::string_view ipa) {
  return std::ranges::all_of(letters_of(ipa), [](char32_t letter) {
    return std::ranges::find(kLooks, letter, &Look::letter) != std::end(kLooks);
  });
}

bool is_nucleus(std::string_view ipa) {
  for (std::string_view rest = ipa; !rest.empty();) {
    const xml::DecodedCharacter next = xml::decode(rest);
    rest.remove_prefix(std::max<std::size_t>(next.bytes, 1));
    if (next.point == kSyllabic && next.bytes != 0) return true;
  }
  return std::ranges::any_of(letters_of(ipa),
                             [](char32_t letter) { return look_of(letter).kind == Kind::Vowel; });
}

}  // namespace kine::speech
