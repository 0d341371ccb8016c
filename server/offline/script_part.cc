#include "server/offline/script_part.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/script/body_language.h"
#include "realizer/tick/body_language.h"
#include "server/base/folder.h"
#include "server/offline/gesture_model_file.h"
#include "server/offline/sound_block.h"
#include "server/offline/target_words.h"
#include "server/scene/casts.h"
#include "server/scene/company.h"

namespace kine::server {
namespace {

std::string names_of(const Prepared& prepared) {
  std::string names;
  for (const auto& block : prepared.blocks) {
    names += (names.empty() ? "" : ", ") + block->character;
  }
  return names;
}

std::vector<Located> located_of(std::span<const SetTarget> targets) {
  std::vector<Located> located;
  for (const SetTarget& target : targets) {
    located.push_back({target.name, {.position_m = target.point_m}});
  }
  return located;
}

/// A script of one of the casts, beside these targets; `located` have moved.
std::shared_ptr<const ScriptSource> source_of(const std::string& script, const std::string& id,
                                              const std::string& character, const Part& part,
                                              std::span<const Located> targets,
                                              std::vector<Located> located) {
  std::vector<std::string> names;
  for (const Located& target : targets) names.push_back(target.name);
  located.insert(located.end(), targets.begin(), targets.end());
  return std::make_shared<const ScriptSource>(ScriptSource{.text = script,
                                                           .casts = part.casts,
                                                           .script_id = id,
                                                           .character = character,
                                                           .targets = std::move(names),
                                                           .sketches = part.sketches,
                                                           .located = std::move(located),
                                                           .voice = part.voice.get(),
                                                           .seed = part.seed,
                                                           .styles = part.styles});
}

/// A part that plays nothing yet: the characters there, with this one in the middle.
Result<Part> part_around(const Company& company, const std::string& name, const PartWish& wish) {
  auto casts =
      make_casts(company.around(name), {.path = wish.clips, .mapped = wish.mapped}, wish.stock);
  if (!casts) return casts.error();
  *casts = with_body_language(*casts, wish.body_language);
  Result<std::vector<SetTarget>> targets = parse_targets(wish.targets, *casts);
  if (!targets) return targets.error();
  return Part{.cast = casts->front(),
              .targets = *std::move(targets),
              .casts = *std::move(casts),
              .sketches = sketches_of(wish.stock),
              .seed = wish.seed,
              .voice = wish.voice};
}

Result<Prepared> prepare_for(const Part& part, const std::string& script, const PartWish& wish,
                             Diagnostics& diagnostics) {
  const auto source = source_of(script, "script1", {}, part, located_of(part.targets), {});
  return prepare(
      script,
      {.casts = source->casts,
       .script_id = source->script_id,
       .character = {},
       .set_targets = source->targets,
       .voice = source->voice,
       .sketches = source->sketches,
       .meanings = source->meanings(),
       .live = {.tension = wish.tension, .manners = part.manners, .located = source->located}},
      diagnostics);
}

/// The character that the script speaks to first; nothing if to none, or if it cannot be prepared.
std::optional<std::string> first_spoken_to(const std::string& script, const Company& company,
                                           const PartWish& wish) {
  PartWish quiet = wish;  // nobody need speak for that
  quiet.voice = shared_silent_voice();
  const auto part = part_around(company, company.first(), quiet);
  Diagnostics unsaid;
  const auto prepared = part ? prepare_for(*part, script, wish, unsaid) : part.error();
  if (!prepared || prepared->blocks.empty()) return {};
  return prepared->blocks.front()->character;
}

/// The block of that character, and those of the others.
Result<Done> share_out(Prepared prepared, Part& part) {
  const std::string names = names_of(prepared);
  for (auto& block : prepared.blocks) {
    if (block->character == part.cast->name) {
      part.block = std::move(block);
    } else {
      part.others.push_back(std::move(block));
    }
  }
  if (part.block != nullptr || part.others.empty()) return Done{};
  return Error{
      .code = ErrorCode::UnknownName,
      .message = "the script speaks to " + names + ", not to " + kine::quoted(part.cast->name)};
}

/// The character's manner from the beginning on.
Result<Done> give_style(const std::string& style, Part& part) {
  if (style.empty()) return Done{};
  const auto& styles = part.cast->vocabulary->styles;
  const auto found = styles.find(style);
  if (found != styles.end()) {
    const script::Expressivity& its = found->second.expressivity;
    part.manners.push_back({.character = part.cast->name, .from = its, .to = its});
    part.styles.push_back({.character = part.cast->name, .style = style});
    return Done{};
  }
  std::string names;
  for (const auto& [name, each] : styles) names += (names.empty() ? "" : ", ") + name;
  return Error{.code = ErrorCode::UnknownName,
               .message = "the styles are " + names + "; there is no " + kine::quoted(style)};
}

/// A script that never says the word asks for none, and no model is read for it. One that does is
/// warned where there is no model.
Result<Done> read_model(const std::string& script, PartWish& wish) {
  const bool asks = script.find(script::kBodyLanguageElement) != std::string::npos;
  if (wish.audio.empty() && wish.model.empty() && !asks) return Done{};
  auto read = read_body_language(wish.model);
  if (!read && (!wish.audio.empty() || !wish.model.empty())) return read.error();
  if (read) wish.body_language = *std::move(read);
  return Done{};
}

/// The character moves as the speaker of this sound does.
Result<Done> lend_ear(const PartWish& wish, Part& part, Diagnostics& diagnostics) {
  if (wish.audio.empty()) return Done{};
  auto audio = read_sound_file(wish.audio);
  if (!audio) return audio.error();
  if (wish.audio_mode != script::BodyLanguageMode::Live) {
    auto block = sound_block(*audio, wish.audio_mode, part.cast, diagnostics);
    if (!block) return block.error();
    part.others.push_back(*std::move(block));
    return Done{};
  }
  const auto heard = speech::hear_all(*audio, wish.body_language->prosody);
  if (!heard) return error_in_file(wish.audio, heard.error());
  part.audio = std::make_shared<const speech::Audio>(*std::move(audio));
  part.sound = std::make_shared<const HeardSound>(heard_sound_of(*heard));
  part.lips = std::make_shared<const LipsOfSound>(lips_of(*part.audio, *heard));
  part.repertoire = wish.body_language;
  return Done{};
}

}  // namespace

Result<Part> prepare_part(const std::string& script, const PartWish& asked,
                          Diagnostics& diagnostics) {
  PartWish wish = asked;
  if (const auto read = read_model(script, wish); !read) return read.error();
  const Result<Company> company = Company::read(wish.character, wish.others);
  if (!company) return company.error();
  std::string middle = company->first();
  if (wish.character.empty()) {
    middle = first_spoken_to(script, *company, wish).value_or(std::move(middle));
  }
  Result<Part> part = part_around(*company, middle, wish);
  if (!part) return part;
  part->text = script;
  if (const auto styled = give_style(wish.style, *part); !styled) return styled.error();
  Result<Prepared> prepared = prepare_for(*part, script, wish, diagnostics);
  if (!prepared) return prepared.error();
  part->has_meanings = prepared->has_meanings;
  if (wish.character.empty() && prepared->blocks.size() > 1) {
    diagnostics.warn({}, "the script speaks to " + names_of(*prepared) +
                             "; without --character the first is baked: " + kine::quoted(middle));
  }
  if (const auto shared = share_out(*std::move(prepared), *part); !shared) return shared.error();
  if (const auto heard = lend_ear(wish, *part, diagnostics); !heard) return heard.error();
  return part;
}

Result<Part> as_planned(const Part& part) {
  if (part.block == nullptr || part.block->muscles == nullptr) {
    return Error{.code = ErrorCode::Unsupported,
                 .message =
                     "the script asks for no muscles: give its character "
                     "dynamics=\"torso\""};
  }
  Part planned = part;
  motion::Block without = *part.block;
  without.muscles.reset();
  planned.block = std::make_shared<const motion::Block>(std::move(without));
  return planned;
}

bool has_muscles(const Part& part) {
  const auto moves = [](const std::shared_ptr<const motion::Block>& block) {
    return block != nullptr && block->muscles != nullptr;
  };
  return moves(part.block) || std::ranges::any_of(part.others, moves);
}

void play_part(const Part& part, OfflineStage& stage) {
  for (const SetTarget& target : part.targets) stage.set(target);
  for (const plan::LiveManner& manner : part.manners) {
    stage.set_manner(manner.character, manner.to, Seconds(0));
  }
  const auto play = [&](const std::shared_ptr<const motion::Block>& block) {
    const auto targets = located_of(part.targets);
    stage.play(block, source_of(part.text, "script1", block->character, part, targets, {}));
  };
  if (part.block) play(part.block);
  for (const auto& block : part.others) play(block);
  constexpr CharacterId kOwn{1};  // the first on the stage
  if (!part.sound) return;
  stage.hear(part.sound, kOwn, part.repertoire);
  stage.move_lips(part.lips, kOwn);
}

Result<Another> prepare_another(const std::string& script, const std::string& id, const Part& part,
                                const OfflineStage& stage, Diagnostics& diagnostics) {
  auto source = source_of(script, id, part.cast->name, part, stage.targets(), stage.located());
  const std::vector<plan::LiveManner> manners = stage.manners();
  const Result<Prepared> prepared =
      prepare(script,
              {.casts = source->casts,
               .script_id = id,
               .character = source->character,
               .set_targets = source->targets,
               .voice = source->voice,
               .sketches = source->sketches,
               .meanings = source->meanings(),
               .live = {.manners = manners, .located = source->located, .others = stage.others()}},
              diagnostics);
  if (!prepared) return prepared.error();
  return Another{.block = prepared->blocks.empty() ? nullptr : prepared->blocks.front(),
                 .source = std::move(source)};
}

}  // namespace kine::server
