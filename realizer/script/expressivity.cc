#include "realizer/script/expressivity.h"

#include <algorithm>
#include <array>

namespace kine::script {
namespace {

std::string_view name_of(const Expressivity::Value& value) { return value.parameter->name; }

/// `combine` of both values of each parameter that one of them has.
template <class Combine>
Expressivity combined(const Expressivity& a, const Expressivity& b, Combine combine) {
  Expressivity result;
  for (const Expressivity* const each : {&a, &b}) {
    for (const Expressivity::Value& value : each->values()) {
      const Parameter& parameter = *value.parameter;
      result.set(parameter, combine(parameter, a[parameter], b[parameter]));
    }
  }
  return result;
}

}  // namespace

std::span<const Parameter* const> parameters() {
  static constexpr std::array<const Parameter*, 4> kParameters = {&kSpatialExtent, &kTemporalExtent,
                                                                  &kPower, &kFluidity};
  return kParameters;
}

Expressivity::Expressivity(std::initializer_list<Value> values) {
  for (const Value& each : values) set(*each.parameter, each.value);
}

double Expressivity::operator[](const Parameter& parameter) const {
  const auto found = std::ranges::find(values_, &parameter, &Value::parameter);
  return found == values_.end() ? 0 : found->value;
}

void Expressivity::set(const Parameter& parameter, double value) {
  const auto place = std::ranges::lower_bound(values_, parameter.name, {}, name_of);
  const bool is_there = place != values_.end() && place->parameter == &parameter;
  if (value == 0) {
    if (is_there) values_.erase(place);
  } else if (is_there) {
    place->value = value;
  } else {
    values_.insert(place, {parameter, value});
  }
}

Expressivity operator+(const Expressivity& a, const Expressivity& b) {
  return combined(a, b, [](const Parameter& parameter, double x, double y) {
    return std::clamp(x + y, parameter.least, parameter.most);
  });
}

Expressivity mixed(const Expressivity& from, const Expressivity& to, double share) {
  return combined(from, to,
                  [&](const Parameter&, double x, double y) { return x + share * (y - x); });
}

bool valid(const Expressivity& expressivity) {
  return std::ranges::all_of(expressivity.values(), [](const Expressivity::Value& each) {
    return each.value >= each.parameter->least && each.value <= each.parameter->most;
  });
}

}  // namespace kine::script
