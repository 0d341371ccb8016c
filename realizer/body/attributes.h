// The attributes of bodies and hands as people write them: numbers by blanks, lengths with a unit,
// degrees. What does not fit is an error that points at the value.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/math/vec3.h"
#include "realizer/xml/xml.h"

namespace kine::body {

/// The inclusive range of a number.
struct Range {
  double min = 0;
  double max = 0;
};

/// Any turn, in degrees.
inline constexpr Range kTurn_deg = {-180, 180};

/// An error at the element unless it has all of `required` and nothing beside these and `optional`.
Result<Done> check_attributes(const xml::Element& element,
                              std::initializer_list<std::string_view> required,
                              std::initializer_list<std::string_view> optional);

/// An error unless the element is `name` of the namespace `namespace_uri`.
Result<Done> check_element(const xml::Element& element, std::string_view name,
                           std::string_view namespace_uri);

/// A name that is not empty, within the limit and without control characters.
Result<std::string> read_name(const xml::Attribute& attribute);

/// As many numbers as `values` has room for, each within `range`.
Result<Done> read_numbers(const xml::Attribute& attribute, Range range, std::span<double> values);
Result<Vec3> read_vec3(const xml::Attribute& attribute, Range range);

/// "1.66m", "166 cm", "1660mm"; a bare number is metres.
Result<double> read_length_m(const xml::Attribute& attribute, Range range_m);

/// "72kg", "72000 g"; a bare number is kilogrammes.
Result<double> read_mass_kg(const xml::Attribute& attribute, Range range_kg);

/// The words of a list between blanks.
std::vector<std::string_view> words_of(std::string_view text);

}  // namespace kine::body
