#include "realizer/script/kinesphere/kinesphere_dictionary.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/attributes.h"
#include "realizer/script/kinesphere/elements.h"
#include "realizer/script/words.h"

namespace kine::script {
namespace {

constexpr Bounds kChoiceWeight{.lowest = 0, .highest = kChoiceWeightMax, .lowest_excluded = true};

void read_choice(const xml::Element& element, Meaning& meaning, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!has_room(meaning.choices.size(), kChoicesMax, "choices of a meaning", take)) return;
  Choice choice{.lexeme = take.name("lexeme", Need::Required), .where = element.where};
  choice.weight = take.number("weight", kChoiceWeight).value_or(choice.weight);
  if (const auto hand = take.one_of("hand", kGestureHandWords)) {
    choice.hand = static_cast<Gesture::Hand>(*hand);
  }
  take.done();
  expect_no_children(element, reading);
  const bool is_twice = std::ranges::any_of(meaning.choices, [&](const Choice& each) {
    return each.lexeme.text == choice.lexeme.text && each.hand == choice.hand;
  });
  if (is_twice && take.has("lexeme")) {
    take.refuse(*take.raw("lexeme"), ErrorCode::Syntax, "another than those before it");
  }
  meaning.choices.push_back(std::move(choice));
}

constexpr ElementRow<Meaning, KinesphereReading> kInMeaning[] = {{"choice", read_choice}};

void read_meaning(const xml::Element& element, Dictionary& dictionary, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!has_room(dictionary.size(), kMeaningsMax, "meanings of a dictionary", take)) return;
  Meaning meaning{.name = take.name("name", Need::Required), .choices = {}, .where = element.where};
  take.done();
  if (find_meaning(dictionary, meaning.name.text) != nullptr && take.has("name")) {
    take.refuse(*take.raw("name"), ErrorCode::Syntax, "another than those before it");
  }
  read_children<Meaning, KinesphereReading>(element, kInMeaning, meaning, reading);
  if (meaning.choices.empty()) {
    take.refuse(ErrorCode::Syntax,
                "a meaning needs a <choice>, and there is none in " + quoted(meaning.name.text));
  }
  dictionary.push_back(std::move(meaning));
}

constexpr ElementRow<Dictionary, KinesphereReading> kInDictionary[] = {{"meaning", read_meaning}};

}  // namespace

Dictionary read_dictionary(const xml::Element& element, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  take.done();
  Dictionary dictionary;
  read_children<Dictionary, KinesphereReading>(element, kInDictionary, dictionary, reading);
  return dictionary;
}

}  // namespace kine::script
