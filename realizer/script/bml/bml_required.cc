#include "realizer/script/bml/bml_required.h"

#include <string_view>
#include <variant>

#include "realizer/core/number.h"
#include "realizer/script/bml_words.h"

namespace kine::script {
namespace {

WrittenElement written_part(const FacePart& part, std::string_view lexeme, std::string_view unit) {
  if (!part.lexeme.empty()) return {std::string(lexeme), {{"lexeme", part.lexeme.text}}};
  return {std::string(unit), {{"au", std::to_string(part.action_unit)}}};
}

/// By what is done: a description's, where one was chosen.
struct Written {
  const std::string& element;

  WrittenElement with(std::string_view attribute, const Name& value) const {
    return {element, {{std::string(attribute), value.text}}};
  }

  WrittenElement operator()(const HeadMove& head) const { return with("lexeme", head.lexeme); }
  WrittenElement operator()(const HeadDirectionShift& shift) const {
    return with("target", shift.target);
  }
  WrittenElement operator()(const Face& face) const {
    if (element == "faceLexeme" || element == "faceFacs") {
      return written_part(face.parts.front(), "faceLexeme", "faceFacs");
    }
    WrittenElement written{element};
    for (const FacePart& part : face.parts) {
      written.children.push_back(written_part(part, "lexeme", "facs"));
    }
    return written;
  }
  WrittenElement operator()(const Gaze& gaze) const { return with("target", gaze.target); }
  WrittenElement operator()(const Gesture& gesture) const {
    const Name& called = gesture.lexeme.empty() ? gesture.meaning : gesture.lexeme;
    return {"gesture", {{"lexeme", called.text}}};
  }
  WrittenElement operator()(const Pointing& pointing) const {
    return with("target", pointing.target);
  }
  WrittenElement operator()(const Posture& posture) const {
    WrittenElement written{element};
    if (!posture.stance.empty()) {
      written.children.push_back({"stance", {{"type", posture.stance.text}}});
    }
    for (const PosturePart& part : posture.parts) {
      written.children.push_back(
          {"pose", {{"part", part.part.text}, {"lexeme", part.lexeme.text}}});
    }
    return written;
  }
  WrittenElement operator()(const Locomotion& walk) const { return with("target", walk.target); }
  WrittenElement operator()(const Speech&) const {
    return is_sound(element) ? WrittenElement{} : WrittenElement{element};
  }
  WrittenElement operator()(const Wait&) const { return {element}; }
  WrittenElement operator()(const Emitter&) const { return {}; }
  WrittenElement operator()(const Activate& activate) const {
    return with("target", activate.block);
  }
  WrittenElement operator()(const InterruptBlock& interrupt) const {
    return with("target", interrupt.block);
  }
  WrittenElement operator()(const ChangeParameter& change) const {
    WrittenElement written = with("target", change.behaviour);
    written.attributes.push_back({"paramId", change.parameter.text});
    const std::string& way = change.trajectory.text;
    written.children.push_back(
        {"trajectory",
         {{"type", way.empty() ? "linear" : way}, {"targetValue", format_number(change.to)}}});
    return written;
  }
  WrittenElement operator()(const Sequence&) const { return {}; }
};

}  // namespace

WrittenElement required_of(const Behaviour& behaviour) {
  return std::visit(Written{behaviour.element}, behaviour.kind);
}

}  // namespace kine::script
