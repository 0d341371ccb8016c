#include "realizer/plan/names/style.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/composites.h"
#include "realizer/script/kinesphere/kinesphere_dictionary.h"
#include "realizer/script/kinesphere/kinesphere_sketch.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"
#include "realizer/xml/xml.h"

namespace kine::plan {
namespace {

constexpr std::string_view kStyleNamespace = "urn:kinesphere:style:1";

Error style_error(Where where, ErrorCode code, const std::string& message, std::string_view value) {
  return {code, message + ": " + quoted(value), where};
}

Result<Done> take_parameter(const xml::Attribute& attribute, Style& style) {
  for (const script::Parameter* const parameter :
       script::parameters(script::MannerElement::Nucleus)) {
    if (attribute.name != parameter->name) continue;
    const auto [least, most] = std::pair(parameter->least, parameter->most);
    const std::optional<double> number = parse_number(xml::trimmed(attribute.value));
    if (!number || *number < least || *number > most) {
      return style_error(attribute.value_where, ErrorCode::OutOfRange,
                         "a parameter of a style is a number from " + format_number(least) +
                             " to " + format_number(most),
                         attribute.value);
    }
    style.expressivity.set(*parameter, *number);
    return Done{};
  }
  return style_error(attribute.where, ErrorCode::Syntax, "unknown attribute of a style",
                     attribute.name);
}

Result<Done> take_dynamics(const xml::Attribute& attribute, Style& style) {
  const auto word = std::ranges::find(script::kDynamicsWords, xml::trimmed(attribute.value));
  if (word == std::end(script::kDynamicsWords)) {
    return style_error(attribute.value_where, ErrorCode::OutOfRange,
                       "dynamics of a style are none, torso or body", attribute.value);
  }
  style.dynamics = static_cast<script::Dynamics>(word - std::begin(script::kDynamicsWords));
  return Done{};
}

/// Of everybody.
Result<Style> read_general_dictionary(const xml::Element& root) {
  script::KinesphereReading reading;
  Style style{.name = {}, .expressivity = {}};
  style.dictionary = script::read_dictionary(root, reading);
  if (reading.error.found()) return *reading.error.found();
  return style;
}

}  // namespace

Result<Style> read_style(std::string_view xml) {
  const auto root = xml::parse(xml);
  if (!root) return root.error();
  if (root->name == "dictionary" && root->namespace_uri == kStyleNamespace) {
    return read_general_dictionary(*root);
  }
  if (root->name != "style" || root->namespace_uri != kStyleNamespace) {
    return style_error(root->where, ErrorCode::Unsupported,
                       "this is no style of " + std::string(kStyleNamespace), root->name);
  }
  Style style;
  for (const xml::Attribute& attribute : root->attributes) {
    if (attribute.name == "name") {
      style.name = attribute.value;
    } else if (attribute.name == "tension") {
      style.tension = {std::string(xml::trimmed(attribute.value)), attribute.value_where};
    } else {
      const bool is_dynamics = attribute.name == "dynamics";
      const auto taken =
          is_dynamics ? take_dynamics(attribute, style) : take_parameter(attribute, style);
      if (!taken) return taken.error();
    }
  }
  if (style.name.empty() || style.name.size() > kNameBytesMax) {
    return style_error(root->where, ErrorCode::Syntax, "a style needs a name of at most 128 bytes",
                       style.name);
  }
  script::KinesphereReading reading;
  script::SketchParts parts = script::read_sketch_parts(*root, reading);
  if (reading.error.found()) return *reading.error.found();
  if (!parts.lean_to.empty()) {
    return style_error(parts.lean_to.where, ErrorCode::Syntax,
                       "a style has no target to lean to, a sketch has", parts.lean_to.text);
  }
  if (!parts.rhythm.empty()) {
    return style_error(parts.rhythm_where, ErrorCode::Syntax, "a style has no rhythm, a sketch has",
                       format_number(parts.rhythm.front()));
  }
  const script::Expressivity direct = overridden(style.expressivity, parts.parameters);
  style.expressivity = overridden(script::expanded(parts.composites), direct);
  style.transitions = std::move(parts.transitions);
  style.faces = std::move(parts.faces);
  style.dictionary = std::move(parts.dictionary);
  return style;
}

}  // namespace kine::plan
