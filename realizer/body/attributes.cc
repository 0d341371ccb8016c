#include "realizer/body/attributes.h"

#include <algorithm>
#include <optional>
#include <string>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"

namespace kine::body {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool is_among(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

Error out_of_range(const xml::Attribute& attribute, Range range, std::string_view value) {
  return {ErrorCode::OutOfRange,
          "'" + attribute.name + "' must lie between " + format_number(range.min) + " and " +
              format_number(range.max) + ", not " + quoted(value),
          attribute.value_where};
}

struct Unit {
  std::string_view suffix;
  double size = 1;
};
// The shorter suffix of two that end alike comes last.
constexpr Unit kLengths[] = {{"mm", 0.001}, {"cm", 0.01}, {"m", 1}};
constexpr Unit kMasses[] = {{"kg", 1}, {"g", 0.001}};

/// A bare number is in the unit of size 1.
Result<double> read_quantity(const xml::Attribute& attribute, const std::string& what,
                             std::span<const Unit> units, Range range) {
  std::string_view text = trimmed(attribute.value);
  double size = 1;
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.suffix)) continue;
    text = trimmed(text.substr(0, text.size() - unit.suffix.size()));
    size = unit.size;
    break;
  }
  const std::optional<double> number = parse_number(text);
  if (!number) {
    return Error{ErrorCode::Syntax,
                 "'" + attribute.name + "' takes a " + what + ", not " + quoted(attribute.value),
                 attribute.value_where};
  }
  if (*number * size < range.min || *number * size > range.max) {
    return out_of_range(attribute, range, attribute.value);
  }
  return *number * size;
}

}  // namespace

Result<Done> check_attributes(const xml::Element& element,
                              std::initializer_list<std::string_view> required,
                              std::initializer_list<std::string_view> optional) {
  for (const xml::Attribute& attribute : element.attributes) {
    const bool known = attribute.namespace_uri.empty() &&
                       (is_among(attribute.name, required) || is_among(attribute.name, optional));
    if (!known) {
      return Error{ErrorCode::UnknownName,
                   "'" + element.name + "' has no attribute " + quoted(attribute.name),
                   attribute.where};
    }
  }
  for (const std::string_view name : required) {
    if (element.find_attribute(name) == nullptr) {
      return Error{ErrorCode::Syntax, "'" + element.name + "' needs the attribute " + quoted(name),
                   element.where};
    }
  }
  return Done{};
}

Result<Done> check_element(const xml::Element& element, std::string_view name,
                           std::string_view namespace_uri) {
  if (element.name == name && element.namespace_uri == namespace_uri) return Done{};
  return Error{ErrorCode::Unsupported,
               "expected the element '" + std::string(name) + "' of " + std::string(namespace_uri) +
                   ", not " + quoted(element.name),
               element.where};
}

Result<std::string> read_name(const xml::Attribute& attribute) {
  const std::string& name = attribute.value;
  const bool has_control = std::any_of(name.begin(), name.end(),
                                       [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (name.empty() || has_control) {
    return Error{ErrorCode::Syntax, "a name has visible characters, unlike " + quoted(name),
                 attribute.value_where};
  }
  if (name.size() > kNameBytesMax) {
    return Error{
        ErrorCode::LimitExceeded,
        "a name has at most " + std::to_string(kNameBytesMax) + " bytes, unlike " + quoted(name),
        attribute.value_where};
  }
  return name;
}

Result<Done> read_numbers(const xml::Attribute& attribute, Range range, std::span<double> values) {
  const std::vector<std::string_view> words = words_of(attribute.value);
  if (words.size() != values.size()) {
    return Error{ErrorCode::Syntax,
                 "'" + attribute.name + "' takes " + std::to_string(values.size()) +
                     " numbers, not " + quoted(attribute.value),
                 attribute.value_where};
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::optional<double> number = parse_number(words[i]);
    if (!number) {
      return Error{ErrorCode::Syntax,
                   "'" + attribute.name + "' takes numbers, not " + quoted(words[i]),
                   attribute.value_where};
    }
    if (*number < range.min || *number > range.max) return out_of_range(attribute, range, words[i]);
    values[i] = *number;
  }
  return Done{};
}

Result<Vec3> read_vec3(const xml::Attribute& attribute, Range range) {
  std::array<double, 3> numbers{};
  const auto read = read_numbers(attribute, range, numbers);
  if (!read) return read.error();
  return Vec3{numbers[0], numbers[1], numbers[2]};
}

Result<double> read_length_m(const xml::Attribute& attribute, Range range_m) {
  return read_quantity(attribute, "length", kLengths, range_m);
}

Result<double> read_mass_kg(const xml::Attribute& attribute, Range range_kg) {
  return read_quantity(attribute, "mass", kMasses, range_kg);
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t start = text.find_first_not_of(kBlanks);
  while (start != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, start), text.size());
    words.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

}  // namespace kine::body
