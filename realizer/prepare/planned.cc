#include "realizer/prepare/planned.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "realizer/plan/behaviours/behaviours.h"
#include "realizer/plan/gestures/lexicon.h"
#include "realizer/plan/make/make.h"
#include "realizer/plan/make/manners.h"
#include "realizer/prepare/look_targets.h"
#include "realizer/speech/bounded_voice.h"

namespace kine {
namespace {

Result<Planned> plan_of_behaviours(const script::Document& document, const std::string& character,
                                   const Cast& cast, const PrepareContext& context,
                                   Diagnostics& diagnostics, WorkBudget& work) {
  const speech::BoundedVoice bounded(*context.voice);
  std::optional<SaidVoice> said;
  // Who goes on is told what was said before: nobody is asked, and what is not known is no failure.
  if (context.live.so_far != nullptr) said.emplace(*context.live.so_far, *context.voice);
  std::optional<plan::Rest> rest;
  if (context.live.so_far != nullptr) rest = context.live.so_far->rest();
  const plan::DraftContext drafting{
      .body = *cast.body,
      .vocabulary = *cast.vocabulary,
      .voice = said ? static_cast<const speech::Voice&>(*said) : bounded,
      .knows_target = [&](std::string_view name) { return is_target(name, context); },
      .find_place =
          [&](std::string_view name) {
            return find_place(name, context, placement_of(cast, context));
          },
      .is_character = [&](std::string_view name) { return is_character(name, context); },
      .character = cast.name,
      .work = &work};
  const auto usual = plan::body_language_of(character, document, *cast.vocabulary)
                         .value_or(script::BodyLanguageMode::Small);
  auto placed = plan::with_behaviours_as_sequences(document, drafting, usual, context.live.others,
                                                   rest ? &*rest : nullptr, diagnostics);
  if (!placed) return placed.error();
  if (said) {
    for (const Warning& remark : context.live.so_far->remarks) diagnostics.warn(remark);
    for (const Warning& remark : said->remarks()) diagnostics.warn(remark);
  }
  auto plan = plan::make(placed->document, character, *cast.body, *cast.vocabulary, diagnostics);
  if (!plan) return plan.error();
  Planned planned{.plan = {},
                  .times = std::move(placed->times),
                  .others = std::move(placed->others),
                  .stays_until = std::move(placed->stays_until),
                  .takes_manner = std::move(placed->takes_manner)};
  if (said) planned.in_vain.assign(said->in_vain().begin(), said->in_vain().end());
  plan::complete(*std::move(placed), *plan);
  planned.plan = *std::move(plan);
  return planned;
}

/// The definitions of a script with what it has of sounds for one character, as behaviours.
script::Document sounds_of(const script::Document& document, std::string_view character,
                           const plan::Vocabulary& vocabulary) {
  script::Document sounds = document;
  sounds.character.text = character;
  sounds.sequences.clear();
  sounds.gestures.clear();
  sounds.sounds.clear();
  sounds.pushes.clear();
  sounds.loads.clear();
  sounds.feedback_messages.clear();
  sounds.behaviours.emplace();
  std::size_t number = 0;
  for (const script::Sound& each : document.sounds) {
    ++number;
    if (plan::character_of(document, each.character, vocabulary) != character) continue;
    script::Name id = each.id;
    if (id.empty()) id.text = std::string(script::kBodyLanguageElement) + std::to_string(number);
    sounds.behaviours->behaviours.push_back(
        {.id = std::move(id),
         .element = std::string(script::kBodyLanguageElement),
         .kind = each.sound,
         .appointments = {{"start", {.offset = each.start.seconds, .where = each.start.where}}},
         .where = each.sound.where});
  }
  return sounds;
}

}  // namespace

Result<Planned> make_plan(const script::Document& document, const std::string& character,
                          const Cast& cast, const PrepareContext& context, Diagnostics& diagnostics,
                          WorkBudget& work) {
  if (document.behaviours) {
    return plan_of_behaviours(document, character, cast, context, diagnostics, work);
  }
  auto plan = plan::make(document, character, *cast.body, *cast.vocabulary, diagnostics);
  if (!plan) return plan.error();
  Planned planned{.plan = *std::move(plan)};
  if (document.sounds.empty()) return planned;
  auto sounds = plan_of_behaviours(sounds_of(document, character, *cast.vocabulary), character,
                                   cast, context, diagnostics, work);
  if (!sounds) return sounds.error();
  std::vector<bool>& takes_manner = planned.takes_manner.emplace();
  takes_manner.assign(planned.plan.sequences.size(), true);
  std::ranges::copy(*sounds->takes_manner, std::back_inserter(takes_manner));
  std::ranges::move(sounds->plan.sequences, std::back_inserter(planned.plan.sequences));
  return planned;
}

}  // namespace kine
