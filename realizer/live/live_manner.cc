#include "realizer/live/live_manner.h"

#include <algorithm>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/live/live_tension.h"
#include "realizer/plan/names/faces.h"
#include "realizer/plan/names/near_names.h"
#include "realizer/script/sketch.h"

namespace kine {
namespace {

Error out_of(const std::string& what, double lowest, double highest, double value) {
  return {ErrorCode::OutOfRange, what + " must be from " + format_number(lowest) + " to " +
                                     format_number(highest) + ", not " +
                                     quoted(format_number(value))};
}

/// No NaN is inside.
bool is_inside(double value, double lowest, double highest) {
  return value >= lowest && value <= highest;
}

bool is_nothing(std::string_view name) {
  const std::string_view neutral[] = {kNeutral};
  return name.empty() || plan::find_name(name, neutral).has_value();
}

template <class Map>
std::vector<std::string_view> names_of(const Map& map) {
  std::vector<std::string_view> names;
  for (const auto& [name, meaning] : map) names.push_back(name);
  return names;
}

Result<Done> add_shape(const std::string& name, double weight, const plan::Vocabulary& vocabulary,
                       std::span<const std::string_view> known, FaceChange& change) {
  if (!is_inside(weight, 0, body::kChannelMax)) {
    return out_of("the weight of " + quoted(name), 0, body::kChannelMax, weight);
  }
  const auto found = plan::find_face(name, known);
  if (!found) return found.error();
  for (const plan::MorphPart& part : plan::channels_of_face(*found, vocabulary)) {
    float& sum = change.channels[part.channel.index];
    sum = static_cast<float>(std::clamp(sum + weight * part.weight, 0.0, body::kChannelMax));
  }
  return Done{};
}

/// No numbers where nothing is called so.
Result<script::Expressivity> find_style(const std::string& name,
                                        const plan::Vocabulary& vocabulary) {
  if (is_nothing(name)) return script::Expressivity{};
  const std::vector<std::string_view> known = names_of(vocabulary.styles);
  const auto found = plan::find_name(name, known);
  if (found) return vocabulary.styles.find(*found)->second.expressivity;
  return Error{ErrorCode::UnknownName,
               "there is no style" + plan::known_names(name, known) + ": " + quoted(name)};
}

/// An error names the nearest ones.
Result<const script::Parameter*> find_parameter(std::string_view name) {
  std::vector<const script::Parameter*> parameters;
  for (const script::MannerElement element : script::kSketchElements) {
    const auto some = script::parameters(element);
    parameters.insert(parameters.end(), some.begin(), some.end());
  }
  std::vector<std::string_view> known;
  for (const script::Parameter* const each : parameters) known.push_back(each->name);
  const auto found = plan::find_name(name, known);
  if (found) {
    const auto place = std::ranges::find(known, *found) - known.begin();
    return parameters[static_cast<std::size_t>(place)];
  }
  return Error{ErrorCode::UnknownName, "there is no number of a sketch" +
                                           plan::known_names(name, known) + ": " + quoted(name)};
}

}  // namespace

std::string style_called(std::string_view name, const plan::Vocabulary& vocabulary) {
  const std::vector<std::string_view> known = names_of(vocabulary.styles);
  return std::string(plan::find_name(name, known).value_or(""));
}

Result<script::Expressivity> make_nucleus(const NucleusWish& wish,
                                          const plan::Vocabulary& vocabulary) {
  const auto style = find_style(wish.style, vocabulary);
  if (!style) return style.error();
  const std::pair<const char*, std::optional<double>> numbers[] = {
      {"a spatial extent", wish.spatial_extent},
      {"a temporal extent", wish.temporal_extent},
      {"a power", wish.power},
      {"a fluidity", wish.fluidity}};
  for (const auto& [what, value] : numbers) {
    if (value && !is_inside(*value, -1, 1)) return out_of(what, -1, 1, *value);
  }
  return part_of(*style, script::MannerElement::Nucleus) +
         script::Expressivity{{script::kSpatialExtent, wish.spatial_extent.value_or(0)},
                              {script::kTemporalExtent, wish.temporal_extent.value_or(0)},
                              {script::kPower, wish.power.value_or(0)},
                              {script::kFluidity, wish.fluidity.value_or(0)}};
}

Result<script::Expressivity> make_sketch(const SketchWish& wish,
                                         const plan::Vocabulary& vocabulary) {
  if (wish.numbers.size() > kSketchNumbersMax) {
    return Error{ErrorCode::LimitExceeded,
                 "a sketch has at most " + std::to_string(kSketchNumbersMax) + " numbers, not " +
                     quoted(std::to_string(wish.numbers.size()))};
  }
  const auto style = find_style(wish.style, vocabulary);
  if (!style) return style.error();
  script::Expressivity sketch;
  for (const script::MannerElement element : script::kSketchElements) {
    sketch = sketch + part_of(*style, element);
  }
  for (const SketchWish::Number& number : wish.numbers) {
    const auto parameter = find_parameter(number.name);
    if (!parameter) return parameter.error();
    const script::Parameter& its = **parameter;
    if (!is_inside(number.value, its.least, its.most)) {
      return out_of("the number " + quoted(its.name), its.least, its.most, number.value);
    }
    sketch = sketch + script::Expressivity{{its, number.value}};
  }
  return sketch;
}

Result<FaceChange> make_face_change(const FaceWish& wish, std::optional<double> over_s,
                                    const plan::Vocabulary& vocabulary) {
  const auto over = checked_over(over_s);
  if (!over) return over.error();
  if (wish.shapes.size() > kFaceShapesMax) {
    return Error{ErrorCode::LimitExceeded, "a face has at most " + std::to_string(kFaceShapesMax) +
                                               " shapes, not " +
                                               quoted(std::to_string(wish.shapes.size()))};
  }
  FaceChange change{.channels = {}, .over = *over};
  const std::vector<std::string_view> known = plan::face_names(vocabulary);
  if (!is_nothing(wish.name)) {
    const auto added = add_shape(wish.name, wish.amount, vocabulary, known, change);
    if (!added) return added.error();
  }
  for (const FaceWish::Shape& shape : wish.shapes) {
    const auto added = add_shape(shape.name, shape.weight, vocabulary, known, change);
    if (!added) return added.error();
  }
  return change;
}

Result<StyleDemeanour> demeanour_of_style(std::string_view style, Seconds over,
                                          const plan::Vocabulary& vocabulary) {
  FaceWish face;
  std::string manner = "off";
  if (const auto found = vocabulary.styles.find(style); found != vocabulary.styles.end()) {
    for (const script::SketchFace& each : found->second.faces) {
      face.shapes.push_back({.name = each.name.text, .weight = each.amount});
    }
    if (!found->second.tension.text.empty()) manner = found->second.tension.text;
  }
  const auto face_change = make_face_change(face, over.count(), vocabulary);
  if (!face_change) return face_change.error();
  const double off_over_s = over > Seconds{0} ? over.count() : plan::kTensionOffOver.count();
  const auto tension_change = make_tension_change(
      {.manner = manner, .over_s = manner == "off" ? off_over_s : over.count()});
  if (!tension_change) return tension_change.error();
  return StyleDemeanour{*face_change, *tension_change};
}

Result<Seconds> checked_over(std::optional<double> over_s) {
  const double longest_s = kBlockLengthMax.count();
  const double value = over_s.value_or(kMannerOver.count());
  if (!is_inside(value, 0, longest_s)) {
    return out_of("the time that a change takes, in s,", 0, longest_s, value);
  }
  return Seconds(value);
}

}  // namespace kine
