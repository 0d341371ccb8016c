#include "server/script_part.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "server/casts.h"
#include "server/target_words.h"

namespace kine::server {
namespace {

/// The character that was asked for, before all that a script may speak to as well; everyone stands
/// at the origin.
Result<std::vector<CharacterSpec>> characters_of(const PartWish& wish) {
  std::vector<CharacterSpec> specs;
  if (!wish.character.empty()) {
    Result<CharacterSpec> spec = parse_character(wish.character);
    if (!spec) return spec.error();
    specs.push_back(*std::move(spec));
  }
  for (CharacterSpec& spec : default_characters()) {
    if (!specs.empty() && spec.name == specs.front().name) continue;
    spec.placement = {};
    specs.push_back(std::move(spec));
  }
  return specs;
}

std::string names_of(const Prepared& prepared) {
  std::string names;
  for (const auto& block : prepared.blocks) {
    names += (names.empty() ? "" : ", ") + block->character;
  }
  return names;
}

Result<Part> part_of(const Prepared& prepared,
                     const std::vector<std::shared_ptr<const Cast>>& casts, const PartWish& wish,
                     Diagnostics& diagnostics) {
  if (prepared.blocks.empty()) return Part{.cast = casts.front(), .block = nullptr};

  const bool asked_for = !wish.character.empty();
  const std::string name = asked_for ? casts.front()->name : prepared.blocks.front()->character;
  const auto block = std::find_if(prepared.blocks.begin(), prepared.blocks.end(),
                                  [&](const auto& one) { return one->character == name; });
  if (block == prepared.blocks.end()) {
    return Error{
        .code = ErrorCode::UnknownName,
        .message = "the script speaks to " + names_of(prepared) + ", not to " + kine::quoted(name)};
  }
  if (prepared.blocks.size() > 1 && !asked_for) {
    diagnostics.warn({}, "the script speaks to " + names_of(prepared) +
                             "; without --character the first is baked: " + kine::quoted(name));
  }
  const auto cast =
      std::find_if(casts.begin(), casts.end(), [&](const auto& one) { return one->name == name; });
  KINE_ASSERT(cast != casts.end());
  return Part{.cast = *cast, .block = *block};
}

}  // namespace

Result<Part> prepare_part(const std::string& script, const PartWish& wish,
                          Diagnostics& diagnostics) {
  const Result<std::vector<CharacterSpec>> specs = characters_of(wish);
  if (!specs) return specs.error();
  const auto casts = make_casts(*specs, {.path = wish.clips});
  if (!casts) return casts.error();

  Result<std::vector<SetTarget>> targets = parse_targets(wish.targets, *casts);
  if (!targets) return targets.error();
  std::vector<std::string> names;
  std::vector<Located> located;
  for (const SetTarget& target : *targets) {
    names.push_back(target.name);
    located.push_back({target.name, {.position_m = target.point_m}});
  }

  const PrepareContext context{.casts = *casts,
                               .script_id = "script1",
                               .character = {},
                               .set_targets = names,
                               .tension = wish.tension,
                               .located = located};
  const Result<Prepared> prepared = prepare(script, context, diagnostics);
  if (!prepared) return prepared.error();
  Result<Part> part = part_of(*prepared, *casts, wish, diagnostics);
  if (!part) return part;
  part->targets = *std::move(targets);
  part->casts = *casts;
  part->text = script;
  return part;
}

namespace {

/// Another script of the same character, against the same names; `located` have moved.
std::shared_ptr<const ScriptSource> source_of(const std::string& script, const std::string& id,
                                              const Part& part, std::vector<Located> located) {
  std::vector<std::string> names;
  for (const SetTarget& target : part.targets) {
    names.push_back(target.name);
    located.push_back({target.name, {.position_m = target.point_m}});
  }
  return std::make_shared<const ScriptSource>(ScriptSource{.text = script,
                                                           .casts = part.casts,
                                                           .script_id = id,
                                                           .character = part.cast->name,
                                                           .targets = std::move(names),
                                                           .located = std::move(located)});
}

}  // namespace

std::shared_ptr<const ScriptSource> source_of(const Part& part) {
  return source_of(part.text, "script1", part, {});
}

Result<Another> prepare_another(const std::string& script, const std::string& id, const Part& part,
                                const OfflineStage& stage, Diagnostics& diagnostics) {
  auto source = source_of(script, id, part, stage.located());
  const Result<Prepared> prepared = prepare(script,
                                            {.casts = source->casts,
                                             .script_id = id,
                                             .character = source->character,
                                             .set_targets = source->targets,
                                             .located = source->located,
                                             .others = stage.others()},
                                            diagnostics);
  if (!prepared) return prepared.error();
  return Another{.block = prepared->blocks.empty() ? nullptr : prepared->blocks.front(),
                 .source = std::move(source)};
}

}  // namespace kine::server
