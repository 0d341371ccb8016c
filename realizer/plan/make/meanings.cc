#include "realizer/plan/make/meanings.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "realizer/core/number.h"
#include "realizer/plan/gestures/lexicon.h"
#include "realizer/plan/make/manners.h"
#include "realizer/plan/names/dictionaries.h"
#include "realizer/script/words.h"

namespace kine::plan {
namespace {

constexpr std::string_view kEverybody;

/// A dictionary that counts for a gesture, and the scope that brings it.
struct InForce {
  const script::Dictionary* dictionary = nullptr;
  std::optional<SketchScope> scope = {};
  script::Name sketch = {};
  std::string style = {};
};

/// The gestures that one meaning may become here.
struct Candidates {
  std::vector<const script::Choice*> choices;
  std::vector<double> weights;
};

bool is_in_lexicon(const script::Choice& choice, const Vocabulary& vocabulary) {
  return vocabulary.lexemes.contains(choice.lexeme.text);
}

/// Those of the lexicon that take the hand that the script asks for.
Candidates candidates_of(const script::Meaning& meaning, const script::Gesture& gesture,
                         const Vocabulary& vocabulary) {
  Candidates found;
  for (const script::Choice& choice : meaning.choices) {
    const auto lexeme = vocabulary.lexemes.find(choice.lexeme.text);
    if (lexeme == vocabulary.lexemes.end()) continue;
    if (gesture.hand && !takes_hand(lexeme->second, *gesture.hand)) continue;
    found.choices.push_back(&choice);
    found.weights.push_back(choice.weight);
  }
  return found;
}

/// Why a meaning that there is becomes nothing.
Error no_candidate(const script::Gesture& gesture, const script::Meaning& meaning,
                   const Vocabulary& vocabulary) {
  const bool has_any = std::ranges::any_of(
      meaning.choices, [&](const auto& each) { return is_in_lexicon(each, vocabulary); });
  const std::string what = "no gesture of the meaning " + quoted(gesture.meaning.text);
  if (!has_any || !gesture.hand) {
    return {ErrorCode::UnknownName, what + " is in the lexicon", gesture.meaning.where};
  }
  return {ErrorCode::OutOfRange,
          what + " takes this hand: " +
              quoted(script::word_of(script::kGestureHandWords, *gesture.hand)),
          gesture.hand_where};
}

/// Turns the meanings of one character into lexemes.
class MeaningsOfCharacter {
 public:
  /// All outlive it.
  MeaningsOfCharacter(const script::Document& document, const Vocabulary& vocabulary,
                      const MeaningDraw& draw)
      : document_(document), vocabulary_(vocabulary), draw_(draw) {
    // The innermost first.
    const auto scoped = sketches_of(draw.says, document, vocabulary);
    for (std::size_t i = scoped.size(); i > 0; --i) {
      const auto& [scope, name] = scoped[i - 1];
      if (scope != SketchScope::Server) add(scope, name, of_character_);
    }
    if (!draw.style.empty()) add_style({.style = std::string(draw.style)}, of_character_);
    add(SketchScope::Server, {std::string(draw.of_all), {}}, of_character_);
    add_style({.style = std::string(kEverybody)}, of_character_);
  }

  bool is_of(const script::Gesture& gesture) const {
    return character_of(document_, gesture.character, vocabulary_) == draw_.says;
  }

  /// Gives the gesture of that id a lexeme in place of its meaning.
  Result<ChosenMeaning> choose(const std::string& id, script::Gesture& gesture) const {
    const std::vector<InForce> in_force = in_force_for(gesture);
    const script::Meaning* not_possible = nullptr;
    for (const InForce& each : in_force) {
      const auto* meaning = script::find_meaning(*each.dictionary, gesture.meaning.text);
      if (meaning == nullptr) continue;
      const Candidates candidates = candidates_of(*meaning, gesture, vocabulary_);
      if (!candidates.choices.empty()) return chosen(id, each, candidates, gesture);
      if (not_possible == nullptr) not_possible = meaning;
    }
    if (not_possible != nullptr) return no_candidate(gesture, *not_possible, vocabulary_);
    std::vector<const script::Dictionary*> dictionaries;
    for (const InForce& each : in_force) dictionaries.push_back(each.dictionary);
    return unknown_meaning(gesture.meaning, dictionaries);
  }

 private:
  void add_style(InForce of_style, std::vector<InForce>& in_force) const {
    const auto found = vocabulary_.dictionaries.find(of_style.style);
    if (found == vocabulary_.dictionaries.end()) return;
    of_style.dictionary = &found->second;
    in_force.push_back(std::move(of_style));
  }

