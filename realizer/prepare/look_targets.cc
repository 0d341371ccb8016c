#include "realizer/prepare/look_targets.h"

#include <algorithm>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/names.h"
#include "realizer/tick/state/scene.h"

namespace kine {
namespace {

constexpr std::string_view kCamera = "camera";

std::string_view character_in(std::string_view target) {
  return target.substr(0, target.find('.'));
}

/// A character by its name, or by one that the vocabulary has for it.
const Cast* find_cast(std::string_view name, std::span<const std::shared_ptr<const Cast>> casts) {
  const auto named = [&](std::string_view wanted) {
    const auto found =
        std::ranges::find_if(casts, [&](const auto& cast) { return cast->name == wanted; });
    return found == casts.end() ? nullptr : found->get();
  };
  if (const Cast* cast = named(name)) return cast;
  return casts.empty() ? nullptr : named(plan::target_name(name, *casts.front()->vocabulary));
}

std::optional<body::Placement> find_located(std::string_view name, const PrepareContext& context) {
  const auto found = std::ranges::find(context.live.located, name, &Located::name);
  return found == context.live.located.end() ? std::nullopt : std::optional(found->at);
}

/// What a goal looks or points at, where that has a name.
struct NamedTarget {
  const std::string* name = nullptr;
  Where where = {};
};

NamedTarget target_of(const plan::Goal& goal) {
  if (const auto* look = std::get_if<plan::LookAt>(&goal)) {
    return {std::get_if<std::string>(&look->target), look->where};
  }
  if (const auto* point = std::get_if<plan::Point>(&goal)) {
    return {std::get_if<std::string>(&point->target), point->where};
  }
  if (const auto* walk = std::get_if<plan::Walk>(&goal)) {
    return {std::get_if<std::string>(&walk->target), walk->where};
  }
  return {};
}

Result<Done> check(const std::string& target, Where where, const PrepareContext& context,
                   Diagnostics& diagnostics) {
  if (target == kCamera) return Done{};
  const std::string_view character = character_in(target);
  if (const Cast* cast = find_cast(character, context.casts)) {
    if (character.size() == target.size()) return Done{};
    const std::string_view joint = std::string_view(target).substr(character.size() + 1);
    if (plan::Names(*cast->body, *cast->vocabulary).find_joint(joint)) return Done{};
    return diagnostics.meet({ErrorCode::UnknownName,
                             "the character '" + cast->name + "' has no joint " + quoted(joint),
                             where});
  }
  if (std::ranges::find(context.set_targets, target) == context.set_targets.end()) {
    diagnostics.warn(
        where,
        "no such target yet; the character looks at it once a client sets it: " + quoted(target));
  }
  return Done{};
}

}  // namespace

Result<Done> check_look_targets(const plan::Plan& plan, const PrepareContext& context,
                                Diagnostics& diagnostics) {
  for (const plan::Sequence& sequence : plan.sequences) {
    for (const plan::Track& track : sequence.tracks) {
      for (const plan::Key& key : track.keys) {
        for (const plan::Goal& goal : key.goals) {
          const auto aim = target_of(goal);
          if (aim.name == nullptr) continue;
          if (const auto known = check(*aim.name, aim.where, context, diagnostics); !known) {
            return known;
          }
        }
      }
    }
  }
  return Done{};
}

bool is_target(std::string_view name, const PrepareContext& context) {
  if (name == kCamera) return true;
  const std::string_view character = character_in(name);
  const Cast* cast = find_cast(character, context.casts);
  if (cast == nullptr) {
    return std::ranges::find(context.set_targets, name) != context.set_targets.end();
  }
  return character.size() == name.size() ||
         plan::Names(*cast->body, *cast->vocabulary).find_joint(name.substr(character.size() + 1));
}

bool is_character(std::string_view name, const PrepareContext& context) {
  return find_cast(character_in(name), context.casts) != nullptr;
}

body::Placement placement_of(const Cast& cast, const PrepareContext& context) {
  return find_located(cast.name, context).value_or(cast.placement);
}

std::optional<Vec3> find_place(std::string_view name, const PrepareContext& context,
                               const body::Placement& placement) {
  std::optional<Vec3> in_world;
  if (name == kCamera) in_world = kCameraAtFirst;
  if (const auto at = find_located(name, context)) in_world = at->position_m;
  if (const Cast* cast = find_cast(character_in(name), context.casts)) {
    in_world = placement_of(*cast, context).position_m;
  }
  if (!in_world) return {};
  return conjugate(placement.world_from_character()) * (*in_world - placement.position_m);
}

std::vector<OwnTarget> targets_set_by(const script::Document& document) {
  std::vector<OwnTarget> targets;
  const auto take = [&](const script::Sequence& sequence) {
    for (const script::Pose& pose : sequence.poses) {
      for (const script::Constraint& constraint : pose.constraints) {
        const auto* place = std::get_if<script::PlaceTarget>(&constraint);
        if (place == nullptr) continue;
        const std::string& name = place->target.text;
        if (std::ranges::find(targets, name, &OwnTarget::name) != targets.end()) continue;
        targets.push_back({name, place->point_m, place->where});
      }
    }
  };
  for (const script::Sequence& sequence : document.sequences) take(sequence);
  if (!document.behaviours) return targets;
  for (const script::Behaviour& behaviour : document.behaviours->behaviours) {
    if (const auto* sequence = std::get_if<script::Sequence>(&behaviour.kind)) take(*sequence);
  }
  return targets;
}

Result<Done> check_own_targets(plan::Plan& plan, script::Dialect dialect,
                               const PrepareContext& context, Diagnostics& diagnostics) {
  plan::Faults faults(dialect, diagnostics);
  for (plan::Sequence& sequence : plan.sequences) {
    for (plan::Pose& pose : sequence.poses) {
      std::vector<script::PlaceTarget> sound;
      for (script::PlaceTarget& place : pose.targets) {
        if (reason_not_to_set(place.target.text, context.casts).empty()) {
          sound.push_back(std::move(place));
          continue;
        }
        const auto met = faults.meet({.what = "a script sets targets that are no characters, not",
                                      .mend = "it is left out",
                                      .value = place.target.text,
                                      .where = place.target.where});
        if (!met) return met;
      }
      pose.targets = std::move(sound);
    }
  }
  return Done{};
}

std::string reason_not_to_set(std::string_view name,
                              std::span<const std::shared_ptr<const Cast>> casts) {
  if (name.empty()) return "a target needs a name";
  if (name.size() > kNameBytesMax) {
    return "past name_bytes_max of " + std::to_string(kNameBytesMax) + ": " + quoted(name);
  }
  const bool controls = std::ranges::any_of(
      name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  if (controls) return "control characters in " + quoted(name);
  if (find_cast(character_in(name), casts) == nullptr) return {};
  return "a character has this name: " + quoted(name);
}

}  // namespace kine
