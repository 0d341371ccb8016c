#include "realizer/script/bml/bml_face.h"

#include <utility>

#include "realizer/script/bml_words.h"

namespace kine::script {
namespace {

constexpr Bounds kFaceAmount{0, 1};
constexpr Bounds kOvershoot{0, 1};
constexpr Bounds kActionUnit{1, 99};  // those of FACS have two digits at most

constexpr double kAmountOfFace = 0.5;

enum class Form { Lexeme, Facs };

FacePart take_part(const xml::Element& element, Form form, Attributes& take) {
  FacePart part;
  part.where = element.where;
  if (form == Form::Lexeme) {
    part.lexeme = take.name("lexeme", Need::Required);
    return part;
  }
  part.action_unit = take.whole_number("au", kActionUnit, Need::Required).value_or(0);
  if (const auto side = take_word(take, "side", kFaceSideWords)) {
    part.side = static_cast<FacePart::Side>(*side);
  }
  return part;
}

/// One that is a behaviour of its own.
Face take_single(const xml::Element& element, Form form, Attributes& take) {
  Face face;
  FacePart part = take_part(element, form, take);
  part.amount = take.number("amount", kFaceAmount).value_or(part.amount);
  face.overshoot = take.number("overshoot", kOvershoot).value_or(face.overshoot);
  face.parts.push_back(std::move(part));
  return face;
}

void read_part(const xml::Element& element, Form form, Face& face, std::string_view about,
               BmlReading& reading) {
  Attributes take(element, reading.ours.error);
  FacePart part = take_part(element, form, take);
  part.amount = take.number("amount", kFaceAmount).value_or(kAmountInFace);
  warn_of_the_rest(element, take, about, reading);
  face.parts.push_back(std::move(part));
}

Face take_unit(const xml::Element& element, Attributes& take, std::string_view about,
               BmlReading& reading) {
  Face face;
  face.amount = take.number("amount", kFaceAmount).value_or(kAmountOfFace);
  face.overshoot = take.number("overshoot", kOvershoot).value_or(face.overshoot);
  for (const Form form : {Form::Lexeme, Form::Facs}) {  // one that it says itself
    if (!take.has(form == Form::Lexeme ? "lexeme" : "au")) continue;
    FacePart part = take_part(element, form, take);
    part.amount = kAmountInFace;
    face.parts.push_back(std::move(part));
  }
  for (const xml::Element& child : element.children) {
    const bool lexeme = child.name == "lexeme" || child.name == "faceLexeme";
    const bool facs = child.name == "facs" || child.name == "faceFacs";
    if (lexeme) read_part(child, Form::Lexeme, face, about, reading);
    if (facs) read_part(child, Form::Facs, face, about, reading);
  }
  if (face.parts.empty()) {
    take.refuse(ErrorCode::Syntax,
                "<" + element.name + "> needs a <lexeme> or a <facs>, but there is neither");
  }
  return face;
}

}  // namespace

BehaviourKind read_face(const xml::Element& element, Attributes& take, std::string_view about,
                        BmlReading& reading) {
  return take_unit(element, take, about, reading);
}

BehaviourKind read_face_shift(const xml::Element& element, Attributes& take, std::string_view about,
                              BmlReading& reading) {
  Face face = take_unit(element, take, about, reading);
  face.shift = true;
  return face;
}

BehaviourKind read_face_lexeme(const xml::Element& element, Attributes& take, std::string_view,
                               BmlReading&) {
  return take_single(element, Form::Lexeme, take);
}

BehaviourKind read_face_facs(const xml::Element& element, Attributes& take, std::string_view,
                             BmlReading&) {
  return take_single(element, Form::Facs, take);
}

}  // namespace kine::script
