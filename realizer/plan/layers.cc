#include "realizer/plan/layers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>

namespace kine::plan {
namespace {

using body::Joint;

body::JointSet set_of_joints(std::initializer_list<Joint> joints) {
  body::JointSet set;
  for (const Joint joint : joints) set.insert(joint);
  return set;
}

struct Home {
  const script::Parameter* parameter;
  body::JointSet joints;
};

/// The joints by which a number begins to move the body. Those that are missing are about all of
/// it.
const std::array<Home, 20>& homes() {
  static const body::JointSet trunk =
      set_of_joints({Joint::Spine, Joint::Chest, Joint::UpperChest});
  static const body::JointSet shoulders =
      set_of_joints({Joint::LeftShoulder, Joint::RightShoulder});
  static const body::JointSet arms = set_of_joints({Joint::LeftUpperArm, Joint::RightUpperArm});
  static const body::JointSet hips = set_of_joints({Joint::Hips});
  static const body::JointSet feet = set_of_joints({Joint::LeftFoot, Joint::RightFoot});
  static const std::array<Home, 20> kHomes = {
      {{&script::kPosture, trunk},   {&script::kLine, trunk},
       {&script::kLean, trunk},      {&script::kChest, trunk},
       {&script::kAbdomen, trunk},   {&script::kHead, set_of_joints({Joint::Head})},
       {&script::kRaise, shoulders}, {&script::kRound, shoulders},
       {&script::kTilt, shoulders},  {&script::kComSide, hips},
       {&script::kComAhead, hips},   {&script::kLoadLeft, trunk},
       {&script::kLoadRight, trunk}, {&script::kLegs, hips},
       {&script::kExtent, arms},     {&script::kAmplitude, arms},
       {&script::kElbows, arms},     {&script::kWidth, feet},
       {&script::kToes, feet},       {&script::kHold, trunk}}};
  return kHomes;
}

body::JointSet home_of(const script::Parameter& parameter) {
  const auto found = std::ranges::find(homes(), &parameter, &Home::parameter);
  return found == homes().end() ? body::JointSet::all() : found->joints;
}

/// The arms' own numbers, of one arm.
body::JointSet home_of(const script::Parameter& parameter, std::optional<body::Side> arm) {
  const body::JointSet home = home_of(parameter);
  if (!arm || home != home_of(script::kExtent)) return home;
  return set_of_joints({*arm == body::Side::Left ? Joint::LeftUpperArm : Joint::RightUpperArm});
}

bool is_its_turn(Laying::Numbers numbers, const script::Parameter& parameter,
                 const NamedSketch& sketch) {
  if (numbers == Laying::Numbers::All) return true;
  return sketch.written.says(parameter) == (numbers == Laying::Numbers::Written);
}

/// Feet step and life goes on for a character, and for none of its gestures.
bool is_of_characters(const script::Parameter& parameter) {
  const auto& all = kOfCharacters;
  return std::ranges::find(all, &parameter) != std::end(all);
}

bool is_edit(const SketchNaming& naming) {
  return naming.scope == SketchScope::Edit || naming.scope == SketchScope::PartEdit;
}

/// Half of a rhythm is half as uneven.
std::vector<double> softened(const std::vector<double>& rhythm, double amount) {
  double sum = 0;
  for (const double share : rhythm) sum += share;
  const double mean = sum / static_cast<double>(rhythm.size());
  std::vector<double> soft;
  for (const double share : rhythm) soft.push_back(mean + amount * (share - mean));
  return soft;
}

/// An edit of a group has its transitions for that group alone; those for another one are none of
/// its own. Half an amount is half of their numbers.
void lay_transitions(const Laying& laying, const NamedSketch& sketch, Sketch& outer) {
  const std::optional<std::size_t> group = laying.naming->group;
  for (Transition each : sketch.says.transitions) {
    if (group && each.group && each.group != group) continue;
    if (group) each.group = group;
    const script::Expressivity whole = each.parameters;
    for (const script::Expressivity::Value& number : whole.values()) {
      each.parameters.write(*number.parameter, laying.naming->amount * number.value);
    }
    outer.transitions.push_back(std::move(each));
  }
}

/// Half an amount is half of the way from one face to the other.
std::vector<FacePart> mixed(const std::vector<FacePart>& outer, const std::vector<FacePart>& inner,
                            double amount) {
  std::vector<FacePart> all;
  const auto add = [&](const std::vector<FacePart>& face, double share) {
    for (const FacePart& part : face) {
      const auto same = std::ranges::find(all, part.channel.index,
                                          [](const FacePart& each) { return each.channel.index; });
      FacePart& its = same == all.end() ? all.emplace_back(FacePart{part.channel}) : *same;
      its.weight += share * part.weight;
    }
  };
  add(outer, 1 - amount);
  add(inner, amount);
  return all;
}

}  // namespace

bool is_about(const script::Parameter& parameter, body::JointSet joints,
              std::optional<body::Side> arm) {
  const body::JointSet home = home_of(parameter, arm);
  return (home & joints) == home;
}

std::vector<Laying> in_order(std::span<const SketchNaming> namings) {
  std::vector<Laying> layings;
  for (std::size_t begin = 0; begin < namings.size();) {
    const auto same = [&](const SketchNaming& each) { return each.scope == namings[begin].scope; };
    std::size_t end = begin;
    while (end < namings.size() && same(namings[end])) ++end;
    const bool in_turns = is_edit(namings[begin]) && end - begin > 1;
    for (const SketchNaming& each : namings.subspan(begin, end - begin)) {
      layings.push_back({&each, in_turns ? Laying::Numbers::OfStyle : Laying::Numbers::All});
    }
    for (std::size_t i = begin; in_turns && i < end; ++i) {
      layings.push_back({&namings[i], Laying::Numbers::Written});
    }
    begin = end;
  }
  return layings;
}

script::Expressivity numbers_of(const Laying& laying, const NamedSketch& sketch,
                                const LayerPart& part) {
  script::Expressivity numbers;
  for (const script::Expressivity::Value& each : sketch.says.expressivity.values()) {
    const auto group = laying.naming->group;
    const bool is_there = !group || is_about(*each.parameter, part.groups[*group].joints, part.arm);
    if (is_of_gestures(laying.naming->scope) && is_of_characters(*each.parameter)) continue;
    if (is_there && is_its_turn(laying.numbers, *each.parameter, sketch)) {
      numbers.write(*each.parameter, each.value);
    }
  }
  return numbers;
}

Sketch laid_over(Sketch outer, const Laying& laying, const NamedSketch& sketch,
                 const LayerPart& part) {
  const double amount = laying.naming->amount;
  if (amount == 0) return outer;
  const bool is_new = outer.id != sketch.says.id && !outer.id.ends_with(" + " + sketch.says.id);
  if (is_new) outer.id += (outer.id.empty() ? "" : " + ") + sketch.says.id;
  const script::Expressivity numbers = numbers_of(laying, sketch, part);
  for (const script::Expressivity::Value& each : numbers.values()) {
    const double before = outer.expressivity[*each.parameter];
    const double way = each.value - before;
    outer.expressivity.write(*each.parameter, amount == 1 ? each.value : before + amount * way);
  }
  if (laying.numbers != Laying::Numbers::OfStyle) lay_transitions(laying, sketch, outer);
  if (laying.naming->group || laying.numbers == Laying::Numbers::OfStyle) return outer;
  if (sketch.says.face) {
    outer.face = mixed(outer.face.value_or(std::vector<FacePart>()), *sketch.says.face, amount);
  }
  if (!sketch.says.lean_to.empty()) outer.lean_to = sketch.says.lean_to;
  if (!sketch.says.rhythm.empty()) outer.rhythm = softened(sketch.says.rhythm, amount);
  return outer;
}

Sketch laid_over(Sketch outer, std::span<const SketchNaming> namings,
                 std::span<const NamedSketch> named, const LayerPart& part) {
  for (const Laying& laying : in_order(namings)) {
    outer = laid_over(std::move(outer), laying, named[laying.naming->sketch], part);
  }
  return outer;
}

}  // namespace kine::plan
