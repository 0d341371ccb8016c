#include "realizer/script/writing/bml_writer.h"

#include <string_view>
#include <utility>
#include <variant>

#include "realizer/core/assert.h"
#include "realizer/script/bml/bml_reference.h"
#include "realizer/script/bml/bml_speech.h"
#include "realizer/script/bml_words.h"
#include "realizer/script/lines.h"
#include "realizer/script/values.h"
#include "realizer/script/words.h"
#include "realizer/script/writing/kinesphere_writer.h"

namespace kine::script {
namespace {

constexpr double kAmountWhereSilent = 0.5;  // where BML is silent

/// What an element of ours is called, and where it belongs.
struct Tag {
  std::string_view element;
  std::string_view xmlns;  // empty: the core's
};

std::string joined(const std::vector<Name>& names) {
  std::string text;
  for (const Name& name : names) text += (text.empty() ? "" : ",") + name.text;
  return text;
}

void write_names(Lines& lines, std::string_view attribute, const std::vector<Name>& names) {
  if (!names.empty()) lines.attribute(attribute, joined(names));
}

void write_mode(Lines& lines, const std::optional<Gesture::Hand>& hand) {
  if (hand) lines.attribute("mode", word_of(kModeWords, *hand));
}

/// Whether a gesture says what only our own <gesture> can.
bool has_manner(const Gesture& gesture) {
  return !gesture.meaning.empty() || !gesture.nucleus.empty() || !gesture.tension.empty() ||
         !gesture.sketch.empty() || gesture.dynamics || gesture.fade_in != Seconds{0} ||
         gesture.fade_out || gesture.priority != 0;
}

/// The element that says such a behaviour by itself; an empty one where only a description can.
struct TagOf {
  std::string_view written;

  Tag operator()(const Sequence&) const { return {"sequence", kNamespace}; }
  Tag operator()(const Gesture& gesture) const {
    return {"gesture", has_manner(gesture) ? kNamespace : ""};
  }
  Tag operator()(const Emitter&) const { return {written, kBmltNamespace}; }
  Tag operator()(const Speech& speech) const {
    if (written == kAudioFile) return {written, kBmltNamespace};
    if (written == kBodyLanguageElement) return {written, kNamespace};
    return {speech.ssml ? std::string_view() : "speech", ""};
  }
  Tag operator()(const Activate&) const { return {written, kBmlaNamespace}; }
  Tag operator()(const InterruptBlock&) const { return {written, kBmlaNamespace}; }
  Tag operator()(const ChangeParameter&) const { return {written, kBmlaNamespace}; }
  Tag operator()(const Face&) const {
    return {written, written == "faceFacs" ? kBmlExtensions : std::string_view()};
  }

  template <class Other>
  Tag operator()(const Other&) const {
    return {written, ""};
  }
};

void write_part(Lines& lines, const FacePart& part, double usual_amount) {
  lines.attribute("lexeme", part.lexeme);
  if (part.lexeme.empty()) {
    lines.attribute("au", std::to_string(part.action_unit));
    if (part.side != FacePart::Side::Both) {
      lines.attribute("side", word_of(kFaceSideWords, part.side));
    }
  }
  lines.number_unless(usual_amount, "amount", part.amount);
}

void write_body_language(Lines& lines, const BodyLanguage& says) {
  if (says == BodyLanguage{}) return;
  lines.open(kBodyLanguageElement);
  lines.attribute("xmlns", kNamespace);
  write_how_it_moves(lines, says);
  lines.close();
}

/// What stands in the open element of a behaviour, but for its id and its points.
class Content {
 public:
  Content(Lines& lines, std::string_view element) : lines_(lines), element_(element) {}

  void operator()(const HeadMove& head) {
    lines_.attribute("lexeme", head.lexeme);
    if (head.repetition != 1) lines_.attribute("repetition", std::to_string(head.repetition));
    lines_.number_unless(kAmountWhereSilent, "amount", head.amount);
  }

  void operator()(const HeadDirectionShift& shift) { lines_.attribute("target", shift.target); }

