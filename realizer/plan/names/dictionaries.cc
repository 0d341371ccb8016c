#include "realizer/plan/names/dictionaries.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/plan/names/near_names.h"
#include "realizer/script/words.h"

namespace kine::plan {

Error unknown_gesture(const script::Name& name, const Vocabulary& vocabulary) {
  std::vector<std::string_view> known;
  for (const auto& [lexeme, poses] : vocabulary.lexemes) known.emplace_back(lexeme);
  return unknown_name(name, {.thing = "gesture", .listed_by = "kinesphere lexicon"}, known);
}

Error unknown_meaning(const script::Name& meaning,
                      std::span<const script::Dictionary* const> dictionaries) {
  std::vector<std::string_view> known;
  for (const script::Dictionary* const dictionary : dictionaries) {
    for (const script::Meaning& each : *dictionary) {
      const bool is_new = std::ranges::find(known, each.name.text) == known.end();
      // One that another style alone has is not near to itself.
      if (is_new && each.name.text != meaning.text) known.emplace_back(each.name.text);
    }
  }
  return unknown_name(meaning, {.thing = "meaning", .listed_by = "kinesphere meanings"}, known);
}

Error unknown_meaning(const script::Name& meaning, const Vocabulary& vocabulary) {
  std::vector<const script::Dictionary*> all;
  for (const auto& [style, dictionary] : vocabulary.dictionaries) all.push_back(&dictionary);
  return unknown_meaning(meaning, all);
}

Result<Done> check_dictionary(const script::Dictionary& dictionary, const Vocabulary& vocabulary) {
  for (const script::Meaning& meaning : dictionary) {
    for (const script::Choice& choice : meaning.choices) {
      const auto lexeme = vocabulary.lexemes.find(choice.lexeme.text);
      if (lexeme == vocabulary.lexemes.end()) return unknown_gesture(choice.lexeme, vocabulary);
      if (!choice.hand || takes_hand(lexeme->second, *choice.hand)) continue;
      return Error{ErrorCode::OutOfRange,
                   "the gesture " + quoted(choice.lexeme.text) + " does not take this hand: " +
                       quoted(script::word_of(script::kGestureHandWords, *choice.hand)),
                   choice.where};
    }
  }
  return Done{};
}

}  // namespace kine::plan
