// <sketch>, and the elements in it that styles hold as well: <shape>, <timing>, <idle>, <clarity>,
// any number of <transition> and <face>, the composites <effort>, <shape-qualities>,
// <expressivity>, and a <dictionary>; and <edit>.
#pragma once

#include <vector>

#include "realizer/script/dictionary.h"
#include "realizer/script/document.h"
#include "realizer/script/expressivity.h"
#include "realizer/script/kinesphere/kinesphere_constraints.h"
#include "realizer/script/name.h"
#include "realizer/script/sketch.h"
#include "realizer/xml/xml.h"

namespace kine::script {

/// What these elements say.
struct SketchParts {
  Expressivity parameters = {};
  Expressivity composites = {};
  std::vector<Transition> transitions = {};
  std::vector<SketchFace> faces = {};
  Name lean_to = {};
  std::vector<double> rhythm = {};
  Where rhythm_where = {};
  Dictionary dictionary = {};
};

/// Those of `parent`, in its namespace, all but <transition> and <face> once; another element is
/// refused.
SketchParts read_sketch_parts(const xml::Element& parent, KinesphereReading& reading);

void read_sketch(const xml::Element& element, Document& document, KinesphereReading& reading);
void read_edit(const xml::Element& element, Document& document, KinesphereReading& reading);

}  // namespace kine::script