  void operator()(const Face& face) {
    lines_.number_unless(0, "overshoot", face.overshoot);
    if (element_ == "faceLexeme" || element_ == "faceFacs") {
      return write_part(lines_, face.parts.front(), kAmountWhereSilent);
    }
    lines_.number_unless(kAmountWhereSilent, "amount", face.amount);
    for (const FacePart& part : face.parts) {
      lines_.open(part.lexeme.empty() ? "facs" : "lexeme");
      if (part.lexeme.empty()) lines_.attribute("xmlns", kBmlExtensions);
      write_part(lines_, part, kAmountInFace);
      lines_.close();
    }
  }

  void operator()(const Gaze& gaze) {
    lines_.attribute("target", gaze.target);
    if (gaze.influence) lines_.attribute("influence", word_of(kInfluenceWords, *gaze.influence));
    if (gaze.offset_rad != 0) lines_.attribute("offsetAngle", format_angle(gaze.offset_rad));
    if (gaze.offset_direction != OffsetDirection::Right) {
      lines_.attribute("offsetDirection", word_of(kOffsetDirectionWords, gaze.offset_direction));
    }
  }

  void operator()(const Gesture& gesture) {
    if (has_manner(gesture)) return write_content(lines_, gesture);
    lines_.attribute("lexeme", gesture.lexeme);
    write_mode(lines_, gesture.hand);
  }

  void operator()(const Pointing& pointing) {
    lines_.attribute("target", pointing.target);
    write_mode(lines_, pointing.hand);
  }

  void operator()(const Posture& posture) {
    if (!posture.stance.empty()) {
      lines_.open("stance");
      lines_.attribute("type", posture.stance);
      lines_.close();
    }
    for (const PosturePart& part : posture.parts) {
      lines_.open("pose");
      lines_.attribute("part", part.part);
      lines_.attribute("lexeme", part.lexeme);
      lines_.close();
    }
  }

  void operator()(const Locomotion& locomotion) {
    lines_.attribute("target", locomotion.target);
    lines_.attribute("manner", locomotion.manner);
    if (!locomotion.distance) return;
    lines_.attribute("xmlns:k", kNamespace);
    write_distance(lines_, "k:distance", *locomotion.distance);
  }

  void operator()(const Emitter& emitter) {
    if (emitter.every) lines_.attribute("avgwaitingtime", emitter.every->count());
  }

  void operator()(const Speech& speech) {
    if (element_ == kAudioFile) {
      return lines_.attribute("fileName",
                              speech.voice.text.substr(speech.voice.text.find(':') + 1));
    }
    if (element_ == kBodyLanguageElement) return write_moving_sound(lines_, speech);
    lines_.attribute("voice", speech.voice);
    lines_.open("text");
    lines_.content(markup_of(speech));
    lines_.close();
    write_body_language(lines_, speech.body_language);
  }

  void operator()(const Wait& wait) {
    if (wait.length) lines_.attribute("duration", wait.length->count());
    if (wait.longest) lines_.attribute("max-wait", wait.longest->count());
  }

  void operator()(const Activate& activate) { lines_.attribute("target", activate.block); }

  void operator()(const InterruptBlock& interrupt) {
    lines_.attribute("target", interrupt.block);
    write_names(lines_, "include", interrupt.include);
    write_names(lines_, "exclude", interrupt.exclude);
  }

  void operator()(const ChangeParameter& change) {
    lines_.attribute("target", change.behaviour);
    lines_.attribute("paramId", change.parameter);
    lines_.open("trajectory");
    lines_.attribute("type", change.trajectory);
    if (change.from) lines_.attribute("initialValue", *change.from);
    lines_.attribute("targetValue", change.to);
    lines_.close();
  }

  void operator()(const Sequence& sequence) { write_content(lines_, sequence); }

