// A style: a manner under a name, as schemas/styles/*.xml have them, and the gestures by which it
// says what is meant. Read when the program starts. A sketch of its name takes all of it, a nucleus
// its four numbers alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/script/dictionary.h"
#include "realizer/script/expressivity.h"
#include "realizer/script/name.h"
#include "realizer/script/sketch.h"
#include "realizer/script/tension.h"
#include "realizer/script/transition.h"

namespace kine::plan {

struct Style {
  std::string name;
  script::Expressivity expressivity;  // of a nucleus, and what sketches take beside it
  std::vector<script::Transition> transitions = {};
  std::vector<script::SketchFace> faces = {};
  script::Name tension = {};  // a manner of tension; empty: none
  std::optional<script::Dynamics> dynamics = {};
  script::Dictionary dictionary = {};
};

/// The style of this text, whose faces and tension nobody has looked up yet. An error says where. A
/// text of a <dictionary> alone is everybody's: a style without a name.
Result<Style> read_style(std::string_view xml);

}  // namespace kine::plan
