#include "realizer/speech/spelled.h"

#include <algorithm>
#include <array>
#include <utility>

#include "realizer/core/utf8.h"
#include "realizer/xml/characters.h"

namespace kine::speech {
namespace {

constexpr std::array<std::string_view, 20> kSmall = {
    "zero",     "one",     "two",     "three",     "four",     "five",    "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array<std::string_view, 10> kTens = {
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
constexpr std::pair<std::uint64_t, std::string_view> kGroups[] = {
    {1'000'000'000, "billion"}, {1'000'000, "million"}, {1'000, "thousand"}, {100, "hundred"}};

// What has more digits is said digit by digit, as telephone numbers are.
constexpr std::size_t kDigitsOfNumber = 10;

constexpr std::pair<char32_t, std::string_view> kSigns[] = {
    {U'&', "and"},    {U'%', "percent"}, {U'+', "plus"},  {U'=', "equals"},
    {U'@', "at"},     {U'$', "dollars"}, {U'€', "euros"}, {U'£', "pounds"},
    {U'#', "number"}, {U'°', "degrees"}, {U'×', "times"}, {U'½', "half"}};

constexpr std::array<std::string_view, 26> kLetters = {
    "ay",  "bee", "see", "dee", "ee",         "eff", "gee", "aitch", "eye",
    "jay", "kay", "ell", "em",  "en",         "oh",  "pee", "queue", "are",
    "ess", "tee", "you", "vee", "double you", "ex",  "why", "zee"};

// A word of capitals no longer than this that has no vowel is said letter by letter.
constexpr std::size_t kInitialsMax = 5;

bool is_digit(char32_t point) { return point >= U'0' && point <= U'9'; }
bool is_capital(char32_t point) { return point >= U'A' && point <= U'Z'; }

std::string_view sign_name(char32_t point) {
  for (const auto& [sign, name] : kSigns) {
    if (sign == point) return name;
  }
  return {};
}

bool is_letter(char32_t point) {
  if (point < 0x80) return is_capital(point) || (point >= U'a' && point <= U'z');
  const bool latin_sign = point < 0xC0 && point != 0xAA && point != 0xB5 && point != 0xBA;
  const bool general_sign = point >= 0x2000 && point <= 0x2BFF;
  const bool cjk_sign = point >= 0x3000 && point <= 0x303F && point != 0x3005;
  const bool wide_sign = point >= 0xFF00 && point <= 0xFF20;
  const bool private_or_picture = (point >= 0xE000 && point <= 0xF8FF) || point >= 0x1F000;
  const bool latin_operator = point == 0xD7 || point == 0xF7;
  const bool other_sign = point == 0x60C || point == 0x61B || point == 0x61F || point == 0x964 ||
                          (point >= 0xFE00 && point <= 0xFE6F);
  return !latin_sign && !general_sign && !cjk_sign && !wide_sign && !private_or_picture &&
         !latin_operator && !other_sign;
}

/// Of U+0100 to U+017F: capitals and small ones take turns, and twice change places.
char32_t small_latin(char32_t point) {
  if (point == U'İ') return U'i';
  if (point == U'Ÿ') return U'ÿ';
  const bool even_is_capital = point < 0x138 || (point >= 0x14A && point < 0x178);
  const bool odd_is_capital =
      (point >= 0x139 && point < 0x149) || (point >= 0x179 && point < 0x17F);
  const bool is_odd = point % 2 == 1;
  return (is_odd ? odd_is_capital : even_is_capital) ? point + 1 : point;
}

char32_t small_greek(char32_t point) {
  if (point == U'Ά') return U'ά';
  if (point >= U'Έ' && point <= U'Ί') return point - U'Έ' + U'έ';
  if (point == U'Ό') return U'ό';
  if (point == U'Ύ' || point == U'Ώ') return point - U'Ύ' + U'ύ';
  return point >= U'Α' && point <= U'Ϋ' ? point + 0x20 : point;
}

char32_t small(char32_t point) {
  if (is_capital(point)) return point + 0x20;
  if (point >= 0xC0 && point <= 0xDE && point != 0xD7) return point + 0x20;
  if (point >= 0x100 && point <= 0x17F) return small_latin(point);
  if (point >= 0x370 && point <= 0x3FF) return small_greek(point);
  if (point >= 0x410 && point <= 0x42F) return point + 0x20;
  if (point >= 0x400 && point <= 0x40F) return point + 0x50;
  return point;
}

std::vector<char32_t> points_of(std::string_view text) {
  std::vector<char32_t> points;
  while (!text.empty()) {
    const xml::DecodedCharacter next = xml::decode(text);
    text.remove_prefix(std::max<std::size_t>(next.bytes, 1));
    if (next.bytes != 0) points.push_back(next.point);
  }
  return points;
}

void add_words(std::string_view words, std::vector<std::string>& spoken) {
  while (!words.empty()) {
    const std::size_t blank = std::min(words.find(' '), words.size());
    spoken.emplace_back(words.substr(0, blank));
    words.remove_prefix(std::min(blank + 1, words.size()));
  }
}

void add_number(std::uint64_t number, std::vector<std::string>& spoken) {
  for (const auto& [size, name] : kGroups) {
    if (number < size) continue;
    add_number(number / size, spoken);
    spoken.emplace_back(name);
    number %= size;
    if (number == 0) return;
  }
  if (number < kSmall.size()) {
    spoken.emplace_back(kSmall[number]);
    return;
  }
  spoken.emplace_back(kTens[number / 10]);
  if (number % 10 != 0) spoken.emplace_back(kSmall[number % 10]);
}

void add_digits(const std::vector<char32_t>& digits, std::vector<std::string>& spoken) {
  if (digits.size() > kDigitsOfNumber || (digits.size() > 1 && digits.front() == U'0')) {
    for (const char32_t digit : digits) spoken.emplace_back(kSmall[digit - U'0']);
    return;
  }
  std::uint64_t number = 0;
  for (const char32_t digit : digits) number = number * 10 + (digit - U'0');
  add_number(number, spoken);
}

void add_one_by_one(char32_t point, std::vector<std::string>& spoken) {
  const char32_t letter = small(point);
  if (is_digit(point)) {
    spoken.emplace_back(kSmall[point - U'0']);
  } else if (letter >= U'a' && letter <= U'z') {
    add_words(kLetters[letter - U'a'], spoken);
  } else if (const std::string_view name = sign_name(point); !name.empty()) {
    spoken.emplace_back(name);
  } else if (is_letter(point)) {
    spoken.push_back(utf8_of(letter));
  }
}

/// A word that nobody can say as one: "BML".
bool is_initials(const std::vector<char32_t>& letters) {
  constexpr std::u32string_view kVowels = U"AEIOUY";
  return letters.size() > 1 && letters.size() <= kInitialsMax &&
         std::ranges::all_of(letters, [&](char32_t letter) {
           return is_capital(letter) && kVowels.find(letter) == std::u32string_view::npos;
         });
}

void add_letters(const std::vector<char32_t>& letters, Language language,
                 std::vector<std::string>& spoken) {
  if (language == Language::English && is_initials(letters)) {
    for (const char32_t letter : letters) add_one_by_one(letter, spoken);
    return;
  }
  std::string word;
  for (const char32_t letter : letters) word += utf8_of(small(letter));
  if (!word.empty()) spoken.push_back(std::move(word));
}

}  // namespace

Language language_of(std::string_view voice) {
  const std::string name = lower_case(voice);
  return name.empty() || name == "en" || name.starts_with("en-") || name.starts_with("en_")
             ? Language::English
             : Language::Other;
}

bool is_spoken(char32_t point) {
  return is_letter(point) || is_digit(point) || !sign_name(point).empty();
}

std::string lower_case(std::string_view text) {
  std::string lower;
  for (const char32_t point : points_of(text)) lower += utf8_of(small(point));
  return lower;
}

std::vector<std::string> spoken_words(std::string_view written, SayAs say_as, Language language) {
  const std::vector<char32_t> points = points_of(written);
  std::vector<std::string> spoken;
  for (std::size_t i = 0; i < points.size();) {
    if (say_as == SayAs::Characters) {
      add_one_by_one(points[i++], spoken);
      continue;
    }
    std::vector<char32_t> same;
    if (is_digit(points[i])) {
      // The comma of thousands is not said.
      for (; i < points.size() && (is_digit(points[i]) || points[i] == U','); ++i) {
        if (is_digit(points[i])) same.push_back(points[i]);
      }
      add_digits(same, spoken);
    } else if (is_letter(points[i])) {
      for (;
           i < points.size() && (is_letter(points[i]) || points[i] == U'\'' || points[i] == 0x2019);
           ++i) {
        if (is_letter(points[i])) same.push_back(points[i]);
      }
      add_letters(same, language, spoken);
    } else {
      const bool decimal = points[i] == U'.' && i > 0 && is_digit(points[i - 1]) &&
                           i + 1 < points.size() && is_digit(points[i + 1]);
      const std::string_view name = decimal ? "point" : sign_name(points[i]);
      if (!name.empty()) spoken.emplace_back(name);
      ++i;
    }
  }
  return spoken;
}

}  // namespace kine::speech