 private:
  Lines& lines_;
  std::string_view element_;
};

void write_points(Lines& lines, const Behaviour& behaviour) {
  lines.attribute("id", behaviour.id);
  for (const Appointment& appointment : behaviour.appointments) {
    lines.attribute(appointment.point, format_reference(appointment.when));
  }
}

/// As a description of the element that it stood in.
void write_described(Lines& lines, const Behaviour& behaviour) {
  lines.open(behaviour.element);
  write_points(lines, behaviour);
  const Speech* speech = std::get_if<Speech>(&behaviour.kind);
  if (speech != nullptr) lines.attribute("voice", speech->voice);
  lines.open("description");
  lines.attribute("priority", std::to_string(behaviour.priority));
  if (speech != nullptr) {
    lines.attribute("type", kSsmlType);
    lines.content("<speak>" + markup_of(*speech) + "</speak>");
    lines.close();
    write_body_language(lines, speech->body_language);
  } else {
    lines.attribute("type", kNamespace);
    lines.open(std::holds_alternative<Sequence>(behaviour.kind) ? "sequence" : "gesture");
    lines.attribute("xmlns", kNamespace);
    if (const Sequence* sequence = std::get_if<Sequence>(&behaviour.kind)) {
      write_content(lines, *sequence);
    } else {
      write_content(lines, std::get<Gesture>(behaviour.kind));
    }
    lines.close();
    lines.close();
  }
  lines.close();
}

void write_behaviour(Lines& lines, const Behaviour& behaviour) {
  const Tag tag = std::visit(TagOf{behaviour.element}, behaviour.kind);
  if (behaviour.required) lines.open("required");
  if (behaviour.priority != 0 || tag.element != behaviour.element) {
    write_described(lines, behaviour);
  } else {
    lines.open(tag.element);
    if (!tag.xmlns.empty()) lines.attribute("xmlns", tag.xmlns);
    write_points(lines, behaviour);
    std::visit(Content(lines, tag.element), behaviour.kind);
    lines.close();
  }
  if (behaviour.required) lines.close();
}

void write_constraint(Lines& lines, const SyncConstraint& constraint) {
  if (constraint.required) lines.open("required");
  lines.open("constraint");
  lines.attribute("id", constraint.id);
  lines.open(word_of(kConstraintWords, constraint.kind));
  if (constraint.kind != SyncConstraint::Kind::Synchronize) {
    lines.attribute("ref", format_reference(constraint.reference));
  }
  for (const SyncReference& point : constraint.points) {
    lines.open("sync");
    lines.attribute("ref", format_reference(point));
    lines.close();
  }
  lines.close();
  lines.close();
  if (constraint.required) lines.close();
}

void write_composition(Lines& lines, const Composition& composition) {
  if (composition.kind != Composition::Kind::Merge) {
    lines.attribute("composition", word_of(kCompositionWords, composition.kind));
  }
  Composition usual;
  usual.kind = composition.kind;
  if (composition == usual) return;
  lines.attribute("xmlns:bmla", kBmlaNamespace);
  write_names(lines, "bmla:appendAfter", composition.append_after);
  write_names(lines, "bmla:prependBefore", composition.prepend_before);
  write_names(lines, "bmla:chunkAfter", composition.chunk_after);
  write_names(lines, "bmla:chunkBefore", composition.chunk_before);
  write_names(lines, "bmla:interrupt", composition.interrupt);
  write_names(lines, "bmla:onStart", composition.on_start);
  if (composition.preplan) lines.attribute("bmla:preplan", "true");
}

}  // namespace

std::string write_bml(const Document& document) {
  KINE_ASSERT(document.behaviours.has_value());
  const Behaviours& block = *document.behaviours;
  Lines lines;
  lines.open("bml");
  lines.attribute("xmlns", kBmlNamespace);
  lines.attribute("id", document.id);
  lines.attribute("characterId", document.character);
  write_composition(lines, block.composition);
  write_definitions(lines, document, kNamespace);
  for (const Behaviour& behaviour : block.behaviours) write_behaviour(lines, behaviour);
  for (const SyncConstraint& constraint : block.constraints) write_constraint(lines, constraint);
  lines.close();
  return lines.take();
}

}  // namespace kine::script
