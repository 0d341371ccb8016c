#include "realizer/plan/tension/named_tension.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/math/tracker_response.h"
#include "realizer/plan/names/near_names.h"

namespace kine::plan {
namespace {

/// An unknown name is a fault; what `known` says is for the message.
Result<Done> meet_unknown(const script::Name& name, std::string_view thing,
                          std::span<const std::string_view> known, Faults& faults) {
  return faults.meet(
      {.what = "there is no " + std::string(thing) + known_names(name.text, known) + ":",
       .mend = "it goes without",
       .value = name.text,
       .where = name.where});
}

/// Manners know what they do: a character that shakes with anger is to look so.
void warn_of_unnatural(const Tension& tension, Where where, Faults& faults) {
  const double natural = natural_zeta(tension.rest_error_m);
  if (tension.zeta >= natural) return;
  faults.warn(where, "people find a tension of this rest error unnatural with a zeta below " +
                         format_number(natural) + ": " + quoted(format_number(tension.zeta)));
}

/// Nothing where none of the joints is one that muscles move: the part is left out.
Result<std::optional<MusclePart>> make_muscles(const script::MuscleFirmness& written, Where where,
                                               const Names& names, Faults& faults) {
  MusclePart part{.joints = {},
                  .is_group = !written.group.empty(),
                  .by_value = false,
                  .stiffness_Nm_rad = written.stiffness_Nm_rad,
                  .damping_Nms_rad = written.damping_Nms_rad,
                  .compensates = written.compensates,
                  .gains = written.gains};
  bool all_known = true;
  const auto meet = [&](const script::Name& name, std::string_view thing) {
    all_known = false;
    return faults.meet({.what = "there is no " + std::string(thing),
                        .mend = "nothing is said of it",
                        .value = name.text,
                        .where = name.where});
  };
  if (part.is_group) {
    if (const auto joints = names.joints_of_group(written.group.text)) {
      part.joints = *joints & muscles();
    } else if (const auto met = meet(written.group, "group"); !met) {
      return met.error();
    }
  }
  for (const script::Name& name : written.joints) {
    if (const auto joint = names.find_joint(name.text)) {
      if (muscles().contains(*joint)) part.joints.insert(*joint);
    } else if (const auto met = meet(name, "joint"); !met) {
      return met.error();
    }
  }
  if (!part.joints.empty()) return std::optional(part);
  if (!all_known) return std::optional<MusclePart>();
  const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                .what = "muscles move spine, neck, head, arms and legs, but not",
                                .mend = "nothing is said of it",
                                .value = part.is_group            ? written.group.text
                                         : written.joints.empty() ? ""
                                                                  : written.joints.front().text,
                                .where = where});
  if (!met) return met.error();
  return std::optional<MusclePart>();
}

/// Nothing for a manner that nobody knows.
Result<std::optional<NamedTension::Part>> make_part(const script::TensionPart& written,
                                                    const Names& names, Faults& faults) {
  NamedTension::Part part{.phase = written.phase, .arms = written.arms, .manner = {}};
  if (written.muscles) {
    const auto muscles = make_muscles(*written.muscles, written.where, names, faults);
    if (!muscles) return muscles.error();
    if (!*muscles) return std::optional<NamedTension::Part>();
    part.muscles = *muscles;
    part.muscles->by_value = written.value.has_value();
    if (part.muscles->stiffness_Nm_rad) return std::optional(part);
  }
  if (written.value) {
    warn_of_unnatural(*written.value, written.where, faults);
    part.manner = same_in_every_phase(written.value);
    return std::optional(part);
  }
  const auto manner = find_tension_manner(written.manner.text);
  if (!manner) {
    const auto met =
        meet_unknown(written.manner, "manner of tension", tension_manner_names(), faults);
    if (!met) return met.error();
    return std::optional<NamedTension::Part>();
  }
  part.manner = *manner;
  return std::optional(part);
}

Result<NamedTension> make_tension(const script::Tension& written, const Names& names,
                                  Faults& faults) {
  NamedTension tension{.id = written.id.text,
                       .parts = {},
                       .over = written.over,
                       .lag = written.lag,
                       .frame = written.frame};
  for (const script::TensionPart& each : written.parts) {
    const auto part = make_part(each, names, faults);
    if (!part) return part.error();
    if (*part) tension.parts.push_back(**part);
  }
  return tension;
}

/// The manner of that name as a tension, where it is one that the script has not defined itself.
void add_manner(const script::Name& name, std::vector<NamedTension>& tensions) {
  if (name.empty()) return;
  if (std::ranges::find(tensions, name.text, &NamedTension::id) != tensions.end()) return;
  const auto manner = find_tension_manner(name.text);
  if (!manner) return;
  tensions.push_back({.id = name.text,
                      .parts = {{.phase = {}, .arms = ArmSet::Both, .manner = *manner}},
                      .over = {}});
}

