// What BML requires of a behaviour's element beside its id: the `lexeme` of a <head>, the `type` of
// a <stance>. Feedback repeats it, for parsers of BML refuse an element without it.
//
//   Behaviour --required_of--> WrittenElement --> Prediction, <predictionFeedback>
#pragma once

#include <string>
#include <vector>

#include "realizer/script/behaviours.h"

namespace kine::script {

/// An attribute as text.
struct WrittenAttribute {
  std::string name;
  std::string value;
  friend bool operator==(const WrittenAttribute&, const WrittenAttribute&) = default;
};

struct WrittenElement {
  std::string element;
  std::vector<WrittenAttribute> attributes = {};
  std::vector<WrittenElement> children = {};
  friend bool operator==(const WrittenElement&, const WrittenElement&) = default;
};

/// With the script's values. A gesture of ours is a <gesture>, its meaning is a lexeme; the element
/// of what BML has no element for is empty.
WrittenElement required_of(const Behaviour& behaviour);

}  // namespace kine::script
