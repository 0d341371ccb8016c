#include "realizer/prepare/prepare.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "realizer/cast/builtins.h"
#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/core/work.h"
#include "realizer/dynamics/physical/torso.h"
#include "realizer/motion/build/build.h"
#include "realizer/motion/build/cut.h"
#include "realizer/plan/behaviours/behaviours.h"
#include "realizer/plan/clarity.h"
#include "realizer/plan/coarticulation.h"
#include "realizer/plan/explanation.h"
#include "realizer/plan/hidden.h"
#include "realizer/plan/make/make.h"
#include "realizer/plan/make/manners.h"
#include "realizer/plan/make/meanings.h"
#include "realizer/plan/make/muscle_explanation.h"
#include "realizer/plan/make/sketch_scopes.h"
#include "realizer/plan/property.h"
#include "realizer/prepare/listening.h"
#include "realizer/prepare/look_targets.h"
#include "realizer/prepare/planned.h"
#include "realizer/script/words.h"

namespace kine {
namespace {

std::string known_characters(const PrepareContext& context) {
  std::string names;
  for (const auto& cast : context.casts) names += (names.empty() ? "" : ", ") + cast->name;
  return names;
}

/// Where a document says this name of a character, in its own or in our spelling.
Where place_of_character(const script::Document& document, const plan::Vocabulary& vocabulary,
                         std::string_view character) {
  const auto says = [&](const script::Name& name) {
    const auto alias = vocabulary.characters.find(name.text);
    return name.text == character ||
           (alias != vocabulary.characters.end() && alias->second == character);
  };
  if (says(document.character)) return document.character.where;
  for (const script::Sequence& sequence : document.sequences) {
    if (says(sequence.character)) return sequence.character.where;
  }
  for (const script::Gesture& gesture : document.gestures) {
    if (says(gesture.character)) return gesture.character.where;
  }
  return {};
}

/// The cast of that character; an empty name is whom the script was submitted to, else the first.
Result<std::shared_ptr<const Cast>> find_cast(std::string_view character, Where where,
                                              const PrepareContext& context) {
  const std::string_view name = character.empty() ? context.character : character;
  if (name.empty()) return context.casts.front();
  const auto found =
      std::ranges::find_if(context.casts, [&](const auto& cast) { return cast->name == name; });
  if (found != context.casts.end()) return *found;
  return Error{ErrorCode::UnknownName,
               "the characters are " + known_characters(context) + ", but no " + quoted(name),
               where};
}

/// Whoever has a manner must be there.
Result<Done> check_manners(const script::Document& document, const plan::Vocabulary& vocabulary,
                           const PrepareContext& context, Diagnostics& diagnostics) {
  for (const script::Character& character : document.characters) {
    if (character.body_language && !document.behaviours) {
      diagnostics.warn(
          character.where,
          "bodylanguage of <character> does nothing in a script that cannot speak: say "
          "it in the BML block that does");
    }
    if (character.name.empty()) continue;
    const auto alias = vocabulary.characters.find(character.name.text);
    const std::string& name =
        alias == vocabulary.characters.end() ? character.name.text : alias->second;
    const auto cast = find_cast(name, character.name.where, context);
    if (cast) continue;
    if (const auto met = diagnostics.meet(cast.error()); !met) return met;
  }
  return Done{};
}

/// The style that somebody gives the character from outside; empty: none.
std::string_view style_from_outside(const PrepareContext& context, std::string_view character) {
  std::string_view style;
  for (const GivenSketch& each : context.meanings.styles) {
    if (each.character == character) return each.style;
    if (each.character.empty()) style = each.style;
  }
  return style;
}

/// What the script leaves open, in the manner that somebody gave the character.
void give_manner(const PrepareContext& context, const Cast& cast, Planned& planned) {
  const auto given =
      std::ranges::find(context.live.manners, cast.name, &plan::LiveManner::character);
  if (given == context.live.manners.end()) return;
  for (std::size_t i = 0; i < planned.plan.sequences.size(); ++i) {
    if (planned.takes_manner && !(*planned.takes_manner)[i]) continue;
    plan::give_manner(*given, i, planned.plan);
  }
  const std::string_view style = style_from_outside(context, cast.name);
  plan::give_sketch(*given, plan::transitions_of(style, *cast.body, *cast.vocabulary),
                    planned.plan);
}

/// Where the script says that a sketch leans to this.
Where where_of_lean(const plan::Plan& plan, std::string_view lean_to) {
  const auto found = std::ranges::find_if(
      plan.named_sketches, [&](const auto& each) { return each.says.lean_to == lean_to; });
  return found == plan.named_sketches.end() ? Where{} : found->where;
}

/// Where the points are that sketches lean to, from one that stands at `placement`.
void find_lean_targets(const PrepareContext& context, const body::Placement& placement,
                       plan::Plan& plan, Diagnostics& diagnostics) {
  for (plan::Sketch& sketch : plan.sketches) {
    if (sketch.lean_to.empty()) continue;
    const auto place_m = find_place(sketch.lean_to, context, placement);
    if (place_m) {
      sketch.lean_heading_rad = std::atan2(place_m->x, place_m->z);
    } else {
      diagnostics.warn(where_of_lean(plan, sketch.lean_to),
                       "there is no target " + quoted(sketch.lean_to) + " that sketch " +
                           quoted(sketch.id) + " leans to: it leans ahead");
    }
  }
}

/// Warnings about a part of a block say which block.
void name_block(std::string_view block_id, std::vector<Warning>& warnings) {
  for (Warning& warning : warnings) {
    if (!warning.about.empty()) warning.about = std::string(block_id) + ":" + warning.about;
  }
}

/// Those that were not given before.
void add_new(std::vector<Warning> warnings, std::vector<Warning>& given) {
  const std::size_t before = given.size();
  for (Warning& warning : warnings) {
    const auto end = given.begin() + static_cast<std::ptrdiff_t>(before);
    const bool is_known = std::any_of(given.begin(), end, [&](const Warning& each) {
      return each.about == warning.about && each.message == warning.message;
    });
    if (!is_known) given.push_back(std::move(warning));
  }
}

struct PreparedBlock {
  std::shared_ptr<const motion::Block> block;
  std::string explanation;
  bool has_meanings = false;
  std::vector<Warning> in_vain;
};

/// The sketch of all characters. Meanings keep it where a live manner takes its place: a block that
/// is planned anew must not gesture anew.
std::string_view style_of_all(const PrepareContext& context) {
  std::string_view style;
  for (const GivenSketch& each : context.sketches) {
    if (each.character.empty()) style = each.style;
  }
  return style;
}

using Muscles = std::shared_ptr<const dynamics::physical::TorsoModel>;

/// Null where nothing but the plan moves the character. Whoever is to move by muscles must have a
/// body that makes a model, and the program an engine.
Result<Muscles> muscles_of(const script::Document& document, const plan::Plan& plan,
                           const body::Body& body, Diagnostics& diagnostics) {
  const script::Dynamics asked = plan.most_physical();
  if (asked == script::Dynamics::None) return Muscles();
  auto model = asked == script::Dynamics::Body ? dynamics::physical::whole_model_of(body)
                                               : dynamics::physical::torso_model_of(body);
  if (model) return *std::move(model);
  Error error = model.error();
  for (const plan::Sequence& each : plan.sequences) {
    if (each.dynamics == asked) error.where = each.where;
  }
  for (const script::Character& each : document.characters) {
    if (each.dynamics == asked) error.where = each.where;
  }
  error.message += ": " + quoted(script::word_of(script::kDynamicsWords, asked));
  const auto met = diagnostics.meet(error);
  return met ? Result<Muscles>(Muscles()) : met.error();
}

/// All that a plan names must be there.
Result<Done> check_plan(const script::Document& document, const PrepareContext& context,
                        plan::Plan& plan, Diagnostics& diagnostics) {
  const auto own = check_own_targets(plan, document.dialect, context, diagnostics);
  if (!own) return own.error();
  return check_look_targets(plan, context, diagnostics);
}

std::shared_ptr<motion::Block> make_block(const plan::Plan& plan, const Cast& cast,
                                          const body::Placement& placement, Planned& planned,
                                          Diagnostics& diagnostics) {
  auto block = std::make_shared<motion::Block>(
      motion::build(plan, *cast.body, placement, diagnostics, *cast.clips, builtins().properties));
  block->schedule = std::move(planned.times);
  block->others = std::move(planned.others);
  return block;
}

/// One character's part of the document, on its body. `diagnostics` holds what the reader mended;
/// the block says it in its feedback, with the warnings of planning.
Result<PreparedBlock> prepare_block(const script::Document& written, const std::string& character,
                                    std::string block_id, const Cast& cast,
                                    const PrepareContext& context, Diagnostics& diagnostics,
                                    WorkBudget& work) {
  const auto meant = plan::with_meanings_as_lexemes(
      written, *cast.vocabulary,
      {.says = character,
       .character = cast.name,
       .script_id = written.id.empty() ? context.script_id : std::string_view(written.id.text),
       .seed = context.meanings.seed,
       .style = style_from_outside(context, cast.name),
       .of_all = style_of_all(context)},
      diagnostics);
  if (!meant) return meant.error();
  const script::Document& document = meant->document;
  auto planned = make_plan(document, character, cast, context, diagnostics, work);
  if (!planned) return planned.error();
  give_manner(context, cast, *planned);
  plan::Plan* const plan = &planned->plan;
  const auto checked = check_plan(document, context, *plan, diagnostics);
  if (!checked) return checked.error();
  auto muscles = muscles_of(document, *plan, *cast.body, diagnostics);
  if (!muscles) return muscles.error();
  // All that could be found; what follows is for sound plans.
  if (!diagnostics.errors().empty()) return diagnostics.errors().front();
  plan->id = std::move(block_id);
  plan->character = cast.name;
  plan->involvement = cast.involvement;
  std::string explanation =
      context.explains ? plan::explanation_of(*plan, *cast.body, meant->chosen) : "";
  plan::clarify(*plan);
  const body::Placement placement = placement_of(cast, context);
  find_lean_targets(context, placement, *plan, diagnostics);
  plan::Plan manner = plan::with_properties(
      std::move(*plan), builtins().properties,
      {.body = *cast.body, .placement = placement, .diagnostics = diagnostics});
  const bool has_followers = document.behaviours || !document.sounds.empty();
  if (has_followers) plan::coarticulate(*cast.body, manner);
  if (context.explains) explanation += plan::explain_muscles(manner, *cast.body);
  if (const auto fits = plan::check_length(manner); !fits) return fits.error();
  // By the times that properties have made; who wrote an old script cannot be told.
  if (document.dialect == script::Dialect::Kinesphere) {
    plan::warn_of_hidden(manner, *cast.body, diagnostics, &work);
  }
  if (work.is_over()) {
    return work.error("planning " + std::to_string(manner.sequences.size()) + " sequences");
  }

  GoingOn rest;
  if (context.live.so_far != nullptr) {
    rest = go_on(*context.live.so_far, planned->times, planned->stays_until, manner);
  }
  auto block = make_block(manner, cast, placement, *planned, diagnostics);
  block->muscles = *std::move(muscles);
  if (context.live.so_far != nullptr) {
    const PlayedSoFar& so_far = *context.live.so_far;
    *block = motion::continued(*so_far.block, *block, rest.going, so_far.from, so_far.rate,
                               motion::kPartFade);
  }
  block->listening = listening_of(manner, *block, cast.body_language, diagnostics);
  std::vector<Warning> warnings(diagnostics.warnings().begin(), diagnostics.warnings().end());
  name_block(block->id, warnings);
  add_new(std::move(warnings), block->warnings);
  std::ranges::move(rest.in_vain, std::back_inserter(planned->in_vain));
  return PreparedBlock{.block = std::move(block),
                       .explanation = std::move(explanation),
                       .has_meanings = !meant->chosen.empty(),
                       .in_vain = std::move(planned->in_vain)};
}

std::vector<BehaviourElement> elements_of(const script::Behaviours& behaviours) {
  std::vector<BehaviourElement> elements;
  for (const script::Behaviour& behaviour : behaviours.behaviours) {
    elements.push_back({behaviour.id.text, script::required_of(behaviour)});
  }
  return elements;
}

void pass_on(std::span<const Warning> warnings, std::string_view block_id,
             Diagnostics& diagnostics) {
  std::vector<Warning> named(warnings.begin(), warnings.end());
  name_block(block_id, named);
  for (Warning& warning : named) diagnostics.warn(std::move(warning));
}

void pass_on(std::span<const Error> errors, Diagnostics& diagnostics) {
  for (const Error& error : errors) static_cast<void>(diagnostics.meet(error));  // it collects them
}

/// The targets that are there, and those that the script sets of itself.
struct KnownTargets {
  std::vector<std::string> names;
  std::vector<Located> located;  // the characters as well
};

Result<KnownTargets> known_targets(const script::Document& document,
                                   const PrepareContext& context) {
  KnownTargets known{.names = {context.set_targets.begin(), context.set_targets.end()},
                     .located = {context.live.located.begin(), context.live.located.end()}};
  for (const OwnTarget& own : targets_set_by(document)) {
    if (std::ranges::find(known.names, own.name) != known.names.end()) continue;
    if (known.names.size() == kSetTargetsMax) {
      return Error{ErrorCode::LimitExceeded,
                   "there are at most " + std::to_string(kSetTargetsMax) +
                       " targets at once, so there is no room for " + quoted(own.name),
                   own.where};
    }
    known.names.push_back(own.name);
    known.located.push_back({own.name, {.position_m = own.point_m}});
  }
  return known;
}

/// Whether somebody gives a character a manner while it moves.
bool has_live_manner(std::string_view character, const PrepareContext& context) {
  return std::ranges::any_of(context.live.manners, [&](const plan::LiveManner& each) {
    return each.character == character && each.to != script::Expressivity();
  });
}

/// What characters have from outside, to those of whom the script speaks. A manner that is set live
/// takes the place of the sketch of all characters.
void give_sketches(const PrepareContext& context, const plan::Vocabulary& vocabulary,
                   script::Document& document) {
  if (context.sketches.empty()) return;
  const std::string_view who =
      context.character.empty() ? context.casts.front()->name : context.character;
  for (const std::string& character : plan::characters_of(document, vocabulary)) {
    const std::string_view name = character.empty() ? who : character;
    plan::GivenSketches given;
    for (const GivenSketch& each : context.sketches) {
      const bool is_of_all = each.character.empty() && !has_live_manner(name, context);
      if (is_of_all) given.of_server = each.style;
      if (each.character == name) given.of_character = each.style;
    }
    plan::give_sketches(character, given, vocabulary, document);
  }
}

Result<Prepared> prepare_blocks(std::string_view text, const PrepareContext& given,
                                Diagnostics& diagnostics, WorkBudget& work) {
  PrepareContext context = given;
  const plan::Vocabulary& vocabulary = *context.casts.front()->vocabulary;

  Diagnostics mended(diagnostics.on_error());
  auto document = script::read(text, builtins().readers, mended);
  const bool has_id = document && !document->id.empty();
  const std::string script_id = has_id ? document->id.text : std::string(context.script_id);
  pass_on(mended.warnings(), script_id, diagnostics);
  if (!document) return document.error();
  give_sketches(context, vocabulary, *document);
  *document = plan::with_sketches_named(*std::move(document), vocabulary);
  if (const auto checked = plan::check_dictionaries(*document, vocabulary, diagnostics); !checked) {
    return checked.error();
  }
  const auto known_so_far = known_targets(*document, given);
  if (!known_so_far) return known_so_far.error();
  context.set_targets = known_so_far->names;
  context.live.located = known_so_far->located;

  const std::vector<std::string> characters = plan::characters_of(*document, vocabulary);
  if (const auto known = check_manners(*document, vocabulary, context, diagnostics); !known) {
    return known.error();
  }
  if (!context.live.tension.empty()) {
    for (const std::string& character : characters) {
      plan::give_tension(character, {std::string(context.live.tension)}, vocabulary, *document);
    }
  }

  Prepared prepared{.script_id = script_id, .blocks = {}};
  if (document->behaviours) prepared.behaviours = elements_of(*document->behaviours);
  const plan::Arrival arrival =
      document->behaviours ? plan::arrival_of(document->behaviours->composition) : plan::Arrival();
  for (const std::string& character : characters) {
    const auto cast =
        find_cast(character, place_of_character(*document, vocabulary, character), context);
    if (!cast) {
      if (const auto met = diagnostics.meet(cast.error()); !met) return met.error();
      continue;
    }
    const std::string block_id =
        characters.size() == 1 ? prepared.script_id : prepared.script_id + "@" + (*cast)->name;
    if (context.live.on_planning)
      context.live.on_planning({block_id, (*cast)->name, arrival.composition, arrival.entrance});
    const std::size_t mended_count = mended.warnings().size();
    auto block = prepare_block(*document, character, block_id, **cast, context, mended, work);
    pass_on(mended.warnings().subspan(mended_count), block_id, diagnostics);
    pass_on(mended.errors(), diagnostics);
    mended = Diagnostics(diagnostics.on_error());  // said once, by the first
    if (block) {
      prepared.blocks.push_back(std::move(block->block));
      prepared.explanation += block->explanation;
      prepared.has_meanings = prepared.has_meanings || block->has_meanings;
      std::ranges::move(block->in_vain, std::back_inserter(prepared.in_vain));
    } else if (const auto met = diagnostics.meet(block.error()); !met) {
      return met.error();
    }
  }
  return prepared;
}

/// The first of all errors, where it collects them.
Result<Prepared> without_faults(Result<Prepared> prepared, Diagnostics& diagnostics) {
  if (!prepared) {
    if (const auto met = diagnostics.meet(prepared.error()); !met) return met.error();
  }
  if (!diagnostics.errors().empty()) return diagnostics.errors().front();
  return prepared;
}

}  // namespace

PrepareOutcome prepare(std::string_view text, const PrepareContext& context,
                       Diagnostics& diagnostics) {
  KINE_ASSERT(!context.casts.empty());
  WorkBudget work(steps_max_of(text.size()), context.live.cancelled);
  work.spend(text.size());
  auto prepared = without_faults(prepare_blocks(text, context, diagnostics, work), diagnostics);
  return {std::move(prepared), work.spent()};
}

}  // namespace kine