void add_named_manners(const script::Document& document, std::vector<NamedTension>& tensions) {
  for (const script::Character& character : document.characters) {
    add_manner(character.tension, tensions);
  }
  for (const script::Sequence& sequence : document.sequences) {
    add_manner(sequence.tension, tensions);
    for (const script::Pose& pose : sequence.poses) {
      add_manner(pose.tension, tensions);
      add_manner(pose.tension_from, tensions);
    }
  }
  for (const script::Edit& edit : document.edits) {
    const auto named = std::ranges::find_if(document.sketches, [&](const script::Sketch& each) {
      return each.id.text == edit.sketch.text;
    });
    if (named != document.sketches.end() && gives_manners(edit)) {
      add_manner(named->tension, tensions);
    }
  }
}

int narrowness(const NamedTension::Part& part) {
  return (part.phase ? 2 : 0) + (part.arms == ArmSet::Both ? 0 : 1);
}

bool valid_part(const NamedTension::Part& part) {
  const bool is_of_somebody = part.muscles
                                  ? !part.muscles->joints.empty() && part.arms == ArmSet::None
                                  : part.arms != ArmSet::None;
  return is_of_somebody &&
         std::ranges::all_of(part.manner.by_phase, [](const std::optional<Tension>& tension) {
           return !tension || kine::valid(*tension);
         });
}

}  // namespace

const NamedTension::Part* NamedTension::find_part(script::Phase phase, body::Side side) const {
  const Part* found = nullptr;
  for (const Part& part : parts) {
    if (part.phase.value_or(phase) != phase || !contains(part.arms, side)) continue;
    if (found == nullptr || narrowness(part) > narrowness(*found)) found = &part;
  }
  return found;
}

const NamedTension::Part* NamedTension::find_muscle_part(script::Phase phase,
                                                         body::Joint joint) const {
  const Part* found = nullptr;
  int narrowest = 0;
  for (const Part& part : parts) {
    if (part.phase.value_or(phase) != phase) continue;
    const bool is_its = part.muscles ? part.muscles->joints.contains(joint)
                                     : part.arms == ArmSet::Both && trunk_muscles().contains(joint);
    if (!is_its) continue;
    const int of_joint = !part.muscles ? 0 : part.muscles->is_group ? 1 : 2;
    const int narrow = 3 * (part.phase ? 1 : 0) + of_joint;
    if (found == nullptr || narrow > narrowest) {
      found = &part;
      narrowest = narrow;
    }
  }
  return found;
}

TensionChange NamedTension::change_to(const Part& part, script::Phase phase, body::Side side,
                                      Seconds at) const {
  const std::optional<Tension>& tension = part.manner.in(phase);
  const Seconds usual = tension ? Seconds{0} : kTensionOffOver;
  const Seconds said = over.value_or(usual);
  return {.at = at,
          .arms = arm_set_of(side),
          .tension = tension,
          .over = said > Seconds{0} ? said : usual,
          .lag = lag,
          .frame = frame};
}

bool NamedTension::valid() const {
  return over.value_or(Seconds{0}) >= Seconds{0} && std::ranges::all_of(parts, valid_part);
}

Result<std::vector<NamedTension>> make_tensions(const script::Document& document,
                                                const Names& names, Faults& faults) {
  std::vector<NamedTension> tensions;
  for (const script::Tension& written : document.tensions) {
    auto tension = make_tension(written, names, faults);
    if (!tension) return tension.error();
    const auto twin = std::ranges::find(tensions, tension->id, &NamedTension::id);
    if (twin == tensions.end()) {
      tensions.push_back(*std::move(tension));
      continue;
    }
    const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                  .what = "duplicate tension id",
                                  .mend = "the later one counts",
                                  .value = written.id.text,
                                  .where = written.id.where});
    if (!met) return met.error();
    *twin = *std::move(tension);
  }
  add_named_manners(document, tensions);
  return tensions;
}

Result<std::optional<std::size_t>> find_tension(const script::Name& name,
                                                const std::vector<NamedTension>& tensions,
                                                Faults& faults) {
  if (name.empty()) return std::optional<std::size_t>();
  const auto found = std::ranges::find(tensions, name.text, &NamedTension::id);
  if (found != tensions.end()) {
    return std::optional(static_cast<std::size_t>(found - tensions.begin()));
  }
  std::vector<std::string_view> known;
  for (const NamedTension& each : tensions) known.push_back(each.id);
  for (const std::string_view manner : tension_manner_names()) {
    if (std::ranges::find(known, manner) == known.end()) known.push_back(manner);
  }
  const auto met = meet_unknown(name, "tension", known, faults);
  if (!met) return met.error();
  return std::optional<std::size_t>();
}

}  // namespace kine::plan