  /// That of the sketch, then that of its style. A style is a sketch of its own name.
  void add(SketchScope scope, const script::Name& name, std::vector<InForce>& in_force) const {
    if (name.empty()) return;
    InForce named{.dictionary = nullptr, .scope = scope, .sketch = name, .style = name.text};
    const auto sketch = std::ranges::find_if(
        document_.sketches, [&](const script::Sketch& each) { return each.id.text == name.text; });
    if (sketch != document_.sketches.end()) {
      InForce own = named;
      own.dictionary = &sketch->dictionary;
      own.style.clear();
      in_force.push_back(std::move(own));
      named.style = sketch->style.text;
    }
    if (!named.style.empty()) add_style(std::move(named), in_force);
  }

  std::vector<InForce> in_force_for(const script::Gesture& gesture) const {
    std::vector<InForce> in_force;
    add(SketchScope::Sequence, gesture.sketch, in_force);
    in_force.insert(in_force.end(), of_character_.begin(), of_character_.end());
    return in_force;
  }

  ChosenMeaning chosen(const std::string& id, const InForce& from, const Candidates& candidates,
                       script::Gesture& gesture) const {
    const Random random({.seed = draw_.seed,
                         .character = key_of(draw_.character),
                         .tick = key_of(draw_.script_id),
                         .purpose = key_of("meaning of " + id)});
    const script::Choice& choice = *candidates.choices[drawn_place(candidates.weights, random)];
    ChosenMeaning chosen{.gesture = id,
                         .meaning = gesture.meaning.text,
                         .lexeme = choice.lexeme.text,
                         .weight = choice.weight,
                         .weights = 0,
                         .scope = from.scope,
                         .sketch = from.sketch,
                         .style = from.style};
    for (const double weight : candidates.weights) chosen.weights += weight;
    gesture.lexeme = {choice.lexeme.text, gesture.meaning.where};
    if (!gesture.hand && choice.hand) {
      gesture.hand = choice.hand;
      gesture.hand_where = gesture.meaning.where;
    }
    gesture.meaning = {};
    return chosen;
  }

  const script::Document& document_;
  const Vocabulary& vocabulary_;
  const MeaningDraw& draw_;
  std::vector<InForce> of_character_;
};

/// Those of a script; one that fails is left out.
Result<std::vector<script::Gesture>> with_lexemes(std::vector<script::Gesture> gestures,
                                                  const MeaningsOfCharacter& meanings,
                                                  std::vector<ChosenMeaning>& chosen,
                                                  Diagnostics& diagnostics) {
  std::vector<script::Gesture> kept;
  for (script::Gesture& gesture : gestures) {
    if (!gesture.meaning.empty() && meanings.is_of(gesture)) {
      auto one = meanings.choose(gesture.id.text, gesture);
      if (!one) {
        if (const auto met = diagnostics.meet(one.error()); !met) return met.error();
        continue;
      }
      chosen.push_back(*std::move(one));
    }
    kept.push_back(std::move(gesture));
  }
  return kept;
}

void give_lexemes(const MeaningsOfCharacter& meanings, script::Behaviours& behaviours,
                  std::vector<ChosenMeaning>& chosen) {
  for (script::Behaviour& behaviour : behaviours.behaviours) {
    auto* const gesture = std::get_if<script::Gesture>(&behaviour.kind);
    if (gesture == nullptr || gesture->meaning.empty()) continue;
    auto one = meanings.choose(behaviour.id.text, *gesture);
    if (one) chosen.push_back(*std::move(one));
  }
}

}  // namespace

Result<Meant> with_meanings_as_lexemes(const script::Document& document,
                                       const Vocabulary& vocabulary, const MeaningDraw& draw,
                                       Diagnostics& diagnostics) {
  const MeaningsOfCharacter meanings(document, vocabulary, draw);
  Meant meant{.document = with_gestures_named(document), .chosen = {}};
  auto gestures =
      with_lexemes(std::move(meant.document.gestures), meanings, meant.chosen, diagnostics);
  if (!gestures) return gestures.error();
  meant.document.gestures = *std::move(gestures);
  if (meant.document.behaviours) give_lexemes(meanings, *meant.document.behaviours, meant.chosen);
  return meant;
}

std::size_t drawn_place(std::span<const double> weights, Random random) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  double left = random.number(0, sum);
  for (std::size_t place = 0; place + 1 < weights.size(); ++place) {
    if (left < weights[place]) return place;
    left -= weights[place];
  }
  return weights.size() - 1;
}

Result<Done> check_dictionaries(const script::Document& document, const Vocabulary& vocabulary,
                                Diagnostics& diagnostics) {
  for (const script::Sketch& sketch : document.sketches) {
    const auto checked = check_dictionary(sketch.dictionary, vocabulary);
    if (checked) continue;
    if (const auto met = diagnostics.meet(checked.error()); !met) return met.error();
  }
  return Done{};
}

}  // namespace kine::plan
