#include "realizer/script/kinesphere/kinesphere_sketch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/composites.h"
#include "realizer/script/kinesphere/elements.h"
#include "realizer/script/kinesphere/kinesphere_dictionary.h"
#include "realizer/script/kinesphere/kinesphere_elements.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

constexpr std::string_view kCom = "com";
constexpr Bounds kAmount{.lowest = 0, .highest = 1};

/// The parts that were read, and which elements those were.
struct TakenParts {
  SketchParts parts;
  std::set<MannerElement> elements;
  bool has_dictionary = false;
};

bool is_of_com(const Parameter& parameter) {
  return &parameter == &kComSide || &parameter == &kComAhead;
}

Bounds bounds_of(const Parameter& parameter, std::string_view unit = "") {
  return {.lowest = parameter.least, .highest = parameter.most, .unit = unit};
}

/// "0.2 -0.1": to the side and ahead.
void take_com(Attributes& take, Expressivity& parameters) {
  const xml::Attribute* attribute = take.raw(kCom);
  if (attribute == nullptr) return;
  const std::string_view text = xml::trimmed(attribute->value);
  const std::size_t blank = std::min(text.find_first_of(" \t\r\n"), text.size());
  const auto side = parse_number(text.substr(0, blank));
  const auto ahead = parse_number(xml::trimmed(text.substr(blank)));
  const bool fine =
      side && ahead && bounds_of(kComSide).contains(*side) && bounds_of(kComAhead).contains(*ahead);
  if (!fine) {
    return take.refuse(*attribute, ErrorCode::OutOfRange,
                       "two numbers from -1 to 1, to the side and ahead");
  }
  parameters.write(kComSide, *side);
  parameters.write(kComAhead, *ahead);
}

void take_parameter(const Parameter& parameter, Attributes& take, Expressivity& parameters) {
  if (is_of_com(parameter)) return;
  std::optional<double> value;
  if (&parameter == &kSuccession) {
    const auto time = take.time(parameter.name, bounds_of(parameter, "s"));
    if (time) value = time->count();
  } else {
    value = take.number(parameter.name, bounds_of(parameter));
  }
  if (value) parameters.write(parameter, *value);
}

/// "2 2 1": shares that are positive, a few.
std::optional<std::vector<double>> parse_rhythm(std::string_view text) {
  std::vector<double> shares;
  for (text = xml::trimmed(text); !text.empty();) {
    const std::size_t blank = std::min(text.find_first_of(" \t\r\n"), text.size());
    const auto share = parse_number(text.substr(0, blank));
    const bool fine = share && *share > 0 && *share <= kRhythmShareMax;
    if (!fine || shares.size() == kRhythmMax) return {};
    shares.push_back(*share);
    text = xml::trimmed(text.substr(blank));
  }
  if (shares.empty()) return {};
  return shares;
}

void take_rhythm(Attributes& take, SketchParts& parts) {
  const xml::Attribute* attribute = take.raw("rhythm");
  if (attribute == nullptr) return;
  auto shares = parse_rhythm(attribute->value);
  if (!shares) {
    return take.refuse(*attribute, ErrorCode::OutOfRange,
                       "1 to " + std::to_string(kRhythmMax) + " numbers above 0 and up to " +
                           format_number(kRhythmShareMax) + ", as in 2 2 1");
  }
  parts.rhythm = *std::move(shares);
  parts.rhythm_where = attribute->value_where;
}

/// What belongs to another element of a sketch; `own` is what the element is, where it has numbers.
void refuse_misplaced(const xml::Element& element, std::optional<MannerElement> own,
                      KinesphereReading& reading) {
  for (const xml::Attribute& attribute : element.attributes) {
    const auto is_it = [&](const Parameter* each) {
      return attribute.namespace_uri.empty() && each->name == attribute.name && !is_of_com(*each);
    };
    if (own && std::ranges::any_of(parameters(*own), is_it)) continue;
    for (const MannerElement other : kSketchElements) {
      if (std::ranges::none_of(parameters(other), is_it)) continue;
      reading.error.add({ErrorCode::UnknownName,
                         "it belongs to <" + std::string(word_of(kMannerElementWords, other)) +
                             ">, not to <" + element.name + ">: the attribute " +
                             quoted(attribute.name),
                         attribute.where});
      break;
    }
  }
}

template <MannerElement kElement>
void read_sketch_part(const xml::Element& element, TakenParts& taken, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!taken.elements.insert(kElement).second) {
    take.refuse(ErrorCode::Syntax, "duplicate <" + element.name + ">");
  }
  Expressivity& said = is_composite(kElement) ? taken.parts.composites : taken.parts.parameters;
  for (const Parameter* const each : parameters(kElement)) take_parameter(*each, take, said);
  if (kElement == MannerElement::Shape) {
    take_com(take, taken.parts.parameters);
    taken.parts.lean_to = take.name("lean-to");
  }
  if (kElement == MannerElement::Timing) take_rhythm(take, taken.parts);
  refuse_misplaced(element, kElement, reading);
  take.done();
  expect_no_children(element, reading);
}

