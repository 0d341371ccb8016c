#include "realizer/script/expressivity.h"

#include <algorithm>
#include <array>

#include "realizer/script/composites.h"
#include "realizer/script/sketch.h"

namespace kine::script {
namespace {

std::string_view name_of(const Expressivity::Value& value) { return value.parameter->name; }

/// Calls `take` with each parameter that one of them says, and both values.
template <class Take>
void for_both(const Expressivity& a, const Expressivity& b, Take take) {
  for (const Expressivity* const each : {&a, &b}) {
    for (const Expressivity::Value& value : each->values()) {
      const Parameter& parameter = *value.parameter;
      take(parameter, a[parameter], b[parameter]);
    }
  }
}

}  // namespace

std::span<const Parameter* const> parameters(MannerElement element) {
  static constexpr std::array<const Parameter*, 4> kNucleus = {&kSpatialExtent, &kTemporalExtent,
                                                               &kPower, &kFluidity};
  static constexpr std::array<const Parameter*, 21> kShape = {
      &kPosture, &kLine,      &kLean,    &kChest,    &kAbdomen,  &kHead,      &kRaise,
      &kRound,   &kTilt,      &kComSide, &kComAhead, &kLoadLeft, &kLoadRight, &kLegs,
      &kExtent,  &kAmplitude, &kElbows,  &kWidth,    &kToes,     &kHold,      &kInvolvement};
  static constexpr std::array<const Parameter*, 7> kTiming = {
      &kTempo, &kDuration, &kPause, &kAnticipation, &kReaction, &kRepetition, &kSuccession};
  static constexpr std::array<const Parameter*, 1> kIdle = {&kIdleAmount};
  static constexpr std::array<const Parameter*, 8> kTransition = {
      &kTouch, &kArc, &kFlow, &kTremble, &kWaves, &kAccents, &kSpasms, &kIncomplete};
  static constexpr std::array<const Parameter*, 4> kEffort = {&kEffortWeight, &kEffortSpace,
                                                              &kEffortTime, &kEffortFlow};
  static constexpr std::array<const Parameter*, 3> kShapeQualities = {&kRising, &kSpreading,
                                                                      &kAdvancing};
  static constexpr std::array<const Parameter*, 6> kExpressive = {
      &kOverallActivation, &kHpmSpatialExtent, &kHpmTemporalExtent,
      &kHpmFluidity,       &kHpmPower,         &kHpmRepetition};
  static constexpr std::array<const Parameter*, 3> kClarity = {&kSimplify, &kExaggerate, &kDepth};
  switch (element) {
    case MannerElement::Nucleus:
      return kNucleus;
    case MannerElement::Shape:
      return kShape;
    case MannerElement::Timing:
      return kTiming;
    case MannerElement::Transition:
      return kTransition;
    case MannerElement::Effort:
      return kEffort;
    case MannerElement::ShapeQualities:
      return kShapeQualities;
    case MannerElement::Expressivity:
      return kExpressive;
    case MannerElement::Idle:
      return kIdle;
    case MannerElement::Clarity:
      break;
  }
  return kClarity;
}

Expressivity::Expressivity(std::initializer_list<Value> values) {
  for (const Value& each : values) set(*each.parameter, each.value);
}

double Expressivity::operator[](const Parameter& parameter) const {
  const auto found = std::ranges::find(values_, &parameter, &Value::parameter);
  return found == values_.end() ? parameter.usual : found->value;
}

bool Expressivity::says(const Parameter& parameter) const {
  return std::ranges::find(values_, &parameter, &Value::parameter) != values_.end();
}

void Expressivity::set(const Parameter& parameter, double value) {
  if (value != parameter.usual) return write(parameter, value);
  std::erase_if(values_, [&](const Value& each) { return each.parameter == &parameter; });
}

void Expressivity::write(const Parameter& parameter, double value) {
  const auto place = std::ranges::lower_bound(values_, parameter.name, {}, name_of);
  if (place != values_.end() && place->parameter == &parameter) {
    place->value = value;
  } else {
    values_.insert(place, {parameter, value});
  }
}

Expressivity operator+(const Expressivity& a, const Expressivity& b) {
  Expressivity sum;
  for_both(a, b, [&](const Parameter& parameter, double x, double y) {
    const double both = x + y - parameter.usual;
    sum.set(parameter, std::clamp(both, parameter.least, parameter.most));
  });
  return sum;
}

Expressivity mixed(const Expressivity& from, const Expressivity& to, double share) {
  Expressivity between;
  for_both(from, to, [&](const Parameter& parameter, double x, double y) {
    between.set(parameter, x + share * (y - x));
  });
  return between;
}

Expressivity overridden(const Expressivity& outer, const Expressivity& inner) {
  Expressivity both = outer;
  for (const Expressivity::Value& each : inner.values()) both.write(*each.parameter, each.value);
  return both;
}

Expressivity part_of(const Expressivity& expressivity, MannerElement element) {
  Expressivity part;
  for (const Expressivity::Value& each : expressivity.values()) {
    if (each.parameter->element == element) part.write(*each.parameter, each.value);
  }
  return part;
}

bool valid(const Expressivity& expressivity) {
  return std::ranges::all_of(expressivity.values(), [](const Expressivity::Value& each) {
    return each.value >= each.parameter->least && each.value <= each.parameter->most;
  });
}

}  // namespace kine::script
