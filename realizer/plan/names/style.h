// A style: a manner under a name, as schemas/styles/*.xml have them. Read when the program starts.
// A sketch of its name takes all of it, a nucleus its four numbers alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/script/expressivity.h"
#include "realizer/script/name.h"
#include "realizer/script/sketch.h"
#include "realizer/script/transition.h"

namespace kine::plan {

struct Style {
  std::string name;
  script::Expressivity expressivity;  // of a nucleus, and what sketches take beside it
  std::vector<script::Transition> transitions = {};
  std::vector<script::SketchFace> faces = {};
  script::Name tension = {};  // a manner of tension; empty: none
};

/// The style of this text, whose faces and tension nobody has looked up yet. An error says where.
Result<Style> read_style(std::string_view xml);

}  // namespace kine::plan
