#include "realizer/script/writing/kinesphere_writer.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/script/composites.h"
#include "realizer/script/values.h"
#include "realizer/script/words.h"

namespace kine::script {
namespace {

/// The side of a group that `side` stands for, else the group as it is called.
template <std::size_t kCount>
void write_group(Lines& lines, const Name& group, const std::string_view (&groups)[kCount]) {
  for (std::size_t side = 0; side < kCount; ++side) {
    if (group.text == groups[side]) return lines.attribute("side", kSideWords[side]);
  }
  lines.attribute("group", group);
}

void write_constraint(Lines& lines, const Position& position) {
  lines.open("position");
  lines.attribute("joint", position.joint);
  lines.attribute("group", position.group);
  if (position.touches.empty()) {
    lines.attribute("target", format_vector(position.target_m));
  } else {
    lines.attribute("target", position.touches);
    lines.attribute("by", position.by);
  }
  if (position.offset_m != Vec3{}) lines.attribute("offset", format_vector(position.offset_m));
  if (position.swivel_rad) lines.attribute("swivel", format_angle(*position.swivel_rad));
  if (position.chain) lines.attribute("chain", word_of(kChainWords, *position.chain));
  if (position.keep) lines.attribute("keep", "yes");
  lines.close();
}

void write_constraint(Lines& lines, const Orientation& orientation) {
  lines.open("orientation");
  lines.attribute("joint", orientation.joint);
  lines.attribute("group", orientation.group);
  lines.attribute("axis", format_axis(orientation.axis));
  lines.attribute("direction", format_vector(orientation.direction));
  lines.close();
}

void write_constraint(Lines& lines, const Swivel& swivel) {
  lines.open("swivel");
  write_group(lines, swivel.group, kArmGroups);
  lines.attribute("angle", format_angle(swivel.angle_rad));
  if (swivel.reference != Swivel{}.reference) {
    lines.attribute("from", word_of(kSwivelReferenceWords, swivel.reference));
  }
  lines.close();
}

void write_target(Lines& lines, const std::variant<Vec3, Name>& target) {
  if (const Vec3* point = std::get_if<Vec3>(&target)) {
    lines.attribute("target", format_vector(*point));
  } else {
    lines.attribute("target", std::get<Name>(target));
  }
}

void write_constraint(Lines& lines, const Point& point) {
  lines.open("point");
  write_group(lines, point.group, kArmGroups);
  write_target(lines, point.target);
  lines.close();
}

void write_constraint(Lines& lines, const LookAt& look_at) {
  lines.open("look-at");
  write_target(lines, look_at.target);
  lines.attribute("with", look_at.with);
  lines.close();
}

void write_constraint(Lines& lines, const Turn& turn) {
  lines.open("turn");
  lines.attribute("group", turn.group);
  lines.attribute("nod", format_angle(turn.turn_rad.x));
  if (turn.turn_rad.y != 0) lines.attribute("turn", format_angle(turn.turn_rad.y));
  if (turn.turn_rad.z != 0) lines.attribute("tilt", format_angle(turn.turn_rad.z));
  lines.close();
}

void write_constraint(Lines& lines, const Walk& walk) {
  lines.open("walk");
  write_target(lines, walk.target);
  if (walk.distance) write_distance(lines, "distance", *walk.distance);
  lines.close();
}

void write_constraint(Lines& lines, const Stance& stance) {
  lines.open("stance");
  if (stance.kind) lines.attribute("type", word_of(kStanceWords, *stance.kind));
  if (stance.legs[0]) lines.attribute("left-leg", word_of(kLegsWords, *stance.legs[0]));
  if (stance.legs[1]) lines.attribute("right-leg", word_of(kLegsWords, *stance.legs[1]));
  lines.close();
}

/// Whether a stored pose is meant for a hand, in our own spelling or in that of classic scripts.
bool is_of_hand(const Shape& shape) {
  constexpr std::string_view kClassicHands[] = {"lhand", "rhand"};
  const auto names_it = [&](std::string_view group) { return group == shape.group.text; };
  return std::ranges::any_of(kHandGroups, names_it) || std::ranges::any_of(kClassicHands, names_it);
}

void write_constraint(Lines& lines, const Shape& shape) {
  if (is_of_hand(shape)) {
    lines.open("hand");
    write_group(lines, shape.group, kHandGroups);
    lines.attribute("shape", shape.shape);
  } else {
    lines.open("stored-pose");
    lines.attribute("name", shape.shape);
    lines.attribute("group", shape.group);
  }
  lines.number_unless(Shape{}.influence, "influence", shape.influence);
  lines.close();
}

void write_constraint(Lines& lines, const Morph& morph) {
  lines.open("morph");
  lines.attribute("name", morph.name);
  lines.attribute("weight", morph.weight);
  lines.close();
}

void write_constraint(Lines& lines, const Shader& shader) {
  lines.open("shader");
  lines.attribute("name", shader.name);
  lines.attribute("value", shader.value);
  lines.close();
}

void write_constraint(Lines& lines, const Autonomous& autonomous) {
  lines.open("autonomous");
  lines.attribute("name", autonomous.behaviour);
  lines.attribute("value", autonomous.value);
  lines.close();
}

void write_constraint(Lines& lines, const PlaceTarget& place) {
  lines.open("target");
  lines.attribute("name", place.target);
  lines.attribute("at", format_vector(place.point_m));
  lines.close();
}

void write_time(Lines& lines, const Time& time) {
  lines.attribute("time", format_time(time.seconds));
  if (time.from != Time::From::Sequence) lines.attribute("from", word_of(kFromWords, time.from));
}

void write_warp(Lines& lines, const std::optional<TimeWarp>& warp) {
  if (!warp) return;
  lines.attribute(
      "warp", std::string(word_of(kWarpWords, warp->kind)) + " " + format_number(warp->symmetry));
  if (warp->recoil) lines.attribute("recoil", "yes");
}

void write_pose(Lines& lines, const Pose& pose) {
  lines.open("pose");
  lines.attribute("id", pose.id);
  write_time(lines, pose.time);
  lines.time_unless(Pose{}.hold, "hold", pose.hold);
  if (pose.phase) lines.attribute("phase", word_of(kPhaseWords, *pose.phase));
  lines.attribute("nucleus", pose.nucleus);
  lines.attribute("tension", pose.tension);
  lines.attribute("tension-from", pose.tension_from);
  lines.attribute("sketch", pose.sketch);
  write_warp(lines, pose.warp);
  if (pose.tcb) lines.attribute("tcb", format_tcb(*pose.tcb));
  for (const Constraint& constraint : pose.constraints) {
    std::visit([&](const auto& kind) { write_constraint(lines, kind); }, constraint);
  }
  for (const Name& id : pose.feedback_ids) {
    lines.open("feedback");
    lines.attribute("id", id);
    lines.close();
  }
  lines.close();
}

void write_clip(Lines& lines, const Clip& clip) {
  lines.open("clip");
  lines.attribute("name", clip.clip);
  lines.attribute("group", clip.group);
  write_time(lines, clip.time);
  lines.time_unless(Clip{}.hold, "hold", clip.hold);
  if (clip.loop) lines.attribute("loop", "yes");
  lines.number_unless(Clip{}.weight, "weight", clip.weight);
  lines.number_unless(Clip{}.speed, "speed", clip.speed);
  lines.close();
}

void open(Lines& lines, std::string_view element, std::string_view xmlns) {
  lines.open(element);
  if (!xmlns.empty()) lines.attribute("xmlns", xmlns);
}

void write_dynamics(Lines& lines, std::optional<Dynamics> dynamics) {
  if (dynamics) lines.attribute("dynamics", word_of(kDynamicsWords, *dynamics));
}

void write_character(Lines& lines, const Character& character, std::string_view xmlns) {
  open(lines, "character", xmlns);
  lines.attribute("name", character.name);
  lines.attribute("nucleus", character.nucleus);
  lines.attribute("tension", character.tension);
  lines.attribute("sketch", character.sketch);
  write_dynamics(lines, character.dynamics);
  if (character.body_language) {
    lines.attribute("bodylanguage", word_of(kBodyLanguageWords, *character.body_language));
  }
  lines.close();
}

void write_nucleus(Lines& lines, const Nucleus& nucleus, std::string_view xmlns) {
  open(lines, "nucleus", xmlns);
  lines.attribute("id", nucleus.id);
  for (const Parameter* const each : parameters(MannerElement::Nucleus)) {
    lines.number_unless(0, each->name, nucleus.parameters[*each]);
  }
  lines.attribute("style", nucleus.style);
  lines.close();
}

void write_muscles(Lines& lines, const MuscleFirmness& muscles) {
  std::string joints;
  for (const Name& joint : muscles.joints) joints += (joints.empty() ? "" : " ") + joint.text;
  if (!joints.empty()) lines.attribute("joints", joints);
  lines.attribute("group", muscles.group);
  if (muscles.stiffness_Nm_rad) lines.attribute("stiffness", *muscles.stiffness_Nm_rad);
  if (muscles.damping_Nms_rad) lines.attribute("damping", *muscles.damping_Nms_rad);
  if (!muscles.compensates) lines.attribute("compensate", "no");
  if (muscles.gains != MuscleFirmness{}.gains) {
    lines.attribute("gains", word_of(kGainUpdateWords, muscles.gains));
  }
}

void write_part(Lines& lines, const TensionPart& part) {
  if (part.phase) lines.attribute("phase", word_of(kPhaseWords, *part.phase));
  if (part.muscles) {
    write_muscles(lines, *part.muscles);
    if (part.muscles->stiffness_Nm_rad) return;
  } else if (part.arms != TensionPart{}.arms) {
    lines.attribute("arm", word_of(part.arms));
  }
  if (!part.value) return lines.attribute("manner", part.manner);
  lines.attribute("rest-error", part.value->rest_error_m);
  lines.attribute("zeta", part.value->zeta);
}

void write_tension(Lines& lines, const Tension& tension, std::string_view xmlns) {
  open(lines, "tension", xmlns);
  lines.attribute("id", tension.id);
  if (tension.over) lines.attribute("over", format_time(*tension.over));
  if (tension.lag != Tension{}.lag) lines.attribute("lag", word_of(kLagWords, tension.lag));
  if (tension.frame != Tension{}.frame) {
    lines.attribute("frame", word_of(kTensionFrameWords, tension.frame));
  }
  write_part(lines, tension.parts.front());
  for (std::size_t i = 1; i < tension.parts.size(); ++i) {
    lines.open("for");
    write_part(lines, tension.parts[i]);
    lines.close();
  }
  lines.close();
}

void write_sketch_parameter(Lines& lines, const Expressivity& said, const Parameter& parameter) {
  if (&parameter == &kComSide) {
    lines.attribute("com", format_number(said[kComSide]) + " " + format_number(said[kComAhead]));
  } else if (&parameter == &kSuccession) {
    lines.attribute(parameter.name, format_time(Seconds(said[parameter])));
  } else if (&parameter != &kComAhead) {
    lines.attribute(parameter.name, said[parameter]);
  }
}

std::string format_rhythm(const std::vector<double>& rhythm) {
  std::string text;
  for (const double share : rhythm) text += (text.empty() ? "" : " ") + format_number(share);
  return text;
}

std::string text_of(const TransitionCurve& curve) {
  const auto named = std::ranges::find(kNamedCurves, curve, &NamedCurve::curve);
  if (named != kNamedCurves.end()) return std::string(named->name);
  return format_number(curve.start_dt) + " " + format_number(curve.start_dx) + " " +
         format_number(curve.end_dt) + " " + format_number(curve.end_dx);
}

void write_transition(Lines& lines, const Transition& transition) {
  lines.open(word_of(kMannerElementWords, MannerElement::Transition));
  if (transition.phase) lines.attribute("phase", word_of(kPhaseWords, *transition.phase));
  lines.attribute("group", transition.group);
  if (transition.curve) lines.attribute("curve", text_of(*transition.curve));
  for (const Parameter* const each : parameters(MannerElement::Transition)) {
    if (!transition.parameters.says(*each)) continue;
    lines.attribute(each->name, transition.parameters[*each]);
  }
  if (transition.halt) lines.attribute("halt", word_of(kHaltWords, *transition.halt));
  lines.close();
}

void write_sketch_element(Lines& lines, MannerElement element, const Expressivity& said,
                          const Name& lean_to, const std::vector<double>& rhythm) {
  if (said.values().empty() && lean_to.empty() && rhythm.empty()) return;
  lines.open(word_of(kMannerElementWords, element));
  for (const Parameter* const each : parameters(element)) {
    if (said.says(*each)) write_sketch_parameter(lines, said, *each);
  }
  lines.attribute("lean-to", lean_to);
  if (!rhythm.empty()) lines.attribute("rhythm", format_rhythm(rhythm));
  lines.close();
}

void write_edit(Lines& lines, const Edit& edit, std::string_view xmlns) {
  open(lines, "edit", xmlns);
  lines.attribute("target", edit.target);
  lines.attribute("from", edit.from);
  lines.attribute("to", edit.to);
  lines.attribute("group", edit.group);
  lines.attribute("sketch", edit.sketch);
  if (edit.amount != Edit{}.amount) lines.attribute("amount", format_number(edit.amount));
  lines.close();
}

void write_push(Lines& lines, const Push& push, std::string_view xmlns) {
  open(lines, "push", xmlns);
  lines.attribute("character", push.character);
  lines.time_unless(Push{}.start, "start", push.start);
  lines.attribute("duration", format_time(push.duration));
  lines.attribute("joint", push.joint);
  lines.attribute("force", format_vector(push.force_N));
  if (push.expected) lines.attribute("expected", "yes");
  lines.close();
}

void write_load(Lines& lines, const Load& load, std::string_view xmlns) {
  open(lines, "load", xmlns);
  lines.attribute("character", load.character);
  lines.time_unless(Load{}.start, "start", load.start);
  if (load.end) lines.attribute("end", format_time(*load.end));
  lines.attribute("hand", word_of(kSideWords, load.hand));
  lines.attribute("mass", load.mass_kg);
  if (load.believed_kg) lines.attribute("believed", *load.believed_kg);
  lines.close();
}

void write_choice(Lines& lines, const Choice& choice) {
  lines.open("choice");
  lines.attribute("lexeme", choice.lexeme);
  if (choice.weight != Choice{}.weight) lines.attribute("weight", choice.weight);
  if (choice.hand) lines.attribute("hand", word_of(kGestureHandWords, *choice.hand));
  lines.close();
}

void write_dictionary(Lines& lines, const Dictionary& dictionary) {
  if (dictionary.empty()) return;
  lines.open("dictionary");
  for (const Meaning& meaning : dictionary) {
    lines.open("meaning");
    lines.attribute("name", meaning.name);
    for (const Choice& choice : meaning.choices) write_choice(lines, choice);
    lines.close();
  }
  lines.close();
}

void write_sketch(Lines& lines, const Sketch& sketch, std::string_view xmlns) {
  open(lines, "sketch", xmlns);
  lines.attribute("id", sketch.id);
  lines.attribute("style", sketch.style);
  lines.attribute("nucleus", sketch.nucleus);
  lines.attribute("tension", sketch.tension);
  write_dynamics(lines, sketch.dynamics);
  for (const MannerElement element : kSketchElements) {
    const Name lean_to = element == MannerElement::Shape ? sketch.lean_to : Name();
    const auto rhythm = element == MannerElement::Timing ? sketch.rhythm : std::vector<double>();
    write_sketch_element(lines, element, part_of(sketch.parameters, element), lean_to, rhythm);
  }
  for (const MannerElement element : kCompositeElements) {
    write_sketch_element(lines, element, part_of(sketch.composites, element), {}, {});
  }
  for (const Transition& transition : sketch.transitions) write_transition(lines, transition);
  for (const SketchFace& face : sketch.faces) {
    lines.open("face");
    lines.attribute("name", face.name);
    if (face.amount != 1) lines.attribute("amount", format_number(face.amount));
    lines.close();
  }
  write_dictionary(lines, sketch.dictionary);
  lines.close();
}

}  // namespace

void write_content(Lines& lines, const Sequence& sequence) {
  const Sequence usual;
  lines.time_unless(usual.fade_in, "fade-in", sequence.fade_in);
  if (sequence.fade_out) lines.attribute("fade-out", format_time(*sequence.fade_out));
  if (sequence.priority != usual.priority) {
    lines.attribute("priority", std::to_string(sequence.priority));
  }
  if (sequence.frame != usual.frame) lines.attribute("frame", word_of(kSpaceWords, sequence.frame));
  write_warp(lines, sequence.warp);
  lines.attribute("nucleus", sequence.nucleus);
  lines.attribute("tension", sequence.tension);
  lines.attribute("sketch", sequence.sketch);
  write_dynamics(lines, sequence.dynamics);
  for (const Pose& pose : sequence.poses) write_pose(lines, pose);
  for (const Clip& clip : sequence.clips) write_clip(lines, clip);
}

void write_content(Lines& lines, const Gesture& gesture) {
  lines.attribute("lexeme", gesture.lexeme);
  lines.attribute("meaning", gesture.meaning);
  if (gesture.hand) lines.attribute("hand", word_of(kGestureHandWords, *gesture.hand));
  lines.attribute("nucleus", gesture.nucleus);
  lines.attribute("tension", gesture.tension);
  lines.attribute("sketch", gesture.sketch);
  write_dynamics(lines, gesture.dynamics);
  lines.time_unless(Gesture{}.fade_in, "fade-in", gesture.fade_in);
  if (gesture.fade_out) lines.attribute("fade-out", format_time(*gesture.fade_out));
  if (gesture.priority != 0) lines.attribute("priority", std::to_string(gesture.priority));
}

void write_how_it_moves(Lines& lines, const BodyLanguage& says) {
  constexpr BodyLanguage kUsual;
  if (says.mode) lines.attribute("mode", word_of(kBodyLanguageWords, *says.mode));
  lines.number_unless(kUsual.amount, "amount", says.amount);
  if (says.sections != kUsual.sections) {
    const bool moves[] = {says.sections.head, says.sections.arms, says.sections.lower};
    std::string words;
    for (std::size_t i = 0; i < std::size(moves); ++i) {
      if (moves[i]) words += (words.empty() ? "" : " ") + std::string(kSectionWords[i]);
    }
    lines.attribute("sections", words);
  }
  if (says.delay != kUsual.delay) lines.attribute("delay", says.delay.count());
}

void write_moving_sound(Lines& lines, const Speech& sound) {
  lines.attribute("audio", sound.voice.text.substr(sound.voice.text.find(':') + 1));
  write_how_it_moves(lines, sound.body_language);
}

void write_definitions(Lines& lines, const Document& document, std::string_view xmlns) {
  for (const Character& character : document.characters) write_character(lines, character, xmlns);
  for (const Nucleus& nucleus : document.nuclei) write_nucleus(lines, nucleus, xmlns);
  for (const Tension& tension : document.tensions) write_tension(lines, tension, xmlns);
  for (const Sketch& sketch : document.sketches) write_sketch(lines, sketch, xmlns);
  for (const Edit& edit : document.edits) write_edit(lines, edit, xmlns);
  for (const Push& push : document.pushes) write_push(lines, push, xmlns);
  for (const Load& load : document.loads) write_load(lines, load, xmlns);
}

void write_distance(Lines& lines, std::string_view attribute, const Distance& distance) {
  if (const double* metres = std::get_if<double>(&distance)) {
    lines.attribute(attribute, *metres);
  } else {
    lines.attribute(attribute, word_of(kNearnessWords, std::get<Nearness>(distance)));
  }
}

}  // namespace kine::script
