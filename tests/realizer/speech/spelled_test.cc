// Tests for realizer/speech/spelled.h.
#include "realizer/speech/spelled.h"

#include "tests/support/catch.h"

namespace kine::speech::spelled_test {
namespace {

std::string said(std::string_view written, SayAs say_as = SayAs::Words,
                 Language language = Language::English) {
  std::string text;
  for (const std::string& word : spoken_words(written, say_as, language)) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

}  // namespace

TEST_CASE("numbers are said as words", "[spelled]") {
  CHECK(said("0") == "zero");
  CHECK(said("42") == "forty two");
  CHECK(said("100") == "one hundred");
  CHECK(said("1,215") == "one thousand two hundred fifteen");
  CHECK(said("2000013") == "two million thirteen");
  CHECK(said("3.50") == "three point fifty");
  CHECK(said("007") == "zero zero seven");
  CHECK(said("12345678901") == "one two three four five six seven eight nine zero one");
}

TEST_CASE("signs with a name are said, others are not", "[spelled]") {
  CHECK(said("42%") == "forty two percent");
  CHECK(said("Q&A") == "q and a");
  CHECK(said("$5") == "dollars five");
  CHECK(said("well-known") == "well known");
  CHECK(said("(\"what?\")") == "what");
  CHECK(said("...").empty());
  CHECK(said("").empty());
}

TEST_CASE("apostrophes stay within a word, capitals become small", "[spelled]") {
  CHECK(said("Don't") == "dont");
  CHECK(said("it’s") == "its");
  CHECK(said("ÄRGER") == "ärger");
  CHECK(said("МИР") == "мир");
}

TEST_CASE("what nobody can say as a word is said letter by letter", "[spelled]") {
  CHECK(said("BML") == "bee em ell");
  CHECK(said("NASA") == "nasa");
  CHECK(said("BML", SayAs::Words, Language::Other) == "bml");
  CHECK(said("w3c", SayAs::Characters) == "double you three see");
  CHECK(said("120", SayAs::Characters) == "one two zero");
}

TEST_CASE("a voice without a name speaks English", "[spelled]") {
  CHECK(language_of("") == Language::English);
  CHECK(language_of("en-GB") == Language::English);
  CHECK(language_of("en") == Language::English);
  CHECK(language_of("de") == Language::Other);
  CHECK(language_of("enya") == Language::Other);
}

TEST_CASE("letters, digits and signs with a name are spoken", "[spelled]") {
  for (const char32_t point : {U'a', U'Z', U'7', U'%', U'é', U'я', U'日', U'한'})
    CHECK(is_spoken(point));
  for (const char32_t point : {U'.', U'"', U'“', U'—', U'…', U'。', U'¿', U'😀', U' '})
    CHECK_FALSE(is_spoken(point));
}

TEST_CASE("capitals of Latin, Greek and Cyrillic become small, and nothing else", "[spelled]") {
  // As Unicode's data has them.
  CHECK(lower_case("ŁÓDŹ ŻÓŁW ŃĽŇĹĻŅ ŽŠČŘ ŐŰĞŞ ÆØÞŸ") == "łódź żółw ńľňĺļņ žščř őűğş æøþÿ");
  CHECK(lower_case("Έλα ΆΉΊΌΎΏ ΪΫ ΩΣ") == "έλα άήίόύώ ϊϋ ωσ");
  CHECK(lower_case("ЁЇЖЯ") == "ёїжя");
  CHECK(lower_case("İstanbul") == "istanbul");
  for (const char* const small : {"ĸŉſłńźž", "ßÿ÷×", "ıšđħ", "ΐΰϕ", "123 .,", "中あ"}) {
    CHECK(lower_case(small) == small);
  }
}

TEST_CASE("bytes that are no UTF-8 are left out", "[spelled]") {
  CHECK(said("a\xFF\xC3") == "a");
  CHECK(lower_case("A\xFF"
                   "B") == "ab");
}

}  // namespace kine::speech::spelled_test
