// <face>, <faceShift>, <faceLexeme> and <faceFacs>: parts of a face, one or several as one unit.
#pragma once

#include <string_view>

#include "realizer/script/behaviours.h"
#include "realizer/script/bml/bml_reading.h"

namespace kine::script {

BehaviourKind read_face(const xml::Element& element, Attributes& take, std::string_view about,
                        BmlReading& reading);
BehaviourKind read_face_shift(const xml::Element& element, Attributes& take, std::string_view about,
                              BmlReading& reading);
BehaviourKind read_face_lexeme(const xml::Element& element, Attributes& take,
                               std::string_view about, BmlReading& reading);
BehaviourKind read_face_facs(const xml::Element& element, Attributes& take, std::string_view about,
                             BmlReading& reading);

}  // namespace kine::script