/// "1 0 1 2", or what it is called.
std::optional<TransitionCurve> parse_curve(std::string_view text) {
  const auto named = std::ranges::find(kNamedCurves, text, &NamedCurve::name);
  if (named != kNamedCurves.end()) return named->curve;
  std::array<double, 4> tangents = {};
  for (std::size_t i = 0; i < tangents.size(); ++i) {
    text = xml::trimmed(text);
    const std::size_t blank = std::min(text.find_first_of(" \t\r\n"), text.size());
    const auto number = parse_number(text.substr(0, blank));
    const bool is_of_time = i % 2 == 0;
    if (!number || (is_of_time && (*number < 0 || *number > kCurveTimeTangentMax)) ||
        std::abs(*number) > kCurvePlaceTangentMax) {
      return {};
    }
    tangents[i] = *number;
    text.remove_prefix(blank);
  }
  if (!text.empty()) return {};
  return TransitionCurve{tangents[0], tangents[1], tangents[2], tangents[3]};
}

std::optional<TransitionCurve> take_curve(Attributes& take) {
  const xml::Attribute* const attribute = take.raw("curve");
  if (attribute == nullptr) return {};
  const auto curve = parse_curve(xml::trimmed(attribute->value));
  if (!curve) {
    std::vector<std::string_view> names;
    for (const NamedCurve& each : kNamedCurves) names.push_back(each.name);
    take.refuse(*attribute, ErrorCode::OutOfRange,
                one_of_these(names) +
                    ", or four numbers dt dx dt dx, dt from 0 to 3 and dx from "
                    "-6 to 6");
  }
  return curve;
}

template <class Enumerator>
std::optional<Enumerator> take_word(std::string_view attribute,
                                    std::span<const std::string_view> words, Attributes& take) {
  const auto place = take.one_of(attribute, words);
  return place ? std::optional(static_cast<Enumerator>(*place)) : std::nullopt;
}

void read_transition(const xml::Element& element, TakenParts& taken, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  std::vector<Transition>& transitions = taken.parts.transitions;
  if (!has_room(transitions.size(), kTransitionsMax, "transitions of a sketch", take)) return;
  Transition transition{.where = element.where};
  transition.phase = take_word<Phase>("phase", kPhaseWords, take);
  transition.group = take.name("group");
  transition.curve = take_curve(take);
  for (const Parameter* const each : parameters(MannerElement::Transition)) {
    take_parameter(*each, take, transition.parameters);
  }
  transition.halt = take_word<Halt>("halt", kHaltWords, take);
  refuse_misplaced(element, MannerElement::Transition, reading);
  take.done();
  expect_no_children(element, reading);
  transitions.push_back(std::move(transition));
}

void read_face(const xml::Element& element, TakenParts& taken, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  std::vector<SketchFace>& faces = taken.parts.faces;
  if (!has_room(faces.size(), kSketchFacesMax, "faces of a sketch", take)) return;
  SketchFace face;
  face.name = take.name("name", Need::Required);
  face.amount = take.number("amount", kAmount).value_or(face.amount);
  take.done();
  expect_no_children(element, reading);
  faces.push_back(std::move(face));
}

void read_dictionary_part(const xml::Element& element, TakenParts& taken,
                          KinesphereReading& reading) {
  if (std::exchange(taken.has_dictionary, true)) {
    Attributes take(element, reading.error);
    take.refuse(ErrorCode::Syntax, "duplicate <" + element.name + ">");
  }
  taken.parts.dictionary = read_dictionary(element, reading);
}

constexpr ElementRow<TakenParts, KinesphereReading> kInSketch[] = {
    {"shape", read_sketch_part<MannerElement::Shape>},
    {"timing", read_sketch_part<MannerElement::Timing>},
    {"idle", read_sketch_part<MannerElement::Idle>},
    {"transition", read_transition},
    {"face", read_face},
    {"effort", read_sketch_part<MannerElement::Effort>},
    {"shape-qualities", read_sketch_part<MannerElement::ShapeQualities>},
    {"expressivity", read_sketch_part<MannerElement::Expressivity>},
    {"clarity", read_sketch_part<MannerElement::Clarity>},
    {"dictionary", read_dictionary_part}};

}  // namespace

SketchParts read_sketch_parts(const xml::Element& parent, KinesphereReading& reading) {
  TakenParts taken;
  read_children<TakenParts, KinesphereReading>(parent, kInSketch, taken, reading);
  return std::move(taken.parts);
}

void read_sketch(const xml::Element& element, Document& document, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!has_room(document.sketches.size(), kSketchesMax, "sketches of a script", take)) return;
  Sketch sketch;
  sketch.where = element.where;
  sketch.id = take_id(take, Need::Required, reading.sketch_ids, reading);
  sketch.style = take.name("style");
  sketch.nucleus = take.name("nucleus");
  sketch.tension = take.name("tension");
  sketch.dynamics = take_dynamics(take);
  refuse_misplaced(element, {}, reading);
  take.done();
  SketchParts parts = read_sketch_parts(element, reading);
  sketch.parameters = std::move(parts.parameters);
  sketch.transitions = std::move(parts.transitions);
  sketch.faces = std::move(parts.faces);
  sketch.composites = std::move(parts.composites);
  sketch.lean_to = std::move(parts.lean_to);
  sketch.rhythm = std::move(parts.rhythm);
  sketch.dictionary = std::move(parts.dictionary);
  document.sketches.push_back(std::move(sketch));
}

void read_edit(const xml::Element& element, Document& document, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!has_room(document.edits.size(), kEditsMax, "edits of a script", take)) return;
  Edit edit;
  edit.where = element.where;
  edit.target = take.name("target", Need::Required);
  edit.from = take.name("from");
  edit.to = take.name("to");
  edit.group = take.name("group");
  edit.sketch = take.name("sketch", Need::Required);
  edit.amount = take.number("amount", kAmount).value_or(edit.amount);
  take.done();
  expect_no_children(element, reading);
  document.edits.push_back(std::move(edit));
}

}  // namespace kine::script
