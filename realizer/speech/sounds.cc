#include "realizer/speech/sounds.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "realizer/speech/phones.h"
#include "realizer/xml/characters.h"

namespace kine::speech {
namespace {

/// A spelling and its sounds, with blanks between them.
using Row = std::pair<std::string_view, std::string_view>;

// Words that no rule spells.
constexpr Row kWords[] = {
    {"a", "ə"},        {"an", "æ n"},       {"are", "ɑː ɹ"},       {"be", "b iː"},
    {"do", "d uː"},    {"for", "f ɔː ɹ"},   {"four", "f ɔː ɹ"},    {"good", "ɡ ʊ d"},
    {"have", "h æ v"}, {"he", "h iː"},      {"hello", "h ə l oʊ"}, {"i", "aɪ"},
    {"is", "ɪ z"},     {"me", "m iː"},      {"my", "m aɪ"},        {"of", "ʌ v"},
    {"one", "w ʌ n"},  {"she", "ʃ iː"},     {"some", "s ʌ m"},     {"there", "ð ɛ ɹ"},
    {"the", "ð ə"},    {"they", "ð eɪ"},    {"this", "ð ɪ s"},     {"that", "ð æ t"},
    {"to", "t uː"},    {"two", "t uː"},     {"was", "w ʌ z"},      {"we", "w iː"},
    {"what", "w ʌ t"}, {"who", "h uː"},     {"whose", "h uː z"},   {"were", "w ɜː"},
    {"shoe", "ʃ uː"},  {"shoes", "ʃ uː z"}, {"you", "j uː"},       {"your", "j ɔː ɹ"},
    {"with", "w ɪ ð"}, {"here", "h ɪ ɹ"},   {"where", "w ɛ ɹ"},    {"world", "w ɜː l d"},
    {"come", "k ʌ m"}, {"very", "v ɛ ɹ i"}, {"know", "n oʊ"},      {"go", "ɡ oʊ"},
    {"so", "s oʊ"},    {"no", "n oʊ"},      {"by", "b aɪ"},        {"why", "w aɪ"},
};

// Spellings, the longest first.
constexpr Row kSpellings[] = {
    {"ought", "ɔː t"}, {"aught", "ɔː t"}, {"tion", "ʃ ə n"}, {"sion", "ʒ ə n"}, {"ture", "tʃ ɚ"},
    {"eigh", "eɪ"},    {"ough", "oʊ"},    {"ould", "ʊ d"},   {"igh", "aɪ"},     {"tch", "tʃ"},
    {"dge", "dʒ"},     {"air", "ɛ ɹ"},    {"ear", "ɪ ɹ"},    {"eer", "ɪ ɹ"},    {"our", "aʊ ɹ"},
    {"sch", "s k"},    {"all", "ɔː l"},   {"ph", "f"},       {"th", "θ"},       {"sh", "ʃ"},
    {"ch", "tʃ"},      {"ck", "k"},       {"ng", "ŋ"},       {"nk", "ŋ k"},     {"qu", "k w"},
    {"wh", "w"},       {"wr", "ɹ"},       {"kn", "n"},       {"gh", ""},        {"ee", "iː"},
    {"ea", "iː"},      {"oo", "uː"},      {"ou", "aʊ"},      {"ow", "aʊ"},      {"oi", "ɔɪ"},
    {"oy", "ɔɪ"},      {"ai", "eɪ"},      {"ay", "eɪ"},      {"au", "ɔː"},      {"aw", "ɔː"},
    {"ei", "iː"},      {"ey", "i"},       {"ie", "iː"},      {"oa", "oʊ"},      {"oe", "oʊ"},
    {"ue", "uː"},      {"ew", "uː"},      {"ar", "ɑː ɹ"},    {"er", "ɚ"},       {"ir", "ɜː"},
    {"ur", "ɜː"},      {"or", "ɔː ɹ"},    {"bb", "b"},       {"cc", "k"},       {"dd", "d"},
    {"ff", "f"},       {"gg", "ɡ"},       {"ll", "l"},       {"mm", "m"},       {"nn", "n"},
    {"pp", "p"},       {"rr", "ɹ"},       {"ss", "s"},       {"tt", "t"},       {"zz", "z"},
    {"ce", "s ɛ"},     {"ci", "s ɪ"},     {"cy", "s i"},     {"a", "æ"},        {"b", "b"},
    {"c", "k"},        {"d", "d"},        {"e", "ɛ"},        {"f", "f"},        {"g", "ɡ"},
    {"h", "h"},        {"i", "ɪ"},        {"j", "dʒ"},       {"k", "k"},        {"l", "l"},
    {"m", "m"},        {"n", "n"},        {"o", "ɒ"},        {"p", "p"},        {"q", "k"},
    {"r", "ɹ"},        {"s", "s"},        {"t", "t"},        {"u", "ʌ"},        {"v", "v"},
    {"w", "w"},        {"x", "k s"},      {"y", "i"},        {"z", "z"},
};

// A vowel before one consonant and a silent e.
constexpr std::pair<char, std::string_view> kLong[] = {{'a', "eɪ"}, {'e', "iː"}, {'i', "aɪ"},
                                                       {'o', "oʊ"}, {'u', "uː"}, {'y', "aɪ"}};

// What ends a word otherwise than it stands within.
constexpr Row kEnds[] = {{"le", "ə l"}, {"o", "oʊ"}, {"ce", "s"}, {"ge", "dʒ"}, {"se", "z"}};

struct Letter {
  char32_t point;
  std::string_view ipa;
};

// Letters of other languages, accents taken off those that are not here.
constexpr Letter kOthers[] = {
    {U'a', "a"},  {U'b', "b"},  {U'c', "k"},  {U'd', "d"}, {U'e', "e"}, {U'f', "f"}, {U'g', "ɡ"},
    {U'h', "h"},  {U'i', "i"},  {U'j', "j"},  {U'k', "k"}, {U'l', "l"}, {U'm', "m"}, {U'n', "n"},
    {U'o', "o"},  {U'p', "p"},  {U'q', "k"},  {U'r', "r"}, {U's', "s"}, {U't', "t"}, {U'u', "u"},
    {U'v', "v"},  {U'w', "v"},  {U'x', "k"},  {U'y', "i"}, {U'z', "z"}, {U'ä', "ɛ"}, {U'ö', "ø"},
    {U'ü', "y"},  {U'å', "o"},  {U'ø', "ø"},  {U'æ', "ɛ"}, {U'œ', "ø"}, {U'ß', "s"}, {U'ñ', "ɲ"},
    {U'ç', "s"},  {U'š', "ʃ"},  {U'č', "tʃ"}, {U'ž', "ʒ"}, {U'þ', "θ"}, {U'ð', "ð"}, {U'ł', "w"},
    {U'ı', "ɯ"},  {U'α', "a"},  {U'β', "v"},  {U'γ', "ɣ"}, {U'δ', "ð"}, {U'ε', "e"}, {U'ζ', "z"},
    {U'η', "i"},  {U'θ', "θ"},  {U'ι', "i"},  {U'κ', "k"}, {U'λ', "l"}, {U'μ', "m"}, {U'ν', "n"},
    {U'ξ', "k"},  {U'ο', "o"},  {U'π', "p"},  {U'ρ', "r"}, {U'σ', "s"}, {U'ς', "s"}, {U'τ', "t"},
    {U'υ', "i"},  {U'φ', "f"},  {U'χ', "x"},  {U'ψ', "p"}, {U'ω', "o"}, {U'ά', "a"}, {U'έ', "e"},
    {U'ή', "i"},  {U'ί', "i"},  {U'ό', "o"},  {U'ύ', "i"}, {U'ώ', "o"}, {U'а', "a"}, {U'б', "b"},
    {U'в', "v"},  {U'г', "ɡ"},  {U'д', "d"},  {U'е', "e"}, {U'ё', "o"}, {U'ж', "ʒ"}, {U'з', "z"},
    {U'и', "i"},  {U'й', "j"},  {U'к', "k"},  {U'л', "l"}, {U'м', "m"}, {U'н', "n"}, {U'о', "o"},
    {U'п', "p"},  {U'р', "r"},  {U'с', "s"},  {U'т', "t"}, {U'у', "u"}, {U'ф', "f"}, {U'х', "x"},
    {U'ц', "ts"}, {U'ч', "tʃ"}, {U'ш', "ʃ"},  {U'щ', "ʃ"}, {U'ы', "ɨ"}, {U'э', "e"}, {U'ю', "u"},
    {U'я', "a"},  {U'і', "i"},  {U'ї', "i"},  {U'є', "e"}, {U'ъ', ""},  {U'ь', ""},
};

// The base letters of U+00E0 to U+00FF and of U+0100 to U+017F.
constexpr std::string_view kLatin1 = "aaaaaaeceeeeiiiidnooooo/ouuuuyty";
constexpr std::string_view kLatinExtended =
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooo"
    "rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

// What scripts say of which nobody here knows the letters.
constexpr std::string_view kInvented[] = {"t", "a", "k", "o", "m", "i", "s", "u", "n", "e"};

void add_sounds(std::string_view ipas, std::vector<Sound>& sounds) {
  while (!ipas.empty()) {
    const std::size_t blank = std::min(ipas.find(' '), ipas.size());
    const std::string_view ipa = ipas.substr(0, blank);
    sounds.push_back({.ipa = ipa, .nucleus = is_nucleus(ipa)});
    ipas.remove_prefix(std::min(blank + 1, ipas.size()));
  }
}

/// The long vowel at `at`, if an e that is not heard makes it one: "take", "takes".
std::optional<std::string_view> long_vowel(std::string_view word, std::size_t at) {
  const std::string_view rest = word.substr(at);
  const bool silent_e = rest.size() >= 3 && !is_vowel(rest[1]) && rest[1] != 'r' &&
                        rest[2] == 'e' &&
                        (rest.size() == 3 || rest.substr(3) == "s" || rest.substr(3) == "d");
  if (!silent_e || (at > 0 && is_vowel(word[at - 1]))) return {};
  for (const auto& [letter, ipa] : kLong) {
    if (letter == rest[0]) return ipa;
  }
  return {};
}

/// Whether the e at `at` is written and not heard.
bool is_silent_e(std::string_view word, std::size_t at) {
  if (word[at] != 'e' || at < 2 || is_vowel(word[at - 1])) return false;
  const std::string_view rest = word.substr(at + 1);
  if (rest == "d") return word[at - 1] != 't' && word[at - 1] != 'd';
  return rest.empty() ||
         (rest == "s" && std::string_view("szxcg").find(word[at - 1]) == std::string_view::npos);
}

std::vector<Sound> english(std::string_view word) {
  std::vector<Sound> sounds;
  for (const auto& [known, ipas] : kWords) {
    if (known != word) continue;
    add_sounds(ipas, sounds);
    return sounds;
  }
  for (std::size_t at = 0; at < word.size();) {
    const std::string_view rest = word.substr(at);
    const Row* end = std::ranges::find(kEnds, rest, &Row::first);
    if (at > 0 && end != std::end(kEnds) && !(rest == "le" && is_vowel(word[at - 1]))) {
      add_sounds(end->second, sounds);
      break;
    }
    if (const auto vowel = long_vowel(word, at)) {
      add_sounds(*vowel, sounds);
      ++at;
    } else if (is_silent_e(word, at)) {
      ++at;
    } else if (at == 0 && rest.front() == 'y') {
      add_sounds("j", sounds);
      ++at;
    } else {
      const Row* row = std::ranges::find_if(
          kSpellings, [&](const Row& each) { return rest.starts_with(each.first); });
      if (row == std::end(kSpellings)) return sounds;
      add_sounds(row->second, sounds);
      at += row->first.size();
    }
  }
  return sounds;
}

/// The letter that an accent stands on.
char32_t base_of(char32_t point) {
  if (point >= 0xE0 && point < 0xE0 + kLatin1.size()) {
    return static_cast<char32_t>(kLatin1[point - 0xE0]);
  }
  if (point >= 0x100 && point < 0x100 + kLatinExtended.size()) {
    return static_cast<char32_t>(kLatinExtended[point - 0x100]);
  }
  return point;
}

const Letter* find_letter(char32_t point) {
  const Letter* found = std::ranges::find(kOthers, point, &Letter::point);
  return found == std::end(kOthers) ? nullptr : found;
}

/// A consonant and a vowel: what most signs of Chinese, Japanese and Korean are, one a syllable.
void add_invented(char32_t point, std::vector<Sound>& sounds) {
  constexpr std::size_t kPairs = std::size(kInvented) / 2;
  const std::size_t consonant = point % kPairs;
  const std::size_t vowel = point / kPairs % kPairs;
  add_sounds(kInvented[2 * consonant], sounds);
  add_sounds(kInvented[2 * vowel + 1], sounds);
}

/// Whether each letter of its script is a syllable.
bool is_syllabic(char32_t point) {
  return (point >= 0x3040 && point <= 0x30FF) || (point >= 0x3400 && point <= 0x9FFF) ||
         (point >= 0xAC00 && point <= 0xD7A3) || point >= 0x20000;
}

std::vector<Sound> letter_by_letter(std::string_view word) {
  std::vector<Sound> sounds;
  std::size_t unknown = 0;
  while (!word.empty()) {
    const xml::DecodedCharacter next = xml::decode(word);
    word.remove_prefix(std::max<std::size_t>(next.bytes, 1));
    if (next.bytes == 0 || (next.point >= 0x300 && next.point < 0x370)) continue;
    const Letter* letter = find_letter(next.point);
    if (letter == nullptr) letter = find_letter(base_of(next.point));
    if (letter != nullptr) {
      const bool glide = !sounds.empty() && sounds.back().nucleus && is_nucleus(letter->ipa);
      add_sounds(letter->ipa, sounds);
      // Two vowels that stand together are one syllable more often than two.
      if (glide) sounds.back().nucleus = false;
    } else if (is_syllabic(next.point)) {
      add_invented(next.point, sounds);
    } else if (unknown++ % 2 == 0) {
      add_sounds(kInvented[2 * (next.point % 5)], sounds);
    } else {
      add_sounds(kInvented[2 * (next.point % 5) + 1], sounds);
    }
  }
  return sounds;
}

}  // namespace

bool is_vowel(char letter) {
  return std::string_view("aeiouy").find(letter) != std::string_view::npos;
}

std::vector<Sound> sounds_of(std::string_view word, Language language) {
  const bool ascii = std::ranges::all_of(word, [](char each) { return each >= 0; });
  std::vector<Sound> sounds =
      language == Language::English && ascii ? english(word) : letter_by_letter(word);
  const bool any = std::ranges::any_of(sounds, [](const Sound& each) { return each.nucleus; });
  if (!any) add_sounds("ə", sounds);
  return sounds;
}

}  // namespace kine::speech
